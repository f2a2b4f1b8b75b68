import { RecadoError } from "../core/errors.ts";
import type { NewAlert } from "../core/operations/alert.ts";
import type { Departure } from "../core/outbound/human-delay.ts";
import type { Parking, PinnedAgent, TurnFailure } from "../core/ports/mailbox.ts";
import { MAX_BEGUN, type RetryPolicy } from "../core/turn/run-retry-policy.ts";
import type { ClaimedTurn, CommitResult } from "../core/turn/turn.ts";
import { decideExit, type Exit } from "./decide-exit.ts";
import type { RuntimeDependencies } from "./dependencies.ts";
import { attemptAfter, failureOf, fallbackMessage } from "./failed-attempt.ts";
import { type Journal, openJournal } from "./journal.ts";
import { LeaseLost } from "./lease-lost.ts";
import { runCost } from "./run-cost.ts";
import { runTurn, type TurnObserver, type TurnResult } from "./run-turn.ts";
import { type Attempt, traceAttempt } from "./trace-attempt.ts";
import type { Sender, SendPlace } from "./worker/sender.ts";

/** How the work on one claimed conversation ended. Every exit is a value. */
export type ProcessedTurn =
  | {
      readonly kind: "committed";
      readonly outcome: string;
      readonly hasMore: boolean;
      /** The message that the commit marked in flight. Its place is held until this is called. */
      readonly send: ((after: Promise<void>, accepted: () => void) => void) | null;
      /** Replies were left to the outbox: the sender had no place, or other replies go first. */
      readonly leavesReplies: boolean;
      /**
       * A question was asked or answered, or a run waited for an idle conversation or goes on: a run
       * resumes or expires.
       */
      readonly resumesRuns: boolean;
      /** Facts about the customer wait to be kept. */
      readonly learns: boolean;
      /** The earliest time for the first reply: until then it was being typed. */
      readonly typedUntil: Date;
    }
  /**
   * The reply is being typed, a file is missing, or a limit is spent. The turn resumes from its
   * journal later.
   */
  | { readonly kind: "parked"; readonly delayMs: number; readonly isAside: boolean }
  /** The attempt failed and waits for the next one. */
  | { readonly kind: "failed"; readonly code: string; readonly delayMs: number }
  | { readonly kind: "buried"; readonly code: string }
  /** Another worker holds the conversation: this attempt wrote nothing. */
  | { readonly kind: "lost" };

export interface ProcessingLimits {
  readonly retry: RetryPolicy;
  /** How often a run may begin before it counts as one that kills its workers. */
  readonly maxBegun: number;
  /** Requirement B3: how often a turn is read and processed again after a conflicting write. */
  readonly maxConflicts: number;
  /** How many bursts one reply may wait for before it leaves anyway. */
  readonly maxMerges: number;
}

export const PROCESSING_LIMITS: Omit<ProcessingLimits, "retry"> = {
  maxBegun: MAX_BEGUN,
  maxConflicts: 3,
  maxMerges: 10,
};

/** What stands around a turn: who watches it, and the places for its replies. */
export interface TurnCollaborators extends TurnObserver, Pick<Sender, "reserve"> {}

/**
 * Runs a claimed turn to its end: think, decide the exit, carry it out, and once more when the
 * conversation has changed meanwhile.
 */
export async function processTurn(
  claimed: ClaimedTurn,
  dependencies: RuntimeDependencies,
  limits: ProcessingLimits,
  collaborators: TurnCollaborators,
): Promise<ProcessedTurn> {
  const attempt: Attempt = { turn: claimed, journal: openJournal(claimed.journal), agent: null, thrownAway: [] };
  const ended = await workOn(attempt, dependencies, limits, collaborators);
  traceAttempt(attempt, ended, dependencies);
  return ended;
}

