import type { WorkspaceId } from "../ids.ts";
import type { InputClass } from "../inbound/input-class.ts";
import type { RunStatus } from "../turn/run-machine.ts";

/** What a shop's days were like, from what stands in the database and nothing else. */
export interface Insights {
  /** Days of the shop (America/Bogota) as `YYYY-MM-DD`, both ends included. */
  read(workspace: WorkspaceId, range: { from: string; to: string }): Promise<Insight>;
}

export interface DayCounts {
  /** In which a customer spoke, an order was made or a person took over. */
  readonly conversations: number;
  /** Without those that were cancelled. */
  readonly orders: number;
  /** Conversations with an order, of `conversations`. */
  readonly converted: number;
  /** Conversations in which a person took over, by the agent's own wish or theirs. */
  readonly handedOff: number;
  /** Where a person took over, answered or had a tool called. */
  readonly withPerson: number;
  readonly tokens: number;
  readonly microUsd: number;
  /** Of calls whose model has no price: not in `microUsd`. */
  readonly unpricedTokens: number;
}

export interface Insight {
  readonly total: DayCounts;
  /** Each day of the range, the oldest first. */
  readonly days: readonly (DayCounts & { readonly day: string })[];
  readonly runsByStatus: Readonly<Record<RunStatus, number>>;
  readonly latencies: readonly Latency[];
  /** The newest runs of the range were measured, this many at most. */
  readonly measuredRuns: number;
}

/**
 * - `queue`: from the message's record to the start of its run
 * - `answer`: queue, phases and the first send, without the time in which a reply was typed
 * - `reply`: from the message's record to the provider's receipt of the first reply, typing and all
 */
export type LatencyOf = "queue" | "answer" | "reply";

export interface Latency {
  readonly of: LatencyOf;
  /** Null: of all. */
  readonly inputClass: InputClass | null;
  readonly runs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}
