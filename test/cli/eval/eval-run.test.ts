import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { evaluateRun } from "../../../src/cli/eval/eval-run.ts";
import type { EvaluationResult } from "../../../src/lab/evaluation/summarise-evaluation.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** An agent of one message: it says what it was told to say, and takes it for `precio`. */
const AGENT = `export default {
  id: "echo", name: "Echo", description: "Says what it hears.", version: "7", initialMode: "x",
  texts: { fallback: "f", sticker: "s", richInput: "r", unsupported: "u" },
  decide: ({ message }) => ({
    messages: [{ text: message.replace(/^diga /, ""), templateId: null }],
    intentInfo: { intent: "precio", confidence: 90, alternatives: [], reasoning: "" },
    stateUpdates: {}, tools: [], handoff: null, closesSession: false, totalTokens: 0, why: [],
  }),
};`;

async function evaluated(lines: readonly (object | string)[], more: { model?: true } = {}): Promise<EvaluationResult> {
  const folder = temporaryFolder("recado-evaluation-");
  const dataset = join(folder, "examples.jsonl");
  writeFileSync(dataset, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  writeFileSync(join(folder, "echo.js"), AGENT);
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  let out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  await evaluateRun({ dataset, agent: join(folder, "echo.js"), json: true, ...more });
  return JSON.parse(out);
}

const passes = async (example: object): Promise<boolean> => (await evaluated([example])).passed === 1;

test("what was right must be said again: in its words, or with its figures", async () => {
  expect(await passes({ kind: "golden", input: "diga Vale $79.900.", output: "vale $79.900" })).toBe(true);
  expect(await passes({ kind: "golden", input: "diga Cuesta $79.900", output: "Vale $79.900." })).toBe(true);
  expect(await passes({ kind: "golden", input: "diga Vale $89.900.", output: "Vale $79.900." })).toBe(false);
  expect(await passes({ kind: "golden", input: "diga Claro que sí", output: "Con mucho gusto" })).toBe(false);
});

test("what was wrong must not come again, and anything else will do", async () => {
  expect(await passes({ kind: "failure", input: "diga No entendí", output: "¡no entendi!" })).toBe(false);
  expect(await passes({ kind: "failure", input: "diga Sí, a Leticia", output: "No entendí" })).toBe(true);
});

test("a correction asks for the right words, and that the wrong ones are gone", async () => {
  const correction = { kind: "correction", output: "Son 15 días", correct: "Tiene 300 días" };
  expect(await passes({ ...correction, input: "diga Son 300 días" })).toBe(true);
  expect(await passes({ ...correction, input: "diga Son 15 días" })).toBe(false);
});

test("expect, says and never are held against what came of it", async () => {
  expect(await passes({ kind: "golden", input: "a", expect: { intent: "precio" } })).toBe(true);
  expect(await passes({ kind: "golden", input: "a", expect: { intent: "hola" } })).toBe(false);
  expect(await passes({ kind: "golden", input: "diga vale $ 10", says: ["VALE", "$"] })).toBe(true);
  expect(await passes({ kind: "golden", input: "diga vale 100", says: ["10"] })).toBe(false);
  expect(await passes({ kind: "failure", input: "diga vale 10", never: "vale" })).toBe(false);
});

test("the result counts by kind, names what failed and why, and the command exits 1", async () => {
  const result = await evaluated([
    { id: "one", kind: "golden", input: "a", says: "a" },
    { id: "two", kind: "failure", input: "b", never: "b" },
    { kind: "golden", agent: "another", input: "c", says: "c" },
    "",
  ]);
  expect(result).toMatchObject({
    ...{ agent: "echo", version: "7", model: null, examples: 2, passed: 1, share: 0.5, leftOut: 1 },
    byKind: { golden: { examples: 1, passed: 1 }, failure: { examples: 1, passed: 0 } },
    failures: [{ id: "two", kind: "failure", why: ['it says "b"'], heard: ["b"] }],
  });
  expect(process.exitCode).toBe(1);
});

test("all passed: exit 0", async () => {
  await evaluated([{ kind: "golden", input: "a", says: "a" }]);
  expect(process.exitCode ?? 0).toBe(0);
});

test("answers that break a guardrail are counted", async () => {
  const { guardrails, passed } = await evaluated([
    { kind: "golden", input: 'diga {"tool": "x"}', expect: { intent: "precio" } },
    { kind: "golden", input: "hola", says: "hola" },
  ]);
  expect(guardrails).toEqual({ no_raw_json: 1 });
  expect(passed).toBe(2);
});

test.each([
  [{ kind: "golden", input: "a" }, "it asks for nothing"],
  [{ kind: "bad", input: "a", says: "b" }, "kind"],
  [{ kind: "correction", input: "a", says: "b" }, 'a correction needs "correct" or "expect"'],
  [{ kind: "golden", input: "a", correct: "b" }, 'only a correction has "correct"'],
  [{ kind: "golden", input: "a", says: "b", sagt: "c" }, "sagt"],
  ["{", "is no JSON"],
])("a line that does not fit is refused with its number: %j", async (line, fault) => {
  await expect(evaluated([{ kind: "golden", input: "a", says: "a" }, line])).rejects.toThrow(fault);
  await expect(evaluated([{ kind: "golden", input: "a", says: "a" }, line])).rejects.toThrow(":2 is no");
});

test("no example for the agent, and no model to ask, are said", async () => {
  await expect(evaluated([{ kind: "golden", agent: "x", input: "a", says: "a" }])).rejects.toThrow(
    'for the agent "echo"',
  );
  vi.stubEnv("ANTHROPIC_API_KEY", "");
  await expect(evaluated([{ kind: "golden", input: "a", says: "a" }], { model: true })).rejects.toThrow(
    "no model to ask",
  );
  vi.unstubAllEnvs();
});
