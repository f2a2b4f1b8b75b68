import { RecadoError } from "../../core/errors.ts";
import type { OutboxId } from "../../core/ids.ts";
import type { NewOutboxMessage } from "../../core/outbox.ts";
import { isWindowOpen } from "../../core/service-window.ts";
import type { ClaimedTurn } from "../../core/turn.ts";
import type { Route } from "./classify.ts";
import type { Planned } from "./plan.ts";
import type { Verdict } from "./verify.ts";

export type Replies =
  | { readonly kind: "say"; readonly messages: readonly NewOutboxMessage[] }
  | { readonly kind: "silent" }
  /** Outside the 24-hour window nothing free-form leaves. */
  | { readonly kind: "window_closed" };

interface Judged {
  readonly turn: ClaimedTurn;
  readonly route: Route;
  readonly planned: Planned;
  readonly verdict: Verdict;
}

/** Makes the messages that will be committed with the turn. The recipient is always the conversation's own contact. */
export function respond({ turn, route, planned, verdict }: Judged, newId: () => string): Replies {
  const { decision } = planned;
  if (route.kind === "record" || decision === null) return { kind: "silent" };
  if (verdict.kind === "unproved") {
    throw new RecadoError(
      verdict.code,
      `The reply of run ${turn.run.id} counts on tool call ${verdict.callId}, which did not succeed: ${verdict.reason}`,
    );
  }
  if (decision.messages.length === 0) return { kind: "silent" };
  // What was said a day ago and came late is kept; an answer to it now would answer nobody.
  if (!isWindowOpen(saidAt(turn), turn.now)) return { kind: "window_closed" };
  return {
    kind: "say",
    messages: decision.messages.map((message, index) => ({
      id: newId() as OutboxId,
      idempotencyKey: `${turn.run.id}:reply:${index + 1}`,
      content: { type: "text", body: finished(message.text, turn) },
      onDoubt: "resend",
      replyToMessageId: null,
    })),
  };
}

/** When the newest message of this run was said. */
function saidAt(turn: ClaimedTurn): Date {
  return new Date(Math.max(...turn.events.map((event) => event.occurredAt.getTime())));
}

/** WhatsApp's own limit, in characters (whatsapp.md §2). */
const LONGEST_TEXT = 4_096;

/** The last gate before a customer reads it: no hole of a template ever goes out (invariant 12). */
function finished(text: string, turn: ClaimedTurn): string {
  const hole = /\{\{[^}]*\}?\}?/.exec(text);
  if (hole !== null) {
    throw new RecadoError(
      "decision_invalid",
      `A reply of run ${turn.run.id} still has the template variable ${hole[0]}: fill it in the agent before it answers.`,
    );
  }
  if ([...text].length > LONGEST_TEXT) {
    throw new RecadoError(
      "decision_invalid",
      `A reply of run ${turn.run.id} has ${[...text].length} characters: WhatsApp takes ${LONGEST_TEXT}; say it in several messages.`,
    );
  }
  return text;
}
