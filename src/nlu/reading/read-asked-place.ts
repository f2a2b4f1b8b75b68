import type { Extracted } from "../extract/field-kinds.ts";
import { isPlaceIn, type PlacedWords, placeAtStart } from "../places/find-place.ts";
import { foldText } from "../text/fold-text.ts";

/** What a parcel does on its way: "¿llega a Pasto?", "me lo manda pa Arauca", "envío Chía". */
const REACHES =
  /\b(?:lleg|envi|mand|despach|entreg|domicilio|cubr|demor|tarda|contra ?entreg)\w*|\b(?:trae[nr]?|puest[oa]s?|pon(?:e|en|er)|lleva[nr]?|cobertura|sirve[n]? para)\b/;
/** Where it is fetched, and where they live. */
const IS_THERE =
  /\b(?:recoj|recog|reclam|retir)\w*|\boficina\b|\b(?:aca|aqui) (?:de|en|d)\b|\b(?:vivo|vivimos|resido|estoy|estamos)\b|\b(?:yo|soy|habla|escribe) (?:[a-z]+ ){0,3}(?:la|el) de\b|\b(?:soy|somos) de\b/;
/** "Mi vecina quiere uno, vive en Lorica": where the one lives who wants it. */
const WANTED = /\b(?:quiere|quisiera|necesita|pedir|pedido|comprar|encarg\w{1,4}|para|pa)\b/;
const LIVES = /\bvive\b/;
const TOWARDS = /^(?:a|en|para|pa|hasta|por|aca|aqui|alla|envio|envios)$/;
/** "Lo mandan desde Cali", "son de Medellín": where it comes from. */
const FROM = /^(?:desde|de|son|estan|es)$/;
/** "La oficina de Lorica", "una vereda de Guarne": the town in which it is. */
const OF_ITS_TOWN =
  /^(?:la|el|oficina|inter|interrapidisimo|rapidisimo|vereda|corregimiento|municipio|pueblo|aca|aqui|soy|somos)$/;
/** "¿Llega a Jericó o me toca bajar a Medellín?": what they would do otherwise. */
const OTHERWISE =
  /\so\s+(?:si\s+no\s+)?(?:(?:me|nos|le|les|a\s+uno\s+le)\s+)?(?:toca|tocar[ií]a|tengo\s+que|tenemos\s+que|hay\s+que|debo|voy|vengo)\s+.*$/isu;
/** "Trabajo en La Palma": where they spend the day. */
const WORKS = /^(?:trabaj|labor|estudi)[a-z]{1,5}$/;
/** "Dos por favor para Villa del Rosario": an order, and where to. */
const ORDERED_FOR =
  /\b(?:un[oa]?|dos|tres|[123]|frascos?|tarros?|pedido)\b[^?]{0,40} (?:para|pa) (?!mi\b|mis\b|el\b|la\b|dormir\b|cuando\b|que\b)/;
/** "Para Monterrey Casanare cuánto", "¿en cuánto sale hasta Leticia?": what it costs there. */
const PRICED_FOR =
  /\b(?:para|pa|hasta) (?!mi\b|mis\b|el\b|la\b|que\b)[a-z]{3,}\b.*\b(?:cuanto|precio|valor)\b|\b(?:cuanto|precio|valor)\b[^?]{0,40} (?:para|pa|hasta) (?!mi\b|mis\b|el\b|la\b|que\b)/;
/** "Buenas, desde Quibdó", "les escribo desde Tame": where the customer is. */
const WRITES = /^(?:|hola|buen[oa]s|dias|tardes|noches|saludos?|escrib\w+|habl\w+|llam\w+)$/;

/**
 * The place to which a customer asked whether we deliver, in the newest of these messages that asks so. It is no datum until a
 * summary has said it back. null: none, or two in one message. `said`: oldest first; `known`: the department that is told.
 */
export function readAskedPlace(said: readonly string[], known?: string): Pick<Extracted, "city" | "department"> | null {
  for (const text of said.toReversed()) {
    const folded = foldText(text);
    if (
      !REACHES.test(folded) &&
      !IS_THERE.test(folded) &&
      !(WANTED.test(folded) && LIVES.test(folded)) &&
      !ORDERED_FOR.test(folded) &&
      !PRICED_FOR.test(folded)
    )
      continue;
    const [one, ...others] = placesIn(text);
    if (one === undefined) continue;
    if (others.some(({ place }) => place.city !== one.place.city)) return null;
    // "¿Cuánto a Barbosa?", and then "Santander": which Barbosa it is.
    const isThere = known !== undefined && isPlaceIn(one.place.city, known);
    const department = one.department ?? (isThere ? known : one.place.department);
    return department === null ? { city: one.place.city } : { city: one.place.city, department };
  }
  return null;
}

function placesIn(text: string): PlacedWords[] {
  const words = text
    .replace(OTHERWISE, "")
    .replace(/[^\p{L}\p{M}.'\s-]+/gu, " ")
    .trim()
    .split(/\s+/);
  const found: PlacedWords[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const placed = placeAtStart(words.slice(at));
    const before = foldText(words[at - 1] ?? "");
    const isTheirs = before === "desde" && WRITES.test(foldText(words[at - 2] ?? ""));
    if (placed !== null && before === "en" && WORKS.test(foldText(words[at - 2] ?? ""))) continue;
    const isOfTown = before === "de" && OF_ITS_TOWN.test(foldText(words[at - 2] ?? ""));
    const isNamed =
      placed !== null &&
      (placed.place.isBig || placed.department !== null || TOWARDS.test(before) || isOfTown || isTheirs);
    if (placed === null || !isNamed || (FROM.test(before) && !isTheirs && !isOfTown)) continue;
    found.push(placed);
    at += placed.length - 1;
  }
  return found;
}
