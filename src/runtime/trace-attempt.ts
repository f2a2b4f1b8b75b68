import type { PinnedAgent } from "../core/ports/mailbox.ts";
import type { ClaimedTurn, StepRecord } from "../core/turn/turn.ts";
import type { RuntimeDependencies } from "./dependencies.ts";
import type { Journal } from "./journal.ts";

/** One attempt at a claimed turn while it is worked on: it may be read again, and thought more than once. */
export interface Attempt {
  turn: ClaimedTurn;
  journal: Journal;
  /** Who decided, as soon as that stands. */
  agent: PinnedAgent | null;
  /** Steps of thoughts that were thrown away because the conversation had changed. */
  readonly thrownAway: StepRecord[];
}

/**
 * Tells the tracer of an attempt, however it ended: a model is paid whether or not its words are said. An attempt whose process
 * died tells nothing.
 */
export function traceAttempt(
  { turn, journal, agent, thrownAway }: Attempt,
  ended: { readonly kind: string; readonly outcome?: string; readonly code?: string },
  { tracer, clock }: Pick<RuntimeDependencies, "tracer" | "clock">,
): void {
  tracer?.turnEnded({
    ...{ workspaceId: turn.lease.workspaceId, conversationId: turn.lease.conversationId, runId: turn.run.id },
    ...{ agentId: agent?.id ?? turn.session?.agentId ?? turn.agentId, agentVersion: agent?.version ?? null },
    ...{ attempt: turn.run.attempts, segment: turn.segment?.number ?? 0, endedAt: clock.now() },
    ...{ outcome: ended.outcome ?? ended.kind, failure: ended.code ?? null },
    steps: [...thrownAway, ...journal.ofAttempt()],
    toolCalls: ended.kind === "committed" ? journal.calls() : journal.callsOfFailure(),
  });
}
