import { plainText } from "../../core/plain-text.ts";
import type { MessageReading, Reading } from "../../core/ports/flow-reader.ts";
import { isNothingButChoice, isPlainYes } from "../draft/binding-yes.ts";
import {
  because,
  type Draft,
  decided,
  goOn,
  keepSilent,
  type RuleResult,
  say,
  signal,
  stageOf,
  type Turn,
  wishOf,
  wordless,
} from "../draft/draft.ts";
import { enterCollect, enterOffer, enterSummary, goOnWithYes } from "../modes/enter-stage.ts";
import { handOver } from "../modes/hand-over.ts";
import { optionsToTap } from "../options/as-buttons.ts";
import { askDelivery, isRemote } from "../orders/choose-delivery.ts";
import { updateOrder } from "../orders/place-order.ts";
import { speaksOfAnother } from "../orders/start-anew.ts";
import { takeAskedPlace } from "../sale/asked-place.ts";
import { captureFields } from "../sale/capture-fields.ts";
import { isPickedUp, isReadyToOffer, measureCompleteness } from "../sale/completeness.ts";
import { packStated, packTaken, supposePack } from "../sale/pack-spoken-of.ts";
import { variablesIn } from "../sale/shipping-address.ts";
import { isSaidBack } from "./said-back.ts";
import { sayProgress } from "./say-progress.ts";

/**
 * Data while it is being collected is kept in silence (requirements A16, A18); a question with it
 * is answered as well.
 */
export function ingestData(turn: Turn, draft: Draft): RuleResult {
  const { reading, flow } = turn;
  if (reading === null || stageOf(flow, draft.mode) !== "collect") return goOn(draft);
  const captured = captureAll(draft, reading);
  const told = captured.captured.length === 0 ? captured : withStatedPack(turn, takeAskedPlace(turn, captured));
  const isFirst = measureCompleteness(flow, draft.data).answered.length === 0;
  const counted =
    told.captured.length === 0
      ? told
      : signal(told, isFirst ? "start" : "reevaluate", isFirst ? "the first datum" : "more data");
  const isAnswered =
    (isNothingButChoice(turn) && namesPack(turn)) ||
    reading.messages.some(
      ({ messageClass, quantity }) =>
        messageClass === "pregunta" || messageClass === "mixto" || (quantity != null && !quantity.isAsked),
    );
  if (told.captured.length > 0 && measureCompleteness(flow, told.data).isComplete)
    return complete(turn, told, isAnswered);
  // A customer who told an address and chose a pack has said where it goes, and the summary says it back.
  const isReady =
    told.captured.length > 0 &&
    (isReadyToOffer(flow, told) || isReadyToCollect(turn, told) || tellsTheLast(turn, told));
  const asked = isReady && told.pack !== null ? counted : mindRemoteCity(turn, counted);
  if (isReady && !asked.steps.includes("pickupQuestion")) return complete(turn, told, isAnswered);
  // "Ese está bien": no bare answer, and nothing but a yes.
  const yes = told.captured.length === 0 && isPlainYes(turn) ? goOnWithYes(turn, asked) : null;
  if (yes !== null) {
    const named = { ...yes, intentInfo: wordless("acknowledgment") };
    return decided(named, "a yes, and what an order needs is there: the next step");
  }
  if (isAnswered) return goOn(asked);
  const number = askForDigits(turn, asked);
  if (number !== null) return number;
  const isShown = isSaidBack(turn, told) || optionsToTap(turn, told.data) !== null || isOfSeveralPlaces(turn, told);
  if (told.captured.length > 0 && (flow.reader.asksOneByOne === true || isShown))
    return decided(
      say({ ...asked, intentInfo: wordless("datos") }, "missingData"),
      "kept, and the next field is asked for",
    );
  if (told.captured.length > 0)
    return decided(keepSilent({ ...asked, intentInfo: wordless("datos", lowest(reading.messages)) }, "kept"));
  const named = { ...asked, intentInfo: wordless("irrelevante", lowest(reading.messages)) };
  const isIdle = reading.messages.every(({ confidence }) => confidence >= IDLE);
  if (named.steps.length > 0) return decided(named, "home or office was spoken of, and nothing else");
  return decided(isIdle ? keepSilent(named, "acknowledged") : sayProgress(turn, named));
}

/** "El mismo de este WhatsApp", where WhatsApp tells us no number: the digits are asked for. */
function askForDigits({ flow, reading }: Turn, draft: Draft): RuleResult | null {
  const isMeant = reading?.messages.some(({ ownNumberSaid }) => ownNumberSaid !== undefined) === true;
  const isKnown = (draft.data[flow.contactFields?.otherPhone ?? ""] ?? "") !== "";
  if (!isMeant || isKnown) return null;
  const step = flow.templates.some(({ intent }) => intent === flow.steps.askNumber) ? "askNumber" : "missingData";
  return decided(say({ ...draft, intentInfo: wordless("datos") }, step), "the number of the chat is not known");
}

