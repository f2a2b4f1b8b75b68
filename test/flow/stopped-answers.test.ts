import { expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import type { AgentInput, Decision } from "../../src/core/agent/agent.ts";
import type { Engine } from "../../src/core/agent/intent.ts";
import type { SessionId } from "../../src/core/ids.ts";
import type { FlowReader } from "../../src/core/ports/flow-reader.ts";
import { NO_READS } from "../../src/core/tool-calls/turn-reads.ts";
import { defineFlowAgent } from "../../src/flow/define-flow-agent.ts";

/** A shop whose reader is as sure as can be, by the given engine. */
function shopReadBy(engine: Engine) {
  const { reader } = somnioFlow.definition;
  const sure: FlowReader = {
    ...reader,
    localModel: "ab12",
    read: async (messages, context) => ({
      ...(await reader.read(messages, context)),
      intent: { intent: "precio", confidence: 99, alternatives: [], reasoning: "test", engine, modelHash: "ab12" },
      secondLook: null,
      isSettled: true,
    }),
  };
  return defineFlowAgent({ ...somnioFlow.definition, reader: sure });
}

const heard = (localAnswers?: AgentInput["localAnswers"]): AgentInput => ({
  message: "cuánto vale",
  messages: ["cuánto vale"],
  inputClass: "TEXT_SIMPLE",
  session: {
    id: "0195d6a0-0000-7000-8000-000000000001" as SessionId,
    agentId: "somnio",
    status: "active",
    mode: "conversacion",
    version: 1,
    intentsVistos: [],
    templatesEnviados: [],
    datosCapturados: {},
    packSeleccionado: null,
    ingestStatus: null,
    pendientes: [],
  },
  history: [],
  unsaid: [],
  turnNumber: 2,
  contact: { name: null },
  forceIntent: null,
  tools: NO_READS,
  now: new Date("2025-03-03T15:00:00Z"),
  ...(localAnswers === undefined ? {} : { localAnswers }),
});

const decide = async (engine: Engine, localAnswers?: AgentInput["localAnswers"]): Promise<Decision> =>
  await shopReadBy(engine).decide(heard(localAnswers));

test("a decision says whether it stood as the local engine made it, and an agent which model that is", async () => {
  expect((await decide("linear")).intentInfo).toMatchObject({ engine: "linear", modelHash: "ab12", isSettled: true });
  expect((await decide("linear", "on")).intentInfo?.isSettled).toBe(true);
  expect((await decide("model")).intentInfo).not.toHaveProperty("isSettled");
  expect(shopReadBy("linear").localModel).toBe("ab12");
});

test("an engine whose answers are stopped settles nothing, however sure it is", async () => {
  expect((await decide("linear", "stopped")).intentInfo).toMatchObject({ intent: "precio", isSettled: false });
});
