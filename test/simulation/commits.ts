import { allowedAtMs, nextTatMs, PAIR_RATE } from "../../src/core/outbound/pacing.ts";
import { SEND_TIMES } from "../../src/core/outbound/send-policy.ts";
import type { Audience } from "../../src/core/tool-calls/confirmation.ts";
import { answer, ask, callOff, isAnswerLate, type ReadAnswer } from "./confirmations.ts";
import { cancelTimers, fenceHolds, move } from "./mailbox.ts";
import { goOn, stopSegments } from "./segments.ts";
import {
  type Conversation,
  KEEPS,
  NEVER,
  NOBODY,
  OutboxRow,
  type Part,
  type RunRow,
  TimerRow,
  type Turn,
} from "./tables.ts";
import type { World } from "./world.ts";

/** Everything that one turn changes. */
export interface Ending {
  readonly kind: "complete" | "bury";
  readonly replies: number;
  readonly onDoubt: OutboxRow["onDoubt"];
  readonly claims: boolean;
  readonly isTemplate: boolean;
  readonly isFallback: boolean;
  readonly isNamed: boolean;
  /** How long each reply is typed; the first of them before the commit. */
  readonly typingMs: number;
  readonly closesSession: boolean;
  readonly handsOff: boolean;
  /** What counts after it: a new one, none (0), or what counted before (KEEPS). */
  readonly timerMs: number;
  readonly timerLevel: number;
  readonly refuseIfNewer: boolean;
  readonly sendsAtOnce: boolean;
  /** It asks before its call, by this version of its agent. */
  readonly asks: Audience | null;
  readonly agentVersion: number;
  /** Questions that its last replies put: its own, and those that an answer was not clear to. */
  readonly puts: readonly RunRow[];
  /** What the customer's words have answered. */
  readonly answers: readonly ReadAnswer[];
  /** The run goes on with this part; null: it ends. */
  readonly goesOn: Part | null;
  /** The run was to go on and does not: it was called off, the bot is off, or the window has closed. */
  readonly isStopped: boolean;
  /** The customer calls off the other runs that are to go on. */
  readonly callsOff: boolean;
}

/** A committed ending's first message, marked in flight, when this process sends it at once. */
export type Committed =
  | { readonly kind: "committed"; readonly toSend: OutboxRow | null }
  | { readonly kind: "fenced" | "conflict" | "newer" };

export function commit(world: World, turn: Turn, ending: Ending, written: OutboxRow[] | null): Committed {
  const { conversation, run } = turn;
  const isHeld =
    (fenceHolds(turn) || world.mutant === "no_fence_on_commit") &&
    conversation.activeRun === run.id &&
    conversation.version === turn.version &&
    (!ending.refuseIfNewer || conversation.queuedRun === NOBODY) &&
    !isAnswerLate(world, ending.answers);
  if (!isHeld) return explainRefusal(world, turn, ending, written);
  world.wrote(conversation, turn);
  endRun(world, turn, ending);
  answer(world, ending.answers);
  const sendsAtOnce = addReplies(world, turn, ending, written);
  writeSession(world, turn, ending);
  world.synced();
  return { kind: "committed", toSend: sendsAtOnce };
}

function endRun(world: World, turn: Turn, ending: Ending): void {
  const { conversation, run } = turn;
  conversation.pending =
    world.mutant === "stale_pending"
      ? turn.seenSeq - finished(conversation) - turn.events.length
      : conversation.pending - turn.events.length;
  conversation.activeRun = NOBODY;
  conversation.leasedBy = NOBODY;
  const hasMore = conversation.queuedRun !== NOBODY;
  conversation.runAt = hasMore && world.mutant !== "lost_wakeup" ? world.now() : NEVER;
  conversation.version += 1;
  if (world.mutant === "uncounted_attempt") run.attempts += 1;
  if (ending.goesOn !== null) goOn(world, run, ending.goesOn);
  else move(world, run, ending.asks === null ? ending.kind : "wait");
  if (run.status === "completed") run.isPaused = false;
  if (ending.isStopped && run.stoppedStep === NOBODY) run.stoppedStep = world.step;
  if (ending.callsOff) stopSegments(world, conversation, null);
  if (ending.asks !== null) ask(world, run, ending.agentVersion, ending.asks);
  if (ending.kind === "bury") {
    run.failures += 1;
    run.botCouldSpeak = turn.botEnabled;
  }
  for (const event of conversation.events) {
    if (event.run === run && event.status === "pending") event.status = ending.kind === "bury" ? "failed" : "done";
  }
  if (hasMore) world.announced |= 1;
}

function finished(conversation: Conversation): number {
  return conversation.events.filter((event) => event.status !== "pending").length;
}

/** What the turn has read as cut off stays cut off. */
function dropCutOff(world: World, { conversation, unsaid }: Turn, replies: number): void {
  let dropped = 0;
  for (const row of unsaid) {
    if (row.status !== "queued") continue;
    row.status = "dropped";
    row.settledAt = world.now();
    dropped += 1;
  }
  if (dropped === 0) return;
  conversation.unsent -= dropped;
  if (conversation.unsent + replies === 0) {
    conversation.sendAt = NEVER;
    conversation.sender = NOBODY;
  } else if (conversation.sender === NOBODY && conversation.unsent === 0) {
    conversation.sendAt = world.now();
    world.announced |= 2;
  }
}

