import { applyCommit } from "../../core/conversation/apply-commit.ts";
import { claimFrom, type RunToClaim } from "../../core/conversation/claim-from.ts";
import type { ConversationState } from "../../core/conversation/conversation-state.ts";
import { endSession } from "../../core/conversation/end-session.ts";
import type { TurnFailure } from "../../core/ports/mailbox.ts";
import { deadLetter } from "../../core/turn/dead-letter-commit.ts";
import { RUN_RETRY_POLICY } from "../../core/turn/run-retry-policy.ts";
import type { ClaimedTurn, StepRecord, TurnCommit, TurnEnding } from "../../core/turn/turn.ts";
import { decideExit } from "../../runtime/decide-exit.ts";
import type { TurnDependencies } from "../../runtime/dependencies.ts";
import { attemptAfter, failureOf, fallbackMessage } from "../../runtime/failed-attempt.ts";
import { type Journal, openJournal } from "../../runtime/journal.ts";
import { isModelStep } from "../../runtime/model-step.ts";
import { isReadStep } from "../../runtime/reads/read-step.ts";
import { runTurn } from "../../runtime/run-turn.ts";
import { EngineKilled } from "./engine-killed.ts";

/** A run that has ended, and the conversation after it. */
export interface EndedRun {
  readonly state: ConversationState;
  readonly ending: TurnEnding;
  readonly steps: readonly StepRecord[];
  /** Null when the run ended well; else it is a dead letter. */
  readonly failure: TurnFailure | null;
}

const OBSERVER = { routed() {}, replying() {}, silent() {} };

/**
 * Runs a turn to its end, as `process-turn.ts` does: claim, the real `runTurn`, commit. Memory does
 * not wait: an attempt that failed is made again at once.
 */
export async function runInMemory(
  state: ConversationState,
  begun: RunToClaim,
  now: Date,
  dependencies: TurnDependencies,
  beforeCommit: (turn: ClaimedTurn, journal: Journal) => void,
): Promise<EndedRun> {
  let before = state;
  let claimed = begun;
  for (;;) {
    const turn = claimFrom(before, claimed, now);
    const journal = openJournal(turn.journal);
    const end = (commit: TurnCommit, failure: TurnFailure | null): EndedRun => {
      const ending = { turn, commit };
      return { state: applyCommit(before, ending, now), ending, steps: journal.steps(), failure };
    };
    try {
      const turned = await runTurn(turn, dependencies, OBSERVER, journal);
      const conditions = { turn, now, merges: 0, maxMerges: 0, former: null, speed: 0 };
      const exit = decideExit(turned, conditions);
      if (exit.kind === "parks") throw new Error(`run ${turn.run.id} waits for something that memory does not have`);
      if (exit.kind === "commits") {
        beforeCommit(turn, journal);
        return end({ ...exit.commit, sendsAtOnce: false }, null);
      }
      before = endSession(before, "closed", now);
      claimed = { ...claimed, journal: answeredSteps(journal.steps()) };
    } catch (error) {
      if (error instanceof EngineKilled) throw error;
      const failure = failureOf(error, turn, journal, dependencies);
      const next = attemptAfter(error, turn, RUN_RETRY_POLICY, { now, random: 0 });
      if (next.kind === "give_up") return end(deadLetter(failure, fallbackMessage(turn, dependencies)), failure);
      const { attempts, failures, agentId, agentVersion } = turn.run;
      const pinned = { agentId: failure.agent?.id ?? agentId, agentVersion: failure.agent?.version ?? agentVersion };
      const run = { ...turn.run, ...pinned, attempts: attempts + 1, failures: failures + 1 };
      claimed = { ...claimed, run, journal: journal.steps() };
    }
  }
}

/**
 * What is written before a commit: neither a model nor a tool that reads is asked again what it has
 * answered.
 */
export function answeredSteps(steps: readonly StepRecord[]): StepRecord[] {
  return steps.filter((step) => isModelStep(step) || isReadStep(step));
}
