import type { CircuitScope } from "../../src/core/outbound/refusal.ts";
import { Random } from "../support/random.ts";
import type { Mutant } from "./planted-mutants.ts";
import {
  type Circuit,
  Conversation,
  type Delivery,
  NEVER,
  NOBODY,
  type OutboxRow,
  type Report,
  RunRow,
  type Said,
  type WorkerRow,
} from "./tables.ts";

/** How often each fault strikes, drawn once a seed: some seeds know one fault alone, some all of them together. */
export interface Faults {
  readonly crash: number;
  readonly pause: number;
  readonly refused: number;
  readonly lostAck: number;
  readonly clock: number;
  readonly databaseCrash: number;
  readonly lostPresence: number;
  readonly stop: number;
  readonly redelivery: number;
  readonly wire: number;
  /** The one fault that the wire has in this seed; null: all of them. */
  readonly favouriteOfTheWire: number | null;
  readonly missingReport: number;
  readonly lateReport: number;
}

/** What a statement that is not fsynced can take back when the database crashes: a claim, a place, a renewal. */
interface Unsynced {
  readonly conversation: Conversation;
  readonly runAt: number;
  readonly leasedBy: number;
  readonly fence: number;
  readonly activeRun: number;
  readonly queuedRun: number;
  readonly sendAt: number;
  readonly sender: number;
  readonly run: RunRow | null;
  readonly runStatus: RunRow["status"];
  readonly attempts: number;
}

/** A write that names a lease: the oracle holds it against the lease as it stood before the step. */
export interface LeasedWrite {
  conversation: number;
  worker: number;
  fence: number;
}

