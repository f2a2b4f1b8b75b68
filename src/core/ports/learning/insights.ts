import type { StoredCounts, StoredLatency } from "../../answers/insight.ts";
import type { StoredMoney } from "../../answers/money.ts";
import type { WorkspaceId } from "../../ids.ts";
import type { RunStatus } from "../../turn/run-machine.ts";

/** What the days of a shop were like, from the database alone. */
export interface Insights {
  /** Days by the clock of the workspace as `YYYY-MM-DD`, both ends included. */
  read(workspace: WorkspaceId, range: { from: string; to: string }): Promise<StoredInsight>;
  /** What was sold, by day, product and city, and where the others stand. */
  money(workspace: WorkspaceId, days: { readonly from: string; readonly to: string }): Promise<StoredMoney>;
}

export interface StoredInsight {
  readonly total: StoredCounts;
  /** Each day of the range, oldest first. */
  readonly days: readonly (StoredCounts & { readonly day: string })[];
  readonly runsByStatus: Record<RunStatus, number>;
  readonly latencies: readonly StoredLatency[];
  /** Latencies come from the newest runs of the range, at most this many. */
  readonly measuredRuns: number;
}
