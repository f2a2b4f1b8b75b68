import { captureFields } from "../capture-fields.ts";
import { isPickedUp, measureCompleteness } from "../completeness.ts";
import type { PickupDefinition } from "../definition/order-definition.ts";
import {
  because,
  type Draft,
  goOn,
  hasSaidStep,
  justSaid,
  type RuleResult,
  say,
  signal,
  stageOf,
  type Turn,
} from "../draft.ts";
import { enterOffer } from "../enter-stage.ts";
import { moveMode } from "../move-mode.ts";

/**
 * Home or the carrier's office (requirement A20), before everything else: a clear wish switches and
 * is confirmed; a mention is asked about once.
 */
export function chooseDelivery(turn: Turn, draft: Draft): RuleResult {
  const { pickup } = turn.flow;
  const stage = stageOf(turn.flow, draft.mode);
  if (pickup === null || turn.reading === null || stage === "confirmed" || stage === "provisional") return goOn(draft);
  const mentions = turn.reading.messages.map(({ delivery }) => delivery).filter((one) => one !== null);
  const wasAsked = justSaid(turn, "pickupQuestion");
  // After our question, naming the office chooses it; asking about it does not.
  const isAnswer = wasAsked && mentions.includes("asked") && !turn.input.message.includes("?");
  if (isAnswer && !mentions.includes("home")) return goOn(switchToPickup(turn, draft, pickup));
  if (mentions.includes("pickup")) return goOn(switchToPickup(turn, draft, pickup));
  if (wasAsked && mentions.includes("home")) return goOn(say(because(draft, "delivered at home"), "homeConfirmed"));
  if (mentions.includes("home") && isPickedUp(turn.flow, draft.data)) return goOn(switchToHome(turn, draft, pickup));
  if (mentions.length > 0 && !mentions.includes("home") && stage === "collect") {
    return goOn(askDelivery(turn, draft, "an office was mentioned"));
  }
  return goOn(draft);
}

/** "Mejor lo recojo en la oficina" is no intent and was understood: silence after it may order. */
export function hasChosenDelivery({ steps, captured }: Draft): boolean {
  return captured.length === 0 && (steps.includes("pickupConfirmed") || steps.includes("homeConfirmed"));
}

/** Once in a session. */
export function askDelivery(turn: Turn, draft: Draft, reason: string): Draft {
  if (hasSaidStep(turn, "pickupQuestion") || draft.steps.includes("pickupQuestion")) return draft;
  if (isPickedUp(turn.flow, draft.data)) return draft;
  return say(because(draft, `${reason}: home or office is asked`), "pickupQuestion");
}

export function isRemote(
  { remoteCities, cityField }: PickupDefinition,
  data: Readonly<Record<string, string>>,
): boolean {
  return cityField !== null && remoteCities.includes(data[cityField] ?? "");
}

function switchToPickup(turn: Turn, draft: Draft, pickup: PickupDefinition): Draft {
  const { flag, clears } = pickup;
  if (isPickedUp(turn.flow, draft.data)) return draft;
  const flagged = captureFields(draft, { [flag.field]: flag.value }, clears);
  // The flag is no field: it says how, not what.
  const switched = { ...flagged, captured: draft.captured };
  const { draft: moved } = moveMode(turn, switched, wayToPickup(turn, draft));
  const confirmed = say(moved, "pickupConfirmed");
  // The data for the door may be all that the office needs.
  if (measureCompleteness(turn.flow, confirmed.data).isComplete) return enterOffer(turn, confirmed);
  return signal(confirmed, "start", "it is picked up");
}

function switchToHome(turn: Turn, draft: Draft, pickup: PickupDefinition): Draft {
  const home = captureFields(draft, {}, [pickup.flag.field]);
  const { draft: moved } = moveMode(turn, home, [turn.flow.purposes.collect]);
  return signal(say(moved, "homeConfirmed"), "start", "it is delivered at home");
}

/** If the office's mode can be reached at once, the way through collecting is skipped. */
function wayToPickup({ flow }: Turn, { mode }: Draft): string[] {
  const { collect, collectPickup } = flow.purposes;
  if (collectPickup === null) return [collect];
  return flow.transitions[mode]?.[collectPickup] === true ? [collectPickup] : [collect, collectPickup];
}
