import { plainText } from "../../core/plain-text.ts";

/** A yes with a name has few words. */
const MOST_WORDS = 8;
const CONFIRMS = /^(?:confirm|acept|autoriz|aprueb|firm)/u;
/** What may stand with them. "Confirmo que mi apellido es Luna" tells one. */
const BESIDE = new Set(
  "si yo claro ok okey listo dale bueno perfecto todo bien correcto esta el la su pedido compra gracias senor senora doña dona don".split(
    " ",
  ),
);

/** "Sí, Esperanza Luna confirma": their own name, as we know it, says nothing more than "I". */
export function withoutOwnName(text: string, names: readonly string[]): string {
  const words = text.split(/\s+/u).filter(Boolean);
  const own = new Set(names.flatMap((name) => plainText(name).split(" ")));
  const lettersOf = (word: string): string => plainText(word).replace(/[^a-z]/gu, "");
  const isOwn = (word: string): boolean => own.has(lettersOf(word));
  const isBeside = (word: string): boolean => lettersOf(word) === "" || BESIDE.has(lettersOf(word));
  const isYes =
    words.length <= MOST_WORDS &&
    words.some((word) => CONFIRMS.test(plainText(word))) &&
    words.every((word) => isOwn(word) || isBeside(word) || CONFIRMS.test(plainText(word)));
  return isYes && words.some(isOwn) ? words.filter((word) => !isOwn(word)).join(" ") : text;
}
