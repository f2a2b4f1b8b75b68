import { expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import type { AgentInput, Decision } from "../../src/core/agent/agent.ts";
import type { SessionId } from "../../src/core/ids.ts";
import type { Medium } from "../../src/core/inbound/content.ts";
import { NO_READS } from "../../src/core/tool-calls/turn-reads.ts";
import { defineFlowAgent } from "../../src/flow/define-flow-agent.ts";
import type { FlowDefinition } from "../../src/flow/definition/flow-definition.ts";

const NOW = new Date("2025-03-03T15:00:00Z");

/** What Somnio with other policies decides. Plain inputs: the policies are about what came, not about a conversation. */
function decide(policies: Partial<FlowDefinition>, heard: Partial<AgentInput>, mode = "conversacion"): Decision {
  const agent = defineFlowAgent({ ...somnioFlow.definition, ...policies });
  const message = heard.message ?? "";
  return agent.decide({
    tools: NO_READS,
    message,
    messages: message === "" ? [] : [message],
    inputClass: "TEXT_SIMPLE",
    session: {
      id: "0195d6a0-0000-7000-8000-000000000001" as SessionId,
      agentId: "somnio",
      status: "active",
      mode,
      version: 1,
      intentsVistos: [],
      templatesEnviados: [],
      datosCapturados: {},
      packSeleccionado: "2x",
      ingestStatus: null,
      pendientes: [],
    },
    history: [],
    unsaid: [],
    turnNumber: 1,
    contact: { name: null },
    forceIntent: null,
    now: NOW,
    dueTimer: null,
    timer: null,
    knownData: {},
    ...heard,
  }) as Decision;
}

const sticker = { inputClass: "STICKER_STANDBY", media: ["sticker"] as Medium[] } as const;
const photo = (message: string) => ({ message, inputClass: "RICH_INPUT", media: ["image"] as Medium[] }) as const;
const withSticker = (of: FlowDefinition["media"]["sticker"]) =>
  ({ media: { sticker: of, image: "vision", audio: "transcribe", document: "vision" } }) as const;

test("a sticker is answered shortly, counts as a smile, or is passed over, as the shop says (D8)", () => {
  expect(decide(withSticker("standby_reply"), sticker)).toMatchObject({
    messages: [{ text: somnioFlow.texts.sticker }],
    timerSignals: [],
  });
  expect(decide(withSticker("ignore"), sticker)).toMatchObject({ messages: [], timerSignals: [] });
  const smile = decide(withSticker("gesture"), sticker);
  expect(smile).toMatchObject({ messages: [], intentInfo: { intent: "sticker_standby" }, timer: { level: "L5" } });
  expect(smile.timerSignals).toMatchObject([{ type: "start" }]);
});

test("a sticker that counts as a smile confirms no order", () => {
  const summed = decide(withSticker("gesture"), sticker, "resumen");
  expect(summed.tools).toEqual([]);
  expect(summed.messages).toMatchObject([{ templateId: expect.stringContaining("pedir_confirmacion") }]);
});

test("where a person looks at every picture, one goes to a person, with or without words", () => {
  const careful = { media: { sticker: "ignore", image: "handoff", audio: "transcribe", document: "vision" } } as const;
  for (const words of ["", "¿cuánto vale?"]) {
    const decision = decide(careful, photo(words));
    expect(decision.handoff).toEqual({ reason: "a picture that a person should look at" });
    expect(decision.messages).toHaveLength(1);
    expect(decision.stateUpdates.newMode).toBe("handoff");
  }
  const voice = { message: "", inputClass: "RICH_INPUT", media: ["audio"] as Medium[] } as const;
  expect(decide(careful, voice)).toMatchObject({ handoff: null, messages: [{ text: somnioFlow.texts.richInput }] });
});

test("elsewhere a picture's words are answered, and one without words that nobody can see goes to a person (G24)", () => {
  expect(decide({}, photo("¿cuánto vale?")).intentInfo?.intent).toBe("precio");
  expect(decide({}, photo("")).handoff).not.toBeNull();
});

test("a cautious shop leaves what is not sure to a person; the others answer or ask (D3)", () => {
  const vague = { message: "una pregunta" };
  expect(decide({}, vague)).toMatchObject({ handoff: null, messages: [{ templateId: "somnio.aclaracion.paso.1" }] });
  const cautious = decide({ lowConfidenceHandoff: 80 }, vague);
  expect(cautious.handoff).toEqual({ reason: "not understood" });
  expect(cautious.tools.map(({ tool }) => tool)).toEqual(["log_disambiguation", "create_task"]);
  expect(decide({ lowConfidenceHandoff: 80 }, { message: "¿cuánto vale?" })).toMatchObject({ handoff: null });
  expect(decide({ lowConfidenceHandoff: 60 }, { message: "está muy caro" })).toMatchObject({ handoff: null });
});
