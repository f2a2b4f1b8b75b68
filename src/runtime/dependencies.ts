import type { AgentRegistry } from "../core/agent/agent.ts";
import type { WorkspaceId } from "../core/ids.ts";
import type { Channel } from "../core/ports/channel.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { Store } from "../core/ports/store.ts";
import type { Tools } from "../core/ports/tools.ts";
import type { TimerPreset } from "../core/time/timer-policy.ts";
import type { ReadYesNo } from "../core/turn/read-answers.ts";
import type { FileReaders } from "./file-readers.ts";
import type { ModelGate } from "./model-gate.ts";
import type { ReadingPace } from "./reading-pace.ts";
import type { RuntimeMetrics } from "./runtime-metrics.ts";

/** Everything that a turn may reach. Time and randomness come in; nothing below this line makes its own. */
export interface RuntimeDependencies {
  readonly store: Store;
  readonly channel: Channel;
  readonly agents: AgentRegistry;
  readonly tools: Tools;
  /** What a plain yes or no says, by rules alone: for answers to questions of ours. */
  readonly readYesNo: ReadYesNo;
  /** Absent where nobody listens or looks: then agents are told only that a file came. */
  readonly files?: FileReaders;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: RuntimeMetrics;
  /** Time-ordered ids, made before the commit. */
  readonly newId: () => string;
  /** Requirement A29: 1 types like a person, 0.2 fast, 0 answers at once. */
  readonly responseSpeed: number;
  /** Requirement A31: how long a session waits at each level. */
  readonly timerPreset: TimerPreset;
  /** [0, 1). */
  readonly random: () => number;
  /** What agents ask a language model through; null or absent: there is none. */
  readonly modelGate?: ModelGate | null;
  /** Between long messages others have their turn. Absent: nobody else waits. */
  readonly readingPace?: ReadingPace;
  /** Whose own answers audits have stopped; absent: nobody's. */
  readonly localStops?: LocalStops;
}

/** As this process knows it at the moment: asked within a turn, so it asks nobody itself. */
export interface LocalStops {
  isStopped(workspace: WorkspaceId, agentId: string, localModel: string): boolean;
}