async function workOn(
  attempt: Attempt,
  dependencies: RuntimeDependencies,
  limits: ProcessingLimits,
  collaborators: TurnCollaborators,
): Promise<ProcessedTurn> {
  const { clock, responseSpeed } = dependencies;
  try {
    if (attempt.turn.run.attempts > limits.maxBegun) {
      throw new RecadoError(
        "run_abandoned",
        `Run ${attempt.turn.run.id} was begun ${attempt.turn.run.attempts - 1} times and never ended: its worker died each time.`,
      );
    }
    let merges = 0;
    let conflicts = 0;
    let former: Departure | null = null;
    for (;;) {
      const { turn, journal } = attempt;
      const readMs = clock.monotonicMs();
      const turned = await runTurn(
        turn,
        { ...dependencies, maxAttempts: limits.retry.maxAttempts },
        collaborators,
        journal,
      );
      const now = new Date(turn.now.getTime() + clock.monotonicMs() - readMs);
      const speed = turn.settings.responseSpeed ?? responseSpeed;
      const exit = decideExit(turned, { turn, now, merges, maxMerges: limits.maxMerges, former, speed });
      if (exit.kind === "commits") attempt.agent = agentOf(exit.commit);
      const ended = await carryOut(exit, turn, dependencies, collaborators);
      // A resumed run was already counted when it asked.
      if (ended.kind === "committed" && turn.asked === null) countCost(journal, dependencies);
      if (ended.kind === "committed" || ended.kind === "parked" || ended.kind === "lost") return ended;
      const isNewer = ended.kind === "newer";
      if (ended.kind === "conflict" && conflicts >= limits.maxConflicts) throw conflictsInARow(turn, conflicts + 1);
      const { mailbox } = dependencies.store;
      const again = await (isNewer ? mailbox.absorbNewer(turn) : mailbox.reload(turn.lease));
      if (again === null) return { kind: "lost" };
      // A session that was closed is closed once; one that is there all the same is another
      // write's.
      if (ended.kind === "conflict" || (ended.kind === "closed_session" && again.session !== null)) conflicts += 1;
      if (conflicts > limits.maxConflicts) throw conflictsInARow(turn, conflicts);
      if (isNewer) {
        countCost(journal, dependencies);
        merges += 1;
      }
      if (exit.kind !== "starts_anew" && exit.leaves !== null) former = exit.leaves;
      attempt.thrownAway.push(...journal.ofAttempt());
      attempt.turn = again;
      attempt.journal = openJournal(again.journal, journal.trials());
    }
  } catch (error) {
    if (error instanceof LeaseLost) return { kind: "lost" };
    const { turn, journal } = attempt;
    const failure = failureOf(error, turn, journal, dependencies);
    attempt.agent = failure.agent ?? attempt.agent;
    return endAttempt(turn, dependencies, limits.retry, error, failure);
  }
}

function agentOf({ agentId, agentVersion }: TurnResult["commit"]): PinnedAgent | null {
  return agentId === null || agentVersion === null ? null : { id: agentId, version: agentVersion };
}

type CarriedOut =
  | Extract<ProcessedTurn, { kind: "committed" | "parked" | "lost" }>
  /** The turn is to be read and thought again. */
  | { readonly kind: "newer" | "conflict" | "closed_session" };

async function carryOut(
  exit: Exit,
  turn: ClaimedTurn,
  dependencies: RuntimeDependencies,
  collaborators: TurnCollaborators,
): Promise<CarriedOut> {
  switch (exit.kind) {
    case "starts_anew":
      // Killed before the turn is read again, the next attempt finds its session closed and goes on
      // from there.
      await dependencies.store.mailbox.closeSession(turn);
      return { kind: "closed_session" };
    case "parks": {
      const { parking, delayMs, joins } = exit;
      if (await parkTurn(turn, parking, dependencies)) {
        return { kind: "parked", delayMs, isAside: parking.stepsAside === true };
      }
      return { kind: joins ? "newer" : "lost" };
    }
    case "commits": {
      const { commit, typedUntil } = exit;
      const committed = await commitTurn(turn, { ...commit, typedUntil }, dependencies, collaborators);
      return committed.kind === "fenced" ? { kind: "lost" } : committed;
    }
  }
}

function conflictsInARow({ run }: ClaimedTurn, conflicts: number): RecadoError {
  return new RecadoError("version_conflict", `Run ${run.id} met ${conflicts} conflicting writes in a row.`);
}

function countCost(journal: Journal, { metrics }: RuntimeDependencies): void {
  const cost = runCost(journal.steps());
  if (cost !== null) metrics.runPaid(cost);
}

