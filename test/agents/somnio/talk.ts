import { decideSomnio } from "../../../src/agents/somnio/decide.ts";
import { somnio } from "../../../src/agents/somnio/somnio.ts";
import type { AgentInput, Decision } from "../../../src/core/agent.ts";
import type { SessionId } from "../../../src/core/ids.ts";
import type { Session, TurnRecord } from "../../../src/core/session.ts";

const START = Date.UTC(2025, 2, 3, 15, 0, 0);

/** A conversation with Somnio: the session and the record grow as the runtime would grow them; every input is frozen. */
export function talk(mode = somnio.initialMode) {
  let session: Session = {
    id: "0195d6a0-0000-7000-8000-000000000001" as SessionId,
    agentId: somnio.id,
    status: "active",
    mode,
    version: 1,
    intentsVistos: [],
    templatesEnviados: [],
    datosCapturados: {},
    packSeleccionado: null,
    ingestStatus: null,
    pendientes: [],
  };
  const history: TurnRecord[] = [];
  let now = START;

  function hear(messages: readonly string[], changes: Partial<AgentInput> = {}): Decision {
    now += 60_000;
    const input: AgentInput = {
      message: messages.join("\n"),
      messages,
      inputClass: "TEXT_SIMPLE",
      session,
      unsaid: [],
      history: history.slice(-8),
      turnNumber: history.length + 1,
      contact: { name: null },
      forceIntent: null,
      now: new Date(now),
      ...changes,
    };
    const decision = decideSomnio(deepFreeze(structuredClone(input)));
    record(messages.join("\n"), decision);
    return decision;
  }

  function record(message: string, decision: Decision): void {
    const { stateUpdates, intentInfo } = decision;
    const createdAt = new Date(now);
    history.push({
      role: "user",
      content: message,
      intent: intentInfo?.intent ?? null,
      confidence: intentInfo?.confidence ?? null,
      createdAt,
    });
    for (const { text = "" } of decision.messages)
      history.push({ role: "assistant", content: text, intent: null, confidence: null, createdAt });
    session = {
      ...session,
      version: session.version + 1,
      mode: stateUpdates.newMode ?? session.mode,
      intentsVistos: [
        ...session.intentsVistos,
        ...(stateUpdates.newIntentsVistos ?? []).map((intent, index) => ({
          intent,
          orden: session.intentsVistos.length + index + 1,
          timestamp: createdAt.toISOString(),
        })),
      ],
      templatesEnviados: [...session.templatesEnviados, ...(stateUpdates.newTemplatesEnviados ?? [])],
    };
  }

  return {
    says: (...messages: string[]) => hear(messages),
    /** They write before the last of what we had to say has left. */
    cutsOff: (unsaid: AgentInput["unsaid"], ...messages: string[]) => hear(messages, { unsaid }),
    sends: (inputClass: AgentInput["inputClass"], caption = "") =>
      hear(caption === "" ? [] : [caption], { inputClass }),
    forced: (forceIntent: string) => hear([""], { forceIntent }),
    /** Somebody else's words in the chat: an operator, or a later version of the agent. */
    weSaid: (content: string) =>
      history.push({ role: "assistant", content, intent: null, confidence: null, createdAt: new Date(now) }),
    passMinutes: (minutes: number) => {
      now += minutes * 60_000;
    },
    session: () => session,
  };
}

export function texts(decision: Decision): string[] {
  return decision.messages.map(({ text = "" }) => text);
}

export function templates(decision: Decision): string[] {
  return decision.messages.map(({ templateId }) => templateId ?? "—");
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    if (!(value instanceof Date)) Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
