import { findPlace } from "../places/find-place.ts";
import { isCommonWord } from "./common-words.ts";
import { isFirstName } from "./first-names.ts";
import { isSurname } from "./surnames.ts";

/** Whether a folded word is an everyday one, a name or a place: "Armenia" alone says something, random keys do not. */
export function isWord(word: string): boolean {
  return isCommonWord(word) || isFirstName(word) || isSurname(word) || findPlace(word) !== null;
}
