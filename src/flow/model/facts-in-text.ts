/**
 * The parts of a text that the shop must answer for: numbers, names, links, and words that change a
 * promise.
 */
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

/** Written-out numbers. "Un" and "una" do not count. */
const NUMBER_WORDS = new Set(
  "cero dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento doscientos trescientos quinientos mil millon millones mitad medio media doble triple".split(
    " ",
  ),
);

export function numberWordsIn(text: string): string[] {
  return wordsOf(text).filter((word) => NUMBER_WORDS.has(word));
}

const NEGATIONS = new Set(["no", "sin", "ni", "nunca", "jamas", "tampoco", "ningun", "ninguna", "ninguno", "nada"]);

export function negationsIn(text: string): number {
  return wordsOf(text).filter((word) => NEGATIONS.has(word)).length;
}

/** Beginnings of words that decide what is promised, for how long, and to whom. */
const LOADED = [
  ...["grati", "descuent", "promo", "oferta", "rebaj", "regal", "obsequi", "bono", "cupon", "econom", "barat"],
  ...["garant", "devol", "devuel", "reembols", "cambi", "asegur", "certific", "aprob", "autoriz", "prob", "demostr"],
  ...["contra", "anticip", "adelant", "efectiv", "credit", "cuota", "interes", "transfer", "consign", "deposit"],
  ...["minut", "hora", "dia", "semana", "mes", "año", "ano", "hoy", "manana", "inmediat", "siempre"],
  ...["cura", "sana", "enferm", "medic", "embaraz", "nin", "alcohol", "riesgo", "segur", "natural"],
];

export function loadedIn(text: string): string[] {
  return wordsOf(text).flatMap((word) => LOADED.find((stem) => word.startsWith(stem)) ?? []);
}

/** Words that carry the meaning, cut to a stem. */
export function contentIn(text: string): string[] {
  return wordsOf(text)
    .filter((word) => word.length >= 5)
    .map((word) => word.slice(0, 5));
}
