import { foldText } from "../text/fold-text.ts";

/** A number, a name that is given, and what a datum is called. */
const TELLS =
  /\d|\b(?:a nombre|me llamo|se llama|soy|recibe|reciba|nombres?|apellidos?|celular|cel|telefono|numero|cedula|direcion|calle|carrera|cra|cll|barrio|vereda|conjunto|edificio|torre|apartamento|apto|manzana|ciudad|municipio|pueblo|departamento|(?:agregu?|anad|aument|quit|sum|reduz|reduc|sub|baj)[ae]n?(?:me|le|l[oa])s?)\b/;

/** "Espere le pregunto si esa dirección está buena": they will ask or look, and tell nothing yet. */
const WILL_ASK =
  /^(?:(?:ay|ah|ok|bueno|listo|pues|espere|espereme|aguarde|(?:un|deme un|dame un) (?:momento|momentico|segundo|segundito|minuto|minutico)|ya) (?:, )?)*(?:(?:(?:voy|vamos) a|dejeme|deje|dejame|permitame|le|les|me toca|tengo que) )*(?:pregunt|consult|averigu|revis|mir|verific|confirm)(?:o|ar|are|arl[oa]|arle|amos|ando)(?: (?!(?:es|son|a nombre|recibe|llam\w+)\b)[a-z]+)*$/;

/** "En esa dirección", "a esa misma dirección": what the summary says. */
const AS_SUMMED_UP =
  /^(?:(?:si|ok|bueno|listo|pues) )*(?:a|en|para) (?:es[ae]|est[ae]|la|mi)(?: misma)? (?:direcion|casa|ciudad)(?: (?:porfa|por favor|pues|gracias))*$/;

/** "Ya le dije la dirección", "ahí le mandé mi celular": told before, and no value behind it. */
const TOLD_BEFORE =
  /\b(?:ya|ahi|arriba|ahorita|antes) (?:se |te |les? |l[oa]s? )*(?:dij|di\b|mand|escrib|envi|pas|pus|inform|anot)[a-z]{0,4}(?: (?:la|el|mi|los|las|mis|todos|todas|tod[oa]|su)){0,3} (?:direcion|celular|cel|telefono|numero|nombres?|apellidos?|barrio|ciudad|cedula|apto|apartamento|conjunto|municipio)(?: y (?:la|el|mi|los|mis) (?:direcion|celular|telefono|numero|nombres?|barrio|ciudad))?(?= ,|\.|$)/g;

/** "Antes de las 10", "a las 3", "hace 9 días", "tengo 62 años": a time or an age. */
const OF_TIME =
  /\b(?:a|de|desde|hasta|antes de|despues de|tipo|como a|sobre) las \d{1,2}(?::\d{2})?|\b\d{1,3} (?:anos?|anitos|dias?|mes(?:es)?|semanas?|horas?|minutos?|noches?|a ?m|p ?m)\b/g;

/** What is to become of a datum that stands without its value: "quite el apartamento", "esa no es la dirección". */
const OF_A_CHANGE =
  /\b(?:cambi|quit|corrij|correg|correj|mal|equivoc|falt|otr|no\b|err|sin\b|nuev|perd|dan|agreg|anad|aument|sum|reduz|reduc|sub|baj)/;
/** Who it is for, in whatever words: "a nombre de mi mamá". */
const OF_A_PERSON = /\b(?:a nombre|me llamo|se llama|soy|recib[ea])\b/;
/** "Apto 30" is none of the numbers of "51-30". */
const PART_OF_A_HOUSE =
  /\b(?:apto|apartamento|torre|interior|manzana|bloque|piso|casa|lote|edificio|local) (?:\w+ )?\d/;
/** Behind the name of a datum they give it no value. */
const NO_VALUE = new Set(
  "de del la el lo las los mi mis su sus un una y o es esta estan son era eso ese esa esos esas este bien correcto correcta correctas correctos asi ahi aqui alla arriba que ya le les me te se dije di mande puse escribi porfa favor por gracias pues si ok listo misma mismo tal cual completa completo casa entrega envio whatsapp".split(
    " ",
  ),
);

const wordsIn = (folded: string): readonly string[] => folded.match(/[a-z]+|\d+/g) ?? [];

/**
 * Whether words that no rule has read may tell who receives an order, where, or how many. `shown`: what the customer has read in
 * the last summary; words that only name it tell nothing ("son 169 mil en total", "sí, es el 51-30").
 */
export function mayTell(text: string, shown: readonly string[] = []): boolean {
  const folded = foldText(text);
  if (!TELLS.test(folded) || folded.includes("?") || WILL_ASK.test(folded) || AS_SUMMED_UP.test(folded)) return false;
  const known = new Set(shown.flatMap((value) => wordsIn(foldText(value))));
  const clauses = folded
    .replace(TOLD_BEFORE, "")
    .replace(OF_TIME, "")
    .split(/ ?[,.] ?/);
  return clauses.some((clause) => TELLS.test(clause) && !repeats(clause, known));
}

/** Each number is one that they have read, and a datum that is named has no other value behind it. */
function repeats(clause: string, known: ReadonlySet<string>): boolean {
  if (OF_A_CHANGE.test(clause) || OF_A_PERSON.test(clause) || PART_OF_A_HOUSE.test(clause)) return false;
  const words = wordsIn(clause);
  const named = words.findIndex((word) => !/^\d/.test(word) && TELLS.test(word));
  return words.every((word, at) => {
    if (known.has(word) || TELLS.test(word)) return known.has(word) || !/^\d/.test(word);
    return named < 0 || at < named || NO_VALUE.has(word);
  });
}
