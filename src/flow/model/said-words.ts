import { foldLetters } from "../../core/plain-text.ts";

/** Words and numbers of a text, folded: accents, case and signs do not count. */
export function wordsOf(text: string): string[] {
  return foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether a text contains a value, word for word and in one piece; a number by its digits. */
export function isSaidIn(value: string, said: string): boolean {
  const sought = wordsOf(value);
  if (sought.length === 0) return false;
  const words = wordsOf(said);
  const stands = words.some((_, at) => sought.every((word, index) => words[at + index] === word));
  if (stands) return true;
  const digits = value.replace(/\D/g, "");
  // "300 123 45 67" is 3001234567.
  return (
    /^[\d\s().+-]+$/.test(value) && digits.length >= 6 && said.replace(/(?<=\d)[\s().-]+(?=\d)/g, "").includes(digits)
  );
}
