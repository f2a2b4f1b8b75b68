import { plainText } from "./plain-text.ts";

const SHARE_SAID = 0.8;

/** Whether the words that count of a short text (numbers, and words of four letters and more) stand in one message. */
export function hasSaid(gist: string, said: readonly string[]): boolean {
  const words = contentWords(gist);
  if (words.length < 2) return false;
  return said.some((message) => {
    const known = new Set(contentWords(message));
    return words.filter((word) => known.has(word)).length / words.length >= SHARE_SAID;
  });
}

function contentWords(text: string): string[] {
  return [...new Set(plainText(text.replace(/(\d)\.(?=\d{3})/g, "$1")).split(" "))].filter(
    (word) => /\d/.test(word) || word.length >= 4,
  );
}
