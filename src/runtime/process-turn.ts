import { errorText, RecadoError } from "../core/errors.ts";
import type { OutboxId } from "../core/ids.ts";
import type { NewOutboxMessage, OutboxMessage } from "../core/outbox.ts";
import type { PinnedAgent, TurnFailure } from "../core/ports/store.ts";
import { MAX_BEGUN, nextAttempt, type RetryPolicy } from "../core/retry-policy.ts";
import type { ClaimedTurn, CommitResult, TurnCommit } from "../core/turn.ts";
import type { RuntimeDependencies } from "./dependencies.ts";
import { openJournal } from "./journal.ts";
import { LeaseLost } from "./phases/act.ts";
import { runTurn, type TurnObserver } from "./run-turn.ts";

/** How the work on one claimed conversation ended. Every exit is a value. */
export type ProcessedTurn =
  | {
      readonly kind: "committed";
      readonly outcome: string;
      readonly hasMore: boolean;
      readonly toSend: OutboxMessage | null;
      /** Monotonic time from before the commit that marked `toSend` in flight. */
      readonly markedMs: number;
    }
  /** The attempt failed and waits for the next one. */
  | { readonly kind: "failed"; readonly code: string; readonly delayMs: number }
  | { readonly kind: "buried"; readonly code: string }
  /** Another worker holds the conversation: nothing of this attempt was written. */
  | { readonly kind: "lost" };

export interface ProcessingLimits {
  readonly retry: RetryPolicy;
  /** How often a run may be begun before it is taken for one that kills its workers. */
  readonly maxBegun: number;
  /** Requirement B3: how often a turn is read and processed again after somebody else's write. */
  readonly maxConflicts: number;
  /** How many bursts one reply may wait for before it goes out anyway. */
  readonly maxMerges: number;
}

export const PROCESSING_LIMITS: Omit<ProcessingLimits, "retry"> = {
  maxBegun: MAX_BEGUN,
  maxConflicts: 3,
  maxMerges: 10,
};

/** Runs a claimed turn to its end: commit, retry, or dead letter. */
export async function processTurn(
  claimed: ClaimedTurn,
  dependencies: RuntimeDependencies,
  limits: ProcessingLimits,
  observer: TurnObserver,
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
    for (let conflicts = 0; ; ) {
      const result = await runTurn(turn, dependencies, observer, journal);
      // A reply that has not left yet can still answer what came meanwhile; one that follows a deed goes out.
      const mayMerge = merges < limits.maxMerges && !result.deeds.some((deed) => deed.isExternal);
      const commit: TurnCommit = { ...result.commit, refuseIfNewer: result.commit.refuseIfNewer && mayMerge };
      const markedMs = dependencies.clock.monotonicMs();
      const committed: CommitResult = await dependencies.store.mailbox.commit(turn, commit);
      if (committed.kind === "committed") return { ...committed, outcome: commit.outcome, markedMs };
      if (committed.kind === "fenced") return { kind: "lost" };
      if (committed.kind === "conflict" && conflicts >= limits.maxConflicts) {
        throw new RecadoError(
          "version_conflict",
          `Run ${turn.run.id} met ${conflicts + 1} conflicting writes in a row.`,
        );
      }
      const again =
        committed.kind === "newer"
          ? await dependencies.store.mailbox.absorbNewer(turn)
          : await dependencies.store.mailbox.reload(turn.lease);
      if (again === null) return { kind: "lost" };
      if (committed.kind === "newer") merges += 1;
      else conflicts += 1;
      turn = again;
      journal = openJournal(turn.journal);
    }
  } catch (error) {
    if (error instanceof LeaseLost) return { kind: "lost" };
    return endAttempt(turn, dependencies, limits.retry, error, {
      agent: pinnedAgent(turn, dependencies),
      code: error instanceof RecadoError ? error.code : "internal",
      message: errorText(error),
      steps: journal.unwritten(),
    });
  }
}

async function endAttempt(
  turn: ClaimedTurn,
  dependencies: RuntimeDependencies,
  policy: RetryPolicy,
  error: unknown,
  failure: TurnFailure,
): Promise<ProcessedTurn> {
  const { store, logger, clock, random } = dependencies;
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
  const held = await store.mailbox.bury(turn, failure, fallbackMessage(turn, dependencies));
  return held ? { kind: "buried", code: failure.code } : { kind: "lost" };
}

/** The customer hears that a person will look at it, once per run, and only where the bot may speak. */
function fallbackMessage(turn: ClaimedTurn, { agents, newId }: RuntimeDependencies): NewOutboxMessage | null {
  const { workspaceEnabled, botEnabled, stopTagged } = turn.gate;
  const spoke = turn.events.some((event) => event.inputType === "message");
  if (turn.run.fallbackSent || !spoke || !workspaceEnabled || !botEnabled || stopTagged) return null;
  const agent = agents.get(turn.session?.agentId ?? turn.agentId);
  if (agent === null) return null;
  return {
    id: newId() as OutboxId,
    idempotencyKey: `${turn.run.id}:fallback`,
    content: { type: "text", body: agent.texts.fallback },
    onDoubt: "resend",
    replyToMessageId: null,
  };
}

function pinnedAgent(turn: ClaimedTurn, { agents }: RuntimeDependencies): PinnedAgent | null {
  if (turn.run.agentId !== null && turn.run.agentVersion !== null) {
    return { id: turn.run.agentId, version: turn.run.agentVersion };
  }
  const agent = agents.get(turn.session?.agentId ?? turn.agentId);
  return agent === null ? null : { id: agent.id, version: agent.version };
}
