import { type Artifact, recordArtifact } from "../../../src/core/artifacts/artifact.ts";
import { API_TOKEN } from "../../support/recado-process.ts";
import type { ScenarioName } from "../failpoints.ts";
import { answeredOnce, conversationOf, echo, holds, OPERATOR, type Scenario, type Scene } from "../scene.ts";

type Name = Extract<
  ScenarioName,
  "an artifact with its facts" | "a fact that is judged" | "a document that is added" | "a document that is erased"
>;

/** A brief of two findings, each on a page of its own: the same for the same customer. */
function briefFor(phone: string): Artifact {
  const finding = (id: string, text: string) => ({ text, citation_ids: [id] });
  const made = recordArtifact(
    {
      type: "research_brief",
      content: {
        summary: "Dos hallazgos.",
        key_findings: [finding("S1", `Uno de ${phone}`), finding("S2", `Otro de ${phone}`)],
        ...{ consensus: "", open_questions: [], extra_sections: [] },
      },
      citations: [
        { id: "S1", type: "web", url: "https://uno.example/", title: "Uno" },
        { id: "S2", type: "web", url: "https://dos.example/", title: "Dos" },
      ],
      confidence: 0.86,
    },
    {
      ...{
        sessionId: "s",
        turnKey: phone,
        query: "investiga",
        route: "websearch",
        now: new Date("2026-11-24T12:00:00Z"),
      },
      trigger: { explicit_request: true, matched_phrases: [], structural_signals: [], tie_break: null },
    },
  );
  if (made === null) throw new Error("the brief is no record");
  return made;
}

/** Once, and its facts once: or neither, and then nothing was said either. */
async function isKeptOnce(scene: Scene): Promise<void> {
  const { stage } = scene;
  await stage.untilQuiet();
  const [row] = await stage.database.rows(
    `select (select count(*)::int from artifacts where conversation_id = $1::uuid) as artifacts,
       (select count(*)::int from sourced_facts where conversation_id = $1::uuid) as facts`,
    [await conversationOf(scene)],
  );
  if (row?.["artifacts"] !== 1 || row["facts"] !== 2) throw new Error(`not once: ${JSON.stringify(row)}`);
}

async function makesBrief(scene: Scene): Promise<void> {
  scene.stage.think((messages) =>
    messages.length === 0 ? { texts: [] } : { texts: [echo(messages)], artifact: briefFor(scene.phone) },
  );
}

async function addDocument({ phone }: Scene, url: string): Promise<number> {
  const response = await fetch(`${url}/internal/agent/documents?fileName=${phone}.txt`, {
    method: "POST",
    headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/octet-stream" },
    body: `Lista de ${phone}`,
    signal: AbortSignal.timeout(5_000),
  });
  await response.arrayBuffer();
  return response.status;
}

const added = "select from documents where file_name = $1 having count(*) = 1";

export const ARTIFACT_SCENARIOS: Readonly<Record<Name, Scenario>> = {
  "an artifact with its facts": {
    prepare: makesBrief,
    act: (scene) => scene.says("investiga"),
    finish: isKeptOnce,
    expected: (scene) => answeredOnce(scene),
  },
  "a fact that is judged": {
    async prepare(scene) {
      await makesBrief(scene);
      await scene.says("investiga");
      await isKeptOnce(scene);
    },
    async act(scene) {
      const { stage, subject } = scene;
      const conversationId = await conversationOf(scene);
      const [fact] = await stage.database.rows("select id from sourced_facts where conversation_id = $1 limit 1", [
        conversationId,
      ]);
      const path = `/internal/agent/facts/${fact?.["id"]}/verdict`;
      const body = { ...OPERATOR, conversationId, verdict: "verified" };
      const judged = await stage.command(subject.url, path, body).catch(() => 0);
      if (judged !== 200) await stage.command(stage.doorUrl, path, body);
      await holds(
        stage,
        "select from fact_verdicts where conversation_id = $1 and verdict = 'verified'",
        conversationId,
      );
    },
    expected: (scene) => answeredOnce(scene),
  },
  "a document that is added": {
    async prepare() {},
    async act(scene) {
      const { stage, subject, phone } = scene;
      const status = await addDocument(scene, subject.url).catch(() => 0);
      if (status !== 202) await addDocument(scene, stage.doorUrl);
      await holds(stage, added, `${phone}.txt`);
    },
    expected: () => [[]],
  },
  "a document that is erased": {
    async prepare(scene) {
      await addDocument(scene, scene.stage.doorUrl);
    },
    async act({ stage, subject, phone }) {
      const [row] = await stage.database.rows("select id::text from documents where file_name = $1", [`${phone}.txt`]);
      const path = `/internal/agent/documents/${row?.["id"]}`;
      const erased = await stage.command(subject.url, path, undefined, "DELETE").catch(() => 0);
      if (erased !== 204) await stage.command(stage.doorUrl, path, undefined, "DELETE");
      await holds(
        stage,
        "select from documents where id = $1::uuid and status = 'erased' and bytes is null",
        String(row?.["id"]),
      );
    },
    expected: () => [[]],
  },
};
