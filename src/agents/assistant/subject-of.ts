import { foldText } from "../../core/time/fold-text.ts";
import { readPieces } from "../../core/time/read-pieces.ts";
import { trimMarks } from "./trim-words.ts";

/** A longer text is no reminder; the comparison grows with its square. */
const MOST_WORDS = 60;

/** Words that join a time to what is wanted, and mean nothing without it. */
const JOINTS = new Set("a al de del el en la las los para por que y o pa como cada desde hasta todos todas".split(" "));

/**
 * What is left of a text without its times, in the customer's own spelling: "pagar la luz" of "el
 * viernes a las 8 pagar la luz". Empty when the text is a time alone.
 */
export function subjectOf(text: string): string {
  const words = text.split(/\s+/u).filter((word) => word !== "");
  if (words.length > MOST_WORDS) return text.trim();
  const left = readPieces(foldText(text))
    .rest.split(/[\s·,]+/u)
    .filter((word) => word !== "");
  const kept = inBoth(
    words.map((word) => wordsIn(word)),
    left,
  );
  const subject = words.filter((_, index) => kept.has(index));
  const isJoint = (word: string | undefined) => word !== undefined && JOINTS.has(wordsIn(word));
  while (isJoint(subject.at(-1))) subject.pop();
  while (subject.length > 1 && isJoint(subject[0]) && !kept.has(words.indexOf(subject[0] ?? "") + 1)) subject.shift();
  return trimMarks(subject.join(" "));
}

/** The word as the reader of times writes it, without its marks. */
const wordsIn = (word: string): string => foldText(word).replace(/[^a-z0-9$%]+/gu, "");

/** The places of the longest list of words that stand in both, in order. */
function inBoth(words: readonly string[], left: readonly string[]): ReadonlySet<number> {
  const lengths = Array.from({ length: words.length + 1 }, () => new Array<number>(left.length + 1).fill(0));
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = words.length - 1; row >= 0; row -= 1) {
    for (let column = left.length - 1; column >= 0; column -= 1) {
      const isSame = words[row] !== "" && words[row] === wordsIn(left[column] ?? "");
      const longest = isSame ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
      const cells = lengths[row];
      if (cells !== undefined) cells[column] = longest;
    }
  }
  const kept = new Set<number>();
  for (let row = 0, column = 0; row < words.length && column < left.length; ) {
    if (words[row] !== "" && words[row] === wordsIn(left[column] ?? "")) {
      kept.add(row);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return kept;
}
