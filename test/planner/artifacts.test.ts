/** The answer of a plan goes through the contracts, the gate and the store of docs/artifacts.md. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import type { Document } from "../../src/core/documents/document.ts";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { ModelRequest } from "../../src/core/ports/model/model.ts";
import { createScriptedModel, type ScriptedReply } from "../../src/models/scripted-model.ts";
import { definePlanner } from "../../src/planner/define-planner.ts";
import type { PlannerOptions } from "../../src/planner/planner-options.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { readDocumentInto } from "../support/documents/read-document.ts";
import { openModelGate } from "../support/model-gate.ts";
import { violations } from "../support/oracle.ts";
import { eventually, openShop, recordingChannel, registryOf, type Shop } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { PLANNER, PLANNER_OPTIONS, partOf, step } from "./planner-models.ts";

let database: TestDatabase;
const shops: Shop[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => Promise.all(shops.splice(0).map((shop) => shop.worker.stop(500))));

const PAGES: Readonly<Record<string, string>> = {
  "https://www.ins.gov.co/a": "La melatonina reduce en 7 minutos el tiempo para quedarse dormido en adultos.",
  "https://revista.example/b": "Un ensayo con 120 adultos encontró que la melatonina mejora la calidad del sueño.",
  "https://hospital.example/c": "La higiene del sueño es el primer tratamiento del insomnio.",
};
const urls = Object.keys(PAGES);

const read = defineTool({
  ...{ name: "web.read", description: "Reads a page.", module: "external", effect: "read", risk: "low" },
  ...{ reversible: true, permissions: [] },
  input: z.object({ url: z.string() }),
  output: z.object({ url: z.string(), title: z.string().nullable(), parts: z.array(z.object({ text: z.string() })) }),
  run: ({ url }) =>
    PAGES[url] === undefined
      ? { kind: "error", code: "gone", message: "it is gone" }
      : { kind: "ok", output: { url, title: `Fuente ${url}`, parts: [{ text: PAGES[url] }] } },
});

/** Reads these pages, one task each, and says the words. */
function modelOf(pages: readonly string[], words: string) {
  let worker = 0;
  const reads = (url: string): ScriptedReply => ({ calls: [{ name: "web_read", input: { url } }] });
  return createScriptedModel((request): ScriptedReply => {
    if (partOf(request) === "plan") return { json: { tasks: pages.map((_, at) => step(`t${at}`, [], "reader")) } };
    if (partOf(request) === "synthesis") return words;
    const at = worker++;
    return at % 2 === 0 ? reads(pages[at / 2] ?? "") : "Leí la página.";
  });
}

const CONTRACT: Document = {
  ...{ format: "pdf", title: "Contrato", pages: 3, pagesWithoutText: [] },
  chunks: [
    {
      reference: { kind: "page", page: 3 },
      text: "El contrato de arriendo vale 4.800.000 pesos al mes. El canon sube cada año con los incrementos del IPC.",
    },
  ],
  tables: [
    {
      ...{ reference: { kind: "page", page: 3 }, isLayoutGuessed: false },
      rows: [
        ["Concepto", "Valor"],
        ["Canon", "$4.800.000"],
      ],
    },
  ],
};

let people = 0;
async function converse(
  model: ReturnType<typeof createScriptedModel>,
  goals: readonly string[],
  options: Partial<PlannerOptions> = {},
  /** Happens between the first goal and the next. */
  meanwhile: (conversationId: ConversationId) => Promise<void> = async () => undefined,
) {
  const { channel, texts } = recordingChannel();
  const tools = { shop: ["web.read"] };
  const agent = definePlanner({ ...PLANNER_OPTIONS, id: "somnio", tools, texts: PLANNER.texts, ...options });
  const { artifacts, documents } = database.store;
  const shopTools = createShopTools({ tools: [read], artifacts, documents });
  const modelGate = openModelGate(database.store, model, { tools: shopTools, settings: { tokenLimit: 1_000_000 } });
  const agents = registryOf(agent);
  const shop = openShop(database.store, { channel, agents, modelGate, tools: shopTools }, { pollMs: 100 });
  shops.push(shop);
  shop.worker.start();
  people += 1;
  const phone = `57318${String(people).padStart(7, "0")}`;
  let conversation = "";
  for (const goal of goals) {
    const { runId, conversationId } = await shop.says(goal, { phone });
    conversation = conversationId;
    await eventually("the run is over and all of it is said", async () => {
      const [row] = await database.rows(
        `select r.status, (select count(*)::int from outbox_messages o where o.conversation_id = r.conversation_id) as said
         from agent_runs r where r.id = $1`,
        [runId],
      );
      return row?.["status"] === "completed" && texts().length === row["said"];
    });
    if (goal === goals[0]) await meanwhile(conversationId as ConversationId);
  }
  // Else the next shop of the same database would share its conversations with this one.
  await shop.worker.stop(500);
  expect(await violations(database, { when: "any time" })).toEqual([]);
  const of = { workspaceId: DEFAULT_WORKSPACE, conversationId: conversation as ConversationId };
  return { of, texts: texts(), store: database.store.artifacts };
}

const BRIEF = `La melatonina reduce en 7 minutos el tiempo para quedarse dormido [S1].
Un ensayo con 120 adultos encontró que mejora la calidad del sueño [S2].
La melatonina cura el insomnio [S3].
La melatonina alarga la vida [S9].`;
const GOAL = "mire qué se sabe de la melatonina";

