import { DELIVERY_RANK } from "../../src/core/outbound/outbox.ts";
import { SERVICE_WINDOW_MS } from "../../src/core/outbound/service-window.ts";
import { canRunMove, isRunOver } from "../../src/core/turn/run-machine.ts";
import { MAX_BEGUN, RUN_RETRY_POLICY } from "../../src/core/turn/run-retry-policy.ts";
import { judgeQuestion } from "./oracle-confirmations.ts";
import { judgeSaid, judgeSegments, judgeSegmentsEnd } from "./oracle-segments.ts";
import { type Conversation, NEVER, NOBODY, type OutboxRow, type RunRow } from "./tables.ts";
import type { World } from "./world.ts";

/**
 * The invariants of reliability.md C, asked after every step of what the step touched, against the state before it. The
 * oracle believes no statement: it compares rows with rows, and with the provider's own ledger.
 */
export function judgeStep(world: World): void {
  if (world.isRolledBack) afterRollback(world);
  if (world.taken !== null) judgeTaken(world, world.taken);
  for (let id = 0, mask = world.touched; mask !== 0; id += 1, mask >>>= 1) {
    if ((mask & 1) === 1) judgeConversation(world, world.conversations[id] as Conversation);
  }
  world.touched = 0;
  world.taken = null;
  world.write.conversation = NOBODY;
}

/** What was not fsynced is gone, and with it the oracle's memory of it; what was answered 200 must be there. */
function afterRollback(world: World): void {
  world.isRolledBack = false;
  for (let wamid = 0; wamid < world.said.length; wamid += 1) {
    if (world.heard200[wamid] && world.eventsOf[wamid] === 0) {
      world.violate("S1", `wamid ${wamid} was answered 200 and is gone after the database crashed`);
    }
  }
  for (const conversation of world.conversations) {
    conversation.wasRunAt = conversation.runAt;
    conversation.wasLeasedBy = conversation.leasedBy;
    conversation.wasFence = conversation.fence;
    for (const run of conversation.runs) run.wasStatus = run.status;
  }
}

function judgeConversation(world: World, conversation: Conversation): void {
  if ((world.ofContact[conversation.contact] as Conversation[]).length > 1) {
    world.violate("S3", `contact ${conversation.contact} has two conversations on one number`);
  }
  judgeLease(world, conversation);
  judgeRuns(world, conversation);
  judgeEvents(world, conversation);
  judgeOutbox(world, conversation);
  judgeTimers(world, conversation);
  conversation.wasRunAt = conversation.runAt;
  conversation.wasLeasedBy = conversation.leasedBy;
  conversation.wasFence = conversation.fence;
  conversation.wasVersion = conversation.version;
  conversation.wasSession = conversation.session;
}

function judgeLease(world: World, conversation: Conversation): void {
  const { id, leasedBy, fence, wasLeasedBy, wasFence, wasRunAt } = conversation;
  const { write } = world;
  if (write.conversation === id && (write.worker !== wasLeasedBy || write.fence !== wasFence)) {
    world.violate("S7", `a write of fence ${write.fence} in conversation ${id}, whose fence is ${wasFence}`);
  }
  if (fence < wasFence || conversation.version < conversation.wasVersion) {
    world.violate("S7", `the fence or the version of conversation ${id} went back`);
  }
  if (leasedBy === NOBODY || (leasedBy === wasLeasedBy && fence === wasFence)) return;
  if (wasRunAt !== NEVER && wasRunAt > world.now()) {
    world.violate("S5", `conversation ${id} was leased to ${leasedBy} while ${wasLeasedBy} holds it`);
  }
  if (fence === wasFence) world.violate("S7", `conversation ${id} was leased anew and its fence stayed ${fence}`);
}

