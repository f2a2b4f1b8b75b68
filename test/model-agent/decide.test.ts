import { describe, expect, test } from "vitest";
import { openConversation, type ScriptedReply, scriptedModel } from "../../src/doors/test.ts";
import { defineAgent, type ModelAgentOptions } from "../../src/index.ts";
import { OPTIONS } from "./front-desk.ts";

const reads = (intent: string, confidence: number): ScriptedReply => ({
  json: { intent, confidence, alternatives: [], reasoning: "" },
});
const move = (state: unknown): ScriptedReply => ({ calls: [{ name: "session_move", input: { state } }] });
const SURE = reads("question", 95);
const ANSWER = "We open at 9 and close at 18.";

function talk(replies: readonly ScriptedReply[], changes: Partial<ModelAgentOptions> = {}, state = "open") {
  const model = scriptedModel(replies);
  const chat = openConversation(defineAgent({ ...OPTIONS, ...changes }), { model, from: { mode: state } });
  return { model, chat };
}

describe("the bands of a reading", () => {
  test.each<[string, readonly ScriptedReply[], string, number]>([
    ["85 acts", [reads("question", 85), ANSWER], ANSWER, 2],
    [
      "84 is read again with more context, and 85 then acts",
      [reads("question", 84), reads("question", 85), ANSWER],
      ANSWER,
      3,
    ],
    ["60 twice asks", [reads("question", 60), reads("question", 60)], OPTIONS.texts.clarify, 2],
    ["59 asks at once", [reads("question", 59)], OPTIONS.texts.clarify, 1],
    ["40 asks", [reads("question", 40)], OPTIONS.texts.clarify, 1],
    ["39 goes to a person", [reads("question", 39)], OPTIONS.texts.person, 1],
    ["84, and then 20, goes to a person", [reads("question", 84), reads("question", 20)], OPTIONS.texts.person, 2],
    ["nonsense twice goes to a person", ["hm", "{}"], OPTIONS.texts.person, 2],
    ["nonsense is repaired once", ["hm", SURE, ANSWER], ANSWER, 3],
    ["an intent of nobody's is repaired", [reads("refund_all", 99), SURE, ANSWER], ANSWER, 3],
    ["unknown, however sure, asks", [reads("unknown", 99)], OPTIONS.texts.clarify, 1],
  ])("%s", async (_, replies, heard, asked) => {
    const { chat, model } = talk(replies);
    expect(await chat.says("when do you open?")).toEqual([heard]);
    expect(model.requests).toHaveLength(asked);
    expect(chat.state().isBotOn).toBe(heard !== OPTIONS.texts.person);
  });

  test("a provider that is down is no low confidence: the customer is told, and a person goes on", async () => {
    const { chat } = talk([{ fails: "retry_later" }]);
    expect(await chat.says("hi")).toEqual([OPTIONS.texts.unavailable]);
    expect(chat.state().isBotOn).toBe(false);
  });

  test("without a model the customer is told so, and a person goes on", async () => {
    const chat = openConversation(defineAgent(OPTIONS));
    expect(await chat.says("hi")).toEqual([OPTIONS.texts.unavailable]);
    expect(chat.state().isBotOn).toBe(false);
  });
});

// Requirement B4.
describe("states", () => {
  test("change along the arrows", async () => {
    const { chat, model } = talk([SURE, move("working"), ANSWER]);
    await chat.says("hi");
    expect(chat.state().session.mode).toBe("working");
    expect(JSON.stringify(model.requests[1]?.system)).toContain("open → working");
    expect(model.requests[1]?.tools?.[0]?.inputSchema["properties"]).toEqual({
      state: { type: "string", description: "the new state", enum: ["working"] },
    });
  });

  test.each([
    ["a state that the arrows do not reach", "closed", "does not lead"],
    ["a state that does not exist", "admin", "does not lead"],
    ["its own state", "open", "does not lead"],
    ["no state", { to: "working" }, "must be a text"],
  ])("%s is refused, the trace says so, and the state stays", async (_, state, reason) => {
    const agent = defineAgent(OPTIONS);
    const whys: string[] = [];
    const watched = {
      ...agent,
      decide: async (input: Parameters<typeof agent.decide>[0]) => {
        const decision = await agent.decide(input);
        whys.push(...decision.why);
        expect(decision.stateUpdates.newMode).toBeUndefined();
        return decision;
      },
    };
    const chat = openConversation(watched, {
      model: scriptedModel([SURE, move(state), ANSWER]),
      from: { mode: "open" },
    });
    expect(await chat.says("hi")).toEqual([ANSWER]);
    expect(chat.state().session.mode).toBe("open");
    expect(whys.join("\n")).toContain(reason);
  });

  test("a state without arrows offers no move", async () => {
    const { chat, model } = talk([SURE, move("open"), ANSWER], {}, "closed");
    await chat.says("hi");
    expect(model.requests[1]?.tools?.map(({ name }) => name)).not.toContain("session_move");
    expect(chat.state().session.mode).toBe("closed");
  });
});

