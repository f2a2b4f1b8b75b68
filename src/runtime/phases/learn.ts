import { opensTurn } from "../../core/content.ts";
import { describeContent } from "../../core/describe-content.ts";
import type { InputType } from "../../core/event.ts";
import { spokenText } from "../../core/outbound-content.ts";
import type { NewTurnRecord, TurnRole } from "../../core/session.ts";
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
    session: decision === null ? sessionBesideEcho(turn, input) : sessionAfter({ turn, context, planned, handsOff }),
    turns: [
      ...saidTurns(input, intent, confidence),
      ...messages.map(
        (message): NewTurnRecord => ({
          role: "assistant",
          content: spokenText(message.content),
          intent,
          confidence: null,
          messageId: message.id,
        }),
      ),
    ],
    outbox: messages,
    timer: null,
    effects: [],
    toolCalls: [],
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

/** What a person of the shop said from the phone, in the chat record's column of intents. */
const HUMAN = "human";

const ROLES: Readonly<Record<InputType, TurnRole>> = {
  message: "user",
  echo: "assistant",
  operator_command: "system",
  timer: "system",
};

/** The intent belongs to what the customer said as a whole; it stands on the last message of the burst. */
function saidTurns(input: Input, intent: string | null, confidence: number | null): NewTurnRecord[] {
  const spoken = input.sayings.filter(({ content }) => opensTurn(content));
  const newest = spoken.findLast(({ by }) => by === "message");
  return spoken.map((saying) => {
    const content = describeContent(saying.content);
    if (saying === newest) return { role: "user", content, intent, confidence };
    return { role: ROLES[saying.by], content, intent: saying.by === "echo" ? HUMAN : null, confidence: null };
  });
}

/** Somebody of the shop has answered: the agent's session ends here, as with a takeover. */
function sessionBesideEcho({ session }: ClaimedTurn, input: Input): SessionWrite | null {
  const wasAnswered = input.sayings.some(({ by, content }) => by === "echo" && opensTurn(content));
  if (!wasAnswered || session === null) return null;
  return { ...session, expectedVersion: session.version, status: "handed_off", mode: "handoff" };
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
    ingestStatus: session.ingestStatus,
    pendientes: session.pendientes,
  };
}
