import type { IntentInfo } from "../../core/agent/agent.ts";
import type { ChatLine } from "../../core/agent/session.ts";
import type { ClauseKind } from "../../core/ports/flow-reader.ts";
import type { Effect, FlowDefinition } from "../definition/flow-definition.ts";
import { type Draft, stageOf, type Turn } from "./draft.ts";

/**
 * What each clause of the customer's words does, over all messages of the run; null when the reader
 * cannot tell.
 */
export function clausesOf({ reading }: Turn): readonly ClauseKind[] | null {
  const messages = reading?.messages ?? [];
  return messages.some(({ clauses }) => clauses === undefined) ? null : messages.flatMap(({ clauses = [] }) => clauses);
}

/**
 * Clauses that may stand beside a binding yes. Any other clause makes it "not yet". Data that was
 * read is no clause.
 */
const BESIDE_A_YES: readonly ClauseKind[] = ["yes", "fine", "courtesy", "choice", "pays"];

/** "Listo, véndame el de dos, gracias": the words choose, and say nothing else. */
export function isNothingButChoice(turn: Turn): boolean {
  return clausesOf(turn)?.includes("choice") === true && isNothingButYes(turn, ["any"]);
}

/** The words are a yes, or may be one, and nothing else; no head has heard a refusal or a condition. */
export function isPlainYes(turn: Turn): boolean {
  const clauses = clausesOf(turn) ?? [];
  const isAgreed = clauses.some((kind) => kind === "yes" || kind === "fine") && !clauses.includes("pays");
  return isAgreed && isNothingButYes(turn, []) && !isHeld(turn);
}

/** `packs`: the packs that the words choose. A number that chooses none is no part of a yes. */
export function isNothingButYes(turn: Turn, packs: readonly string[]): boolean {
  const clauses = clausesOf(turn);
  if (clauses?.includes("choice") === true && packs.length === 0 && !namesChosenPack(turn)) return false;
  return clauses?.every((kind) => BESIDE_A_YES.includes(kind)) ?? true;
}

/** "Sí, confirmo los tres", "sí, el de 169": the number, or the price, is that of the pack which is chosen already. */
export function namesChosenPack({ flow, input, reading }: Turn): boolean {
  const chosen = flow.packs.find(({ id }) => id === input.session.packSeleccionado);
  if (chosen === undefined) return false;
  const figures = (reading?.messages ?? []).flatMap(({ text }) => text.match(/\d+(?:[.,]\d{3})*/g) ?? []);
  const priced = figures.map((figure) => Number(figure.replace(/[.,]/g, "")));
  if (priced.length > 0 && priced.every((one) => isPriceOf(chosen.price, one))) return true;
  const counted = (reading?.messages ?? []).flatMap(({ quantity }) => quantity ?? []);
  return counted.length > 0 && counted.every(({ units, isAsked }) => !isAsked && units === chosen.quantity);
}

/** "129.900", "129 (mil)". */
function isPriceOf(price: number, said: number): boolean {
  return said === price || said === Math.floor(price / 1000);
}

/**
 * Whether these words may choose a pack. A number in them must be a quantity of the goods ("el
 * tercer piso" is none). When a pack is chosen already, a trained model alone ("linear") does not
 * change it without another sign.
 */
export function mayChoosePack(turn: Turn, info: IntentInfo): boolean {
  const clauses = clausesOf(turn);
  if (clauses === null || clauses.includes("choice") || clauses.includes("quantity")) return true;
  if (countsGoods(turn, info)) return true;
  return !clauses.includes("figure") && (info.engine !== "linear" || turn.input.session.packSeleccionado === null);
}

/** The goods were counted, and the count is the pack's: "quiero 2 frascos a nombre de …". */
function countsGoods({ flow, reading, rules }: Turn, { intent, alternatives }: IntentInfo): boolean {
  const wished = ((rules ?? reading)?.messages ?? []).findLast(({ quantity }) => quantity != null)?.quantity;
  if (wished == null || wished.isAsked) return false;
  const names = [intent, ...alternatives.map((one) => one.intent)].flatMap((one) => one.split("+"));
  const packs = names.flatMap((name) => flow.intents[name]?.pack ?? []);
  return packs.every((id) => flow.packs.find((pack) => pack.id === id)?.quantity === wished.units);
}

/** A trained head has heard a refusal or a condition, in whatever words. */
export function isHeld({ reading }: Turn): boolean {
  return reading?.stances?.some((stance) => stance !== "question") === true;
}

