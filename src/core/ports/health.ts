import type { AuditCount } from "../agent/local-trust.ts";
import type { OutboxStatus } from "../outbound/outbox.ts";
import type { CircuitScope } from "../outbound/refusal.ts";
import type { RunStatus } from "../turn/run-machine.ts";
import type { OpenAlertCount } from "./desk/alerts.ts";

/** How the database does, over all workspaces. */
export interface Health {
  /** Milliseconds until the database answered. Throws when it does not answer in time. */
  ping(): Promise<number>;
  /** Writes more than the free room of any table holds, and leaves nothing behind. Throws when nothing can be written. */
  proveWrites(): Promise<void>;
  counts(): Promise<StoreCounts>;
}

export interface LocalModelCount extends AuditCount {
  readonly agentId: string;
  readonly localModel: string;
  readonly isStopped: boolean;
  /**
   * The agent's newest decision was made with it. A stop of a model that was replaced is no
   * trouble.
   */
  readonly isInUse: boolean;
}

/** Counts for `/metrics`. */
export interface StoreCounts {
  /** Dead letters that no operator has discarded. */
  readonly deadLetters: number;
  readonly runsByStatus: Readonly<Record<RunStatus, number>>;
  readonly outboxByStatus: Readonly<Record<OutboxStatus, number>>;
  readonly openCircuits: Readonly<Record<CircuitScope, number>>;
  readonly quarantined: number;
  readonly openAlerts: readonly OpenAlertCount[];
  /** Audits of the last days, of answers for which no language model was asked. */
  readonly localModels: readonly LocalModelCount[];
  /** Age in seconds of the conversation that has waited longest past its due time. */
  readonly oldestDueSeconds: number;
}
