/**
 * Words that announce data, as they are mistyped or written by ear: "varrio", "celualr", "nonbre". The data itself stays as it
 * was typed.
 */

import { foldLetters } from "../../core/plain-text.ts";
import { MANY_WORDS, remembering } from "../../core/remembering.ts";
import { findDepartment, findPlace } from "../places/find-place.ts";
import { BIG_CITIES } from "../places/place-names.ts";
import { type Replacing, replaceEach, replaceIn } from "../text/pattern-gate.ts";
import { soundOf } from "../text/sound-of.ts";
import { isCommonWord } from "../words/common-words.ts";
import { isDataWord } from "../words/data-words.ts";
import { isFirstName } from "../words/first-names.ts";
import { indexSlips } from "../words/mend-spelling.ts";
import { isSurname } from "../words/surnames.ts";

const LABELS =
  "barrio calle carrera diagonal transversal avenida manzana apartamento conjunto edificio vereda celular telefono numero nombre apellido apellidos correo tengo ciudad direccion municipio departamento corregimiento".split(
    " ",
  );
/** Good Spanish near one of them. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  "barro barra barrios calla callo caller calles hombre hombres nombres numeros celulares corre correos carreras caridad cuidad carreta".split(
    " ",
  ),
);
const SHORTEST = 4;
const LONG = 6;
/** "Barrnaquilla, Atlántcio": names of one long word, which no other word is near. */
const PLACES: readonly string[] = [
  ...[...BIG_CITIES].filter((name) => /^[a-z]{8,}$/.test(name)),
  ..."antioquia atlantico boyaca caqueta casanare cordoba cundinamarca magdalena narino putumayo risaralda santander vichada"
    .split(" ")
    .filter((name) => name.length >= 8),
];
const nearLabels = indexSlips(LABELS);
const nearPlaces = indexSlips(PLACES);
const nearCities = indexSlips([...BIG_CITIES].filter((name) => /^[a-z]{6,}$/.test(name)));
const BY_SOUND: ReadonlyMap<string, string> = new Map(LABELS.map((label) => [soundOf(label), label]));
/** "Caler 45 # 20-13": what stands before a street's numbers is a street. */
const STREET = /(?<![\p{L}\d])((?!callej)c\p{L}{3,8})(?=\s+\d{1,3}\s?[a-z]?\s*(?:#|n[o°º]\.?|nro)\s*\d)/giu;

/** "Ciudad y departamento: …": the place behind it says both. */
const CITY_AND_DEPARTMENT =
  /(?<!\p{L})(ciudad|municipio)\s*(?:[,/-]|y|e)\s*(?:el\s+|su\s+)?(?:departamento|depto|dpto)\b\s*:?/giu;

export function mendLabels(text: string): string {
  const placed = replaceIn(CITY_AND_DEPARTMENT, text, "$1: ");
  const heard = replaceIn(BY_EAR, placed, (word) => HEARD_AS.get(word.toLowerCase()) ?? word);
  return replaceIn(STREET, withLettersWrittenOut(heard), (word) => streetOf(word) ?? word).replace(
    /\p{L}{4,}/gu,
    (word) => labelOf(word) ?? word,
  );
}

/** Short words that announce data, by ear: "bibo en cali", "soi la señora Amparo". */
const HEARD_AS: ReadonlyMap<string, string> = new Map([
  ["bibo", "vivo"],
  ["bivo", "vivo"],
  ["vibo", "vivo"],
  ["bibimos", "vivimos"],
  ["bivimos", "vivimos"],
  ["vibimos", "vivimos"],
  ["bibe", "vive"],
  ["bive", "vive"],
  ["vibe", "vive"],
  ["soi", "soy"],
  ["kasa", "casa"],
  ["csa", "casa"],
  ["baye", "valle"],
  ["balle", "valle"],
]);
const BY_EAR = new RegExp(`(?<!\\p{L})(?:${[...HEARD_AS.keys()].join("|")})(?!\\p{L})`, "giu");
/** What is written with one letter: "santander d quilichao", "m llamo consuelo", "cali i el telefono", "el apellido e Fince". */
export function withLettersWrittenOut(text: string): string {
  return replaceEach(text, BY_ONE_LETTER);
}

const BY_ONE_LETTER: readonly Replacing[] = [
  [/(?<=\p{L}\s)i(?=\s(?:el|la|los|las|mi|mis|es|vivo|soy|su)(?!\p{L}))/gu, "y"],
  [
    /(?<=\p{L}{2}\s)(?<!(?<!\p{L})(?:bloque|blq?|torre|interior|int|manzana|mza?|apto?|apartamento|casa|etapa|entrada|letra|local|lote|vitamina|calle|cll?|carrera|cra|kra)\s)d(?=\s(?:\p{L}{3}|l[ao]s?\s))/giu,
    "de",
  ],
  [/(?<!\p{L})m(?=\s(?:llamo|dicen)(?!\p{L}))/giu, "me"],
  [/(?<!\p{L})s(?=\sllama(?!\p{L}))/giu, "se"],
  [/(?<=\p{L}{3}\s)q(?=\s\p{L})/giu, "que"],
  [/(?<=(?<!\p{L})(?:apellido|nombre|barrio|ciudad)\s)e(?=\s\p{L}{3})/giu, "es"],
  // "Wilson, wilson cabal": the same name, begun once more.
  [/(?<!\p{L})(\p{L}{3,20})[,.]\s{1,2}(?=\1\s\p{L}{2})/giu, (said, name = "") => (isFirstName(name) ? "" : said)],
  // "Cll 25 # 19-50 bro la esperanza".
  [/(?<=\d[a-z]?[\s,]{1,3})bro\.?\s(?=\p{L}{2})/giu, "barrio "],
];

/** "Mi nombrecito es …", "el celularcito": said with affection. */
const SAID_SMALL: ReadonlyMap<string, string> = new Map([
  ["nombrecito", "nombre"],
  ["apellidito", "apellido"],
  ["celularcito", "celular"],
  ["telefonito", "telefono"],
  ["numerito", "numero"],
  ["direccioncita", "direccion"],
  ["barriecito", "barrio"],
  ["barrito", "barrio"],
  ["correito", "correo"],
]);

/** The big city that a mistyped word means where only a town can stand: "estoy en pererira", "la ciudad es ibaque". */
export const cityMeant = remembering((typed): string | null => {
  const word = foldLetters(typed);
  if (word.length < LONG || isCommonWord(word) || isFirstName(word) || isSurname(word)) return null;
  const [meant, ...others] = nearCities(word);
  return meant === undefined || others.length > 0 ? null : meant;
}, MANY_WORDS);

const labelOf = remembering((typed): string | null => {
  const word = foldLetters(typed);
  const small = SAID_SMALL.get(word);
  if (small !== undefined) return small;
  if (word.length < SHORTEST || OTHER_WORDS.has(word) || isDataWord(word) || isCommonWord(word)) return null;
  const sounding = BY_SOUND.get(soundOf(word));
  const meant =
    sounding ??
    nearLabels(word).find((one) => word.length >= LONG || lettersOf(word) === lettersOf(one)) ??
    (word.length < LONG ? undefined : nearPlaces(word)[0]);
  if (meant === undefined || meant === word || isFirstName(word) || isSurname(word)) return null;
  return findPlace(word) === null && findDepartment(word) === null ? meant : null;
}, MANY_WORDS);

function lettersOf(word: string): string {
  return [...word].sort().join("");
}

/** The same letters, or nearly: "Caler", "Carrrea". */
function streetOf(typed: string): string | null {
  const letters = [...new Set(foldLetters(typed))].sort().join("");
  return (
    ["calle", "carrera"].find((street) => [...new Set(street)].every((letter) => letters.includes(letter))) ?? null
  );
}
