import { newestConsent } from "../../core/consent.ts";
import { opensTurn } from "../../core/content.ts";
import { describeContent } from "../../core/describe-content.ts";
import type { InputType } from "../../core/event.ts";
import { nextSession } from "../../core/next-session.ts";
import { spokenText } from "../../core/outbound-content.ts";
import { doubtClassOf, type NewOutboxMessage } from "../../core/outbox.ts";
import type { NewTurnRecord, Session, TurnRole } from "../../core/session.ts";
import { nextTimer, SETTLE_MS, type TimerPreset, type TimerWrite } from "../../core/timer-policy.ts";
import type { ClaimedTurn, RunOutcome, SaidConsent, SessionWrite, TurnCommit } from "../../core/turn.ts";
import type { RuntimeDependencies } from "../dependencies.ts";
import { type Deed, effectsOf } from "./act.ts";
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
  readonly deeds: readonly Deed[];
  readonly replies: Replies;
}

/** Puts together what the turn leaves behind: the chat record, the session, its timer, the shop's books, and how it ended. */
export function learn(
  { turn, input, route, context, planned, deeds, replies }: Thought,
  { timerPreset }: Pick<RuntimeDependencies, "timerPreset">,
): Omit<TurnCommit, "steps" | "toolCalls" | "sendsAtOnce"> {
  const { decision } = planned;
  const messages = replies.kind === "say" ? replies.messages : [];
  const intent = decision?.intentInfo?.intent ?? null;
  const confidence = decision?.intentInfo?.confidence ?? null;
  const handsOff = decision !== null && decision.handoff !== null;
  const next =
    decision === null
      ? sessionBesideEcho(turn, input)
      : sessionWrite(nextSession(context.session, decision, turn.now), context);
  // What a tool closes is closed by the turn's own write of its session, and its timer with it.
  const session = next !== null && closesConversation(deeds) ? { ...next, status: "closed" as const } : next;
  const sent = messagesOf(turn, deeds);
  const said = [
    ...saidTurns(input, intent, confidence),
    ...[...messages, ...sent].map(
      (message): NewTurnRecord => ({
        role: "assistant",
        content: spokenText(message.content),
        intent,
        confidence: null,
        messageId: message.id,
      }),
    ),
  ];
  return {
    outcome: outcomeOf(route, replies, handsOff),
    inputClass: route.inputClass,
    agentId: context.agent.id,
    agentVersion: context.agent.version,
    session,
    turns: withTokens(said, planned.decided?.totalTokens ?? 0),
    // A mark is no line of the chat record: it says nothing.
    outbox: [...messages, ...(replies.kind === "say" ? replies.marks : []), ...sent],
    timer: isOver(session) ? null : timerAfter({ turn, route, planned }, turn.settings.timerPreset ?? timerPreset),
    effects: effectsOf(deeds),
    consent: consentOf(turn, input),
    turnsBotOff: handsOff,
    // Whoever writes before a reply or a timer's deed is heard first (requirements A30, A33).
    refuseIfNewer: messages.length > 0 || input.dueTimer !== null,
  };
}

function consentOf({ events, gate }: ClaimedTurn, { messages }: Input): SaidConsent | null {
  const word = newestConsent(messages);
  const said = events.findLast(({ inputType }) => inputType === "message");
  if (word === null || said === undefined || (word === "out") === gate.hasOptedOut) return null;
  return { word, eventId: said.id, at: said.occurredAt };
}

/** What tools have to say, behind the replies: to the conversation's own contact, like all that a turn says. */
function messagesOf({ run }: ClaimedTurn, deeds: readonly Deed[]): NewOutboxMessage[] {
  return effectsOf(deeds).flatMap((effect): NewOutboxMessage[] => {
    if (effect.kind !== "send_message") return [];
    const { id, callId, content } = effect;
    const idempotencyKey = `${run.id}:tool:${callId}`;
    return [{ id, idempotencyKey, content, onDoubt: doubtClassOf(content), replyToMessageId: null, block: null }];
  });
}

function closesConversation(deeds: readonly Deed[]): boolean {
  return effectsOf(deeds).some((effect) => effect.kind === "change_crm" && effect.change.op === "conversation.close");
}

function isOver(session: SessionWrite | null): boolean {
  return session !== null && session.status !== "active";
}

/** What counts from now on. A turn without a decision leaves it as it is, unless the bot is silent here. */
function timerAfter(
  { turn, route, planned }: Pick<Thought, "turn" | "route" | "planned">,
  preset: TimerPreset,
): TimerWrite | null {
  const { decision } = planned;
  if (decision === null && route.kind === "record" && route.outcome !== "recorded") return null;
  const decided = { signals: decision?.timerSignals ?? [], plan: decision?.timer ?? null };
  const timer = nextTimer(turn.timer, decided, { now: turn.now, preset });
  return timer === null ? null : { ...timer, settleMs: SETTLE_MS[preset] };
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

/** Each token once, so that the lines of a conversation add up. */
function withTokens([first, ...others]: readonly NewTurnRecord[], tokensUsed: number): NewTurnRecord[] {
  if (first === undefined) return [];
  return [tokensUsed === 0 ? first : { ...first, tokensUsed }, ...others];
}

/** Somebody of the shop has answered: the agent's session ends here, as with a takeover. */
function sessionBesideEcho({ session }: ClaimedTurn, input: Input): SessionWrite | null {
  const wasAnswered = input.sayings.some(({ by, content }) => by === "echo" && opensTurn(content));
  if (!wasAnswered || session === null) return null;
  const { version: expectedVersion, ...former } = session;
  return { ...former, expectedVersion, status: "handed_off", mode: "handoff" };
}

function sessionWrite(session: Session, context: Context): SessionWrite {
  const { version: _, ...written } = session;
  return { ...written, expectedVersion: context.isNewSession ? null : context.session.version };
}
