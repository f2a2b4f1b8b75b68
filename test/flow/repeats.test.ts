import { expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import type { FlowReader } from "../../src/core/ports/flow-reader.ts";
import { defineFlowAgent } from "../../src/flow/define-flow-agent.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import { compareGist } from "../../src/nlu/reading/compare-gist.ts";

const QUESTION = "¿cómo es el envío?";

/** What is said to the question, and which texts somebody was asked to read whole. */
async function answered(reader: Partial<FlowReader>) {
  const agent = defineFlowAgent({ ...somnioFlow.definition, reader: { ...somnioFlow.definition.reader, ...reader } });
  const { decision } = await createSandboxConversation(agent, { said: ["algo ya dicho"] }).hear([QUESTION]);
  return (decision?.messages ?? []).map(({ templateId }) => templateId);
}

const partly = () => "partly" as const;

test("a text whose gist was said is left out, one that was said in part is not (A28, level 2)", async () => {
  const whole = await answered({ compareGist: () => "new" });
  expect(whole.length).toBeGreaterThan(1);
  expect(await answered({ compareGist: () => "said" })).toEqual(whole.slice(0, 1));
  expect(await answered({ compareGist: partly })).toEqual(whole);
});

test("what was said in part is read whole by a reader that can, and left out when it tells nothing new (level 3)", async () => {
  const whole = await answered({ compareGist: () => "new" });
  const asked: (readonly string[])[] = [];
  const judgeRepeats = async (texts: readonly string[], said: readonly string[]) => {
    asked.push(said);
    return texts.map((_, index) => index === 0);
  };
  expect(await answered({ compareGist: partly, judgeRepeats })).toEqual([whole[0], ...whole.slice(2)]);
  expect(asked).toEqual([["algo ya dicho"]]);
});

test("a reader that cannot tell lets them be said: nothing is lost", async () => {
  const whole = await answered({ compareGist: () => "new" });
  const judgeRepeats = async () => Promise.reject(new Error("no credit"));
  expect(await answered({ compareGist: partly, judgeRepeats })).toEqual(whole);
});

test("nobody is asked where nothing was said in part", async () => {
  let asked = 0;
  const judgeRepeats = async () => {
    asked += 1;
    return [];
  };
  await answered({ compareGist: () => "new", judgeRepeats });
  expect(asked).toBe(0);
});

test.each([
  ["said", "El envío es gratis a toda Colombia y demora 3 días"],
  ["partly", "El envío es gratis dentro de Bogotá"],
  ["new", "Son 90 tabletas de melatonina"],
])("without a model a gist is %s by the words that it shares", (repetition, said) => {
  expect(compareGist("envío gratis a toda Colombia", [said])).toBe(repetition);
});
