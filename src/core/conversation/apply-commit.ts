import type { Session } from "../agent/session.ts";
import type { NewOutboxMessage } from "../outbound/outbox.ts";
import type { ClaimedTurn, SessionWrite, TurnCommit, TurnEnding } from "../turn/turn.ts";
import { applyEffects } from "./apply-effects.ts";
import type { ConversationMessage, ConversationQuestion, ConversationState } from "./conversation-state.ts";
import { dropCutOff } from "./drop-cut-off.ts";
import { writeEnded } from "./end-session.ts";
import { hearConsent } from "./hear-consent.ts";
import { answerQuestions, cancelQuestions } from "./questions.ts";
import { applyReminders } from "./reminders.ts";
import { applySegment, stopSegments } from "./segments.ts";

/**
 * True when the conversation was changed since the turn was read: its commit is refused, and the
 * turn is read again.
 */
export function isStale(state: ConversationState, turn: ClaimedTurn): boolean {
  return state.version !== turn.version;
}

/**
 * The conversation after a turn, as `commit-turns.ts` writes it. Throws where the statement would
 * refuse.
 */
export function applyCommit(state: ConversationState, { turn, commit }: TurnEnding, now: Date): ConversationState {
  if (isStale(state, turn)) {
    throw new Error(`run ${turn.run.id} read version ${turn.version} of a conversation that is at ${state.version}`);
  }
  const cut = state.outbox.filter(({ id, status }) => status === "queued" && turn.unsaid.some((one) => one.id === id));
  const counted = { ...state, version: state.version + 1 };
  const said = applyLines(
    applyOutbox(dropCutOff(counted, cut, commit.session?.id), { turn, commit }, now),
    commit,
    now,
  );
  const moved = applySession(said, commit.session, now);
  const timed = applyTimer(moved, commit);
  const heard = commit.consent == null ? timed : hearConsent(timed, commit.consent.word);
  const asked = applyQuestions(heard, { turn, commit }, now);
  const parked = applySegment(applyReminders(asked, { turn, commit }), { turn, commit }, now);
  const done = applyEffects(commit.cancelsParked === true ? stopSegments(parked) : parked, { turn, commit });
  return commit.turnsBotOff
    ? stopSegments(cancelQuestions({ ...done, gate: { ...done.gate, botEnabled: false } }, () => true))
    : done;
}

/** A workspace says at most 100 messages a day of its own accord, in two days. */
const SPOKE_FIRST_KEPT = 200;

function applyOutbox(state: ConversationState, { turn, commit }: TurnEnding, now: Date): ConversationState {
  const lastSeq = state.outbox.at(-1)?.seq ?? 0;
  const added = commit.outbox.map(
    ({ id, content, block }, index): ConversationMessage => ({
      ...{ id, content, block, seq: lastSeq + index + 1 },
      inboundSeq: turn.seenSeq,
      status: "queued",
      sentAt: null,
    }),
  );
  const said = (of: NewOutboxMessage["purpose"]) =>
    commit.outbox.filter(({ purpose }) => purpose === of).map(() => now);
  return {
    ...state,
    outbox: [...state.outbox, ...added],
    spokeFirstAt: [...said("commercial"), ...state.spokeFirstAt].slice(0, SPOKE_FIRST_KEPT),
    remindedAt: [...said("requested"), ...state.remindedAt].slice(0, SPOKE_FIRST_KEPT),
  };
}

function applyLines(state: ConversationState, { lines }: TurnCommit, now: Date): ConversationState {
  const added = lines.map(({ role, content, intent, confidence, messageId = null }) => ({
    ...{ role, content, intent, confidence, messageId },
    createdAt: now,
    isUnsaid: false,
  }));
  return { ...state, lines: [...state.lines, ...added], turnCount: state.turnCount + added.length };
}

function applySession(state: ConversationState, write: SessionWrite | null, now: Date): ConversationState {
  if (write === null) return state;
  const { expectedVersion, sessionEnd = null, ...written } = write;
  const session: Session = { ...written, version: (expectedVersion ?? 0) + 1 };
  return session.status === "active"
    ? { ...state, session, sessionEnd, sessionWrittenAt: now }
    : writeEnded(state, session, now);
}

/** A timer of the same level and time keeps counting as it was armed. */
function applyTimer(state: ConversationState, { timer, session }: TurnCommit): ConversationState {
  if (timer === null || (session !== null && session.status !== "active")) return { ...state, timer: null };
  const isSame = state.timer?.level === timer.level && state.timer.dueAt.getTime() === timer.dueAt.getTime();
  return isSame ? state : { ...state, timer };
}

/** A run that goes on after its question has that question no more, and may have another. */
function applyQuestions(state: ConversationState, { turn, commit }: TurnEnding, now: Date): ConversationState {
  const answered = answerQuestions(state, commit.answers ?? []);
  const questions = answered.questions.filter(({ run }) => run.id !== turn.run.id);
  const { asks = null } = commit;
  if (asks === null) return { ...answered, questions };
  const { agentId, agentVersion } = commit;
  const asked: ConversationQuestion = {
    ...asks,
    run: {
      ...turn.run,
      agentId: agentId ?? turn.run.agentId,
      agentVersion: agentVersion ?? turn.run.agentVersion,
    },
    askedAt: now,
    expiresAt: new Date(now.getTime() + asks.ttlMs),
    status: "pending",
    decidedBy: null,
    note: null,
  };
  return { ...answered, questions: [...questions, asked] };
}
