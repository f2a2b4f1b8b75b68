import type { FlowDefinition, TimerAction } from "../../flow/flow-definition.ts";

function level(action: TimerAction, real: number, rapido: number, instantaneo: number) {
  return { action, seconds: { real, rapido, instantaneo } };
}

/** How long Somnio waits, and what it does then (requirement A31). Seconds. */
export const TIMERS: FlowDefinition["timers"] = {
  L0: level("remind_data", 600, 60, 2),
  L1: level("list_missing", 360, 30, 2),
  L2: level("offer", 120, 10, 1),
  L3: level("order_without_pack", 600, 60, 2),
  L4: level("order_unconfirmed", 600, 60, 2),
  L5: level("retake", 90, 9, 1),
  L6: level("soft_retry", 360, 30, 2),
  L7: level("list_pickup_missing", 120, 10, 1),
  L8: level("offer", 120, 10, 1),
};
