import { foldLetters } from "../../core/plain-text.ts";
import { legibleText } from "../text/legible-text.ts";

/** A WhatsApp text has at most 4,096 characters. */
const MAX_READ = 4_096;

export const EMOJI = "☺";
export const LONG_NUMBER = "#";

/**
 * The shape in which the classifier reads a text: lower case, no accents, any emoji one sign, a
 * letter typed three times or more twice (`holaaaa` → `holaa`), a phone or a cédula one token,
 * punctuation a word of its own, one space between words. Unlike `foldText` it corrects no
 * spelling: it learns from what people type.
 */
export function normaliseText(text: string): string {
  return foldLetters(legibleText(text.slice(0, MAX_READ)).slice(0, MAX_READ))
    .replace(/\p{Extended_Pictographic}[\p{Emoji_Modifier}\p{Extended_Pictographic}]*/gu, ` ${EMOJI} `)
    .replace(/(\p{L})\1{2,}/gu, "$1$1")
    .replace(/\d{5,}/g, LONG_NUMBER)
    .replace(/([?!.,;:])+/g, " $1 ")
    .replace(/[^\p{L}\d?!.,;:☺#]+/gu, " ")
    .trim();
}
