import { foldLetters } from "../plain-text.ts";
/** The language in which words are reduced to their stems. */
export const SEARCH_LANGUAGES = ["es", "en", "pt"] as const;
export type SearchLanguage = (typeof SEARCH_LANGUAGES)[number];

/** A text that can be found. */
export interface SearchItem {
  readonly id: string;
  readonly text: string;
}

/** An item that was found. */
export interface SearchHit {
  readonly id: string;
  /** Orders the hits of one question. Scores of two questions cannot be compared. */
  readonly score: number;
  /** The score as a share of the best one that this question could have, 0 to 1. It can be compared with a limit. */
  readonly share: number;
}

/**
 * Plain letters, and a blank for each sign that is neither a letter, nor a digit, nor ASCII. In a database of the C locale PostgreSQL
 * takes those for letters: "¿cuanto" would be another word than "cuanto".
 */
export function searchable(text: string): string {
  return foldLetters(text).replace(/[^\p{L}\p{N}\p{ASCII}]+/gu, " ");
}

/** The lines of a text: each is weighed by itself, and with the lines around it. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/u)
    .map(searchable)
    .filter((line) => line.trim() !== "");
}

/** Frequent words that no two of the three languages share. */
const MARKS: Readonly<Record<SearchLanguage, ReadonlySet<string>>> = {
  es: new Set(["el", "los", "las", "del", "y", "una", "por", "con", "que", "su", "muy", "pero", "hay", "esta"]),
  en: new Set(["the", "of", "and", "to", "is", "was", "you", "it", "that", "for", "with", "are", "have", "what"]),
  pt: new Set(["os", "da", "do", "dos", "uma", "nao", "em", "na", "com", "voce", "mais", "foi", "ao", "pela"]),
};

/** The language in which most of the frequent words of these texts are; Spanish when they hold none. */
export function guessLanguage(texts: readonly string[]): SearchLanguage {
  const counts = { es: 0, en: 0, pt: 0 };
  for (const word of foldLetters(texts.join("\n")).match(/\p{L}+/gu) ?? []) {
    for (const language of SEARCH_LANGUAGES) if (MARKS[language].has(word)) counts[language] += 1;
  }
  return SEARCH_LANGUAGES.reduce((best, language) => (counts[language] > counts[best] ? language : best), "es");
}
