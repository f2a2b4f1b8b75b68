import type { KnowledgeSource } from "../../core/knowledge/knowledge-source.ts";
import type { Tools } from "../../core/ports/tools.ts";
import type { TimerPreset } from "../../core/time/timer-policy.ts";
import type { TurnDependencies } from "../../runtime/dependencies.ts";
import type { DeadAttempt } from "./engine-killed.ts";
import type { SandboxModel } from "./sandbox-model.ts";
import type { QuestionAnswer, SandboxQuestion } from "./sandbox-question.ts";
import type { SandboxSnapshot } from "./sandbox-snapshot.ts";

/** What a conversation in memory may be given. Everything else is as in production. */
export interface MemoryDependencies {
  readonly preset?: TimerPreset;
  /** Null or absent when the agent may ask no model. */
  readonly model?: SandboxModel | null;
  /** True when each turn tells how it came about (`ObservedTurn.how`). */
  readonly explains?: boolean;
  /** When the conversation begins. */
  readonly startMs?: number;
  /** The workspace's own zone; absent: that of the agent's locale. */
  readonly timeZone?: string;
  /** Where the conversation goes on, in place of the starting point. */
  readonly from?: SandboxSnapshot;
  /** Absent: the tools that ship, which write into this conversation alone. */
  readonly tools?: Tools;
  /** Absent: each agent has what its own definition holds. */
  readonly knowledge?: KnowledgeSource;
  /** Absent: the rules that production reads answers by. */
  readonly readYesNo?: TurnDependencies["readYesNo"];
  /**
   * Returns the answer that counts; a person may have given one elsewhere. Absent: the answer given
   * here.
   */
  readonly onAnswer?: (asked: SandboxQuestion, answer: QuestionAnswer) => Promise<QuestionAnswer>;
  /** The first turn goes on from an attempt that died. */
  readonly resumes?: DeadAttempt;
  /**
   * True when the engine is to die in this turn, after its tools were called and before its commit.
   */
  readonly isKilledNow?: () => boolean;
}
