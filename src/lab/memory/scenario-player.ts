import type { Decision } from "../../core/agent/agent.ts";
import type { Session } from "../../core/agent/session.ts";
import type { ScenarioStep } from "./scenario.ts";
import type { TurnHow } from "./turn-how.ts";

/**
 * Where scenarios are played: in memory, or through the whole stack. Both tell what came of a step
 * in the same words.
 */
export interface ScenarioPlayer {
  play(step: ScenarioStep): Promise<Observation>;
}

/** What one turn came to. */
export interface ObservedTurn {
  /** Null when the agent was not asked: a person answers here. */
  readonly decision: Decision | null;
  /** True when a timer opened the turn. */
  readonly isTimer: boolean;
  /** What reached the customer. */
  readonly heard: readonly string[];
  /** True when the 24-hour window was closed, so that what was decided stayed here. */
  readonly isWindowClosed: boolean;
  /** Why the turn ended as a dead letter; absent when it ended well. */
  readonly failure?: string;
  /** Absent unless it was asked for. */
  readonly how?: TurnHow;
}

/** What there is after a step. */
export interface Observation {
  /** The turns of this step, in order. */
  readonly turns: readonly ObservedTurn[];
  /** The active session, else the last one. */
  readonly session: Pick<Session, "mode" | "status" | "datosCapturados" | "packSeleccionado" | "pendientes">;
  readonly timer: { readonly level: string; readonly dueInSeconds: number } | null;
  /** The agent's reminders that wait, the next one first. */
  readonly reminders: readonly SandboxReminder[];
  readonly orders: readonly SandboxOrder[];
  readonly tasks: readonly SandboxTask[];
  readonly isBotOn: boolean;
}

export interface SandboxReminder {
  readonly key: string;
  readonly at: Date;
  /** Empty when the template alone is said. */
  readonly text: string;
  /** The RRULE of a recurring one; null for a single one. */
  readonly rule: string | null;
  /** The name of the template for outside the 24-hour window; null when there is none. */
  readonly template: string | null;
}

export interface SandboxOrder {
  readonly purchaseKey: string;
  readonly source: string;
  readonly status: string;
  readonly pack: string | null;
  readonly total: number;
  readonly shippingAddress: string;
  readonly note: string | null;
}

/** Something that a person is to do. */
export interface SandboxTask {
  readonly title: string;
  readonly priority: string;
}
