import type { Agent, Decision } from "../core/agent/agent.ts";
import { nextSession } from "../core/agent/next-session.ts";
import { judgeNext, type SegmentWrite, type StopReason } from "../core/agent/segment.ts";
import type { NewChatLine, Session, TurnRole } from "../core/agent/session.ts";
import { distil } from "../core/artifacts/facts.ts";
import { opensTurn } from "../core/inbound/content.ts";
import { describeContent } from "../core/inbound/describe-content.ts";
import type { InputType } from "../core/inbound/event.ts";
import { spokenText } from "../core/outbound/outbound-content.ts";
import { doubtClassOf, type NewOutboxMessage } from "../core/outbound/outbox.ts";
import { type ReminderWrite, reminderWrites } from "../core/outbound/reminder.ts";
import { nextTimer, SETTLE_MS, type TimerPreset, type TimerWrite } from "../core/time/timer-policy.ts";
import { argumentsHash } from "../core/tool-calls/arguments-hash.ts";
import {
  type Audience,
  COMMAND_TTL_MS,
  CONFIRMATION_TTL_MS,
  type NewConfirmation,
} from "../core/tool-calls/confirmation.ts";
import { isCancelWord } from "../core/turn/cancel-word.ts";
import type { ForgetFacts } from "../core/turn/effects.ts";
import { partBeforeYes } from "../core/turn/part-decision.ts";
import type { ClaimedTurn, RunOutcome, SaidConsent, SessionWrite, TurnCommit } from "../core/turn/turn.ts";
import { type Checkpoint, writeCheckpoint } from "./checkpoint.ts";
import type { Deed } from "./deed.ts";
import type { TurnDependencies } from "./dependencies.ts";
import { effectsOf } from "./phases/act.ts";
import type { Route } from "./phases/classify.ts";
import type { Input } from "./phases/ingest.ts";
import type { Context } from "./phases/load-context.ts";
import type { Planned } from "./phases/plan.ts";
import { isCommanded, type Replies } from "./phases/respond.ts";
import type { Verdict } from "./phases/verify.ts";
import { askerOf } from "./tool-scope.ts";
import { turnKey } from "./turn-key.ts";

export interface Thought {
  readonly turn: ClaimedTurn;
  readonly input: Input;
  readonly route: Route;
  readonly context: Context;
  readonly planned: Planned;
  readonly deeds: readonly Deed[];
  readonly verdict: Verdict;
  readonly replies: Replies;
}

/**
 * Composes the commit of a turn: the chat record, the session, its timer, the shop's records, and
 * how the turn ended. The phase `learn`, which may fail, writes what was understood on the lines of
 * the chat record.
 */
export function composeCommit(
  { turn, input, route, context, planned, deeds, verdict, replies }: Thought,
  { timerPreset, tools, newId }: Pick<TurnDependencies, "timerPreset" | "tools" | "newId">,
): Omit<TurnCommit, "steps" | "toolCalls" | "sendsAtOnce"> {
  const asks = verdict.kind === "waits" ? question({ turn, input, context, planned, deeds }, verdict, tools) : null;
  const decision = asks === null || planned.decision === null ? planned.decision : partBeforeYes(planned.decision);
  const messages = replies.kind === "say" ? replies.messages : [];
  const handsOff = decision !== null && decision.handoff !== null;
  const next =
    decision === null || !movesSession(turn.segment !== null, route, planned, context)
      ? sessionBesideEcho(turn, input, context)
      : sessionWrite(nextSession(context.session, decision, turn.now), context);
  // A tool that closes the session closes it through the turn's own write, which ends its timer
  // too.
  const session = closesConversation(deeds) ? closed(next, context) : next;
  const isWithoutSession = turn.segment !== null && context.isNewSession;
  const sent = messagesOf(turn, deeds);
  const going = goingOn({ turn, input, route, context, planned }, decision);
  const said = [
    ...saidLines(input),
    ...[...messages, ...sent].map(
      (message): NewChatLine => ({
        role: "assistant",
        content: spokenText(message.content),
        intent: null,
        confidence: null,
        messageId: message.id,
      }),
    ),
  ];
  return {
    outcome: outcomeOf({ turn, input, route, planned, verdict, replies }, handsOff),
    inputClass: route.inputClass,
    agentId: context.agent.id,
    agentVersion: context.agent.version,
    session,
    lines: said,
    // A reaction is no line of the chat record: it says nothing.
    outbox: [...messages, ...(replies.kind === "say" ? replies.marks : []), ...sent],
    timer: isOver(session)
      ? null
      : timerAfter(
          { turn, route, decision: isWithoutSession ? null : decision },
          turn.settings.timerPreset ?? timerPreset,
        ),
    reminders: remindersOf(reminderWrites(decision?.reminders ?? [], newId), deeds),
    ...artifactsOf(decision),
    effects: [...effectsOf(deeds), ...forgetting(decision)],
    consent: consentOf(turn, input),
    asks,
    ...(going.write === null ? {} : { goesOn: going.write }),
    ...(going.stopped === null ? {} : { stopped: going.stopped }),
    ...(callsOff(turn, input, route) ? { cancelsParked: true } : {}),
    answers: route.kind === "record" ? [] : input.answers.given,
    turnsBotOff: handsOff,
    // A customer who writes before a reply or a timer's deed is heard first (requirements A30,
    // A33), also before an answer counts. A call that was asked about and answered is made first,
    // and so is an operator's command. A run with segments is joined by no message: each has a run
    // of its own.
    refuseIfNewer:
      (messages.length > 0 || input.dueTimer !== null || input.scheduled !== null || input.answers.given.length > 0) &&
      route.kind !== "resume" &&
      route.kind !== "command" &&
      turn.segment === null &&
      input.forcedIntent === null,
  };
}