function judgeRuns(world: World, conversation: Conversation): void {
  let running = 0;
  for (const run of conversation.runs) {
    if (run.status === "running") running += 1;
    judgeQuestion(world, conversation, run);
    if (world.goesOnAtAll) judgeSegments(world, conversation, run);
    if (world.calls[run.id]?.some((times) => times > 1))
      world.violate("S6", `run ${run.id} made one outside call twice`);
    if (run.begun > MAX_BEGUN + run.uncounted) world.violate("S8", `run ${run.id} was begun ${run.begun} times`);
    if (run.status === run.wasStatus) continue;
    if (!canRunMove(run.wasStatus, run.status)) {
      world.violate("S8", `run ${run.id} went from ${run.wasStatus} to ${run.status}`);
    }
    run.wasStatus = run.status;
    if (run.failures > RUN_RETRY_POLICY.maxAttempts) world.violate("S8", `run ${run.id} failed ${run.failures} times`);
    if (run.status === "dead_letter") judgeDeadLetter(world, conversation, run);
  }
  if (running > 1) world.violate("S5", `conversation ${conversation.id} has ${running} running runs`);
}

function judgeDeadLetter(world: World, conversation: Conversation, run: RunRow): void {
  if (!run.botCouldSpeak || run.hasFallback) return;
  const spoke = conversation.events.some((event) => event.run === run && event.said !== NOBODY);
  if (spoke) world.violate("L3", `run ${run.id} was buried and its customer hears nothing`);
}

function judgeEvents(world: World, conversation: Conversation): void {
  let pending = 0;
  const { events } = conversation;
  for (let place = 0; place < events.length; place += 1) {
    const event = events[place] as Conversation["events"][number];
    if (place >= conversation.wasEvents) {
      if (event.seq !== place + 1) world.violate("S4", `event ${place + 1} of a mailbox has the number ${event.seq}`);
      if (event.said !== NOBODY && (world.eventsOf[event.said] as number) > 1) {
        world.violate("S2", `wamid ${event.said} became two events`);
      }
    }
    if (event.status === "pending") pending += 1;
    else if (pending > 0) world.violate("S4", `event ${event.seq} was handled before one that came earlier`);
    // What was said before it asked, or in a former segment, is done, while the run itself goes on.
    const isAnswered = (event.run.question !== null || event.run.segment > 0) && event.status !== "pending";
    if (!isAnswered && (event.status === "pending") === isRunOver(event.run.status)) {
      world.violate("S5", `event ${event.seq} is ${event.status} and its run is ${event.run.status}`);
    }
  }
  conversation.wasEvents = events.length;
  if (pending !== conversation.pending) {
    world.violate("S5", `pending is ${conversation.pending} where ${pending} events are not finished`);
  }
}

function judgeOutbox(world: World, conversation: Conversation): void {
  const { outbox } = conversation;
  let open = 0;
  for (let place = 0; place < outbox.length; place += 1) {
    const row = outbox[place] as OutboxRow;
    if (place >= conversation.wasOutbox) judgeNewMessage(world, outbox, row);
    if (row.status !== row.wasStatus || row.attempt !== row.wasAttempt) judgeMove(world, row);
    row.wasDoubtUntil = row.doubtUntil;
    if (row.delivery !== row.wasDelivery) judgeDelivery(world, row);
    if (row.status === "queued" || row.status === "in_flight" || row.status === "in_doubt") open += 1;
  }
  conversation.wasOutbox = outbox.length;
  if (open !== conversation.unsent) world.violate("S4", `unsent is ${conversation.unsent} where ${open} are not sent`);
}

function judgeNewMessage(world: World, outbox: readonly OutboxRow[], row: OutboxRow): void {
  for (const other of outbox) {
    if (other !== row && other.key === row.key) world.violate("S6", `two messages have the key ${row.key}`);
  }
  judgeSaid(world, row.run, row.position);
  if (row.claims && world.callsOf(row.run, row.segment) === 0) {
    world.violate("S17", `a reply of run ${row.run.id} claims what was never done`);
  }
}

