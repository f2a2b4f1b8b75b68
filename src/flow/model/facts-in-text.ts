/**
 * The parts of a text that the shop must answer for: numbers, names, links, and words that change a
 * promise.
 */
import type { BindingWords } from "./binding-words.ts";
import { wordsOf } from "./said-words.ts";

/** `$79.900` and `79900` are one number; `1,5` is another. */
export function numbersIn(text: string): string[] {
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replace(/[.,](?=\d{3}(?!\d))/g, ""));
}

const LINK =
  /(?:https?:\/\/|www\.)\S+|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+|(?<![\p{L}\d@_-])[\w-]+\.(?:com|co|net|org|io|me|app|link|info|shop|store)(?:\.[a-z]{2})?(?:\/\S*)?(?![\p{L}\d])/giu;

export function linksIn(text: string): string[] {
  return (text.match(LINK) ?? []).map((link) => link.toLowerCase().replace(/(?<![.,;:!?)\]*_~])[.,;:!?)\]*_~]+$/, ""));
}

/**
 * Words with an unusual capital are names. The first word of a sentence or a line tells nothing.
 */
export function namesIn(text: string): string[] {
  const plain = text.replace(LINK, " ").replace(/[*_~`"'«»“”()]/g, "");
  const names = [...plain.matchAll(/(?=\p{Lu})(?<=[\p{Ll}\p{N},;%$)–-]\s+)(\p{Lu}[\p{L}\p{N}]*)/gu)].map(
    ([, name = ""]) => name,
  );
  return names.flatMap(wordsOf);
}

export function numberWordsIn(text: string, { numbers }: BindingWords): string[] {
  return wordsOf(text).filter((word) => numbers.has(word));
}

export function negationsIn(text: string, { negations }: BindingWords): number {
  return wordsOf(text).filter((word) => negations.has(word)).length;
}

export function loadedIn(text: string, { loaded }: BindingWords): string[] {
  return wordsOf(text).flatMap((word) => loaded.find((stem) => word.startsWith(stem)) ?? []);
}

/** Words that carry the meaning, cut to a stem. */
export function contentIn(text: string): string[] {
  return wordsOf(text)
    .filter((word) => word.length >= 5)
    .map((word) => word.slice(0, 5));
}
