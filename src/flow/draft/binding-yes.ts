import type { ClauseKind } from "../../core/ports/flow-reader.ts";
import { clausesOf } from "./clauses-of.ts";
import type { Turn } from "./draft.ts";

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
