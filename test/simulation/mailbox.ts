import { isSpokenOver } from "../../src/core/conversation/is-spoken-over.ts";
import { allowedAtMs, nextTatMs, PAIR_RATE } from "../../src/core/outbound/pacing.ts";
import { SEND_TIMES } from "../../src/core/outbound/send-policy.ts";
import type { Audience } from "../../src/core/tool-calls/confirmation.ts";
import { moveRun, type RunTransition } from "../../src/core/turn/run-machine.ts";
import { answer, ask, callOff, isAnswerLate, openQuestions, type ReadAnswer } from "./confirmations.ts";
import { goOn, isTimeOver, stopSegments } from "./segments.ts";
import {
  type Conversation,
  type EventRow,
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

/**
 * The inbound statements of src/postgres, each one atomic: enqueue.ts, claim-turns.ts, commit-turn.ts, end-attempt.ts,
 * workers.ts, operator-commands.ts. What the SQL does is done here in the same order under the same conditions.
 */
export const LEASE_MS = 30_000;
const UNHEARD_OF_MS = 2_000;
const MISSED_MS = 400;

/** What a mutant looked up in an earlier statement. */
export interface Stale {
  readonly contact: number;
  readonly isNew: boolean;
  readonly hasConversation: boolean;
  readonly lastSeq: number;
}

function move(world: World, run: RunRow, transition: RunTransition): void {
  const moved = moveRun(run.status, transition);
  // The trigger on agent_runs: the whole statement is undone. In the model nothing may ever meet it.
  if (moved.kind === "moved") run.status = moved.to;
  else world.violate("S8", `run ${run.id} cannot ${transition} from ${moved.from}`);
}

/** One webhook's messages. `worker`: the process that offers a free slot, or NOBODY. Returns the turns it was leased. */
export function enqueue(world: World, wamids: readonly number[], worker: number, looked: Stale | null): Turn[] {
  const turns: Turn[] = [];
  const contacts = world.ofContact.length;
  for (let contact = 0; contact < contacts; contact += 1) {
    let fresh: number[] | null = null;
    const stale = looked?.contact === contact ? looked : null;
    for (const wamid of wamids) {
      if (world.said[wamid]?.contact !== contact) continue;
      const isKnown = (world.eventsOf[wamid] as number) > 0 && !(stale?.isNew && wamid === wamids[0]);
      if (isKnown || fresh?.includes(wamid)) continue;
      fresh ??= [];
      fresh.push(wamid);
    }
    if (fresh === null) continue;
    fresh.sort((one, other) => one - other);
    const known = stale !== null && !stale.hasConversation ? undefined : world.ofContact[contact]?.[0];
    const conversation = known ?? world.openConversation(contact);
    if (stale !== null && stale.lastSeq !== NOBODY) conversation.lastSeq = stale.lastSeq;
    const run = arrive(world, conversation, fresh.length, worker);
    let seq = conversation.lastSeq - fresh.length;
    for (const wamid of fresh) {
      seq += 1;
      world.eventsOf[wamid] = (world.eventsOf[wamid] as number) + 1;
      if (world.mutant === "unsynced_enqueue") world.unsyncedWamids.push(wamid);
      conversation.events.push({ seq, said: wamid, timer: null, createdAt: world.now(), run, status: "pending" });
    }
    const newest = world.saidAt[fresh[fresh.length - 1] as number] as number;
    conversation.lastCustomerAt = Math.max(conversation.lastCustomerAt, newest);
    conversation.lastSpeechSeq = conversation.lastSeq;
    conversation.spokeStep = world.step;
    world.proofs.push(world.now());
    if (conversation.leasedBy === worker && worker !== NOBODY && conversation.activeRun === run.id) {
      turns.push(readTurn(world, conversation));
    } else world.announced |= 1;
  }
  if (world.mutant === "unsynced_enqueue") return turns;
  world.synced();
  return turns;
}

/** The row lock: numbers, lease and run are given out under it. An idle conversation has no `runAt`. */
function arrive(world: World, conversation: Conversation, events: number, worker: number): RunRow {
  world.touch(conversation);
  conversation.lastSeq += events;
  conversation.pending += events;
  if (conversation.runAt !== NEVER) {
    if (conversation.queuedRun === NOBODY) conversation.queuedRun = world.addRun(conversation, "queued").id;
    return world.run(conversation.queuedRun);
  }
  if (worker === NOBODY) {
    const run = world.addRun(conversation, "queued");
    conversation.queuedRun = run.id;
    conversation.runAt = world.now();
    return run;
  }
  const run = world.addRun(conversation, "running");
  conversation.activeRun = run.id;
  conversation.leasedBy = worker;
  conversation.fence += 1;
  conversation.runAt = world.now() + LEASE_MS;
  return run;
}

/** Under the row lock a timer is pending or fired, and never both in two hands. */
function cancelTimers(conversation: Conversation): void {
  for (const timer of conversation.timers) if (timer.isPending) timer.cancelled += 1;
}

/** Takes the conversation that has been due for the longest; null when none is. */
export function claim(world: World, worker: number): Turn | null {
  const due = dueConversation(world);
  return due === null ? null : take(world, due, worker);
}

export function dueConversation(world: World): Conversation | null {
  const now = world.now();
  let due: Conversation | null = null;
  if (world.mutant === "poison_blocks_others") return frontOfTheQueue(world);
  for (const one of world.conversations) {
    if (one.runAt === NEVER) continue;
    if (one.runAt > now && !(world.mutant === "claim_of_the_held" && one.leasedBy !== NOBODY)) continue;
    if (world.mutant === "lease_never_ends" && one.leasedBy !== NOBODY) continue;
    if (due === null || one.runAt < due.runAt) due = one;
  }
  return due;
}

/** A mutant's: one queue for everybody, and who stands at its front is waited for. */
function frontOfTheQueue(world: World): Conversation | null {
  let front: Conversation | null = null;
  let oldest = NEVER;
  for (const one of world.conversations) {
    const head = one.events.find((event) => event.status === "pending");
    if (head !== undefined && head.run.id < oldest) [front, oldest] = [one, head.run.id];
  }
  return front !== null && front.runAt <= world.now() ? front : null;
}

export function take(world: World, conversation: Conversation, worker: number): Turn {
  const head = conversation.activeRun === NOBODY ? conversation.queuedRun : conversation.activeRun;
  const run = world.run(head);
  world.beforeUnsynced(conversation, run);
  world.touch(conversation);
  conversation.leasedBy = worker;
  conversation.runAt = world.now() + LEASE_MS;
  // A claim is not fsynced: one that a crash undid must not be made again under the same number by the same worker.
  if (world.mutant !== "fence_stands_still") conversation.fence = Math.max(conversation.fence + 1, world.now());
  if (conversation.activeRun === NOBODY) {
    conversation.activeRun = conversation.queuedRun;
    conversation.queuedRun = NOBODY;
  }
  move(world, run, run.status === "running" ? "recover" : "start");
  if (world.mutant !== "uncounted_attempt") run.attempts += 1;
  return readTurn(world, conversation);
}

function readTurn(world: World, conversation: Conversation): Turn {
  const run = world.run(conversation.activeRun);
  const events = conversation.events.filter((event) => event.run === run && event.status === "pending");
  return {
    conversation,
    worker: conversation.leasedBy,
    fence: conversation.fence,
    version: conversation.version,
    run,
    segment: run.segment,
    isStopped: run.stoppedStep !== NOBODY || isTimeOver(run, world.now()),
    attempts: run.attempts,
    failures: run.failures,
    events,
    seenSeq: conversation.queuedRun === NOBODY ? conversation.lastSeq : heardSeq(events),
    botEnabled: conversation.botEnabled,
    session: conversation.session,
    lastCustomerAt: conversation.lastCustomerAt,
    tool: run.tool,
    unsaid: conversation.outbox.filter(isCutOff),
    questions: world.asksCustomers ? openQuestions(world, conversation) : NO_QUESTIONS,
    now: world.now(),
  };
}

const NO_QUESTIONS: Turn["questions"] = [];

function heardSeq(events: readonly EventRow[]): number {
  return events.reduce((newest, { seq }) => Math.max(newest, seq), 0);
}

/** A later message of a block, and the customer has spoken since. */
export function isCutOff(row: OutboxRow): boolean {
  return row.status === "queued" && isInterrupted(row);
}

export function isInterrupted(row: OutboxRow): boolean {
  return isSpokenOver(row, row.conversation.lastSpeechSeq);
}

function fenceHolds({ conversation, worker, fence }: Turn): boolean {
  return conversation.leasedBy === worker && conversation.fence === fence;
}

export function reload(world: World, turn: Turn): Turn | null {
  return fenceHolds(turn) ? readTurn(world, turn.conversation) : null;
}

/** The newer run takes the older one's events and answers all of them in one turn. */
export function absorbNewer(world: World, turn: Turn): Turn | null {
  const { conversation, run } = turn;
  if (!fenceHolds(turn)) return null;
  if (conversation.activeRun !== run.id || conversation.queuedRun === NOBODY) return reload(world, turn);
  world.wrote(conversation, turn);
  const newer = world.run(conversation.queuedRun);
  conversation.activeRun = newer.id;
  conversation.queuedRun = NOBODY;
  conversation.version += 1;
  for (const event of conversation.events) if (event.run === run) event.run = newer;
  move(world, run, "complete");
  move(world, newer, "start");
  newer.attempts += 1;
  world.synced();
  return readTurn(world, conversation);
}

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

function endSession(world: World, conversation: Conversation): void {
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

/** This attempt failed; the conversation waits. False when the lease is lost. */
export function fail(world: World, turn: Turn, delayMs: number, tool: RunRow["tool"]): boolean {
  const { conversation, run } = turn;
  const isHeld = fenceHolds(turn) && conversation.activeRun === run.id;
  if (!isHeld) {
    if (world.mutant !== "revived_run") return false;
    run.status = "failed";
    world.touch(conversation);
    return false;
  }
  world.wrote(conversation, turn);
  conversation.leasedBy = NOBODY;
  conversation.runAt = world.now() + delayMs;
  move(world, run, "fail");
  run.failures += 1;
  if (run.tool !== "ok" && tool !== "none") run.tool = tool;
  world.synced();
  return true;
}

/** The barrier before an outside call. False when the lease is lost. */
export function flushStep(world: World, turn: Turn, tool: "started" | "ok"): boolean {
  if (!fenceHolds(turn)) return false;
  world.wrote(turn.conversation, turn);
  if (turn.run.tool !== "ok") turn.run.tool = tool;
  world.synced();
  return true;
}

/** The reply is being typed: nobody holds the conversation meanwhile. False when the lease is lost, or a newer message waits. */
export function park(world: World, turn: Turn, until: number, refuseIfNewer: boolean): boolean {
  const { conversation, run } = turn;
  const isHeld = fenceHolds(turn) && conversation.activeRun === run.id;
  if (!isHeld || (refuseIfNewer && conversation.queuedRun !== NOBODY)) return false;
  world.wrote(conversation, turn);
  conversation.leasedBy = NOBODY;
  conversation.runAt = Math.max(world.now(), until);
  move(world, run, "release");
  run.attempts -= 1;
  run.uncounted += 1;
  world.synced();
  return true;
}

/** A worker that stops in good order gives its turn back, and the attempt does not count. */
export function release(world: World, turn: Turn): void {
  const { conversation } = turn;
  if (!fenceHolds(turn)) return;
  world.wrote(conversation, turn);
  const run = world.run(conversation.activeRun);
  conversation.leasedBy = NOBODY;
  conversation.runAt = world.now();
  move(world, run, "release");
  run.attempts -= 1;
  run.uncounted += 1;
  world.announced |= 1;
  world.synced();
}

/** One statement for all leases of a worker; those that it holds without knowing are given back. */
export function renew(world: World, worker: number, working: readonly Turn[]): void {
  const now = world.now();
  for (const conversation of world.conversations) {
    if (conversation.leasedBy !== worker) continue;
    const isWorking = working.some((turn) => turn.conversation === conversation && turn.fence === conversation.fence);
    if (!isWorking && conversation.runAt >= now + LEASE_MS - UNHEARD_OF_MS) continue;
    world.beforeUnsynced(conversation, null);
    world.touch(conversation);
    conversation.runAt = now + (isWorking ? LEASE_MS : 0);
  }
}

/** Frees what dead workers held: those whose lock was free at two looks. */
export function sweep(world: World): void {
  const now = world.now();
  for (let id = 0; id < world.workers.length; id += 1) {
    const worker = world.workers[id];
    if (worker === undefined || worker.isBuried || worker.hasLock) continue;
    if (worker.missingSince === NEVER) {
      worker.missingSince = now;
      continue;
    }
    if (worker.missingSince > now - MISSED_MS) continue;
    worker.isBuried = true;
    for (const conversation of world.conversations) {
      const isLeased = conversation.leasedBy === id;
      const isSending = conversation.sender === id;
      if (!isLeased && !isSending) continue;
      world.touch(conversation);
      if (isLeased) conversation.runAt = Math.min(conversation.runAt, now);
      if (isSending) conversation.sendAt = Math.min(conversation.sendAt, now);
      world.announced |= 3;
    }
    world.synced();
  }
}

/** A person takes the conversation over, or gives it back. */
export function setBotEnabled(world: World, conversation: Conversation, isEnabled: boolean): void {
  world.touch(conversation);
  conversation.botEnabled = isEnabled;
  conversation.version += 1;
  if (isEnabled) cancelTimers(conversation);
  else {
    conversation.takenOverStep = world.step;
    if (world.mutant !== "takeover_forgets_outbox") conversation.cancelledThrough = conversation.lastOutboxSeq;
    endSession(world, conversation);
    callOff(world, conversation);
    if (world.mutant !== "takeover_forgets_segments") stopSegments(world, conversation, null);
  }
  if (conversation.unsent > 0 && conversation.sender === NOBODY) {
    conversation.sendAt = world.now();
    world.announced |= 2;
  }
  world.synced();
}

/** An operator calls one run off. What is being thought meanwhile commits nothing: the version has moved. */
export function cancelRun(world: World, conversation: Conversation, run: RunRow): void {
  if (!stopSegments(world, conversation, run)) return;
  world.touch(conversation);
  if (conversation.activeRun === run.id) {
    if (world.mutant !== "cancel_moves_no_version") conversation.version += 1;
    if (conversation.leasedBy === NOBODY) conversation.runAt = world.now();
  }
  world.announced |= 1;
  world.synced();
}

/** The night ends the sessions of idle conversations. */
export function endDay(world: World): void {
  for (const conversation of world.conversations) {
    if (conversation.runAt !== NEVER || conversation.session === NOBODY) continue;
    world.touch(conversation);
    endSession(world, conversation);
  }
  world.synced();
}

/** A due timer becomes an event of its conversation: one statement, under the row lock that every commit takes too. */
export function fireTimer(world: World, conversation: Conversation, timer: TimerRow): void {
  timer.fired += 1;
  if (world.mutant === "timer_lost") {
    world.touch(conversation);
    world.synced();
    return;
  }
  addTimerEvent(world, conversation, timer);
  world.synced();
}

export function addTimerEvent(world: World, conversation: Conversation, timer: TimerRow): void {
  const run = arrive(world, conversation, 1, NOBODY);
  conversation.events.push({
    seq: conversation.lastSeq,
    said: NOBODY,
    timer,
    createdAt: world.now(),
    run,
    status: "pending",
  });
  world.announced |= 1;
}

/**
 * The timer that has been due for the longest, of a session that is still active, where nothing waits: a message is answered
 * first, and its turn says what counts from then on. Null when none is.
 */
export function dueTimer(world: World, localNow: number): { conversation: Conversation; timer: TimerRow } | null {
  const now = world.mutant === "timer_by_local_clock" ? localNow : world.now();
  let due: { conversation: Conversation; timer: TimerRow } | null = null;
  for (const conversation of world.conversations) {
    if (conversation.runAt !== NEVER && world.mutant !== "timer_among_messages") continue;
    for (const timer of conversation.timers) {
      if (!timer.isPending || timer.dueAt > now) continue;
      if (timer.session !== conversation.session && world.mutant !== "timer_of_closed_session") continue;
      if (due === null || timer.dueAt < due.timer.dueAt) due = { conversation, timer };
    }
  }
  return due;
}
