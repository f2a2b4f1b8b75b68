import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AnyDraft, type Draft, recordArtifact } from "../../src/core/artifacts/artifact.ts";
import { distil } from "../../src/core/artifacts/facts.ts";
import { pdfOf } from "../support/documents/make-files.ts";
import { fontThatRuns } from "../support/documents/make-font.ts";
import { eventually } from "../support/shop.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

/** A person adds a document, sees on which page an answer stands, and judges facts. */
const ANA = "573001113301";

let studio: OpenStudio;
let conversation: string;
let folder: string;
const page = (...lines: string[]) => lines.map((text, at) => ({ x: 50, y: 700 - 20 * at, text }));

beforeAll(async () => {
  studio = await openStudio();
  folder = await mkdtemp(join(tmpdir(), "recado-studio-documents-"));
  await studio.says(ANA, "hola");
  await eventually("she was answered", () => studio.heard(ANA).length > 0);
  const [row] = await studio.database.rows(
    "select r.id::text as run, r.conversation_id::text as conversation from agent_runs r limit 1",
  );
  conversation = String(row?.["conversation"]);
  for (const [turn, draft] of [BRIEF, PLAN, REVISED].entries()) {
    const artifact = recordArtifact(draft, {
      ...{ sessionId: "s", turnKey: String(turn), query: `pedido ${turn}`, route: "llm_only" },
      trigger: { explicit_request: true, matched_phrases: [], structural_signals: [], tie_break: null },
      now: new Date(Date.UTC(2026, 10, 24, 12, turn)),
    });
    if (artifact === null) throw new Error("no record");
    if (artifact.artifact_type === "plan") lastPlan = artifact.artifact_id;
    const record = { ...artifact, ...(turn === 2 ? { revises_artifact_id: firstPlan } : {}) };
    if (turn === 1) firstPlan = lastPlan;
    await studio.database.rows(
      `insert into artifacts (workspace_id, id, conversation_id, run_id, type, record, created_at)
       values ('default', $1, $2, $3, $4, $5, recado_now() + make_interval(secs => $6))`,
      [artifact.artifact_id, conversation, row?.["run"], artifact.artifact_type, JSON.stringify(record), turn],
    );
    for (const fact of distil(artifact)) {
      await studio.database.rows(
        `insert into sourced_facts (workspace_id, conversation_id, id, artifact_id, topic, fact, source, confidence, domain, tags,
           evidence_snippet, created_at)
         values ('default', $1, $2, $3, $4, $5, $6, $7, $8, '{}', $9, recado_now())`,
        [
          ...[conversation, fact.id, artifact.artifact_id, fact.topic, fact.fact, fact.source, fact.confidence],
          ...[fact.domain, fact.evidenceSnippet],
        ],
      );
    }
  }
});
afterAll(() => studio?.close());

/** Runs in the page: whether a canvas has a dark pixel. */
const INK = `(canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data
  .some((value, at) => at % 4 === 0 && value < 100)`;

let firstPlan = "";
let lastPlan = "";
const BRIEF: AnyDraft = {
  type: "research_brief",
  content: {
    summary: "Dos hallazgos.",
    key_findings: [
      { text: "La melatonina reduce en 7 minutos el tiempo para dormir.", citation_ids: ["S1"] },
      { text: "La melatonina reduce en 9 minutos el tiempo para dormir.", citation_ids: ["S2"] },
    ],
    ...{ consensus: "", open_questions: [], extra_sections: [] },
  },
  citations: [
    { id: "S1", type: "web", url: "https://uno.example/a", title: "Instituto" },
    { id: "S2", type: "web", url: "https://dos.example/b", title: "Revista" },
  ],
  confidence: 0.86,
  metadata: {
    evidence: [
      [{ citation_id: "S1", quote: "reduce en 7 minutos el tiempo" }],
      [{ citation_id: "S2", quote: "reduce en 9 minutos el tiempo" }],
    ],
  },
};
const PLAN: Draft<"plan"> = {
  type: "plan",
  content: { objective: "dormir mejor", steps: ["Apagar pantallas"], constraints: [], risks: [], extra_sections: [] },
  ...{ citations: [], confidence: 0.74 },
};
const REVISED: Draft<"plan"> = { ...PLAN, content: { ...PLAN.content, constraints: ["solo 2 horas por semana"] } };

