import { plainText } from "../../core/plain-text.ts";
import { remembering, SOME_TEXTS } from "../../core/remembering.ts";

/** A word, a number, a sign or the end of a line, and where it stands in the text. */
export interface Token {
  readonly text: string;
  /** Folded: small letters without accents; a sign stays as it is. */
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN = /\p{L}[\p{L}\p{M}]*|\d+|\n|[^\s\p{L}\d]/gu;

/** A message is looked at several times. */
export const splitTokens = remembering(
  (text): readonly Token[] =>
    Array.from(text.matchAll(TOKEN), ({ 0: word, index }) => ({
      text: word,
      plain: plainText(word) || word,
      start: index,
      end: index + word.length,
    })),
  SOME_TEXTS,
);

/** A word or a number. */
export function isSaid({ text }: Token): boolean {
  return /^[\p{L}\d]/u.test(text);
}