/** What an order cannot do without and does not have. */
function lacking({ flow }: Turn, data: Draft["data"]): readonly string[] {
  const sets = flow.pickup !== null && isPickedUp(flow, data) ? flow.pickup.fields : flow.fieldSets;
  return sets.critical.filter((field) => (data[field] ?? "") === "");
}

/** "Meta", when the department was all that an order lacked: nothing else is waited for. */
function tellsTheLast(turn: Turn, { data, captured }: Draft): boolean {
  const [last, ...others] = lacking(turn, turn.input.session.datosCapturados);
  const isLast = last !== undefined && others.length === 0 && captured.includes(last);
  return isLast && measureCompleteness(turn.flow, data).hasMinimum;
}

/** "San Pablo", of which there are several: all else is told, and only the customer knows which one it is. */
function isOfSeveralPlaces(turn: Turn, { data, captured }: Draft): boolean {
  const { city, department } = turn.flow.contactFields ?? {};
  const [one, ...others] = lacking(turn, data);
  const isOpen = one !== undefined && one === department && others.length === 0;
  return isOpen && city !== undefined && captured.includes(city);
}

/** "Lo recojo en la oficina de Pasto", with all that the office needs: nothing else is asked for. */
function isReadyToCollect({ flow }: Turn, { data, steps }: Draft): boolean {
  return steps.includes("pickupConfirmed") && measureCompleteness(flow, data).hasCritical;
}

/**
 * From this confidence on a message certainly asks and tells nothing: a greeting, thanks. Below, it
 * was not understood.
 */
const IDLE = 60;

/** A rule or the model has heard one of the packs, however surely. */
function namesPack({ flow, reading }: Turn): boolean {
  const info = wishOf({ reading });
  const names = info === null ? [] : [info, ...info.alternatives].flatMap(({ intent }) => intent.split("+"));
  return names.some((name) => flow.intents[name]?.effect === "choose_pack");
}

/**
 * Data that the agent did not ask for is a wish to buy (requirement A19); during a purchase it is
 * an edit.
 */
export function takeUnaskedData(turn: Turn, draft: Draft): RuleResult {
  const { reading, flow } = turn;
  const stage = stageOf(flow, draft.mode);
  if (reading === null || stage === "collect" || stage === "handoff") return goOn(draft);
  const told = captureAll(draft, reading);
  if (told.captured.length === 0) return goOn(draft);
  // "Ok uno. Marcos Bernal, …": the number is heeded as well.
  const isOnlyData = reading.intent === null && !reading.messages.some(({ quantity }) => quantity?.isAsked === false);
  if (stage === "welcome" || stage === "talk") {
    const isPurchase = impliesPurchase(turn, told);
    const placed = isPurchase ? takeAskedPlace(turn, told) : told;
    const taken = placed.pack ?? (isPurchase ? packTaken(turn) : null);
    const ready = withStatedPack(turn, { ...placed, pack: taken });
    if (isReadyToOffer(flow, ready)) return complete(turn, ready, !isOnlyData);
    if (!isPurchase) return goOn(because(told, "a place beside a question is kept, and buys nothing"));
    const bought = { ...placed, pack: taken };
    const collecting = mindRemoteCity(turn, enterCollect(turn, because(bought, "data without being asked: they buy")));
    if (isOnlyOrder(turn, told)) {
      return decided(say({ ...collecting, intentInfo: reading.intent ?? wordless("datos") }, "packNoted"));
    }
    if (!isOnlyData) return goOn(collecting);
    if (isSaidBack(turn, told))
      return decided(
        say({ ...collecting, intentInfo: wordless("datos") }, "missingData"),
        "said back, and the rest is asked for",
      );
    return decided(keepSilent({ ...collecting, intentInfo: wordless("datos") }, "kept"));
  }
  const isOrdered = stage === "confirmed" || stage === "provisional";
  // "Mi mamá también quiere ir, el viernes a las 10": the data is not of the order that exists.
  if (isOrdered && (speaksOfAnother(turn) || isOfAnotherPerson(turn, told))) {
    const named = { ...draft, intentInfo: reading.intent ?? wordless("datos") };
    return decided(handOver(turn, named, flow.handoff.orderChange, "data for another purchase, and the order stands"));
  }
  const kept = isOrdered ? keepFuller(told, draft.data) : told;
  if (!isOnlyData) return goOn(kept);
  return decided(followEdit(turn, { ...kept, intentInfo: wordless("datos") }));
}

/**
 * Tells whether the data is of another person, whose wish was not heard ("ahora uno para mi abuela"): a new place with a new
 * name or phone, and no word of a change. The order that exists keeps its own.
 */
function isOfAnotherPerson({ flow, input, reading, rules }: Turn, { data, captured }: Draft): boolean {
  const whose = [flow.nameFields.given, flow.contactFields?.otherPhone ?? ""];
  const known = input.session.datosCapturados;
  const isOther = (field: string) => {
    const [before, now] = [plainText(known[field] ?? ""), plainText(data[field] ?? "")];
    return before !== "" && now !== "" && !before.startsWith(now) && !now.startsWith(before);
  };
  const isChange = ((rules ?? reading)?.messages ?? []).some(({ besideAnOrder }) => besideAnOrder === "change");
  const isTold = (field: string) => captured.includes(field) && isOther(field);
  return !isChange && whose.some(isTold) && variablesIn(flow.address).some(isTold);
}

