import { type Place, placeAtStart } from "./find-place.ts";

/** A text of data is short; the longest place and its department have nine words. */
const MOST_WORDS = 80;
const LONGEST = 9;

/**
 * "… de la plaza de Silvia Cauca suben …", "a tres kilómetros de Salamina, caldas": a place whose own department stands right
 * behind it, anywhere in a text. null when there is none, or more than one.
 */
export function placeBesideDepartment(text: string): { readonly place: Place; readonly department: string } | null {
  const words = text
    .split(/[\s,]+/u)
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS);
  const found = words.flatMap((_, at) => {
    const placed = placeAtStart(words.slice(at, at + LONGEST));
    return placed?.department == null ? [] : [{ place: placed.place, department: placed.department }];
  });
  const [first, ...others] = found;
  return first === undefined || others.some(({ place }) => place.city !== first.place.city) ? null : first;
}