test("a document is added, and a passage of it is shown on its page", async () => {
  const { page: screen } = studio;
  const file = join(folder, "politicas.pdf");
  await writeFile(file, pdfOf([page("Velas de soya"), page("Las devoluciones se aceptan por 30 dias")]));
  await studio.open("/documents");
  await screen.getByLabel("Agregar documento").first().setInputFiles(file);
  const row = screen
    .getByRole("list", { name: "Documentos" })
    .getByRole("listitem")
    .filter({ hasText: "politicas.pdf" });
  await row.getByText("leído", { exact: true }).waitFor();
  await screen
    .getByRole("searchbox", { name: "Buscar dentro de los documentos" })
    .fill("¿cuántos días para devoluciones?");
  await screen.getByRole("button", { name: "Buscar", exact: true }).click();
  const passages = screen.getByRole("list", { name: "Pasajes encontrados" });
  await passages.getByRole("button", { name: /p\. 2/u }).click();
  const dialog = screen.getByRole("dialog", { name: "Fuente" });
  const drawn = dialog.getByRole("img", { name: "Página 2" });
  await drawn.waitFor();
  // The page has ink on it.
  const ink = await studio.page.evaluate(`(${INK})(document.querySelector("dialog canvas"))`);
  expect(ink).toBe(true);
  expect(await studio.faults()).toEqual([]);
  await screen.keyboard.press("Escape");
  await row.getByRole("button", { name: "Borrar: politicas.pdf" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Borrar" }).click();
  await screen.getByText("borrado", { exact: true }).first().waitFor();
});

test("a page whose font holds a program is drawn, and the program does not run", async () => {
  const { page: screen } = studio;
  const file = join(folder, "letra.pdf");
  await writeFile(file, pdfOf([page("Hola precios")], "", fontThatRuns("globalThis.ran = true")));
  await studio.open("/documents");
  await screen.getByLabel("Agregar documento").first().setInputFiles(file);
  const row = screen.getByRole("list", { name: "Documentos" }).getByRole("listitem").filter({ hasText: "letra.pdf" });
  await row.getByText("leído", { exact: true }).waitFor();
  await screen.getByRole("searchbox", { name: "Buscar dentro de los documentos" }).fill("Hola precios");
  await screen.getByRole("button", { name: "Buscar", exact: true }).click();
  await screen.getByRole("list", { name: "Pasajes encontrados" }).getByRole("button", { name: /p\. 1/u }).click();
  await screen.getByRole("dialog", { name: "Fuente" }).getByRole("img", { name: "Página 1" }).waitFor();
  // The squares of the font stand there: it was not replaced by another one.
  expect(await studio.page.evaluate(`(${INK})(document.querySelector("dialog canvas"))`)).toBe(true);
  expect(await studio.page.evaluate("globalThis.ran === undefined")).toBe(true);
  expect(await studio.faults()).toEqual([]);
});

test("a finding is one click from the words that it rests on; a plan stands beside the one before", async () => {
  const { page: screen } = studio;
  await studio.open(`/documents?tab=artifacts&conversation=${conversation}`);
  await screen.getByRole("button", { name: "Fuente: Instituto" }).click();
  const dialog = screen.getByRole("dialog", { name: "Fuente" });
  await dialog.getByText("reduce en 7 minutos el tiempo").waitFor();
  expect(await dialog.getByRole("link").getAttribute("href")).toBe("https://uno.example/a");
  await screen.keyboard.press("Escape");
  const revision = screen.getByRole("region", { name: "Antes y después" });
  expect(await revision.locator("ins").allTextContents()).toEqual(["solo 2 horas por semana"]);
  expect(await studio.faults()).toEqual([]);
});

test("two facts that contradict each other are found; a person verifies one, withdraws the other and takes it back", async () => {
  const { page: screen } = studio;
  await studio.open("/documents?tab=facts");
  const rows = screen.getByRole("list", { name: "Datos con fuente" }).getByRole("listitem");
  await screen.getByLabel("Solo los que se contradicen").check();
  await rows.nth(1).waitFor();
  const one = rows.filter({ hasText: "7 minutos" });
  await one.getByRole("button", { name: "Verificar" }).click();
  await screen
    .getByRole("dialog", { name: "¿Verificar este dato?" })
    .getByRole("button", { name: "Verificar" })
    .click();
  await one.getByText("verificado", { exact: true }).waitFor();
  const other = rows.filter({ hasText: "9 minutos" });
  await other.getByRole("button", { name: "Retirar" }).click();
  await screen.getByRole("dialog", { name: "¿Retirar este dato?" }).getByRole("button", { name: "Retirar" }).click();
  await other.getByRole("button", { name: "Deshacer" }).click();
  await other.getByText("sin verificar", { exact: true }).waitFor();
  expect(await studio.faults()).toEqual([]);
  const audited = await studio.database.rows("select action from audit_log where action like 'fact.%' order by id");
  expect(audited.map(({ action }) => action)).toEqual(["fact.verified", "fact.withdrawn", "fact.reopened"]);
});
