import { COUNTRYSIDE_NOUN, FARM, SETTLEMENT } from "../places/countryside.ts";
import { findDepartment, placeAtStart } from "../places/find-place.ts";
import type { Extracted, ExtractionContext } from "./field-kinds.ts";
import { houseInWords, saysOther } from "./house-in-words.ts";

/** What a house is, or is beside, where streets have no numbers. */
const NAMED = `${COUNTRYSIDE_NOUN}|casa|apartamento|apto|local|hotel|hostal|hospedaje|posada|caba[nñ]as?|oficina|edificio|conjunto|habitaci[oó]n|lote|parcela|calle|carrera|avenida|callej[oó]n|esquina|entrada|escuela|colegio|hospital|cl[ií]nica|puesto\\s+de\\s+salud|iglesia|parque|plaza|muelle|puente|estaci[oó]n|bomba|tienda|batall[oó]n|fuerte|base\\s+(?:militar|a[eé]rea|naval)|casino|cuartel|convento|seminario|campamento|centro\\s+comercial|almac[eé]n|taller|restaurante|droguer[ií]a|panader[ií]a|trocha|manzana|torre|av|cra|cll|v[ií]a|autopista|variante|troncal|glorieta|zona\\s+(?:industrial|franca)|parque\\s+industrial|bodega|sector|urbanizaci[oó]n|bloque|interior|unidad\\s+residencial|ciudadela|malec[oó]n|galer[ií]a|plaza\\s+de\\s+mercado`;
const BEGINS = new RegExp(
  `^(?:(?:en|es|por|a|al|la|el|mi|toda|vivo|queda|direcci[oó]n|pasando|frente|diagonal|detr[aá]s|junto|cerca|lado|del?)\\s+){0,5}(?:${NAMED})(?!\\p{L})`,
  "iu",
);
/** "Tienda La Bendición …", "calle principal …": the words begin with a house. */
export function beginsWithHouse(words: readonly string[]): boolean {
  return BEGINS.test(words.join(" "));
}

/** Words of a sentence about something else. */
const TALKS =
  /(?<!\p{L})(?:lejos|muy|(?<!calle\s)larg[oa]s?|est[aá]n?|son|era|fue|es[oae]s?(?!\s+en)|hay|llegan?|puede[ns]?|quier[oe]|demora\p{L}*|tiene[ns]?|tengo|no|si|que|porque|cuando|cu[aá]nto|voy|gracias|compr\p{L}+|mand\p{L}+|env[ií]\p{L}+|pag\p{L}+|frascos?|uno|pedido)(?!\p{L})/iu;
/** "Segunda Ensenada cabañas Mar Azul", "School House". */
const LODGING = /\shouse$|\s(?:caba[nñ]as?|hotel|hostal|posada|hospedaje|finca|hacienda)\s(?=\p{L}{3})/iu;
const FEWEST_WORDS = 3;

/**
 * "Calle La Playa, casa de madera verde", "School House, casa 12, cerca de la iglesia": an address that no pattern of
 * streets and numbers reads, from the words that nothing else has used. null when they describe no house.
 */
export function addressInWords(
  left: string,
  { directions, neighbourhood }: Extracted,
  isAsked: boolean,
): string | null {
  const pieces = left.split(/[,;\n]/).map((piece) => piece.trim());
  const parts = pieces.filter((piece) => piece !== "" && !TALKS.test(piece) && !isPlace(piece) && isPlausible(piece));
  const described = isAsked ? describedIn(pieces, parts, directions) : null;
  if (described !== null) return described;
  const words = [...parts, ...(directions === undefined ? [] : [directions])];
  const isHouse = words.some((part) => BEGINS.test(part) || LODGING.test(part));
  // Directions alone are an address only where the neighbourhood stands beside them.
  const isEnough = parts.length > 0 || neighbourhood !== undefined;
  const text = words.join(", ");
  const isLong = [text, neighbourhood ?? ""].join(" ").trim().split(/\s+/).length >= FEWEST_WORDS;
  return isHouse && isEnough && isLong ? text : null;
}

/** All that describes the house, in the order in which it was said, where the address is what we ask for. */
function describedIn(
  pieces: readonly string[],
  parts: readonly string[],
  directions: string | undefined,
): string | null {
  const houses = pieces.flatMap((piece) => (parts.includes(piece) ? piece : (houseInWords(piece) ?? [])));
  // "Trabajo de noche en la portería de un edificio": beside a sentence of another kind the place is not theirs.
  const isOnlyPlace = directions !== undefined && (houses.length > 0 || !pieces.some(saysOther));
  const beside = isOnlyPlace ? houseInWords(directions) : null;
  const said = beside === null ? houses : [...houses, beside];
  const text = said.join(", ");
  return said.length > parts.length && text.split(/\s+/).length >= FEWEST_WORDS ? text : null;
}

/** "Mi casa", "la oficina en Cali": whichever it is. */
const UNNAMED = new RegExp(
  `^(?:(?:en|es|a|mi|la|el|del?|mejor)\\s+)*(?:casa|apartamento|oficina|${SETTLEMENT}|${FARM})(?:\\s+(?:en|de)\\s.*)?(?:\\s+(?:por\\s+favor|porfa|gracias|mejor|pues|entonces))?$`,
  "iu",
);

/** "Es el de la tienda": said of a number. */
const OF_A_THING = /^(?:es\s+)?(?:el|la)\s+del?\s/iu;

/** "La oficina o en la casa": not yet chosen. */
const EITHER =
  /(?<!\p{L})(?:oficina|casa|trabajo)\so\s(?:(?:a|en)\s)?(?:la|mi|el)\s(?:oficina|casa|trabajo)(?!\p{L})/iu;

function isPlausible(piece: string): boolean {
  if (UNNAMED.test(piece) || OF_A_THING.test(piece) || EITHER.test(piece)) return false;
  return BEGINS.test(piece) || /^\p{Lu}[\p{L}\d' .#-]{2,60}$/u.test(piece);
}

function isPlace(piece: string): boolean {
  const words = piece.split(/\s+/);
  return (
    placeAtStart(words)?.length === words.length || findDepartment(piece) !== null || /^archipi[eé]lago/iu.test(piece)
  );
}

/** "Los mismos datos, ¿no? Por si acaso: …": what is told outweighs what is asked. */
function isStated(text: string): boolean {
  const asked = text.match(/[^.?!\n]{0,200}\?/gu) ?? [];
  return asked.join("").length * 2 < text.length;
}

/** The address is what we wait for, and no pattern has found one. */
export function needsAddress(
  told: Extracted,
  text: string,
  { isAsked, known, missing, isUnprompted }: ExtractionContext,
): boolean {
  const isMissing = told.address === undefined && known.address === undefined && missing.includes("address");
  // A name, a phone and a city at once: they tell all that a parcel needs.
  const isParcel = told.given_name !== undefined && told.phone !== undefined && told.city !== undefined;
  // "Me reserva dos, prefiero en efectivo en la puerta": an order, and no datum beside it.
  const isTold = isUnprompted !== true || Object.keys(told).some((kind) => kind !== "directions");
  return (
    ((isAsked && isTold) || isParcel) &&
    isMissing &&
    (!/[?¿]/.test(text) || (told.phone !== undefined && isStated(text)))
  );
}
