import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { readLabelledFile } from "../../src/app/read-labelled-file.ts";
import { draftTraining } from "../../src/cli/nlu/nlu-draft.ts";
import { labelsOf } from "../../src/lab/training/draft-texts.ts";
import { createScriptedModel, type ModelScript } from "../../src/models/scripted-model.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

afterEach(() => vi.restoreAllMocks());

const LABELS = labelsOf(somnioFlow.definition);

async function drafted(script: ModelScript | null, more: { hand?: string } = {}) {
  const out = join(temporaryFolder("recado-draft-"), "draft.tsv");
  let printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const model = script === null ? null : createScriptedModel(script);
  const models = model === null ? null : { model, names: { orchestrator: "writer-1", detector: "reader-1" } };
  await draftTraining({ agent: "somnio", texts: "3", out, ...more }, models);
  return { out, printed, content: readFileSync(out, "utf8"), requests: model?.requests ?? [] };
}

test("without a model: a sheet with each intent, each entry and what is none of them, which is refused until it is filled", async () => {
  const { out, content, printed } = await drafted(null, { hand: "ana" });
  for (const { label } of LABELS) expect(content).toContain(`\n${label}\t\tana\n`);
  expect(LABELS.map(({ label }) => label)).toEqual(expect.arrayContaining(["precio", "knowledge.mayoristas", "otro"]));
  expect(printed).toContain("to fill by hand");
  expect(() => readLabelledFile(out)).toThrow(/:\d+ has no text for the label "hola"/);
  writeFileSync(out, content.replaceAll("\t\tana", "\tun texto\tana"));
  expect(readLabelledFile(out)).toHaveLength(3 * LABELS.length);
});

test("with a model: one question for each label, and a file that trains", async () => {
  const { out, content, requests } = await drafted((_, call) => ({
    json: { texts: [`uno ${call}`, `otro\n${call}`] },
  }));
  expect(requests).toHaveLength(LABELS.length);
  const rows = readLabelledFile(out);
  expect(rows.slice(0, 2).map(({ place: _, ...row }) => row)).toEqual([
    { label: "hola", text: "uno 0", origin: "writer-1" },
    { label: "hola", text: "otro 0", origin: "writer-1" },
  ]);
  expect(rows).toHaveLength(2 * LABELS.length);
  expect(content).toContain("writer-1 proposed these. Read each one");
});

test("a text that is there already, or is the shop's own example, is proposed once or never", async () => {
  const { out } = await drafted((_, call) => ({ json: { texts: ["Cuánto vale", "¿y eso qué?", `nuevo ${call}`] } }));
  const texts = readLabelledFile(out).map(({ text }) => text);
  expect(texts).not.toContain("Cuánto vale");
  expect(texts.filter((text) => text === "¿y eso qué?")).toHaveLength(1);
});

test("a label for which the model says nothing useful is named, and is a sheet", async () => {
  const { content, printed } = await drafted((_, call) => {
    if (call === 0) return { fails: "refusal" };
    return call === 1 ? "lo siento" : { json: { texts: [`texto ${call}`] } };
  });
  expect(printed).toContain("No texts came for hola (refusal), precio (no_json)");
  expect(content).toContain("\nhola\t\twriter-1\n");
});

test("what is there is never written over, and a wrong number is refused before anything is asked", async () => {
  const { out, content } = await drafted(null);
  await expect(draftTraining({ agent: "somnio", texts: "3", out }, null)).rejects.toThrow("may hold a person's work");
  expect(readFileSync(out, "utf8")).toBe(content);
  const other = `${out}.other`;
  await expect(draftTraining({ agent: "somnio", texts: "0", out: other }, null)).rejects.toThrow("between 1 and 100");
  expect(existsSync(other)).toBe(false);
});