export class Violation extends Error {
  readonly invariant: string;

  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`);
    this.invariant = invariant;
  }
}

/** All that exists: the database, the provider, the clock. Processes keep their own memory and lose it when they die. */
export class World {
  readonly seed: number;
  readonly random: Random;
  readonly mutant: Mutant | null;
  /** Not null: every step is told here. */
  readonly trace: string[] | null;
  faults: Faults = NO_FAULTS;

  /** Milliseconds; only ever grows. The processes' monotonic clocks. */
  monotonicMs = 1_000_000;
  /** The database's clock is this far from it: it may jump. Every lease, due time and window counts by it. */
  skewMs = 0;
  /** The latest that it has ever shown: who looked before it was set back was right. */
  latestNow = 0;

  readonly said: Said[] = [];
  /** When each of them was said, by the database's clock. */
  readonly saidAt: number[] = [];
  readonly conversations: Conversation[] = [];
  /** Conversations of each contact; more than one breaks S3. */
  readonly ofContact: Conversation[][] = [];
  /** Rows of each wamid; more than one breaks S2. */
  readonly eventsOf: number[] = [];
  readonly runs: RunRow[] = [];
  readonly outbox: OutboxRow[] = [];
  readonly workers: WorkerRow[] = [];
  /** 0 none, 1 active, 2 over: by session id. */
  readonly sessions: number[] = [];
  /** `wamid:status` of every report on file. */
  readonly reports = new Set<string>();
  /** When webhooks reached us: proof that one which names a message could have. */
  readonly proofs: number[] = [];
  /** One circuit a scope: there is one number and one access token. */
  readonly circuits: Record<CircuitScope, Circuit | null> = { number: null, credential: null, proactive: null };

  /** The provider. */
  readonly deliveries: Delivery[] = [];
  readonly heard200: boolean[] = [];
  accepted = 0;
  /** The outside API: calls it has seen, by run and segment. */
  readonly calls: number[][] = [];
  isCustomerDone = false;
  /** In some seeds turns ask before their calls, and people answer. */
  asksAtAll = false;
  /** In some of them it is the customers who are asked, and answer in words. */
  asksCustomers = false;
  /** In some seeds runs go on in segments, and people call them off. */
  goesOnAtAll = false;
  /** In some of them people pause and resume them. */
  pausesAtAll = false;
  /** Grows when another version of the agent is deployed. */
  agentVersion = 1;
  /** Requirement A29: 1 types like a person, 0 at once. */
  responseSpeed = 0;

  /** The oracle's: which conversations the step touched, and under which lease. */
  touched = 0;
  readonly write: LeasedWrite = { conversation: NOBODY, worker: NOBODY, fence: 0 };
  isRolledBack = false;
  /** The message that the provider has taken in this step. */
  taken: OutboxRow | null = null;
  step = 0;
  /** A mutant's: what a crash of the database takes with it. */
  readonly unsyncedWamids: number[] = [];
  readonly #unsynced: Unsynced[] = [];
  /** Woken by NOTIFY, when it arrives: processes that wait for this. */
  announced = 0;

  constructor(seed: number, mutant: Mutant | null, trace: string[] | null) {
    this.seed = seed;
    this.random = new Random(seed);
    this.mutant = mutant;
    this.trace = trace;
  }

  /** The database's clock. */
  now(): number {
    return this.monotonicMs + this.skewMs;
  }

  note(text: string): void {
    this.trace?.push(`    ${text}`);
  }

  violate(invariant: string, detail: string): never {
    throw new Violation(invariant, detail);
  }

  touch(conversation: Conversation): void {
    this.touched |= 1 << conversation.id;
  }

  wrote(conversation: Conversation, lease: { readonly worker: number; readonly fence: number }): void {
    this.write.conversation = conversation.id;
    this.write.worker = lease.worker;
    this.write.fence = lease.fence;
    this.touch(conversation);
  }

  openConversation(contact: number): Conversation {
    const conversation = new Conversation(this.conversations.length, contact);
    this.conversations.push(conversation);
    (this.ofContact[contact] as Conversation[]).push(conversation);
    return conversation;
  }

  addRun(conversation: Conversation, status: "queued" | "running"): RunRow {
    const run = new RunRow(this.runs.length, { status, attempts: status === "running" ? 1 : 0, at: this.now() });
    this.runs.push(run);
    this.calls.push([]);
    conversation.runs.push(run);
    return run;
  }

  called(run: RunRow, segment: number): void {
    const calls = this.calls[run.id] as number[];
    calls[segment] = (calls[segment] ?? 0) + 1;
  }

  callsOf(run: RunRow, segment: number): number {
    return this.calls[run.id]?.[segment] ?? 0;
  }

  run(id: number): RunRow {
    return this.runs[id] as RunRow;
  }

  /** Before a statement that is not fsynced changes this row. */
  beforeUnsynced(conversation: Conversation, run: RunRow | null): void {
    this.#unsynced.push({
      conversation,
      runAt: conversation.runAt,
      leasedBy: conversation.leasedBy,
      fence: conversation.fence,
      activeRun: conversation.activeRun,
      queuedRun: conversation.queuedRun,
      sendAt: conversation.sendAt,
      sender: conversation.sender,
      run,
      runStatus: run?.status ?? "queued",
      attempts: run?.attempts ?? 0,
    });
  }

  /** A commit that was fsynced: the log before it is on disk with it. */
  synced(): void {
    this.#unsynced.length = 0;
    this.unsyncedWamids.length = 0;
  }

  /** The log is lost from a random place on; what came before it reached the disk by itself. */
  crashDatabase(): void {
    const kept = this.random.below(this.#unsynced.length + 1);
    while (this.#unsynced.length > kept) {
      const before = this.#unsynced.pop() as Unsynced;
      const { conversation, run } = before;
      conversation.runAt = before.runAt;
      conversation.leasedBy = before.leasedBy;
      conversation.fence = before.fence;
      conversation.activeRun = before.activeRun;
      conversation.queuedRun = before.queuedRun;
      conversation.sendAt = before.sendAt;
      conversation.sender = before.sender;
      if (run !== null) {
        run.status = before.runStatus;
        run.uncounted += run.attempts - before.attempts;
        run.attempts = before.attempts;
      }
      this.touch(conversation);
    }
    for (const wamid of this.unsyncedWamids) this.eventsOf[wamid] = 0;
    this.synced();
    this.isRolledBack = true;
  }

  deliver(said: readonly number[], reports: readonly Report[], inMs: number): void {
    this.deliveries.push({ said, reports, dueAt: this.monotonicMs + inMs });
  }

  /** Nothing is left to do, now or later. */
  isQuiet(): boolean {
    if (!this.isCustomerDone || this.deliveries.length > 0) return false;
    for (const conversation of this.conversations) {
      if (conversation.runAt !== NEVER || conversation.sendAt !== NEVER) return false;
      for (const timer of conversation.timers) if (timer.isPending) return false;
      for (const run of conversation.runs) if (run.dueAt !== NEVER) return false;
    }
    return true;
  }
}

export const NO_FAULTS: Faults = {
  crash: 0,
  pause: 0,
  refused: 0,
  lostAck: 0,
  clock: 0,
  databaseCrash: 0,
  lostPresence: 0,
  stop: 0,
  redelivery: 0,
  wire: 0,
  favouriteOfTheWire: null,
  missingReport: 0,
  lateReport: 0,
};
