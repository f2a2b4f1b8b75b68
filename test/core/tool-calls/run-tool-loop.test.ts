import { describe, expect, test } from "vitest";
import { failedCall, type LoopTool, runToolLoop, type ToolLoop } from "../../../src/core/tool-calls/run-tool-loop.ts";
import type { ScriptedReply } from "../../../src/models/scripted-model.ts";
import { turnModel } from "../../support/turn-model.ts";

const schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const note: LoopTool = {
  ...{ name: "note", description: "notes", inputSchema: schema },
  carryOut: (input, callId) => ({ output: "ok", isError: false, call: { callId, tool: "crm.note.create", input } }),
};
const look: LoopTool = {
  ...{ name: "look", description: "looks", inputSchema: schema },
  carryOut: () => ({ output: "x".repeat(50_000), isError: false, told: "blue" }),
};
const broken: LoopTool = {
  ...{ name: "broken", description: "fails", inputSchema: schema },
  carryOut: () => failedCall("it is down"),
};

async function play(replies: readonly ScriptedReply[], changes: Partial<ToolLoop> = {}) {
  let asked = 0;
  const model = turnModel(() => replies[asked++] ?? { fails: "never", code: "script_exhausted" });
  const end = await runToolLoop({
    question: {
      ...{ key: "orchestrator.1", purpose: "orchestrator", prompt: { id: "p", version: "1" }, system: [] },
      messages: [{ role: "user", content: [{ type: "text", text: "hola" }] }],
      maxTokens: 1_024,
      tools: [note, look, broken].map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    },
    tools: [note, look, broken],
    most: { rounds: 5, calls: 3 },
    ask: (question) => model.ask(question),
    faultIn: (text) => (text.includes("lie") ? "it lies" : null),
    correct: (fault) => `again: ${fault}`,
    ...changes,
  });
  return { end, questions: model.questions };
}

const call = (name: string, text: unknown): ScriptedReply => ({ calls: [{ name, input: { text } }] });
const lastResults = (questions: readonly { messages: readonly unknown[] }[]) =>
  JSON.stringify(questions.at(-1)?.messages.at(-1));

test("words end the loop; what writes waits in the decision, and what was read is told", async () => {
  const { end, questions } = await play([call("note", "a"), call("look", "b"), "It is blue."]);
  expect(end).toMatchObject({
    kind: "said",
    text: "It is blue.",
    calls: [{ callId: "orchestrator.1.1", tool: "crm.note.create", input: { text: "a" } }],
    told: ["blue"],
  });
  expect(questions.map(({ key }) => key)).toEqual(["orchestrator.1", "orchestrator.2", "orchestrator.3"]);
});

describe("a loop that leads nowhere ends with its reason, and nothing is done", () => {
  const A = call("note", "a");
  const B = call("note", "b");
  const many = (reply: ScriptedReply) => Array.from({ length: 9 }, () => reply);
  const deep = JSON.parse(`${"[".repeat(4_000)}${"]".repeat(4_000)}`) as unknown;
  test.each<[string, readonly ScriptedReply[], string, number]>([
    ["the same call for ever", many(A), "same_call", 3],
    [
      "the same call three times at once",
      [{ calls: [1, 2, 3].map(() => ({ name: "note", input: {} })) }],
      "same_call",
      1,
    ],
    ["A, B, A, B", [A, B, A, B, A, B], "to_and_fro", 4],
    ["a failing tool for ever", many(call("broken", "x")), "same_call", 3],
    ["an unknown tool for ever", [1, 2, 3, 4, 5, 6].map((at) => call(`tool_${at}`, "x")), "rounds", 5],
    ["no words", ["", "  "], "silent", 2],
    ["no words after a tool", [A, "", ""], "silent", 3],
    ["words that may not be said", many("a lie"), "rounds", 5],
    ["a refusal", [A, { fails: "refusal" }], "failed", 2],
    ["a cut answer", [A, { fails: "truncated" }], "failed", 2],
    [
      "inputs that are no objects",
      [1, 2, 3, 4, 5].map((at) => ({ calls: [{ name: "note", input: at }] })),
      "rounds",
      5,
    ],
    ["inputs that nest without end", many({ calls: [{ name: "note", input: { deep } }] }), "rounds", 5],
  ])("%s", async (_, replies, reason, rounds) => {
    const { end, questions } = await play(replies);
    expect(end).toMatchObject({ kind: "stopped", reason });
    expect(end).not.toHaveProperty("calls");
    expect(questions).toHaveLength(rounds);
  });

  test("a model that is not asked", async () => {
    const { end } = await play([], { ask: async () => ({ kind: "not_asked", reason: "budget" }) });
    expect(end).toMatchObject({ kind: "stopped", reason: "not_asked", detail: expect.stringContaining("budget") });
  });
});

test("the second of two same calls comes back as an error, and the model may go on", async () => {
  const { end, questions } = await play([call("note", "a"), call("note", "a"), "Done."]);
  expect(lastResults(questions)).toContain("made already");
  expect(end).toMatchObject({ kind: "said", calls: [{ callId: "orchestrator.1.1" }] });
});

test("a result that is too long is cut, and says so", async () => {
  const { questions } = await play([call("look", "b"), "It is blue."]);
  expect(lastResults(questions)).toContain("cut: 50000 characters");
  expect(lastResults(questions).length).toBeLessThan(9_000);
});

test("calls beyond the most of one answer come back as errors", async () => {
  const calls = ["a", "b", "c", "d", "e"].map((text) => ({ name: "note", input: { text } }));
  const { end, questions } = await play([{ calls }, "Done."]);
  expect(end).toMatchObject({ kind: "said", calls: { length: 3 } });
  expect(lastResults(questions)).toContain("at most 3 calls at once");
});

test("refused words are corrected once more, and silence too", async () => {
  const { end, questions } = await play(["a lie", "", "The truth."]);
  expect(lastResults(questions)).toContain("again: the answer has no words");
  expect(end).toMatchObject({
    kind: "said",
    text: "The truth.",
    notes: [expect.stringContaining("it lies"), expect.stringContaining("no words")],
  });
});
