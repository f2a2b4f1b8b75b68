import { plainText } from "../../core/plain-text.ts";

const MARKS = new Set(" \t\n,.;:¡!¿?-");

/** The text without blanks and marks at both ends. No pattern: a search for an end is quadratic. */
export function trimMarks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && MARKS.has(text[from] ?? "")) from += 1;
  while (to > from && MARKS.has(text[to - 1] ?? "")) to -= 1;
  return text.slice(from, to);
}

/** The text without the words at its end that belong to nothing: "por favor", "hoy". */
export function withoutTail(text: string, tails: ReadonlySet<string>): string {
  const words = text.split(/\s+/u);
  for (;;) {
    const [before = "", last = ""] = [words.at(-2), words.at(-1)].map((word) => plainText(word ?? ""));
    if (words.length > 0 && (last === "" || tails.has(last))) words.pop();
    else if (words.length > 1 && tails.has(`${before} ${last}`)) words.splice(-2);
    else return trimMarks(words.join(" "));
  }
}
