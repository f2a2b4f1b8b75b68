import { plainText } from "../../core/plain-text.ts";
import type { Repetition } from "../../core/ports/flow-reader.ts";

const SHARE_SAID = 0.8;
const SHARE_PARTLY = 0.5;

/**
 * How much of a short text (its numbers, and its words of at least four letters) is in one message.
 */
export function compareGist(gist: string, said: readonly string[]): Repetition {
  const words = contentWords(gist);
  if (words.length < 2) return "new";
  const shares = said.map((message) => {
    const known = new Set(contentWords(message));
    return words.filter((word) => known.has(word)).length / words.length;
  });
  const most = Math.max(0, ...shares);
  if (most >= SHARE_SAID) return "said";
  return most >= SHARE_PARTLY ? "partly" : "new";
}

function contentWords(text: string): string[] {
  return [...new Set(plainText(text.replace(/(\d)\.(?=\d{3})/g, "$1")).split(" "))].filter(
    (word) => /\d/.test(word) || word.length >= 4,
  );
}