/** A message has changed its status, or begun its next attempt. */
function judgeMove(world: World, row: OutboxRow): void {
  const isTried = row.wasAttempt > 0 && row.attempt > row.wasAttempt;
  if (isTried && row.wasStatus === "in_doubt") {
    const latestNow = Math.max(world.latestNow, world.now());
    if (row.onDoubt !== "resend") world.violate("S14", `message ${row.id} is sent again after doubt, and must not be`);
    if (row.wasDoubtUntil > latestNow)
      world.violate("S14", `message ${row.id} is tried again before its doubt is over`);
  }
  if (isTried && row.wasStatus === "queued" && (row.taken[row.wasAttempt] ?? 0) > 0) {
    world.violate("S14", `message ${row.id} is tried again although attempt ${row.wasAttempt} was taken`);
  }
  const wasOnItsWay = row.wasStatus === "in_flight" || row.wasStatus === "in_doubt";
  if (wasOnItsWay && (row.status === "in_doubt" || row.status === "failed" || row.status === "dropped")) {
    row.isUncertain = true;
  }
  if (row.status === "accepted" && row.takenInAll === 0) {
    world.violate("S14", `message ${row.id} counts as accepted and nobody took it`);
  }
  if (row.wasAttempt === 0 && row.attempt === 1 && row.delayMs > 0) judgeTyping(world, row);
  if (row.wasAttempt === 0 && row.attempt === 1) row.wasMarkedAt = row.inFlightAt;
  row.wasStatus = row.status;
  row.wasAttempt = row.attempt;
}

/** A later message of a block begins to be typed when the one before it is settled. */
function judgeTyping(world: World, row: OutboxRow): void {
  const before = row.conversation.outbox[row.seq - 2];
  const leavesAt = Math.max(row.createdAt, before?.settledAt ?? NOBODY) + row.delayMs;
  const latestNow = Math.max(world.latestNow, world.now());
  if (latestNow < leavesAt)
    world.violate("S15", `message ${row.id} leaves ${leavesAt - latestNow} ms before it is typed`);
}

function judgeDelivery(world: World, row: OutboxRow): void {
  const [was, is] = [row.wasDelivery, row.delivery];
  if (was !== null && (is === null || DELIVERY_RANK[is] < DELIVERY_RANK[was])) {
    world.violate("S18", `the delivery of message ${row.id} went back from ${was} to ${is}`);
  }
  row.wasDelivery = row.delivery;
}

function judgeTimers(world: World, conversation: Conversation): void {
  let pending = 0;
  for (const timer of conversation.timers) {
    const moves = timer.fired + timer.cancelled;
    if (moves === 0) pending += 1;
    if (moves > 1)
      world.violate("S12", `a timer fired ${timer.fired} times and was cancelled ${timer.cancelled} times`);
    if (timer.fired === timer.wasFired) continue;
    timer.wasFired = timer.fired;
    if (timer.dueAt > world.now()) world.violate("S12", `a timer fired ${timer.dueAt - world.now()} ms early`);
    if (timer.session !== conversation.wasSession) world.violate("S12", "a timer fired for a session that is over");
    const waited = conversation.events.find((event) => event.status === "pending");
    if (waited !== undefined && waited.timer !== timer) world.violate("S12", "a timer fired while a message waited");
  }
  if (pending > 1) world.violate("S12", `conversation ${conversation.id} has ${pending} pending timers`);
}

/** A message stands before the wire, all checks behind it. What happens in the pause from here on is beyond anybody. */
export function judgeSend(
  world: World,
  row: OutboxRow,
  { attempt, lateMs }: { attempt: number; lateMs: number },
): void {
  const { conversation } = row;
  if (lateMs > 0) world.violate("S14", `message ${row.id} goes to the socket ${lateMs} ms after its deadline`);
  if (!row.isTemplate && world.now() >= conversation.lastCustomerAt + SERVICE_WINDOW_MS) {
    world.violate("S15", `message ${row.id}, attempt ${attempt}, leaves after its window has closed`);
  }
  if (row.position > 1 && row.inboundSeq < conversation.lastSpeechSeq && row.markedStep > conversation.spokeStep) {
    world.violate("S15", `message ${row.id} was marked after the customer had interrupted it`);
  }
  const { takenOverStep } = conversation;
  if (row.createdStep < takenOverStep && row.markedStep > takenOverStep) {
    world.violate("S15", `message ${row.id} was marked after a person took over`);
  }
}

