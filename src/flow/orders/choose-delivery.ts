import type { PickupDefinition } from "../definition/order-definition.ts";
import { clausesOf } from "../draft/clauses-of.ts";
import {
  because,
  type Draft,
  decided,
  goOn,
  hasSaidStep,
  justSaid,
  type RuleResult,
  say,
  signal,
  stageOf,
  type Turn,
  wordless,
} from "../draft/draft.ts";
import { enterOffer, goOnWithYes } from "../modes/enter-stage.ts";
import { moveMode } from "../modes/move-mode.ts";
import { captureFields } from "../sale/capture-fields.ts";
import { isPickedUp, isReadyToOffer, measureCompleteness } from "../sale/completeness.ts";

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
  if (mentions.includes("home") && isPickedUp(turn.flow, draft.data)) return goOn(switchToHome(turn, draft, pickup));
  if (wasAsked && mentions.includes("home"))
    return goOn(deliverAtHome(turn, because(draft, "delivered at home"), pickup));
  if (mentions.includes("home") && isOnlyOfTheDoor(turn)) {
    const named: Draft = { ...draft, intentInfo: wordless("datos") };
    const why = "it goes home already: what is open is asked again";
    if (stage === "collect") return decided(goOnWithYes(turn, named) ?? say(named, "missingData"), why);
    return decided(say(named, stage === "summary" ? "askConfirmation" : "whichPack"), why);
  }
  if (mentions.length > 0 && !mentions.includes("home") && stage === "collect") {
    return goOn(askDelivery(turn, draft, "an office was mentioned"));
  }
  return goOn(draft);
}

/** "En la casa, que yo casi no salgo", while we wait for data, a pack or a yes: where it goes, and no question. */
function isOnlyOfTheDoor(turn: Turn): boolean {
  const stage = stageOf(turn.flow, turn.input.session.mode);
  const messages = turn.reading?.messages ?? [];
  const isBare = messages.every(({ fields, text }) => Object.keys(fields).length === 0 && !text.includes("?"));
  const clauses = clausesOf(turn) ?? [];
  // Nothing waits for a yes yet: whatever reason they give, it goes home.
  const isSaid = clauses.every(
    (kind) => kind === "courtesy" || kind === "fine" || (stage === "collect" && kind === "other"),
  );
  return (stage === "collect" || stage === "offer" || stage === "summary") && isBare && isSaid;
}

/** The words name another way of delivery than the one that stands. */
export function changesDelivery(turn: Turn): boolean {
  const mentions = (turn.reading?.messages ?? []).flatMap(({ delivery }) => delivery ?? []);
  const isPickup = isPickedUp(turn.flow, turn.input.session.datosCapturados);
  return turn.flow.pickup !== null && mentions.some((one) => (one === "home") === isPickup);
}

/** "Mejor lo recojo en la oficina" is no intent and was understood: silence after it may order. */
export function hasChosenDelivery(turn: Turn, { steps, captured }: Draft): boolean {
  if (clausesOf(turn)?.includes("question") === true) return false;
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
  // The data for the door may be all that the office needs: nothing else keeps the customer waiting.
  if (measureCompleteness(turn.flow, confirmed.data).hasCritical) return enterOffer(turn, confirmed);
  return signal(confirmed, "start", "it is picked up");
}

function switchToHome(turn: Turn, draft: Draft, pickup: PickupDefinition): Draft {
  const home = captureFields(draft, {}, [pickup.flag.field]);
  const { draft: moved } = moveMode(turn, home, [turn.flow.purposes.collect]);
  return signal(deliverAtHome(turn, moved, pickup), "start", "it is delivered at home");
}

/** Asks for the address, unless it is known: then the sale goes on. */
function deliverAtHome(turn: Turn, draft: Draft, { addressField }: PickupDefinition): Draft {
  if (turn.reading?.messages.some(({ fields }) => fields[addressField] !== undefined) === true) return draft;
  if ((draft.data[addressField] ?? "") === "") return say(draft, "homeConfirmed");
  return isReadyToOffer(turn.flow, draft) ? enterOffer(turn, draft) : say(draft, "missingData");
}

/** If the office's mode can be reached at once, the way through collecting is skipped. */
function wayToPickup({ flow }: Turn, { mode }: Draft): string[] {
  const { collect, collectPickup } = flow.purposes;
  if (collectPickup === null) return [collect];
  return flow.transitions[mode]?.[collectPickup] === true ? [collectPickup] : [collect, collectPickup];
}