test("what the workers of a plan have read becomes a brief: code names the pages, and each finding is a fact of its own page", async () => {
  const model = modelOf(urls, BRIEF);
  const { of, texts, store } = await converse(model, [GOAL]);
  const brief = await store.last(of, "research_brief");
  expect(brief).toMatchObject({
    inputs: { user_query: GOAL },
    trigger_reason: { structural_signals: ["websearch", "synthesis"] },
    warnings: ["claims_left_out:2"],
    citations: [{ url: urls[0] }, { url: urls[1] }],
  });
  expect((await store.facts(of))?.map(({ source }) => source).sort()).toEqual([urls[1], urls[0]]);
  expect(texts.at(-1)).toContain(urls[0]);
  expect(texts.at(-1)).not.toMatch(/cura el insomnio|alarga la vida|\[S/u);
  const synthesis = model.requests.filter((request: ModelRequest) => partOf(request) === "synthesis");
  expect(synthesis.map(({ sources }) => sources?.map(({ id }) => id))).toEqual([["S1", "S2", "S3"]]);
});

test("two pages make no brief: the words are said without markers, and nothing is kept", async () => {
  const { of, texts, store } = await converse(modelOf(urls.slice(0, 2), "La melatonina ayuda a dormir [S1]."), [GOAL]);
  expect(texts.at(-1)).toBe("La melatonina ayuda a dormir.");
  expect(await store.last(of, "research_brief")).toBeNull();
  expect(await store.facts(of)).toEqual([]);
});

test("a goal that asks for a plan leaves one, and the next goal revises it", async () => {
  const steps = "Objetivo: dormir mejor\n1. Apague las pantallas a las nueve.\n2. Acuéstese a la misma hora.";
  const model = createScriptedModel((request): ScriptedReply => {
    if (partOf(request) === "plan") return { json: { tasks: [step("a"), step("b")] } };
    return partOf(request) === "synthesis" ? steps : "Todo está en orden.";
  });
  const goals = ["ayúdeme con un plan para dormir mejor esta semana", "ajuste ese plan, solo tengo 2 horas por semana"];
  const { of, texts, store } = await converse(model, goals);
  const page = await store.ofConversation(of, { limit: 5 });
  expect(page?.items.map(({ artifact_type, revises_artifact_id }) => [artifact_type, revises_artifact_id])).toEqual([
    ["plan", page?.items[1]?.artifact_id],
    ["plan", null],
  ]);
  expect(texts.at(-1)).toContain("solo tengo 2 horas por semana");
});

test("the one worker of a short plan makes the same artifact, and an agent whose contracts are off makes none", async () => {
  const alone = () => {
    let worker = 0;
    return createScriptedModel((request): ScriptedReply => {
      if (request.tools === undefined || request.tools.length === 0) return BRIEF;
      const url = urls[worker++];
      return url === undefined ? "La melatonina ayuda." : { calls: [{ name: "web_read", input: { url } }] };
    });
  };
  const made = await converse(alone(), [GOAL], { usePlanner: false });
  expect(await made.store.last(made.of, "research_brief")).toMatchObject({ citations: [{ id: "S1" }, { id: "S2" }] });
  const off = await converse(alone(), [GOAL], { usePlanner: false, artifacts: { contracts: [] } });
  expect(off.texts.at(-1)).toBe("La melatonina ayuda.");
  expect(await off.store.last(off.of, "research_brief")).toBeNull();
});

test("a page that is gone when the answer is made is no source of it", async () => {
  const gone = "https://gone.example/";
  const { of, texts, store } = await converse(modelOf([...urls, gone], BRIEF), [GOAL]);
  expect(await store.last(of, "research_brief")).toMatchObject({ citations: [{ url: urls[0] }, { url: urls[1] }] });
  expect(texts.join("\n")).not.toContain(gone);
});

test("a goal that asks for what a document says is answered from it: the place is the document's own, and each row a fact of it", async () => {
  const words = `El contrato vale 4.800.000 pesos al mes [S1].
El canon sube cada año con el IPC [S1].
La fianza la devuelve el arrendador [S1].
El canon sube cada año [S9].`;
  const model = createScriptedModel((request): ScriptedReply => {
    if (partOf(request) === "plan") return { json: { tasks: [step("a", [], "reader"), step("b", ["a"], "analyzer")] } };
    return partOf(request) === "synthesis" ? words : "Miré el documento.";
  });
  let document = "";
  const goal = "sáqueme del contrato el valor del canon y los incrementos";
  const { of, texts, store } = await converse(
    model,
    ["buenos días, ya le mando algo", goal],
    {},
    async (conversation) => {
      document = await readDocumentInto(database, conversation, CONTRACT);
    },
  );
  const made = await store.last(of, "doc_extract");
  expect(made).toMatchObject({
    inputs: { user_query: goal },
    citations: [{ type: "doc", document_id: document, ref: "p. 3" }],
    warnings: ["claims_left_out:2"],
  });
  expect(texts.at(-1)).toContain("El contrato vale 4.800.000 pesos al mes");
  expect(texts.at(-1)).not.toMatch(/fianza|\[S/u);
  const synthesis = model.requests.filter((request: ModelRequest) => partOf(request) === "synthesis");
  expect(synthesis.at(-1)?.sources?.map(({ text }) => text)).toEqual([CONTRACT.chunks[0]?.text]);
  expect((await store.facts(of))?.map(({ source }) => source)).toEqual([`${document}#p. 3`]);
});
