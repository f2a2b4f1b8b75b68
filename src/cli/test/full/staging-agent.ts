import type { Agent, AgentInput, Decision } from "../../../core/agent/agent.ts";
import type { StartingPoint } from "../../../lab/memory/starting-point.ts";

/**
 * Text that no customer writes: it begins a message that sets the stage, or names the forced
 * intent.
 */
export const STAGE_MARK = "⟦escenario⟧ ";

/** The meaning of a message with the mark. */
export type Staging =
  | { readonly kind: "start"; readonly start: StartingPoint }
  /** An earlier session, which is over. */
  | { readonly kind: "earlier"; readonly known: Readonly<Record<string, string>> }
  | { readonly kind: "force"; readonly intent: string };

/**
 * The agent, and a way to begin in the middle: where a conversation stands comes about by a decision, as everything does.
 * Every other message is the agent's own.
 */
export function stagingAgent(agent: Agent, stagings: ReadonlyMap<string, Staging>): Agent {
  return {
    ...agent,
    decide(input) {
      const staging = stagings.get(input.message);
      if (staging === undefined) return agent.decide(input);
      switch (staging.kind) {
        case "start":
          return begin(staging.start);
        case "earlier":
          return { ...SILENT, stateUpdates: { newDatosCapturados: staging.known }, closesSession: true };
        case "force":
          return agent.decide(forced(input, staging.intent));
      }
    },
  };
}

function forced(input: AgentInput, forceIntent: string): AgentInput {
  return { ...input, message: "", messages: [], forceIntent };
}

const SILENT: Decision = {
  messages: [],
  intentInfo: null,
  stateUpdates: {},
  timerSignals: [],
  timer: null,
  tools: [],
  handoff: null,
  closesSession: false,
  totalTokens: 0,
  why: ["a scenario begins here"],
};

function begin({ mode, data, pack, intents, sent, pending, said = [], armed }: StartingPoint): Decision {
  return {
    ...SILENT,
    messages: said.map((text) => ({ text, templateId: null })),
    stateUpdates: {
      ...(mode === undefined ? {} : { newMode: mode }),
      ...(data === undefined ? {} : { newDatosCapturados: data }),
      ...(pack === undefined ? {} : { newPackSeleccionado: pack }),
      ...(intents === undefined ? {} : { newIntentsVistos: intents }),
      ...(sent === undefined ? {} : { newTemplatesEnviados: sent }),
      ...(pending === undefined ? {} : { newPendientes: pending }),
    },
    timerSignals: armed === undefined ? [] : [{ type: "start" }],
    timer:
      armed === undefined
        ? null
        : {
            level: armed.level,
            seconds: { real: armed.inSeconds, rapido: armed.inSeconds, instantaneo: armed.inSeconds },
          },
  };
}