function forgetting(decision: Decision | null): ForgetFacts[] {
  return decision?.forgets === undefined ? [] : [{ kind: "forget_facts", ...decision.forgets }];
}

/** Code alone says which facts follow from an artifact. */
function artifactsOf(decision: Decision | null): Pick<TurnCommit, "artifacts"> {
  const artifacts = decision?.artifacts ?? [];
  if (artifacts.length === 0) return {};
  return { artifacts: artifacts.map((artifact) => ({ artifact, facts: distil(artifact) })) };
}

function consentOf({ gate }: ClaimedTurn, { consent }: Input): SaidConsent | null {
  return consent === null || (consent.word === "out") === gate.hasOptedOut ? null : consent;
}

/**
 * Tools' messages follow the replies. Like everything a turn says, they go to the conversation's
 * own contact.
 */
function messagesOf(turn: ClaimedTurn, deeds: readonly Deed[]): NewOutboxMessage[] {
  return effectsOf(deeds).flatMap((effect): NewOutboxMessage[] => {
    if (effect.kind !== "send_message") return [];
    const { id, callId, content } = effect;
    const idempotencyKey = `${turnKey(turn)}:tool:${callId}`;
    return [{ id, idempotencyKey, content, onDoubt: doubtClassOf(content), replyToMessageId: null, block: null }];
  });
}

/** A tool's reminder comes after those of the decision: the last one of a key stands. */
function remindersOf(decided: readonly ReminderWrite[], deeds: readonly Deed[]): ReminderWrite[] {
  const byTools = effectsOf(deeds).flatMap((effect) => (effect.kind === "set_reminder" ? [effect.write] : []));
  return [...new Map([...decided, ...byTools].map((write) => [write.key, write])).values()];
}

interface GoingOn {
  readonly write: SegmentWrite | null;
  readonly stopped: StopReason | null;
}

/** The segment that follows this turn; or why none does, where one was to follow. */
function goingOn(
  { turn, input, route, context, planned }: Pick<Thought, "turn" | "input" | "route" | "context" | "planned">,
  decision: Decision | null,
): GoingOn {
  if (route.kind === "record") return { write: null, stopped: route.stopped ?? null };
  if (planned.isWindowClosed && planned.decided?.next != null) return { write: null, stopped: "window_closed" };
  const next = decision?.next ?? null;
  if (next === null) return { write: null, stopped: null };
  const number = turn.segment?.number ?? 0;
  const judged = judgeNext(next, { ...turn.run, segment: number }, turn.now);
  if (judged.kind === "stops") return { write: null, stopped: judged.reason };
  const { key, at, state = null } = next;
  const origin = { customerWaits: customerWaits(turn, input, planned), asker: askerOf({ turn, input, context }) };
  return { write: { number: number + 1, key, at, state, sessionId: context.session.id, origin }, stopped: null };
}

function customerWaits({ segment }: ClaimedTurn, { spokenAt }: Input, { takenUp }: Planned): boolean {
  return takenUp?.checkpoint.customerWaits ?? segment?.origin.customerWaits ?? spokenAt.length > 0;
}

/** The customer's own word, not the agent's: it works with every agent. */
function callsOff({ parked }: ClaimedTurn, { messages }: Input, route: Route): boolean {
  return route.kind === "answer" && parked.length > 0 && messages.some(isCancelWord);
}

function closesConversation(deeds: readonly Deed[]): boolean {
  return effectsOf(deeds).some((effect) => effect.kind === "change_crm" && effect.change.op === "conversation.close");
}

function closed(next: SessionWrite | null, context: Context): SessionWrite | null {
  const write = next ?? (context.isNewSession ? null : sessionWrite(context.session, context));
  return write === null ? null : { ...write, status: "closed" };
}

/**
 * Where the run stands, and what its question binds: the exact arguments, not a description of
 * them.
 */