/** "Sí, pero primero lo consulto": a yes with a reservation, and no question. */
export function isReservedYes(turn: Turn): boolean {
  const clauses = clausesOf(turn) ?? [];
  const agrees = clauses.includes("yes") || clauses.includes("fine");
  return agrees && clauses.includes("reserve") && !clauses.includes("question");
}

/**
 * Whether silence from here on may count as consent, so that a timer may order (requirements A31,
 * A33, D5). The agent must have understood and answered everything, and none of it was a refusal, a
 * doubt or a condition. A customer who said "not yet" is not pressed until they choose, confirm or
 * tell something new.
 */
export function isSilenceConsent(turn: Turn, draft: Draft): boolean {
  const clauses = clausesOf(turn);
  const isOnlyYes = clauses?.every((kind) => BESIDE_A_YES.includes(kind)) === true;
  const isAsking = turn.reading?.stances?.includes("question") === true && draft.captured.length === 0;
  if (!isOnlyYes && (isHeld(turn) || (isAsking && !isAnswered(turn, draft)))) return false;
  if (clauses === null) return true;
  const isProgress = hasProgressed(turn, draft);
  const goesOn = isProgress || clauses.includes("yes") || clauses.includes("choice");
  return (goesOn || turn.input.timer != null) && clauses.every((kind) => isHeard(kind, { turn, draft, isProgress }));
}

/** The turn has led somewhere: another mode or pack, or a new datum. */
export function hasProgressed({ input }: Turn, draft: Draft): boolean {
  const { mode, packSeleccionado, datosCapturados } = input.session;
  const isNew = draft.captured.some((field) => draft.data[field] !== datosCapturados[field]);
  return isNew || draft.mode !== mode || draft.pack !== packSeleccionado;
}

function isHeard(
  kind: ClauseKind,
  { turn, draft, isProgress }: { readonly turn: Turn; readonly draft: Draft; readonly isProgress: boolean },
): boolean {
  switch (kind) {
    case "yes":
    case "fine":
    case "courtesy":
    case "choice":
      return true;
    case "pays":
    case "question":
      return isAnswered(turn, draft);
    case "quantity":
    case "figure":
    case "other":
      return isProgress;
    case "no":
    case "reserve":
      return false;
  }
}

/** Answered for sure, and not asked by a customer who still doubts. */
function isAnswered({ flow }: Turn, { asked, spoken, entries, steps, intentInfo }: Draft): boolean {
  // A customer who asks about returns or a broken jar still weighs the purchase.
  if (entries.length > 0) return false;
  if (asked.some((intent) => flow.intents[intent]?.isDoubt === true)) return false;
  const isSure = (intentInfo?.confidence ?? 0) >= flow.bands.act;
  return isSure && (asked.length > 0 || spoken !== null || steps.length > 0);
}

/**
 * What a timer that would order must find: the customer's last words are no doubt, no refusal and
 * not unclear, and nothing that they said before holds it back.
 */
export function hasLeftOpen({ flow, input }: Turn): boolean {
  const said = input.history.filter(({ role }) => role === "user");
  const last = said.at(-1);
  if (last === undefined || last.intent === null) return false;
  if (isHeldSinceChoice(flow, said)) return true;
  const names = last.intent.split("+");
  const definitions = names.flatMap((name) => flow.intents[name] ?? []);
  const isOpen = definitions.some(
    ({ effect, isDoubt }) => isDoubt === true || effect === "postpone" || effect === "close" || effect === "hand_over",
  );
  const isUnclear = last.confidence !== null && last.confidence < flow.bands.act;
  return isOpen || isUnclear || names.includes(flow.unknownIntent);
}

const CONSENTS: readonly Effect[] = ["choose_pack", "confirm"];
const PUTS_OFF: readonly Effect[] = ["postpone", "close"];

/**
 * A refusal or a condition stands until the customer chooses or confirms after it: data that they tell meanwhile takes
 * nothing back.
 */
function isHeldSinceChoice(flow: FlowDefinition, said: readonly ChatLine[]): boolean {
  const newest = said.toReversed();
  const isOf = ({ intent }: ChatLine, effects: readonly Effect[]): boolean =>
    intent?.split("+").some((name) => effects.some((effect) => flow.intents[name]?.effect === effect)) === true;
  const taken = newest.findIndex((line) => isOf(line, CONSENTS));
  const since = taken < 0 ? newest : newest.slice(0, taken + 1);
  return since.some((line) => isOf(line, PUTS_OFF) || flow.reader.setsCondition?.(line.content) === true);
}

/** Modes in which silence leads to an order. */
export function isAwaitingConsent({ flow }: Turn, { mode }: Draft): boolean {
  const stage = stageOf(flow, mode);
  return stage === "offer" || stage === "summary";
}
