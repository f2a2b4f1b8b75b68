import type { TimerPreset } from "../../core/time/timer-policy.ts";

export const TIMER_LEVELS = ["L0", "L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8"] as const;
export type TimerLevel = (typeof TIMER_LEVELS)[number];

/** Requirement A31: what happens when a level runs out. */
export const TIMER_ACTIONS = [
  "remind_data",
  "list_missing",
  "offer",
  "order_without_pack",
  "order_unconfirmed",
  "retake",
  "soft_retry",
  "list_pickup_missing",
] as const;
export type TimerAction = (typeof TIMER_ACTIONS)[number];

export interface TimerDefinition {
  readonly action: TimerAction;
  readonly seconds: Readonly<Record<TimerPreset, number>>;
}