function question(
  { turn, input, context, planned, deeds }: Pick<Thought, "turn" | "input" | "context" | "planned" | "deeds">,
  { callId, confirmationId, question: asked }: Extract<Verdict, { kind: "waits" }>,
  tools: TurnDependencies["tools"],
): NewConfirmation | null {
  const { agent, session } = context;
  const decision = planned.takenUp?.checkpoint.decision ?? planned.decision;
  const call = decision?.tools.find((one) => one.callId === callId);
  if (decision === null || call === undefined) return null;
  const { rule, reason, audience, question } = asked;
  const by = { agentId: agent.id, agentVersion: agent.version };
  const checkpoint: Checkpoint = {
    decision,
    deeds,
    mode: planned.takenUp?.checkpoint.mode ?? session.mode,
    customerWaits: customerWaits(turn, input, planned),
    asker: askerOf({ turn, input, context }),
  };
  return {
    ...{ id: confirmationId, callId, tool: call.tool, input: call.input ?? null },
    risk: tools.kindOf(call.tool)?.riskLevel ?? "medium",
    argumentsHash: argumentsHash({ ...call, ...by }),
    ...by,
    sessionId: isCommanded(turn, input) ? (turn.session?.id ?? null) : session.id,
    askedBy: checkpoint.asker.actor.kind === "agent" ? null : checkpoint.asker.actor.name,
    ...{ rule, reason, audience, question },
    ttlMs: ttlOf(agent, audience, checkpoint, turn.settings.confirmationMinutes),
    checkpoint: writeCheckpoint(checkpoint),
  };
}

/** The shop knows how soon its people look; a customer is asked for as long as the agent says. */
function ttlOf(agent: Agent, audience: Audience, { customerWaits }: Checkpoint, shopMinutes: number | null): number {
  if (audience === "operator" && shopMinutes !== null) return shopMinutes * 60_000;
  const standard = customerWaits ? CONFIRMATION_TTL_MS[audience] : COMMAND_TTL_MS;
  return agent.confirmationTtlMs?.[audience] ?? standard;
}

/**
 * The agent's decision. A run that comes back, with an answer or for a segment, uses it only while
 * its own session is active.
 */
function movesSession(isSegment: boolean, route: Route, { takenUp }: Planned, { isNewSession }: Context): boolean {
  if (route.kind !== "resume") return route.kind === "answer" && !(isSegment && isNewSession);
  return takenUp?.outcome === "approved" && takenUp.checkpoint.asker.actor.kind === "agent" && !isNewSession;
}

function isOver(session: SessionWrite | null): boolean {
  return session !== null && session.status !== "active";
}

/**
 * The timer that counts from now on. A turn without a decision leaves it, unless the bot is silent
 * here.
 */
function timerAfter(
  { turn, route, decision }: Pick<Thought, "turn" | "route"> & { readonly decision: Decision | null },
  preset: TimerPreset,
): TimerWrite | null {
  const isSilenced = route.kind === "record" && route.outcome !== "recorded" && route.outcome !== "cancelled";
  if (isSilenced) return null;
  const decided = { signals: decision?.timerSignals ?? [], plan: decision?.timer ?? null };
  const timer = nextTimer(turn.timer, decided, { now: turn.now, preset });
  return timer === null ? null : { ...timer, settleMs: SETTLE_MS[preset] };
}

function outcomeOf(
  { turn, input, route, planned, verdict, replies }: Omit<Thought, "context" | "deeds">,
  handsOff: boolean,
): RunOutcome {
  if (route.kind === "record") return replies.kind === "say" ? "answered" : route.outcome;
  const ended = planned.takenUp?.outcome ?? "approved";
  if (ended !== "approved") return ended;
  if (input.command?.isDryRun === true && (verdict.kind !== "unproved" || verdict.isAsked === true)) return "dry_run";
  if (verdict.kind === "unproved") return "declined";
  if (isCommanded(turn, input)) return "executed";
  if (replies.kind === "window_closed") return "window_closed";
  if (handsOff) return "handed_off";
  if (replies.kind === "say") return "answered";
  return route.kind === "confirm" ? "confirmed" : "silent";
}

/** The intent in the chat record for words that a person of the shop said from the phone. */
const HUMAN = "human";

const ROLES: Readonly<Record<InputType, TurnRole>> = {
  message: "user",
  echo: "assistant",
  operator_command: "system",
  timer: "system",
  confirmation: "system",
  segment: "system",
  scheduled: "system",
};

function saidLines(input: Input): NewChatLine[] {
  return input.sayings
    .filter(({ content }) => opensTurn(content))
    .map(({ by, content }) => ({
      role: ROLES[by],
      content: describeContent(content),
      intent: by === "echo" ? HUMAN : null,
      confidence: null,
    }));
}

/** A person of the shop has answered. The agent's session ends, as with a takeover. */
function sessionBesideEcho({ session }: ClaimedTurn, input: Input, { agent }: Context): SessionWrite | null {
  const wasAnswered = input.sayings.some(({ by, content }) => by === "echo" && opensTurn(content));
  if (!wasAnswered || session === null) return null;
  const { version: expectedVersion, ...former } = session;
  return { ...former, expectedVersion, status: "handed_off", mode: "handoff", sessionEnd: agent.sessionEnd ?? null };
}

function sessionWrite(session: Session, context: Context): SessionWrite {
  const { version: _, ...written } = session;
  const sessionEnd = context.agent.sessionEnd ?? null;
  return { ...written, expectedVersion: context.isNewSession ? null : context.session.version, sessionEnd };
}
