import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import type { IntentInfo } from "../../../src/core/agent/agent.ts";
import { defineFlowAgent } from "../../../src/flow/define-flow-agent.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import { TALKING } from "../../scenarios/somnio/starting-points.ts";

/** Somnio with a reader that is as sure as it is told to be of "dudoso"; everything else it reads as always. */
function shop(confidence: number, rival: number) {
  const { reader, ...rest } = somnioFlow.definition;
  const info: IntentInfo = {
    intent: "precio",
    confidence,
    alternatives: [{ intent: "envio", confidence: rival }],
    reasoning: "as told",
    engine: "linear",
  };
  const doubting = defineFlowAgent({
    ...rest,
    reader: {
      ...reader,
      async read(messages, context) {
        const reading = await reader.read(messages, context);
        return messages[0] === "dudoso" ? { ...reading, intent: info, secondLook: null, isSettled: false } : reading;
      },
    },
  });
  return createSandboxConversation(doubting, TALKING);
}

test("between two likely wishes the customer taps which, and is answered", async () => {
  for (const tap of ["El envío", "el envio", "2"]) {
    const conversation = shop(70, 45);
    const { decision } = await conversation.hear(["dudoso"]);
    expect(decision?.messages).toMatchObject([
      {
        templateId: "choice:precio|envio",
        content: {
          type: "buttons",
          body: expect.stringContaining("¿Se refiere a «El precio» o a «El envío»?"),
          buttons: [{ title: "El precio" }, { title: "El envío" }],
        },
      },
    ]);
    const { decision: answer } = await conversation.hear([tap]);
    expect(answer?.intentInfo, tap).toMatchObject({ intent: "envio", confidence: 100, engine: "context" });
    expect(answer?.messages[0]?.templateId).toBe("somnio.envio.primera_vez.1");
  }
});

test("asked once: who is unclear again gets a person", async () => {
  const conversation = shop(70, 45);
  await conversation.hear(["dudoso"]);
  const { decision } = await conversation.hear(["y eso cómo así"]);
  expect(decision?.handoff).not.toBeNull();
});

test.each([
  ["sure", 85, 15],
  ["without a rival", 70, 30],
  ["two questions, both likely", 70, 65],
])("%s: it is answered at once", async (_, confidence, rival) => {
  const { decision } = await shop(confidence, rival).hear(["dudoso"]);
  expect(decision?.messages[0]?.templateId).toBe("somnio.precio.primera_vez.1");
});

test("every label fits a button, and no two are alike", () => {
  const labels = Object.values(somnioFlow.definition.intents).flatMap(({ label }) => label ?? []);
  expect(labels.filter((label) => label.length > 20)).toEqual([]);
  expect(new Set(labels).size).toBe(labels.length);
});

test("asked once: who says the same unclear thing again is answered with the likeliest, and then gets a person", async () => {
  const conversation = shop(70, 45);
  await conversation.hear(["dudoso"]);
  const { decision: second } = await conversation.hear(["dudoso"]);
  expect(second?.messages.map(({ templateId }) => templateId)).toEqual(["somnio.precio.primera_vez.1"]);
  const { decision: third } = await conversation.hear(["dudoso"]);
  expect(third?.handoff).not.toBeNull();
});
