import { foldLetters } from "../plain-text.ts";

const CLAUSE_END = /[.!?;,\n]/u;
const LETTER = /[a-z0-9ñ]/u;

/** Folded letters, each in the place of its own; null when the two have another length. */
export function foldInPlace(words: string): string | null {
  const folded = foldLetters(words.normalize("NFC")).replace(/["'¡¿]/gu, " ");
  return folded.length === words.length ? folded.replace(/\s/gu, " ") : null;
}

/**
 * The customer's own letters for a value: the value alone, and the clause around it. null when the
 * message does not hold the value in one piece.
 */
export function quoteOf(text: string, value: string): { readonly exact: string; readonly clause: string } | null {
  const letters = foldInPlace(text);
  const wanted = foldInPlace(value.normalize("NFC"))?.trim() ?? "";
  if (letters === null || wanted === "") return null;
  for (let at = letters.indexOf(wanted); at !== -1; at = letters.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (LETTER.test(letters[at - 1] ?? "") || LETTER.test(letters[end] ?? "")) continue;
    const rest = text.slice(end).search(CLAUSE_END);
    const clause = text.slice(lastClauseEnd(text, at) + 1, rest === -1 ? text.length : end + rest);
    return { exact: text.slice(at, end), clause: clause.trim() };
  }
  return null;
}

/** The place of the last end of a clause before `at`; -1 when there is none. */
function lastClauseEnd(text: string, at: number): number {
  for (let place = at - 1; place >= 0; place -= 1) if (CLAUSE_END.test(text[place] ?? "")) return place;
  return -1;
}
