import { findIn } from "../text/pattern-gate.ts";
import { mendSpelling } from "../words/mend-spelling.ts";

/** Data of which a customer may have two. */
const OF_DATA =
  /(?<!\p{L})(?:apellidos?|nombres?|n[uú]meros?|tel[eé]fonos?|celular(?:es)?|direcci[oó]n(?:es)?|correos?)(?!\p{L})/iu;
/** Behind a verb of writing down, or none: goods are sent, given and taken, and data is noted. */
const PAIR =
  /((?<!\p{L})(?:p[oó]n\p{L}*|an[oó]t\p{L}*|ap[uú]nt\p{L}*|escr[ií]\p{L}*|col[oó]qu?\p{L}*|d[eé]j\p{L}*|us[ae]\p{L}*|van?|son|con|y)\s+|[,;.]\s*)l[oa]s\s+(?:dos|2)(?=\s*(?:$|[.,;!?)]|por\s+favor|porfa|gracias|ah[ií]))/giu;

/** "El apellido es Quiroga Baquero, póngale los dos": two of what was just spoken of, and no two of the goods. */
export function withoutPairOfData(text: string): string {
  const noun = findIn(OF_DATA, text);
  if (noun === null) return text;
  const from = noun.index + noun[0].length;
  return text.slice(0, from) + text.slice(from).replace(PAIR, "$1ambos");
}

/** A message as it was meant: its slips mended, and its pairs those of data. */
export function heardIn(text: string): string {
  return withoutPairOfData(mendSpelling(text));
}