/**
 * Lets a turn go while its reply is being typed, a file is on its way or a limit is spent. Tools
 * are left out of what is written: one whose answer stands in no journal yet has changed nothing
 * outside, and is asked again. False when the lease is lost or a newer message waits.
 */
function parkTurn(turn: ClaimedTurn, parking: Parking, { store }: RuntimeDependencies): Promise<boolean> {
  const steps = parking.steps.filter((step) => step.phase !== "act" || step.name === step.phase);
  return store.mailbox.park(turn, { ...parking, steps });
}

/**
 * A message is marked in flight only if there is a place to send it from, and that place is kept.
 */
async function commitTurn(
  turn: ClaimedTurn,
  { typedUntil, ...commit }: TurnResult["commit"] & { readonly typedUntil: Date },
  { store, clock }: RuntimeDependencies,
  { reserve }: TurnCollaborators,
): Promise<Extract<ProcessedTurn, { kind: "committed" }> | Exclude<CommitResult, { kind: "committed" }>> {
  const [first] = commit.outbox;
  // The claim judges whether a template or an unrequested message may leave (opt-out, the hour, a
  // pause after a spam limit). Such a message waits for the claim.
  const place: SendPlace | null =
    first === undefined || first.content.type === "template" || (first.purpose ?? "reply") !== "reply"
      ? null
      : reserve(turn.phoneNumberId);
  let isMarked = false;
  try {
    const markedMs = clock.monotonicMs();
    const committed = await store.mailbox.commit(turn, { ...commit, sendsAtOnce: place !== null });
    if (committed.kind !== "committed") return committed;
    const { hasMore, hasDue, toSend } = committed;
    isMarked = toSend !== null;
    return {
      kind: "committed",
      outcome: commit.asks != null ? "waiting_confirmation" : commit.goesOn != null ? "goes_on" : commit.outcome,
      hasMore,
      send:
        toSend === null || place === null ? null : (after, accepted) => place.send(toSend, markedMs, after, accepted),
      leavesReplies: first !== undefined && toSend === null,
      learns: commit.effects.some(({ kind }) => kind === "remember_facts"),
      resumesRuns: hasDue || commit.asks != null || commit.goesOn != null || (commit.answers?.length ?? 0) > 0,
      typedUntil,
    };
  } finally {
    if (!isMarked) place?.giveUp();
  }
}

async function endAttempt(
  turn: ClaimedTurn,
  dependencies: RuntimeDependencies,
  policy: RetryPolicy,
  error: unknown,
  failure: TurnFailure,
): Promise<ProcessedTurn> {
  const { store, logger, clock, random, newId } = dependencies;
  const next = attemptAfter(error, turn, policy, { now: clock.now(), random: random() });
  logger.error(
    {
      run_id: turn.run.id,
      conversation_id: turn.lease.conversationId,
      attempts: turn.run.attempts,
      code: failure.code,
      error: failure.message,
      outcome: next.kind,
    },
    next.kind === "retry" ? "a turn failed and will be tried again" : "a turn failed for good: dead letter",
  );
  if (next.kind === "retry") {
    const held = await store.mailbox.fail(turn, failure, next.delayMs);
    return held ? { kind: "failed", code: failure.code, delayMs: next.delayMs } : { kind: "lost" };
  }
  if (failure.code === "tool_in_doubt") await store.alerts.raise([inDoubtAlert(turn, failure)], newId);
  const held = await store.mailbox.bury(turn, failure, fallbackMessage(turn, dependencies));
  return held ? { kind: "buried", code: failure.code } : { kind: "lost" };
}

/** The effect is unknown and must not be guessed: a person looks where it was to happen. */
function inDoubtAlert({ run, lease, phoneNumberId }: ClaimedTurn, failure: TurnFailure): NewAlert {
  const call = failure.toolCalls?.find(({ status }) => status === "timeout");
  return {
    kind: "tool_in_doubt",
    subject: run.id,
    severity: "critical",
    phoneNumberId,
    detail: {
      runId: run.id,
      conversationId: lease.conversationId,
      tool: call?.toolName ?? null,
      callId: call?.callId ?? null,
    },
  };
}
