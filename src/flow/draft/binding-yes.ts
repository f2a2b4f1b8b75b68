import type { ClauseKind } from "../../core/ports/flow-reader.ts";
import { clausesOf, figuresOf } from "./clauses-of.ts";
import { stageOf, type Turn } from "./draft.ts";

/**
 * Clauses that may stand beside a binding yes. Any other clause makes it "not yet". Data that was
 * read is no clause.
 */
export const BESIDE_A_YES: readonly ClauseKind[] = ["yes", "fine", "courtesy", "choice", "pays"];

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
  return (clauses?.every((kind) => BESIDE_A_YES.includes(kind)) ?? true) || hasAgreed(turn);
}

/**
 * The yes to the summary in words that no list has. A model that has read how customers agree, and how they do not, is sure of
 * it; and the rules know of nothing that may not stand beside one: no question, no number but that of the chosen pack.
 */
export function hasAgreed(turn: Turn): boolean {
  const { flow, input, reading } = turn;
  const isSummed = stageOf(flow, input.session.mode) === "summary";
  if (!isSummed || isHeld(turn) || reading?.answerTo?.("confirm")?.isHeard !== true) return false;
  const clauses = clausesOf(turn) ?? [];
  const isCounted = clauses.some((kind) => kind === "choice" || kind === "quantity");
  if (clauses.includes("question") || clauses.includes("pays") || (isCounted && !namesChosenPack(turn))) return false;
  // "Hágale mija que sí son los dos que pedí": of the chosen pack, in whatever words.
  const chosen = flow.packs.find(({ id }) => id === input.session.packSeleccionado)?.quantity;
  return figuresOf(turn).every((units) => units === chosen);
}

/** "Sí, confirmo los tres", "sí, el de 169": the number, or the price, is that of the pack which is chosen already. */
export function namesChosenPack({ flow, input, reading }: Turn): boolean {
  const chosen = flow.packs.find(({ id }) => id === input.session.packSeleccionado);
  if (chosen === undefined) return false;
  const priced = figuresIn(reading);
  if (priced.length > 0 && priced.every((one) => isPriceOf(chosen.price, one))) return true;
  const counted = (reading?.messages ?? []).flatMap(({ quantity }) => quantity ?? []);
  return counted.length > 0 && counted.every(({ units, isAsked }) => !isAsked && units === chosen.quantity);
}

/** The only numbers in figures are prices of packs: "el de 169.900", "el de 129". */
export function saysAPrice({ flow, reading }: Turn): boolean {
  const figures = figuresIn(reading);
  return figures.length > 0 && figures.every((one) => flow.packs.some(({ price }) => isPriceOf(price, one)));
}

function figuresIn(reading: Turn["reading"]): readonly number[] {
  return (reading?.messages ?? []).flatMap(({ text }) => amountsIn(text));
}

/** The numbers in figures: "169.900", "129", "2". */
export function amountsIn(text: string): readonly number[] {
  return (text.match(/\d+(?:[.,]\d{3})*/g) ?? []).map((figure) => Number(figure.replace(/[.,]/g, "")));
}

/** "129.900", "129 (mil)". */
export function isPriceOf(price: number, said: number): boolean {
  return said === price || said === Math.floor(price / 1000);
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
