import { errorText, RecadoError } from "../core/errors.ts";
import type { OutboxId } from "../core/ids.ts";
import type { NewAlert } from "../core/operations/alert.ts";
import { type Departure, departure, isPatient, notLater } from "../core/outbound/human-delay.ts";
import { doubtClassOf, type NewOutboxMessage } from "../core/outbound/outbox.ts";
import type { Parking, PinnedAgent, TurnFailure } from "../core/ports/store.ts";
import { MAX_BEGUN, nextAttempt, type RetryPolicy } from "../core/turn/retry-policy.ts";
import type { ClaimedTurn, CommitResult } from "../core/turn/turn.ts";
import { doesCustomerWait } from "./checkpoint.ts";
import type { RuntimeDependencies } from "./dependencies.ts";
import { type Journal, openJournal } from "./journal.ts";
import { LeaseLost } from "./lease-lost.ts";
import { runCost } from "./run-cost.ts";
import { runTurn, type TurnObserver, type TurnResult } from "./run-turn.ts";
import type { Sender, SendPlace } from "./sender.ts";

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
       * A question was asked or answered, or a run waited for an idle conversation: a run resumes
       * or expires.
       */
      readonly resumesRuns: boolean;
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

/** What a turn runs in: its observers, and the places for its replies. */
export interface TurnCollaborators extends TurnObserver, Pick<Sender, "reserve"> {}

/** Runs a claimed turn to its end: commit, retry, or dead letter. */
export async function processTurn(
  claimed: ClaimedTurn,
  dependencies: RuntimeDependencies,
  limits: ProcessingLimits,
  surroundings: TurnCollaborators,
): Promise<ProcessedTurn> {
  let turn = claimed;
  let journal = openJournal(turn.journal);
  try {
    if (turn.run.attempts > limits.maxBegun) {
      throw new RecadoError(
        "run_abandoned",
        `Run ${turn.run.id} was begun ${turn.run.attempts - 1} times and never ended: its worker died each time.`,
      );
    }
    let merges = 0;
    let former: Departure | null = null;
    for (let conflicts = 0; ; ) {
      const readMs = dependencies.clock.monotonicMs();
      const turned = await runTurn(turn, dependencies, surroundings, journal);
      const now = new Date(turn.now.getTime() + dependencies.clock.monotonicMs() - readMs);
      if (turned.kind === "waits") {
        const parking = { ...turned.parking, steps: turned.steps, refuseIfNewer: merges < limits.maxMerges };
        const waits = await parkTurn(turn, parking, parking.until.getTime() - now.getTime(), dependencies);
        if (waits.kind === "parked") return waits;
        // Messages that arrived meanwhile are answered with it.
        const newer = await dependencies.store.mailbox.absorbNewer(turn);
        if (newer === null) return { kind: "lost" };
        countCost(journal, dependencies);
        merges += 1;
        turn = newer;
        journal = openJournal(turn.journal, journal.trials());
        continue;
      }
      if (turned.kind === "limited") {
        // Limits delay; they drop nothing and cost no attempt. Messages that arrive meanwhile join
        // when the run resumes, if any may.
        const { kind: _, ...limited } = turned;
        const delayMs = Math.max(0, limited.until.getTime() - now.getTime());
        const waits = await parkTurn(turn, { ...limited, refuseIfNewer: false }, delayMs, dependencies);
        return waits.kind === "parked" ? waits : { kind: "lost" };
      }
      if (turned.kind === "starts_anew") {
        // A worker killed here leaves a closed session. The next attempt finds it and continues
        // from there.
        await dependencies.store.mailbox.closeSession(turn);
        const anew = await dependencies.store.mailbox.reload(turn.lease);
        if (anew === null) return { kind: "lost" };
        // Another write may have been first. A session is closed only once.
        if (anew.session !== null) conflicts += 1;
        if (conflicts > limits.maxConflicts) throw conflictsInARow(turn, conflicts);
        turn = anew;
        journal = openJournal(turn.journal, journal.trials());
        continue;
      }
      const { result } = turned;
      const typed = departureOf(turn, result, turn.settings.responseSpeed ?? dependencies.responseSpeed);
      const leaves: Departure = former === null ? typed : notLater(typed, former);
      if (result.typingMs > 0) former = leaves;
      const until = leaves.at;
      // A reply that has not left can still answer new messages, once however long it has waited. A
      // reply that follows a deed leaves.
      const mayMerge =
        (merges === 0 || (merges < limits.maxMerges && isPatient(result.spokenAt, now))) &&
        !result.deeds.some((deed) => deed.isExternal);
      const refuseIfNewer = result.commit.refuseIfNewer && mayMerge;
      const delayMs = until.getTime() - now.getTime();
      const committed =
        delayMs > 0
          ? await parkTurn(
              turn,
              { until, refuseIfNewer, steps: result.commit.steps, toolCalls: result.trials },
              delayMs,
              dependencies,
            )
          : await commitTurn(turn, { ...result.commit, refuseIfNewer, typedUntil: until }, dependencies, surroundings);
      // A resumed run was already counted when it asked.
      if (committed.kind === "committed" && turn.asked === null) countCost(journal, dependencies);
      if (committed.kind === "committed" || committed.kind === "parked") return committed;
      if (committed.kind === "fenced") return { kind: "lost" };
      if (committed.kind === "conflict" && conflicts >= limits.maxConflicts) {
        throw conflictsInARow(turn, conflicts + 1);
      }
      const again =
        committed.kind === "newer"
          ? await dependencies.store.mailbox.absorbNewer(turn)
          : await dependencies.store.mailbox.reload(turn.lease);
      if (again === null) return { kind: "lost" };
      if (committed.kind === "newer") {
        countCost(journal, dependencies);
        merges += 1;
      } else conflicts += 1;
      turn = again;
      journal = openJournal(turn.journal, journal.trials());
    }
  } catch (error) {
    if (error instanceof LeaseLost) return { kind: "lost" };
    return endAttempt(turn, dependencies, limits.retry, error, {
      agent: pinnedAgent(turn, journal, dependencies),
      code: error instanceof RecadoError ? error.code : "internal",
      message: errorText(error),
      steps: journal.unwritten(),
      toolCalls: journal.callsOfFailure(),
    });
  }
}