/** A worker has found nothing to do. What waits for nobody but him must not be passed over for another's sake. */
export function judgeEmptyClaim(world: World): void {
  const now = world.now();
  for (const { id, runAt, leasedBy } of world.conversations) {
    if (runAt <= now && leasedBy === NOBODY) world.violate("L2", `conversation ${id} is due, and passed over`);
  }
}

/** The most that a customer can get of one message, by the ledger: twice where it may be resent after doubt, else once. */
const MOST_TAKEN = { drop: 1, hold: 1, resend: 2 } as const;

function judgeTaken(world: World, row: OutboxRow): void {
  for (const times of row.taken) {
    if (times > 1) world.violate("S14", `one attempt of message ${row.id} was taken ${times} times`);
  }
  if (row.takenInAll > MOST_TAKEN[row.onDoubt]) {
    world.violate("S14", `message ${row.id} (${row.onDoubt}) was taken ${row.takenInAll} times`);
  }
  if (row.isUncertain || row.takenInAll > 1) return;
  for (const other of row.conversation.outbox) {
    const isOpen = other.status === "queued" || other.status === "in_flight" || other.status === "in_doubt";
    if (other.seq < row.seq && isOpen) world.violate("S4", `message ${row.id} was taken before ${other.id}`);
    if (other.seq > row.seq && other.takenInAll > 0)
      world.violate("S4", `message ${row.id} was taken after ${other.id}`);
  }
}

/** After the drain: nothing is left to do, and all of it was done. */
export function judgeEnd(world: World, isQuiet: boolean): void {
  for (let wamid = 0; wamid < world.said.length; wamid += 1) {
    if (world.eventsOf[wamid] !== 1)
      world.violate("S1", `wamid ${wamid} has ${world.eventsOf[wamid]} events at the end`);
  }
  for (const conversation of world.conversations) judgeConversationEnd(world, conversation);
  if (!isQuiet) world.violate("L1", "the work does not come to an end");
}

function judgeConversationEnd(world: World, conversation: Conversation): void {
  const stuck = conversation.events.find((event) => event.status === "pending");
  if (stuck !== undefined) world.violate("L1", `event ${stuck.seq} of conversation ${conversation.id} is not finished`);
  for (const run of conversation.runs) {
    judgeSegmentsEnd(world, run);
    if (run.status === "waiting_confirmation" || run.question?.status === "pending")
      world.violate("L1", `run ${run.id} waits for an answer, and nobody ends it`);
  }
  for (const row of conversation.outbox) {
    if (row.status === "in_doubt" || row.status === "in_flight")
      world.violate("L6", `message ${row.id} is ${row.status}`);
    if (row.status === "queued") world.violate("L1", `message ${row.id} is never sent`);
    if (row.isReported && row.status !== "accepted") {
      world.violate("L6", `message ${row.id} is ${row.status} although reports about it have come`);
    }
  }
  for (const timer of conversation.timers) {
    const events = conversation.events.filter((event) => event.timer === timer).length;
    if (timer.isPending) world.violate("L1", "a timer neither fires nor is cancelled");
    if (events !== timer.fired) world.violate("L1", "a timer fired and nothing came of it");
  }
  const { runAt, leasedBy, sendAt, sender, pending } = conversation;
  if (runAt !== NEVER || leasedBy !== NOBODY || sendAt !== NEVER || sender !== NOBODY || pending !== 0) {
    world.violate("L1", `conversation ${conversation.id} is not idle although nothing is left to do`);
  }
}
