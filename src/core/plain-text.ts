import { MANY_WORDS, remembering } from "./remembering.ts";

/** Most texts that readers fold were folded before. */
const PLAIN_LETTERS = /^[\0-\x7f]*$/;

/** Lower case, no accents: customers leave them out. An "ñ" becomes an "n". */
export function foldLetters(text: string): string {
  if (PLAIN_LETTERS.test(text)) return text.toLowerCase();
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Lower case, no accents; letters, digits and single blanks only. For comparing names, not for reading sentences. */
export const plainText = remembering(
  (text) =>
    foldLetters(text)
      .replace(/[^a-z0-9ñ]+/g, " ")
      .trim(),
  MANY_WORDS,
);

const SMALL_WORDS = new Set(["de", "del", "la", "las", "los", "el", "y"]);

/** `san JOSÉ del guaviare` → `San José del Guaviare`. */
export function titleCase(text: string): string {
  return text
    .trim()
    .split(/\s+/)
    .map((word, index) => {
      const low = word.toLowerCase();
      if (index > 0 && SMALL_WORDS.has(low)) return low;
      return low.replace(/(^|[-'])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
    })
    .join(" ");
}
