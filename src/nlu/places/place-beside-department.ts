import { plainText } from "../../core/plain-text.ts";
import { LONGEST_PLACE, type Place, type PlacedWords, placeAtStart } from "./find-place.ts";

/** A text of data is short. */
const MOST_WORDS = 80;

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
    const placed = placeAtStart(words.slice(at, at + LONGEST_PLACE));
    return placed?.department == null ? [] : [{ place: placed.place, department: placed.department }];
  });
  return onlyTown(found);
}

/** The town of all that was found; null when there is none, or more than one. */
function onlyTown<Found extends { readonly place: Place }>(found: readonly Found[]): Found | null {
  const [first, ...others] = found;
  return first === undefined || others.some(({ place }) => place.city !== first.place.city) ? null : first;
}

/** What a word behind these names is part of: a neighbourhood, a street, a house, a person. Folded. */
const NAMES_ELSE =
  /^(?:barrio|brr?|bario|vario|sector|urb\w*|conjunto|conj|edificio|ed|torres?|unidad|calle|cll?|carrera|cra|kra|kr|avenida|av|diagonal|transversal|autopista|via|vereda|finca|parque|plaza|hotel|colegio|escuela|hospital|clinica|restaurante|almacen|tienda|panaderia|taller|iglesia|estadio|apellidos?|nombre|soy|llamo|don|dona|senora?|nuevo|nueva|villa|ciudad)$/;
const ARTICLE = /^(?:el|la|los|las)$/;
const LEADS_TO_A_TOWN = /^(?:a|en|hasta|para|pa)$/;

/**
 * "2 frascos a Envigado, …", "barrio Popular Villavicencio": a town that nothing else claims, big or behind a word that leads to
 * one. null when there is none, or more than one.
 */
export function placeAnywhere(text: string): PlacedWords | null {
  const words = text
    .split(/[\s,;.:]+/u)
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS);
  const found: PlacedWords[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const before = plainText(words[at - 1] ?? "");
    const placed = placeAtStart(words.slice(at, at + LONGEST_PLACE));
    if (placed === null) continue;
    // "Conjunto Las Acacias".
    const named = ARTICLE.test(before) ? plainText(words[at - 2] ?? "") : before;
    const isTown = placed.place.isBig || LEADS_TO_A_TOWN.test(before);
    if (isTown && !NAMES_ELSE.test(named)) found.push(placed);
    at += placed.length - 1;
  }
  return onlyTown(found);
}
