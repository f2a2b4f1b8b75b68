/** What stands in a message and is no data, and what people write short: taken out or written out before the data is read. */
import type { Replacing } from "../text/pattern-gate.ts";

const CODE = /<(script|style|iframe)\b[^>]{0,200}>.{0,500}?(?:<\/\1>|$)|\bselect\s.{1,80}\sfrom\s.{0,200}/gisu;
const URL = /https?:\/\/\S{1,300}|www\.\S{1,300}/giu;
/** "José A. Gómez": no part of an address. "B." is a barrio. */
const INITIAL = /(?<=\p{Ll}\s)(?!B)\p{Lu}\.\s(?=\p{Lu}\p{Ll})/gu;
/** "b/ San Fernando", "Brr. Centro", "B° Obrero". */
const BARRIO =
  /(?<![\p{L}\d])(?:(?:b\s?\/|b[°º]|brr?\.)\s?(?=\p{L})|brr?\s(?=\p{L}{2}))|(?<=(?:^|[,;\n]|\d\s)\s{0,2})B\.\s?(?=\p{L})|(?<=\d[ ,] ?)b (?!(?:bis|sur|norte|este|oeste|casa|apto|como|de|larga|grande)(?!\p{L}))(?=\p{L}{4})/gimu;
/** "Tunja x los Muiscas". */
const THROUGH = /(?<=[\p{L},]\s)x(?=\s\p{L}{2})/giu;
/** "B/quilla", "B/manga", "S/marta". */
const SHORT_CITY = /(?<![\p{L}\d])(b)\s?\/\s?(?=(?:quilla|manga|ventura|bermeja)(?!\p{L}))/giu;
/** "Ocaña, N. de Santander", "N. de S.": a department, and no end of a sentence. */
const NORTH_OF = /(?<!\p{L})n\.\s?(?:de\s)?(?:santander|sder|stder|s(?!\p{L}))\.?/giu;
/** Filler sounds in a voice note. */
const HESITATION = /(?<![\p{L}\d])(?:e+h+m*|m{2,}|a+h+|uh+m*|(?<!\d[a-z]?\s)este+,)(?![\p{L}\d])\s?,?/giu;

/** "Falta el apto: 1503". */
const UNIT_WITH_COLON = /(?<!\p{L})(apto|apartamento|torre|casa|bloque|piso|interior|int|lote|manzana)\s?:\s?(?=\d)/giu;

/** "3oo 555 12 34": the letter where the digit is meant. */
const MISTYPED_MOBILE = /(?<![\p{L}\d])3[\do]{2}[ .-]?[\do]{3}[ .-]?[\do]{2}[ .-]?[\do]{2}(?![\p{L}\d])/giu;

/** "Yo vivo en Madrid, España, pero lo quiero para …": no place of this country. */
const ABROAD =
  /(?<!\p{L})(?:en|desde)\s+\p{L}{3,15}(?:\s\p{L}{3,15})?,?\s+(?:espa[nñ]a|estados\s+unidos|ee\.?uu|usa|chile|m[eé]xico|panam[aá]|ecuador|argentina|italia|francia|canad[aá]|inglaterra|alemania|costa\s+rica)(?!\p{L})/giu;
/** "Edilberto coma Sierra coma …": a voice that dictates. */
export const DICTATED = /(?<!(?<!\p{L})(?:que|porque|aunque|pa\s?que|se|no|lo|la|y|me))\s{1,2}coma(?=\s)/giu;
/** "José Domingo punto coma apellido Pachón", "… cero siete punto Vivo en Fonseca": signs that a voice says. */
const DICTATED_STOP =
  /\s{1,2}punto\s{1,2}coma(?=\s)|\s{1,2}punto(?=\s{1,2}(?:\p{Lu}\p{Ll}|(?:(?:el|mi)\s(?:cel|tel|correo|barrio|n[uú]mero)|y\s(?:yo|el|mi)\s|vivo\s))|\s{0,2}$)/gu;

/** "Nidia Sarmiento perdón que se me fue", "barrio Arriba que se me pasó": behind the datum they excuse themselves. */
const SLIP =
  /(?:(?<=[\p{L}\d])[\s,.]{1,2}perd[oó]n(?:e|en)?)?(?<=[\p{L}\d])[\s,.]{1,2}(?:que\s)?se\sme\s(?:fue|olvid[oó]|pas[oó]|escap[oó])(?:\s(?:antes|decirle|decir|ponerle|ponerl[oa]|escribirle|mandar|el\smensaje|el\sdedo)){0,3}(?=[\s.!)]{0,4}(?:$|[,;\n]))/giu;

/** Marks of WhatsApp's own markup, and of ours, are no letters. */
const MARKUP = /[*~`{}<>[\]]|(?<![\p{L}\d])_|_(?![\p{L}\d])/gu;
export const NO_DATA: readonly Replacing[] = [
  [CODE, " "],
  [SHORT_CITY, "$1"],
  [URL, " "],
  [MARKUP, " "],
  [HESITATION, " "],
  [ABROAD, " "],
  [UNIT_WITH_COLON, "$1 "],
  [MISTYPED_MOBILE, (digits) => digits.replaceAll(/o/giu, "0")],
  [DICTATED_STOP, ","],
  [SLIP, ""],
];
export const WRITTEN_SHORT: readonly Replacing[] = [
  [NORTH_OF, "Norte de Santander"],
  [INITIAL, ""],
  [BARRIO, "barrio "],
  [THROUGH, "por"],
];