function conflictsInARow({ run }: ClaimedTurn, conflicts: number): RecadoError {
  return new RecadoError("version_conflict", `Run ${run.id} met ${conflicts} conflicting writes in a row.`);
}

function countCost(journal: Journal, { metrics }: RuntimeDependencies): void {
  const cost = runCost(journal.steps());
  if (cost !== null) metrics.runPaid(cost);
}

/** A reply without customer words counts from the beginning of its run. */
function departureOf(turn: ClaimedTurn, { spokenAt, typingMs }: TurnResult, speed: number): Departure {
  return departure(spokenAt.length > 0 ? spokenAt : [turn.run.createdAt], { typingMs, speed });
}

/**
 * Parks a turn while its reply is typed, a file is missing or a limit is spent. Tools are left out
 * of the write: a tool without a journaled answer has changed nothing outside and is called again.
 */
async function parkTurn(
  turn: ClaimedTurn,
  parking: Parking,
  delayMs: number,
  { store }: RuntimeDependencies,
): Promise<{ kind: "parked"; delayMs: number; isAside: boolean } | { kind: "newer" }> {
  const steps = parking.steps.filter((step) => step.phase !== "act" || step.name === step.phase);
  const isParked = await store.mailbox.park(turn, { ...parking, steps });
  return isParked ? { kind: "parked", delayMs, isAside: parking.stepsAside === true } : { kind: "newer" };
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
      outcome: commit.asks == null ? commit.outcome : "waiting_confirmation",
      hasMore,
      send:
        toSend === null || place === null ? null : (after, accepted) => place.send(toSend, markedMs, after, accepted),
      leavesReplies: first !== undefined && toSend === null,
      resumesRuns: hasDue || commit.asks != null || (commit.answers?.length ?? 0) > 0,
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
  const next =
    error instanceof RecadoError && error.retry === "never"
      ? ({ kind: "give_up" } as const)
      : nextAttempt(policy, turn.run.failures + 1, clock.now(), random());
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

/** Said when the agent itself cannot say it. */
const FALLBACK_OF_NOBODY =
  "Disculpe, en este momento no puedo responderle. Una persona de nuestro equipo le escribirá por este mismo chat.";

/**
 * The customer hears, once for each run, that a person will look at it, and only if the bot may
 * speak.
 */
function fallbackMessage(turn: ClaimedTurn, { agents, newId }: RuntimeDependencies): NewOutboxMessage | null {
  const { workspaceEnabled, botEnabled, stopTagged } = turn.gate;
  const spoke = doesCustomerWait(turn) || turn.events.some((event) => event.inputType === "message");
  if (turn.run.fallbackSent || !spoke || !workspaceEnabled || !botEnabled || stopTagged) return null;
  const agent = agents.get(turn.session?.agentId ?? turn.agentId);
  const content = { type: "text", body: agent?.texts.fallback ?? FALLBACK_OF_NOBODY } as const;
  return {
    id: newId() as OutboxId,
    idempotencyKey: `${turn.run.id}:fallback`,
    content,
    onDoubt: doubtClassOf(content),
    replyToMessageId: null,
    block: null,
  };
}

/** The version that decided. Before a decision, the next attempt may ask a newer version. */
function pinnedAgent(turn: ClaimedTurn, journal: Journal, { agents }: RuntimeDependencies): PinnedAgent | null {
  if (journal.find("plan")?.status !== "ok") return null;
  if (turn.run.agentId !== null && turn.run.agentVersion !== null) {
    return { id: turn.run.agentId, version: turn.run.agentVersion };
  }
  const agent = agents.get(turn.session?.agentId ?? turn.agentId);
  return agent === null ? null : { id: agent.id, version: agent.version };
}
