import { expect, test } from "vitest";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import { createSandboxModel } from "../../../src/lab/memory/sandbox-model.ts";
import { countedModel, question, USAGE } from "../../support/model-gate.ts";
import { decision, testAgent } from "../../support/shop.ts";

const TOKENS = 1_500;

/** An agent that asks one question a turn and says what came of it. */
const curious = testAgent(async ({ model }) => {
  const asked = await model?.ask(question("detector"));
  return decision(asked?.kind === "answered" ? asked.answer.text : `nadie: ${asked?.kind}`);
});

test("a conversation in memory asks a model within its session's budget, and counts what it took", async () => {
  const model = countedModel();
  const sandbox = createSandboxModel({ model, models: { detector: "cheap" }, tokenLimit: 4_000 });
  const conversation = createSandboxConversation(curious, {}, { model: sandbox });
  const first = await conversation.hear(["hola"]);
  expect(first).toMatchObject({ heard: ["sí"], decision: { totalTokens: TOKENS } });
  expect((await conversation.hear(["y?"])).heard).toEqual(["sí"]);
  expect((await conversation.hear(["y?"])).heard).toEqual(["nadie: not_asked"]);
  expect(model.asked).toEqual(["cheap", "cheap"]);
  conversation.takeOver();
  conversation.handBack();
  expect((await conversation.hear(["otra vez"])).heard).toEqual(["sí"]);
});

test("a turn that is replayed asks nobody and decides the same", async () => {
  const model = countedModel(USAGE);
  const conversation = createSandboxConversation(curious, {}, { model: createSandboxModel({ model }) });
  const { decision: first } = await conversation.hear(["hola"]);
  expect(await conversation.replay()).toEqual(first);
  expect(model.asked).toEqual(["detector"]);
});

test("without a model there is none to ask", async () => {
  const conversation = createSandboxConversation(curious);
  expect((await conversation.hear(["hola"])).heard).toEqual(["nadie: undefined"]);
});
