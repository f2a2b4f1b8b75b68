import type { AgentRegistry } from "../core/agent/agent.ts";
import type { Channel } from "../core/ports/channel.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { DocumentReader } from "../core/ports/documents.ts";
import type { Store } from "../core/ports/store.ts";
import type { Tools } from "../core/ports/tools.ts";
import type { WakeEngine } from "../core/ports/wake-engine.ts";
import type { WorkerOptions } from "../runtime/worker/worker-options.ts";
import type { ModuleParts } from "./agents/module-parts.ts";
import type { FileSubstitutes } from "./open-file-readers.ts";
import type { ModelSubstitutes } from "./open-model-gate.ts";
import type { WorkerStart } from "./start-worker.ts";

/** Wrappers or replacements of parts, for tests. Production has none. */
export interface Substitutes extends ModelSubstitutes, FileSubstitutes {
  readonly wrapStore?: (store: Store) => Store;
  readonly wrapChannel?: (channel: Channel) => Channel;
  readonly clock?: Clock;
  readonly agents?: AgentRegistry;
  readonly tools?: Tools;
  /** What stands beside those agents. */
  readonly parts?: ModuleParts;
  /** Around the tools of the turns. The examples of a new shop put a fault there (src/cli/examples). */
  readonly wrapTools?: (tools: Tools) => Tools;
  readonly documentReader?: DocumentReader;
  readonly worker?: Partial<WorkerOptions>;
  readonly graceMs?: number;
  /** Who calls the worker, when it is not the worker itself. */
  readonly wakeEngine?: WakeEngine;
  /** How long a call by that engine may take. */
  readonly woken?: WorkerStart["woken"];
}
