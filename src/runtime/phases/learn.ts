import { type MessageContent, opensTurn, textOf } from "../../core/content.ts";
import { spokenText } from "../../core/outbound-content.ts";
import type { NewTurnRecord } from "../../core/session.ts";
import type { ClaimedTurn, RunOutcome, SessionWrite, TurnCommit } from "../../core/turn.ts";
import type { Route } from "./classify.ts";
import type { Input } from "./ingest.ts";
import type { Context } from "./load-context.ts";
import type { Planned } from "./plan.ts";
import type { Replies } from "./respond.ts";

interface Thought {
  readonly turn: ClaimedTurn;
  readonly input: Input;
  readonly route: Route;
  readonly context: Context;
  readonly planned: Planned;
  readonly replies: Replies;
}

/** Puts together what the turn leaves behind: the chat record, the session, and how it ended. */
export function learn({
  turn,
  input,
  route,
  context,
  planned,
  replies,
}: Thought): Omit<TurnCommit, "steps" | "sendsAtOnce"> {
  const { decision } = planned;
  const messages = replies.kind === "say" ? replies.messages : [];
  const intent = decision?.intentInfo?.intent ?? null;
  const confidence = decision?.intentInfo?.confidence ?? null;
  const handsOff = decision?.handoff != null && replies.kind === "say";
  return {
    outcome: outcomeOf(route, replies, handsOff),
    inputClass: route.inputClass,
    agentId: context.agent.id,
    agentVersion: context.agent.version,
    session: decision === null ? null : sessionAfter({ turn, context, planned, handsOff }),
    turns: [
      ...userTurns(input, intent, confidence),
      ...input.commands.map((content): NewTurnRecord => ({ role: "system", content, intent: null, confidence: null })),
      ...messages.map(
        (message): NewTurnRecord => ({
          role: "assistant",
          content: spokenText(message.content),
          intent,
          confidence: null,
        }),
      ),
    ],
    outbox: messages,
    turnsBotOff: handsOff,
    refuseIfNewer: messages.length > 0,
  };
}

function outcomeOf(route: Route, replies: Replies, handsOff: boolean): RunOutcome {
  if (route.kind === "record") return route.outcome;
  if (replies.kind === "window_closed") return "window_closed";
  if (handsOff) return "handed_off";
  return replies.kind === "say" ? "answered" : "silent";
}

/** The intent belongs to what was said as a whole; it stands on the last message of the burst. */
function userTurns(input: Input, intent: string | null, confidence: number | null): NewTurnRecord[] {
  const spoken = input.contents.filter(opensTurn);
  return spoken.map((content, index) => {
    const isLast = index === spoken.length - 1;
    return {
      role: "user",
      content: describe(content),
      intent: isLast ? intent : null,
      confidence: isLast ? confidence : null,
    };
  });
}

function describe(content: MessageContent): string {
  const words = textOf(content);
  const kind = content.type === "media" ? content.media : content.type;
  if (content.type === "text" || content.type === "button") return words ?? "";
  return words === null ? `[${kind}]` : `[${kind}] ${words}`;
}

function sessionAfter({
  turn,
  context,
  planned,
  handsOff,
}: Pick<Thought, "turn" | "context" | "planned"> & { readonly handsOff: boolean }): SessionWrite {
  const { session } = context;
  const updates = planned.decision?.stateUpdates ?? {};
  const seenAt = turn.now.toISOString();
  return {
    id: session.id,
    agentId: session.agentId,
    expectedVersion: context.isNewSession ? null : session.version,
    status: handsOff ? "handed_off" : planned.decision?.closesSession === true ? "closed" : "active",
    mode: handsOff ? "handoff" : (updates.newMode ?? session.mode),
    intentsVistos: [
      ...session.intentsVistos,
      ...(updates.newIntentsVistos ?? []).map((intent, index) => ({
        intent,
        orden: session.intentsVistos.length + index + 1,
        timestamp: seenAt,
      })),
    ],
    templatesEnviados: [...session.templatesEnviados, ...(updates.newTemplatesEnviados ?? [])],
    datosCapturados: { ...session.datosCapturados, ...(updates.newDatosCapturados ?? {}) },
    packSeleccionado:
      updates.newPackSeleccionado === undefined ? session.packSeleccionado : updates.newPackSeleccionado,
  };
}
