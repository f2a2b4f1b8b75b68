import type { WishedQuantity } from "../../core/ports/flow-reader.ts";
import { readChoice } from "../clauses/read-clauses.ts";
import { foldText } from "../text/fold-text.ts";

/** "Los 2 porfa": a number that answers, and no wish of its own. "Uno, no, mentiras, dos" is two. */
export function readAnswer(text: string, goods: ReadonlySet<string>): WishedQuantity | null {
  const frame = { goods };
  const corrected = readCorrected(foldText(text));
  const isCorrected = corrected !== null && readChoice(corrected.before, frame) !== null;
  const units = readChoice(isCorrected ? corrected.behind : text.replace(PAYS_TOO, ""), frame);
  return units === null ? null : { units, isAsked: false, isAnswer: true };
}

/** "3 porfa y pago cuando llegue". */
const PAYS_TOO = /\sy\s(?:yo\s)?(?:l[oea]s?\s)?(?:pago|cancelo|pagamos)(?!\p{L})[^?]*$/iu;

const TAKES_BACK = /^(?:no|perdon|perdone|disculpe|mejor|mentiras?|digo|corrijo|equivoque)$/;
const BEFORE_A_NUMBER = /^(?:,|es|son|que|sean?|quiero|deme)$/;
const BEHIND_A_NUMBER = /^(?:mejor|porfa|gracias)$/;

/** A choice, words that take it back, and what is chosen in its place. */
function readCorrected(folded: string): { readonly before: string; readonly behind: string } | null {
  const words = folded.split(" ");
  while (BEHIND_A_NUMBER.test(words.at(-1) ?? "")) words.pop();
  const first = words.findIndex((word) => TAKES_BACK.test(word));
  const last = words.findLastIndex((word) => TAKES_BACK.test(word));
  if (first <= 0) return null;
  const behind = words.slice(last + 1);
  while (BEFORE_A_NUMBER.test(behind[0] ?? "")) behind.shift();
  return { before: words.slice(0, first).join(" "), behind: behind.join(" ") };
}
