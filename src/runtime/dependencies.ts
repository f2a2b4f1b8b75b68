import type { AgentRegistry } from "../core/agent/agent.ts";
import type { PromptSource } from "../core/agent/own-prompts.ts";
import type { WorkspaceId } from "../core/ids.ts";
import type { KnowledgeSource } from "../core/knowledge/knowledge-source.ts";
import type { Locale } from "../core/locale/locale.ts";
import type { Channel } from "../core/ports/channel.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Crm } from "../core/ports/crm.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { RunTracer } from "../core/ports/run-tracer.ts";
import type { Store } from "../core/ports/store.ts";
import type { Tools } from "../core/ports/tools.ts";
import type { TimerPreset } from "../core/time/timer-policy.ts";
import type { ReadYesNo } from "../core/turn/read-answers.ts";
import type { FileReaders } from "./file-readers.ts";
import type { ModelGate } from "./model-gate.ts";
import type { RuntimeMetrics } from "./runtime-metrics.ts";
import type { ReadingPace } from "./worker/reading-pace.ts";

/**
 * Everything that the phases of a turn may reach (`run-turn.ts`). Time and randomness come in; nothing
 * below this line makes its own. A conversation in memory gives the same with stores of its own.
 */
export interface TurnDependencies {
  readonly store: TurnStore;
  readonly agents: AgentRegistry;
  readonly tools: Tools;
  /** Reads a plain yes or no by rules alone, for answers to our questions. */
  readonly readYesNo: (text: string, locale: Locale) => ReturnType<ReadYesNo>;
  /** Absent when no service listens or looks: agents then learn only that a file arrived. */
  readonly files?: FileReaders;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: TurnMetrics;
  /** Time-ordered ids, made before the commit. */
  readonly newId: () => string;
  /** Requirement A29: 1 types like a person, 0.2 fast, 0 answers at once. */
  readonly responseSpeed: number;
  /** Requirement A31: how long a session waits at each level. */
  readonly timerPreset: TimerPreset;
  /** The gate through which agents ask a language model; null or absent when there is none. */
  readonly modelGate?: Pick<ModelGate, "forTurn"> | null;
  /** Attempts of one run, the first included. Absent: the standard policy's. */
  readonly maxAttempts?: number;
  /** Lets other turns run between long messages. Absent when this turn runs alone. */
  readonly readingPace?: ReadingPace;
  /** What shops have written for their agents. Absent: each agent has what its own definition holds. */
  readonly knowledge?: KnowledgeSource;
  /** What shops have put in place of their agents' prompts. Absent: each agent has its own. */
  readonly prompts?: PromptSource;
  /** Agents whose own answers audits have stopped; absent when there are none. */
  readonly localStops?: LocalStops;
}

/** What a turn reads and writes before its commit. */
export interface TurnStore {
  readonly mailbox: Pick<Store["mailbox"], "flushSteps" | "tell">;
  readonly media: Pick<Store["media"], "open" | "keepUnderstanding">;
  readonly crm: Crm;
}

export type TurnMetrics = Pick<RuntimeMetrics, "phaseFinished" | "toolCalled" | "understood" | "memoryRead">;

/** The same for a worker, which also claims, commits, sends and tries again. */
export interface RuntimeDependencies extends TurnDependencies {
  readonly store: Store;
  readonly channel: Channel;
  readonly metrics: RuntimeMetrics;
  readonly modelGate?: ModelGate | null;
  /** Absent: nothing is traced. */
  readonly tracer?: RunTracer;
  /** [0, 1). */
  readonly random: () => number;
}

/** The state that this process knows. It is read inside a turn, so it must not ask the database. */
export interface LocalStops {
  isStopped(workspace: WorkspaceId, agentId: string, localModel: string): boolean;
}
