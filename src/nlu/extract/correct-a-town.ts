/**
 * Another town than the one that is known, in the words with which people change it: "cambie eso para Acacías mejor", "en Cali
 * no, en Puerto Tejada es donde vivo", "me cambié de casa: ahora es Circasia, Quindío".
 */
import { plainText } from "../../core/plain-text.ts";
import { findDepartment, isPlaceIn, LONGEST_PLACE, type PlacedWords, placeAtStart } from "../places/find-place.ts";
import { type Extracted, NOT_AVAILABLE } from "./field-kinds.ts";

const TOWARDS = "(?:(?:a|en|para|pa|de|por|hacia|desde)\\s)?";
/** What stands right before a town that takes the place of another. */
const LEADS = new RegExp(
  `(?<!\\p{L})(?:mejor|sino|corrijo|quise\\sdecir|equivoqu[eé]|ahora(?:\\s(?:es|vivo|estoy|queda|va))?|cambi\\p{L}{1,4}(?:l[oa])?(?:\\s(?:es[oe]|el\\s(?:pedido|env[ií]o|paquete)|la\\s(?:ciudad|direcci[oó]n)|todo|ya|mejor)){0,2}|(?:cambi|mud|pas|traslad)(?:[eé]|amos|aron)(?:\\sde\\s(?:casa|ciudad|pueblo))?)[\\s,:.]{1,3}(?:(?:va|que|es|ser[ií]a|vivo|estoy|m[aá]nd\\p{L}{1,7}|env[ií]\\p{L}{1,7})\\s){0,2}${TOWARDS}$`,
  "iu",
);
/** What stands right behind it. */
const FOLLOWS =
  /^[\s,]{1,2}(?:mejor(?!\p{L})|(?:que\s)?es\s(?:donde\s(?:vivo|vivimos|estoy|estamos)|el\spueblo|la\sciudad)|donde\s(?:(?:yo|ahora)\s)?(?:vivo|vivimos|estoy|estamos|resido)(?!\p{L}))/iu;
/** "Mejor envíelo donde mi hermana en Chía: carrera 2 …", "mándelo es a Marsella calle 9 …": where a street of its own is sent to. */
const SENT_TO =
  /(?<!\p{L})(?:env[ií]|m[aá]nd|despach|ll[eé]v|entr[eé]g|otra\sdirecci[oó]n|(?:cambi|c[aá]mbi)\p{L}{1,5}\s(?:la\s)?(?:direcci[oó]n|ciudad))(?![^.;]{0,120}(?<!\p{L})(?:voy|vaya|que\sva|viaj\p{L}{1,5}|fui|iba)\s(?:a|para|pa)\s$)[^.;]{0,120}(?<!\p{L})(?:a|en|para|pa|hasta)\s$/iu;
const DOOR = /#\s?\d|\d\s?-\s?\d{1,3}(?!\d)/u;
/** A place that is the name of something else. */
const OF_A_NAME =
  /(?<!\p{L})(?:barrio|sector|vereda|corregimiento|conjunto|urbanizaci[oó]n|edificio|calle|carrera|avenida|av|v[ií]a(?:\s(?:a|hacia))?|iglesia|colegio|hospital|villa|santa?|la\sque\svive\sen|vive\sen|naci\p{L}{1,3}\sen)\s(?:de\s)?$/iu;

/** The text with the right town behind its label, where another is known and these words change it. */
export function withOtherTown(text: string, { city }: Extracted): string {
  if (city === undefined || city === NOT_AVAILABLE) return text;
  const isDepartment = (said: string): boolean => isPlaceIn(city, findDepartment(said) ?? "");
  const others = placesIn(text).filter(
    ({ placed, from }) =>
      plainText(placed.place.city) !== plainText(city) &&
      !isDepartment(placed.said) &&
      !OF_A_NAME.test(text.slice(0, from)),
  );
  const isDenied = denies(text, city);
  const isStreetTold = DOOR.test(text) && others.length === 1;
  const isSentTo = ({ from, to, placed }: Standing): boolean =>
    isStreetTold &&
    (placed.place.isBig || placed.department !== null || DOOR.test(text.slice(to))) &&
    SENT_TO.test(text.slice(0, from));
  const found = others.find(
    (one) =>
      LEADS.test(text.slice(0, one.from)) ||
      FOLLOWS.test(text.slice(one.to)) ||
      (isDenied && others.length === 1) ||
      isSentTo(one),
  );
  if (found === undefined) return text;
  const { from, to, placed } = found;
  const before = text.slice(0, from).replace(new RegExp(`(?<!\\p{L})(?:soy\\s|vivo\\s)?${TOWARDS}$`, "iu"), "");
  return `${before}, ciudad ${placed.said.replaceAll(",", "")}, ${text.slice(to).replace(FOLLOWS, "")}`;
}

/** What may stand around a town that is all of a message: "en Soacha porfa". */
const AROUND_A_TOWN =
  /^(?:(?:es|era|va|en|para|pa|a)\s){0,2}|(?<![\s,.!])[\s,.!]{1,6}(?:(?:por\s?fa(?:vor|vorcito)?|gracias|mejor|es|pues)[\s,.!]{0,6})?$/giu;

/** "Soacha", where all was told and another town is known: nothing but a town, so it takes that one's place. */
export function asOtherTown(text: string, { city }: Extracted): string {
  if (city === undefined || city === NOT_AVAILABLE || /[\d?]/.test(text)) return text;
  const words = text
    .trim()
    .replace(AROUND_A_TOWN, "")
    .split(/[ ,.]+/, LONGEST_PLACE + 1)
    .filter((word) => word !== "");
  const placed = placeAtStart(words);
  const isOnlyTown = placed !== null && placed.length === words.length;
  return isOnlyTown && plainText(placed.place.city) !== plainText(city) ? `ciudad ${words.join(" ")}` : text;
}

interface Standing {
  readonly placed: PlacedWords;
  readonly from: number;
  readonly to: number;
}

function placesIn(text: string): readonly Standing[] {
  const words = [...text.matchAll(/[\p{L}.'-]+,?/gu)];
  const found: Standing[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const placed = placeAtStart(words.slice(at, at + LONGEST_PLACE).map(([word]) => word));
    const [first, last] = [words[at], words[at + (placed?.length ?? 0) - 1]];
    if (placed === null || first === undefined || last === undefined) continue;
    found.push({ placed, from: first.index, to: last.index + last[0].replace(/,$/u, "").length });
    at += placed.length - 1;
  }
  return found;
}

/** "Yo no vivo en Medellín", "en Cali no", "no itagui", of the town that is known. */
function denies(text: string, city: string): boolean {
  const plain = plainText(text);
  const name = plainText(city);
  return [
    ` no ${name} `,
    ` ${name} no `,
    ...["vivo", "es", "era", "estoy", "queda", "va"].flatMap((verb) =>
      ["", "en ", "de ", "para ", "a "].map((joint) => ` no ${verb} ${joint}${name} `),
    ),
    ` no en ${name} `,
  ].some((denial) => ` ${plain} `.includes(denial));
}
