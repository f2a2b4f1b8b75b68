import { plainText } from "../../core/plain-text.ts";

/** A word, a number, a sign or the end of a line, and where it stands in the text. */
export interface Token {
  readonly text: string;
  /** Folded: small letters without accents; a sign stays as it is. */
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN = /\p{L}[\p{L}\p{M}]*|\d+|\n|[^\s\p{L}\d]/gu;

export function splitTokens(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: word, index }) => ({
    text: word,
    plain: plainText(word) || word,
    start: index,
    end: index + word.length,
  }));
}
