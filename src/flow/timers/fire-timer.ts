import { TIMER_LEVELS, type TimerAction } from "../definition/timer-definition.ts";
import { because, type Draft, hasSaidStep, say, signal, type Turn, wordless } from "../draft/draft.ts";
import { hasLeftOpen } from "../draft/silence-consent.ts";
import { enterOffer } from "../modes/enter-stage.ts";
import { askOfPlace } from "../orders/ask-of-place.ts";
import { askDelivery } from "../orders/choose-delivery.ts";
import { placeOrder } from "../orders/place-order.ts";
import { measureCompleteness } from "../sale/completeness.ts";
import { timerLevel } from "./timer-level.ts";

type Firing = (turn: Turn, draft: Draft) => Draft;

/** What each level does when it runs out (requirement A31). */
const FIRINGS: Readonly<Record<TimerAction, Firing>> = {
  remind_data: (turn, draft) => (hasSaidStep(turn, "remindData") ? draft : say(draft, "remindData")),
  list_missing: (turn, draft) => {
    const asked = isCityOpen(turn, draft) ? askDelivery(turn, draft, "a city without an address") : draft;
    return asked === draft ? say(draft, "missingData") : asked;
  },
  offer: (turn, draft) => (measureCompleteness(turn.flow, draft.data).hasCritical ? enterOffer(turn, draft) : draft),
  order_without_pack: (turn, draft) => orderAs(turn, draft, "order_without_pack"),
  order_unconfirmed: (turn, draft) => orderAs(turn, draft, "order_unconfirmed"),
  retake: (turn, draft) => {
    if (!hasSaidStep(turn, "retakeLong")) return say(draft, "retakeLong");
    return hasSaidStep(turn, "retakeShort") ? draft : say(draft, "retakeShort");
  },
  soft_retry: (_, draft) => say(draft, "softRetry"),
  list_pickup_missing: (turn, draft) => {
    const { missing } = measureCompleteness(turn.flow, draft.data);
    const critical = new Set(turn.flow.pickup?.fields.critical ?? []);
    return missing.some((field) => critical.has(field)) ? say(draft, "pickupMissing") : draft;
  },
};

/**
 * A timer came due. The level is judged once more by the session as it stands now. A level that no
 * longer holds only has its time measured again (requirement A32).
 */
export function fireTimer(turn: Turn, draft: Draft, level: string): Draft {
  const named: Draft = { ...draft, intentInfo: wordless(`timer_${level}`) };
  const holds = timerLevel(turn, draft);
  const due = TIMER_LEVELS.find((one) => one === level);
  if (due === undefined || holds !== due) {
    return signal(
      because(named, `${level} came due, but ${holds ?? "no level"} holds`),
      "reevaluate",
      "another level holds",
    );
  }
  const { action } = turn.flow.timers[due];
  return FIRINGS[action](turn, because(named, `${level} came due: ${action}`));
}

/** Recorded under the shop's own name for it. */
function orderAs(turn: Turn, draft: Draft, effect: "order_without_pack" | "order_unconfirmed"): Draft {
  if (hasLeftOpen(turn)) return because(draft, "their last words were no consent: silence orders nothing");
  if (draft.onlyAsked.length > 0) return askOfPlace(turn, draft);
  const intent = Object.keys(turn.flow.intents).find((one) => turn.flow.intents[one]?.effect === effect);
  const named =
    intent === undefined ? draft : { ...draft, intentInfo: wordless(intent), seen: [...draft.seen, intent] };
  return placeOrder(turn, named, effect === "order_without_pack" ? "timer_sinpack" : "timer_pendiente");
}

/** A city where delivery at the door is uncertain, and no address yet. */
function isCityOpen({ flow }: Turn, { data }: Draft): boolean {
  const { pickup } = flow;
  if (pickup === null || pickup.cityField === null) return false;
  const city = data[pickup.cityField] ?? "";
  return city !== "" && (data[pickup.addressField] ?? "") === "" && !pickup.homeCities.includes(city);
}
