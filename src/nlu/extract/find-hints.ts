import { findPlace, placeAtStart } from "../places/find-place.ts";
import type { Extracted } from "./field-kinds.ts";

const QUESTION = /(?<![^.!\n¿?])[^.!\n¿?]+\?|\?|¿[^.!\n¿?]*/gu;
const TOWARDS = /^(?:a|en|para|hasta|de|por|pa)$/i;
const MOST_WORDS = 40;

/**
 * "¿hacen envíos a Medellín?": the place of a question is no address, but the customer may live
 * there.
 */
export function findHints(rest: string): Extracted {
  for (const [question] of rest.matchAll(QUESTION)) {
    const words = question
      .replace(/[¿?,;:()]/g, " ")
      .trim()
      .split(/\s+/)
      .slice(0, MOST_WORDS);
    for (let at = 1; at < words.length; at += 1) {
      if (!TOWARDS.test(words[at - 1] ?? "")) continue;
      const placed = placeAtStart(words.slice(at));
      if (placed !== null && findPlace(placed.said.toLowerCase()) !== null) return { city: placed.place.city };
    }
  }
  return {};
}
