import type { TimerPlan } from "../../core/time/timer-policy.ts";
import { BUYING_EFFECTS, type FlowDefinition } from "../definition/flow-definition.ts";
import type { TimerLevel } from "../definition/timer-definition.ts";
import { type Draft, stageOf, type Turn } from "../draft/draft.ts";
import { measureCompleteness } from "../sale/completeness.ts";

/**
 * The level that holds for a session as it stands now (requirement A32); null when no time presses.
 */
export function timerLevel({ flow, input }: Turn, draft: Draft): TimerLevel | null {
  if (draft.handoff !== null || draft.closesSession || draft.isPostponed) return null;
  switch (stageOf(flow, draft.mode)) {
    case "welcome":
    case "talk":
      return "L5";
    case "collect":
      return collectingLevel(flow, draft, [...input.session.intentsVistos.map(({ intent }) => intent), ...draft.seen]);
    case "offer":
      return draft.pack === null ? "L3" : "L4";
    case "summary":
      return draft.pack === null ? "L3" : "L4";
    case "confirmed":
    case "provisional":
    case "handoff":
      return null;
  }
}

function collectingLevel(flow: FlowDefinition, { data }: Draft, seen: readonly string[]): TimerLevel {
  const { isPickup, answered, hasCritical, hasMinimum } = measureCompleteness(flow, data);
  if (isPickup) return hasCritical ? "L8" : "L7";
  if (answered.length === 0) return "L0";
  if (hasMinimum) return "L2";
  // A customer who told data without saying that they buy is asked softly.
  const saidSo = seen.some((intent) => BUYING_EFFECTS.some((effect) => effect === flow.intents[intent]?.effect));
  return saidSo ? "L1" : "L6";
}

export function timerPlan(turn: Turn, draft: Draft): TimerPlan | null {
  const level = timerLevel(turn, draft);
  return level === null ? null : { level, seconds: turn.flow.timers[level].seconds };
}