/** Once all that a parcel needs is told, the pack that they stated before goes with it, or else the one that they may mean. */
function withStatedPack(turn: Turn, told: Draft): Draft {
  if (!isOnlyPackOpen(turn, told)) return told;
  const pack = packStated(turn);
  return pack === null ? supposePack(turn, told) : because({ ...told, pack }, `pack ${pack} was stated before`);
}

/** Where nothing but the pack is open, the one that they may mean. */
export function withSupposedPack(turn: Turn, draft: Draft): Draft {
  return isOnlyPackOpen(turn, draft) ? supposePack(turn, draft) : draft;
}

function isOnlyPackOpen({ flow }: Turn, { data, pack }: Draft): boolean {
  const { hasCritical, hasMinimum } = measureCompleteness(flow, data);
  return pack === null && flow.lines === undefined && hasCritical && hasMinimum;
}

/** For an existing order: "los espero en la Cra 45 # 12-30" keeps the flat of the known address. */
function keepFuller(told: Draft, known: Draft["data"]): Draft {
  const fuller = Object.entries(known).filter(([field, value]) =>
    plainText(value).startsWith(`${plainText(told.data[field] ?? value)} `),
  );
  return fuller.length === 0 ? told : { ...told, data: { ...told.data, ...Object.fromEntries(fuller) } };
}

/**
 * A place told beside a question ("soy de Pasto, ¿me llega?") is no wish to buy; a name, or more
 * than a place, is.
 */
function impliesPurchase({ flow, reading }: Turn, { captured }: Draft): boolean {
  const asks = (reading?.messages ?? []).some(({ messageClass }) => messageClass === "mixto");
  const { given, surname } = flow.nameFields;
  return (
    !asks ||
    captured.includes(flow.lines?.field ?? "") ||
    captured.includes(given) ||
    (surname !== null && captured.includes(surname)) ||
    captured.length > MOST_OF_A_PLACE
  );
}

/** A list of what is ordered, and no question beside it. */
function isOnlyOrder({ flow, reading }: Turn, { captured }: Draft): boolean {
  const isListed = flow.lines !== undefined && captured.includes(flow.lines.field);
  return isListed && !(reading?.messages ?? []).some(({ text }) => text.includes("?"));
}

/** A city, and the department that it implies. */
const MOST_OF_A_PLACE = 2;

/** Data that changes during a purchase: the customer sees what follows from it. */
export function followEdit(turn: Turn, edited: Draft): Draft {
  switch (stageOf(turn.flow, edited.mode)) {
    case "summary":
      return enterSummary(turn, because(edited, "an edit: the summary is shown again"));
    case "offer":
      return say(because(edited, "an edit in the offer"), "whichPack");
    case "confirmed":
    case "provisional":
      // A repeated datum changes nothing, and the agent claims nothing.
      if (isDataSame(turn, edited)) return because(edited, "what was told stands in the order already");
      return updateOrder(turn, because(edited, "an edit of an order that exists"));
    default:
      return edited;
  }
}

/** Compared by value, not by spelling. */
export function isDataSame({ input }: Turn, { data }: Draft): boolean {
  const before = input.session.datosCapturados;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(data)])];
  return fields.every((field) => plainText(before[field] ?? "") === plainText(data[field] ?? ""));
}

/** All data is there: the timer ends, and the offer comes in the same turn. */
function complete(turn: Turn, told: Draft, isAnswered: boolean): RuleResult {
  const ready = signal(
    { ...told, signals: [], steps: told.steps.filter((step) => step !== "pickupQuestion") },
    "cancel",
    "the data is complete",
  );
  const offered = enterOffer(turn, ready);
  const started: Draft = {
    ...offered,
    signals: [
      ...offered.signals.filter(({ type }) => type !== "start"),
      { type: "start", reason: "the packs are offered" },
    ],
  };
  if (isAnswered) return goOn(started);
  return decided(
    { ...started, intentInfo: wordless(offerIntent(turn)), seen: [...started.seen, offerIntent(turn)] },
    "the data is complete: the next step at once",
  );
}

/** The record's name for an unrequested offer: the shop's own. */
function offerIntent({ flow }: Turn): string {
  return Object.keys(flow.intents).find((intent) => flow.intents[intent]?.effect === "offer") ?? "offer";
}

/** The data of all messages, later ones over earlier ones. */
export function captureAll(draft: Draft, { messages }: Reading): Draft {
  return messages.reduce((told, { fields, cleared }) => captureFields(told, fields, cleared), draft);
}

function mindRemoteCity(turn: Turn, draft: Draft): Draft {
  const { pickup } = turn.flow;
  const isCityTold = pickup?.cityField != null && draft.captured.includes(pickup.cityField);
  if (!isCityTold || !isRemote(pickup, draft.data)) return draft;
  return askDelivery(turn, draft, "a remote city");
}

function lowest(messages: readonly MessageReading[]): number {
  return Math.min(100, ...messages.map(({ confidence, delivery }) => (delivery === null ? confidence : 100)));
}
