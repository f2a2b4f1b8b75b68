import { CLOCK_PHRASES, LATE_CLOCK_PHRASES, LATE_PART_PHRASES, PART_PHRASES } from "./clock-phrases.ts";
import { DATE_PHRASES, DAY_PHRASES } from "./day-phrases.ts";
import { isoPhrases } from "./iso-phrases.ts";
import { OTHER_PHRASES, START_PHRASES, VAGUE_PHRASES } from "./other-phrases.ts";
import type { Phrase, Piece } from "./piece.ts";
import { RECURRENCE_PHRASES } from "./recurrence-phrases.ts";
import { SPAN_PHRASES } from "./span-phrases.ts";

/** The order decides where one phrase stands in another: "cada dos horas" before "dos horas", a date before its day. */
const PHRASES: readonly Phrase[] = [
  ...isoPhrases,
  ...OTHER_PHRASES,
  ...RECURRENCE_PHRASES,
  ...VAGUE_PHRASES,
  ...SPAN_PHRASES,
  ...DATE_PHRASES,
  ...CLOCK_PHRASES,
  ...PART_PHRASES,
  ...DAY_PHRASES,
  ...LATE_CLOCK_PHRASES,
  ...LATE_PART_PHRASES,
  ...START_PHRASES,
];

/** Each place that a phrase was read from becomes a `·`; what is left has not been used. */
export function readPieces(folded: string): { readonly pieces: readonly Piece[]; readonly rest: string } {
  const pieces: Piece[] = [];
  let rest = folded;
  for (const { pattern, read } of PHRASES) {
    rest = rest.replace(pattern, (words: string, ...args: unknown[]) => {
      const groups = args.at(-1);
      const found = read(isGroups(groups) ? groups : {}, words);
      if (found === null) return words;
      pieces.push(...found);
      // A word that is no time stays an ordinary word.
      return found.length === 0 ? "-" : "·";
    });
  }
  return { pieces, rest };
}

const isGroups = (value: unknown): value is Readonly<Record<string, string | undefined>> =>
  typeof value === "object" && value !== null;
