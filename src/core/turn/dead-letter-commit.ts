import { spokenText } from "../outbound/outbound-content.ts";
import type { NewOutboxMessage } from "../outbound/outbox.ts";
import type { TurnFailure } from "../ports/mailbox.ts";
import type { TurnCommit } from "./turn.ts";

/**
 * The remains of a run without an attempt left: its steps, its calls and one fallback to the
 * customer; null when there are none.
 */
export function deadLetter(failure: TurnFailure, fallback: NewOutboxMessage | null): TurnCommit {
  return {
    outcome: "abandoned",
    inputClass: null,
    agentId: failure.agent?.id ?? null,
    agentVersion: failure.agent?.version ?? null,
    session: null,
    lines:
      fallback === null
        ? []
        : [{ role: "assistant", content: spokenText(fallback.content), intent: "fallback", confidence: null }],
    steps: failure.steps,
    outbox: fallback === null ? [] : [fallback],
    // The customer's words were not understood: until a person has looked, time decides nothing.
    timer: null,
    effects: [],
    toolCalls: failure.toolCalls ?? [],
    turnsBotOff: false,
    refuseIfNewer: false,
    sendsAtOnce: false,
  };
}