function keyOf(world: World, { run, segment }: Turn, ending: Ending, place: number): string {
  const part = world.mutant === "segments_share_keys" ? 0 : segment;
  return `${run.id}.${part}:${ending.asks === null ? "reply" : "before"}:${place}`;
}

/** Returns the message that is marked in flight in this very commit. */
export function addReplies(world: World, turn: Turn, ending: Ending, written: OutboxRow[] | null): OutboxRow | null {
  const { conversation, run } = turn;
  const now = world.now();
  dropCutOff(world, turn, ending.replies);
  if (ending.replies === 0) return null;
  const isPlaceFree = conversation.sendAt === NEVER;
  conversation.unsent += ending.replies;
  const sendsNow = ending.sendsAtOnce && allowedAtMs(PAIR_RATE, conversation.pairTat) <= now;
  const marks = sendsNow && isPlaceFree && conversation.unsent === ending.replies;
  if (isPlaceFree) {
    conversation.sendAt = sendsNow ? now + SEND_TIMES.sendLeaseMs : now;
    if (sendsNow) {
      conversation.sender = turn.worker;
      conversation.pairTat = nextTatMs(PAIR_RATE, conversation.pairTat, now);
    } else world.announced |= 2;
  }
  let first: OutboxRow | null = null;
  for (let n = 0; n < ending.replies; n += 1) {
    conversation.lastOutboxSeq += 1;
    const row = new OutboxRow({
      id: world.outbox.length,
      conversation,
      seq: conversation.lastOutboxSeq,
      key: ending.isFallback ? `${run.id}:fallback` : keyOf(world, turn, ending, n),
      run,
      segment: turn.segment,
      onDoubt: ending.onDoubt,
      inboundSeq: turn.seenSeq,
      createdStep: world.step,
      createdAt: now,
      position: ending.isFallback ? 0 : n + 1,
      delayMs: n === 0 ? 0 : ending.typingMs,
      isNamed: ending.isNamed,
      claims: ending.claims,
      isTemplate: ending.isTemplate,
      puts: ending.puts[n - ending.replies + ending.puts.length] ?? null,
    });
    world.outbox.push(row);
    conversation.outbox.push(row);
    written?.push(row);
    if (marks && n === 0) {
      row.status = "in_flight";
      row.attempt = 1;
      row.inFlightAt = now;
      row.markedStep = world.step;
      row.ends[1] = "in_flight";
      first = row;
    }
  }
  if (ending.isFallback) run.hasFallback = true;
  return first;
}

function writeSession(world: World, turn: Turn, ending: Ending): void {
  const { conversation } = turn;
  // Until a person has looked at a dead letter, time decides nothing.
  if (ending.kind === "bury") {
    cancelTimers(conversation);
    return;
  }
  if (conversation.session === NOBODY) {
    // A segment whose session has ended opens none.
    if (turn.segment > 0) return;
    conversation.session = world.sessions.length;
    world.sessions.push(1);
  }
  if (ending.closesSession || ending.handsOff) {
    if (ending.handsOff) {
      conversation.botEnabled = false;
      stopSegments(world, conversation, null);
    }
    endSession(world, conversation);
  } else if (ending.timerMs !== KEEPS) {
    // One pending timer a session: the new one takes the old one's place.
    cancelTimers(conversation);
    if (ending.timerMs === 0) return;
    conversation.timers.push(new TimerRow(conversation.session, world.now() + ending.timerMs, ending.timerLevel));
  }
}

export function endSession(world: World, conversation: Conversation): void {
  if (conversation.session === NOBODY) return;
  world.sessions[conversation.session] = 2;
  conversation.session = NOBODY;
  callOff(world, conversation);
  if (world.mutant !== "timer_of_closed_session") cancelTimers(conversation);
}

/** Zero rows. With our own first message there, a former try of this very commit was made and its answer lost. */
function explainRefusal(world: World, turn: Turn, ending: Ending, written: OutboxRow[] | null): Committed {
  const { conversation, run } = turn;
  const first = written?.[0];
  if (first !== undefined) {
    const isInFlight = first.status === "in_flight" && conversation.sender === turn.worker;
    // Marked by the commit itself: later, this process's own sender may have taken it out of the outbox.
    const isMarkedHere = first.markedStep === first.createdStep || world.mutant === "late_answer_sends_again";
    return { kind: "committed", toSend: isInFlight && isMarkedHere ? first : null };
  }
  if (!fenceHolds(turn) || conversation.activeRun !== run.id) return { kind: "fenced" };
  if (conversation.version !== turn.version) return { kind: "conflict" };
  if (isAnswerLate(world, ending.answers)) return { kind: "conflict" };
  if (ending.refuseIfNewer && conversation.queuedRun !== NOBODY) return { kind: "newer" };
  throw new Error(`the commit of run ${run.id} was refused although its fence, version and mailbox hold`);
}
