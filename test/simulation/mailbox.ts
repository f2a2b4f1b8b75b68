import { isSpokenOver } from "../../src/core/conversation/is-spoken-over.ts";
import { moveRun, type RunTransition } from "../../src/core/turn/run-machine.ts";
import { openQuestions } from "./confirmations.ts";
import { isTimeOver } from "./segments.ts";
import { type Conversation, type EventRow, NEVER, NOBODY, type OutboxRow, type RunRow, type Turn } from "./tables.ts";
import type { World } from "./world.ts";

/**
 * The inbound statements of src/postgres, each one atomic: here enqueue.ts and claim-turns.ts; commit-turn.ts, what else ends an
 * attempt, operator-commands.ts and timers.ts stand beside it. What the SQL does is done in the same order under the same conditions.
 */
export const LEASE_MS = 30_000;

/** What a mutant looked up in an earlier statement. */
export interface Stale {
  readonly contact: number;
  readonly isNew: boolean;
  readonly hasConversation: boolean;
  readonly lastSeq: number;
}

export function move(world: World, run: RunRow, transition: RunTransition): void {
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
export function arrive(world: World, conversation: Conversation, events: number, worker: number): RunRow {
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
export function cancelTimers(conversation: Conversation): void {
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

export function fenceHolds({ conversation, worker, fence }: Turn): boolean {
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