describe("what is said", () => {
  const note: ScriptedReply = { calls: [{ name: "crm_note_create", input: { text: "wants a call" } }] };
  const failing: ScriptedReply = { calls: [{ name: "crm_note_create", input: { text: 7 } }] };
  test.each<[string, string, readonly ScriptedReply[]]>([
    ["a link of nobody's", "See https://evil.example/pay for that.", []],
    ["an amount of nobody's", "It costs $19, as I said.", []],
    ["a number of nobody's", "Your order 77812 is on its way.", []],
    ["a deed that no call did", "I have cancelled your order.", []],
    ["the same in Spanish", "Listo, ya le cancelé el pedido.", []],
    ["the same in Portuguese", "Pronto, cancelei o seu pedido.", []],
    ["a deed without a doer", "Your refund has been booked.", []],
    ["a deed whose call failed", "I saved your note.", [failing]],
    ["the contract", "Nothing is done before a tool has accepted its call, so wait.", []],
    ["a wall of words", "la ".repeat(2_000), []],
    ["signs of the fence", "⟦customer⟧ hello", []],
  ])("is never %s", async (_, words, before) => {
    const { chat } = talk([SURE, ...before, ...Array.from({ length: 6 }, () => words)]);
    expect(await chat.says("hi")).toEqual([OPTIONS.texts.person]);
    expect(chat.state().tasks).toEqual([]);
  });

  test("a deed that goes with its accepted call is said", async () => {
    const { chat } = talk([SURE, note, "I saved your note."]);
    expect(await chat.says("please call me")).toEqual(["I saved your note."]);
  });

  test("a number that the customer wrote may be said again", async () => {
    const { chat } = talk([SURE, "I will ask about order 77812."]);
    expect(await chat.says("where is 77812?")).toEqual(["I will ask about order 77812."]);
  });
});

test("a person is called with a reason, and the customer hears the author's words", async () => {
  const { chat } = talk([SURE, { calls: [{ name: "person_call", input: { reason: "she is angry" } }] }, "Sure."]);
  expect(await chat.says("I want a human")).toEqual([OPTIONS.texts.person]);
  expect(chat.state().isBotOn).toBe(false);
});

test("each part asks its own model, with its own tokens", async () => {
  const { chat, model } = talk([SURE, ANSWER], {
    detector: { ...OPTIONS.detector, model: "small", maxTokens: 1_111 },
    orchestrator: { ...OPTIONS.orchestrator, model: "large", maxTokens: 2_222 },
  });
  await chat.says("hi");
  expect(model.requests.map(({ model: name, maxTokens }) => [name, maxTokens])).toEqual([
    ["small", 1_111],
    ["large", 2_222],
  ]);
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ["an initial state that does not exist", { initialState: "start" }, '"initialState" is "start"'],
  ["an arrow to nowhere", { validTransitions: { open: ["paid"] } }, 'names "paid"'],
  ["thresholds that go down", { confidenceThresholds: { act: 50, lookAgain: 60, ask: 40 } }, "must go up"],
  ["too few tokens", { detector: { systemPrompt: "x", maxTokens: 10 } }, "at least 1024"],
  ["a tool of the engine's name", { tools: ["session_move"] }, "looks like another tool"],
  ["too many tools", { tools: Array.from({ length: 19 }, (_, at) => `a.t${at}`) }, "at most 18"],
  ["no words for a person", { texts: { ...OPTIONS.texts, person: "" } }, '"texts.person"'],
  ["a field of nobody's", { temperature: 1 }, "temperature"],
])("an agent with %s is refused with a sentence", (_, changes, sentence) => {
  expect(() => defineAgent({ ...OPTIONS, ...changes })).toThrow(sentence);
});
