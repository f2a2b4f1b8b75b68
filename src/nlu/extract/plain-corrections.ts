/**
 * Corrections in the forms that people use, written as plain labels, which every reader knows: "todo bien menos el barrio, ese
 * es Olaya" is "barrio Olaya", "Soacha no, eso es Bosa, Bogotá" is another city.
 */

import { plainText } from "../../core/plain-text.ts";
import { findDepartment, isPlaceIn, LONGEST_PLACE, placeAtEnd, placeAtStart } from "../places/find-place.ts";
import { findIn, isIn, replaceIn } from "../text/pattern-gate.ts";
import { withOtherTown } from "./correct-a-town.ts";
import type { Extracted } from "./field-kinds.ts";
import { withNameSpelledAnew } from "./name-spelled-anew.ts";

const LABEL = "barrio|nombre|apellidos?|ciudad|celular|tel[eé]fono|correo|direcci[oó]n";
/** "El apellido completo es …", "como barrio ponga …", "el barrio, ese es …", "póngale de barrio …". */
const SAID: readonly RegExp[] = [
  new RegExp(
    `(?<!\\p{L})(?:el|la|mi|los|mis)\\s+(${LABEL})\\s+(?:(?:complet[oa]s?|correct[oa]|verdader[oa]|real)\\s+(?:es|son)|se\\s+escribe)\\s+(?!con|sin|as[ií]|mal|bien)`,
    "iu",
  ),
  new RegExp(
    `(?<!\\p{L})(?:c[aá]mbi\\p{L}+|corr[ií]j\\p{L}+|modif[ií]\\p{L}+)\\s+(?:el|la|mi)\\s+(${LABEL})\\s+(?:por|a)\\s+(?!el\\sde\\s)`,
    "iu",
  ),
  new RegExp(
    `(?<!\\p{L})(?:como|de|en)\\s+(${LABEL})\\s+(?:p[oó]ng\\p{L}+|an[oó]t\\p{L}+|col[oó]qu\\p{L}+|escrib\\p{L}+)\\s+`,
    "iu",
  ),
  new RegExp(
    `(?<!\\p{L})(?:el|la|mi)\\s+(${LABEL})\\s*,\\s*(?:es[eao]|est[eao]|lo)\\s+(?:s[ií]\\s+)?(?:es|va|queda|ser[ií]a)\\s+(?!(?:mal|incorrect|as[ií]|correct)\\p{L}*)`,
    "iu",
  ),
];
/** "El apellido quedó mal escrito: es Rueda, no Ruda", "el barrio está errado, es Olaya": the right value stands behind it. */
const SAID_WRONG = new RegExp(
  `(?<!\\p{L})(?:el|la|mi|los|mis)\\s(${LABEL})\\s(?:(?:me|les?|lo)\\s){0,2}(?:qued|est|sali|pus|escrib|va|anot)\\p{L}{0,6}\\s(?:mal|errad|equivocad|incorrect|al\\srev[eé]s)\\p{L}{0,3}(?:\\s\\p{L}{4,10})?\\s{0,2}[,.;:]\\s{0,2}(?:(?:lo\\scorrecto|el\\scorrecto|realmente)\\s)?(?:es|ser[ií]a|va)\\s`,
  "giu",
);
/** "No el barrio es Manzanares": a no to what stands, and behind it the right value. */
const NO_AT_FIRST = new RegExp(
  `^no\\s+(?=(?:el|la|mi)\\s+(?:${LABEL})\\s+(?:es|queda|ser[ií]a)\\s+(?!(?:es[eao]|as[ií])(?!\\p{L})))`,
  "iu",
);
/** "A la dirección le falta: local 2": what follows is more of the address that is known. */
const LACKS =
  /(?<!\p{L})(?:a\s)?(?:la|mi)\sdirecci[oó]n\s(?:le\sfalt[oóa]\p{L}?|falt[oóa]\p{L}?)(?:\s(?:que\ses|decir|poner|anotar|el|la))?\s?[:,]?\s(?=\p{L}+\s\d|\p{L}+\spiso)/iu;
/** "… por si acaso", "… para que sepa": nothing of the value. */
const TAIL =
  /(?<=\S)\s(?:por\s(?:si|las)\s(?:acaso|las\smoscas|dudas)|para\sque\s(?:sepa|lo\stenga|quede)\p{L}{0,3})(?=\s?[,.]|\s?$)/iu;
/** "Soacha no, eso es Bosa, Bogotá". */
const NOT_THAT =
  /^(.{0,30}?)(?<!\p{L})(\p{Lu}[\p{L} ]{2,25}?)\s+no\s*[,.]\s*(?:es[eao]|yo|ac[aá]|mejor|sino)?\s*(?:es|vivo|queda|estoy|sino|era)?\s*(?:en\s+)?(\p{Lu}[^?]{2,60})$/iu;
/** "No, para Tunja", "no señora, va pa Ibagué Tolima": another place, and nothing else. */
const NOT_THERE =
  /^no(?:p|pe)?(?:\s+(?:se[nñ]or(?:a|ita)?|gracias|mire|vea))?\s?[,.]?\s?(?:(?:va|es|era|ser[ií]a|vivo|estoy|lo|l[ao]s|env[ií]\p{L}{1,6}|m[aá]nd\p{L}{1,6})\s+){0,3}(?:(?:p(?:ar)?a|a|en|hasta|hacia)\s+|(?<=[,.]\s))(\p{L}[\p{L} ,.]{2,60})$/iu;
/** "No es Ruiz, es Olarte", "no es Ana sino Eva". */
const IS_NOT_NAMED = /(?<!\p{L})no\s+(?:es|soy)\s+(\p{L}{2,20})\s?[,.;]?\s?(?:es|soy|sino)\s+(?=\p{L})/iu;
/** "No es Medellín es Apartadó", "no era en La Dorada sino en Honda": the town that is known is denied, and another stands behind it. */
const IS_NOT_THERE =
  /(?<!\p{L})no\s+(?:es|era|va|vivo|estoy)\s+(?:en\s+|para\s+|pa\s+|a\s+)?(\p{L}{2,20}(?:\s\p{L}{2,20}){0,3}?)\s?[,.;]?\s(?:es|era|sino|va|vivo|estoy)\s+(?:que\s+)?(?:es\s+)?(?:en\s+|para\s+|pa\s+|a\s+)?(?=\p{L})/iu;
/** "Le dije Tenza y es Tenjo", "puse Laureles pero es Belén": what they told first, and what it is. */
const TOLD_AND_IS =
  /(?<!\p{L})(?:(?:yo|le|les|me|lo|se)\s){0,3}(?:puse|pusieron|puso|dije|escrib[ií]|escribieron|di|mand[eé]|anot[eéó]|anotaron|coloqu[eé]|pas[eé]|qued[oó]|aparece)\s(?:que\s(?:era\s)?|en\s|de\s)?(\p{L}{2,20}(?:\s\p{L}{2,20}){0,3}?)\s?,?\s(?:y|pero)\s(?:(?:en\srealidad|realmente|la\sverdad)\s)?(?:es|era)\s(?=\p{L})/iu;
/** "Perdón, es Graciela Montes Ávila": who is known already says how they are called. */
const IT_IS = /^(.{0,20}?)(?<!\p{L})(?:es|era|ser[ií]a)\s+(\p{L}+)\s+(?=\p{Lu})/iu;

/** "Pero recibo yo, Luz Dary Muñoz", "va para Amparo Tascón Libreros", "para la casa de mi hermana Nidia Chávez": who receives it is whose name we need. */
const RECEIVES =
  /(?<!\p{L})(?:(?:lo\s+|la\s+)?recibo\s+yo\s*[,:]?|(?:va|ser[ií]a|es)\s+para|(?:lo\s+)?recibe|p(?:ar)?a\s+(?:la\s+casa\s+de\s+)?(?:mi\s+\p{Ll}{2,12}|don|do[nñ]a|(?:el|la)\s+se[nñ]ora?))\s+(?=\p{Lu}\p{Ll}+(?:\s+(?:de\s+)?\p{Lu}\p{Ll}+){1,4}\s*(?:[,.]|$))/u;

export function withPlainCorrections(typed: string, known: Extracted): string {
  if (typed.includes("?")) return typed;
  const text = withNameSpelledAnew(asDenied(replaceIn(NO_AT_FIRST, typed, ""), known), known);
  if (known.address !== undefined && isIn(LACKS, text)) return text.replace(LACKS, "");
  const labelled = [SAID_WRONG, ...SAID].reduce((said, pattern) => replaceIn(pattern, said, "$1 "), text);
  const department = departmentAlone(text, known);
  if (department !== null) return department;
  const received = withOtherTown(replaceIn(TAIL, labelled, "").replace(RECEIVES, orPlace), known);
  return ofName(ofPlace(received, known), known);
}

/** What they told first, written as what it is not. */
export function asDenied(text: string, { city, neighbourhood, surname, given_name: given }: Extracted): string {
  const [said, was = ""] = findIn(TOLD_AND_IS, text) ?? [];
  const isKnown = [city, neighbourhood].some((one) => plainText(one ?? "") === plainText(was));
  const isTold = said !== undefined && (isKnown || isPartOf(was, surname) || isPartOf(was, given));
  return isTold ? text.replace(said, `no es ${was}, es `) : text;
}

/** "Es para Planeta Rica Córdoba" tells a place and no name. */
function orPlace(said: string, at: number, text: string): string {
  const words = text.slice(at + said.length).split(/[\s,.]+/, LONGEST_PLACE);
  return placeAtStart(words) === null ? "me llamo " : said;
}

/** "La Unión la de Nariño, no la del Valle": which of the places of that name it is. */
function departmentAlone(text: string, { city, department }: Extracted): string | null {
  // "Mi celular 320 881 44 79 y el departamento Putumayo": a number is told as well.
  if (city === undefined || text.length > MOST_OF_A_DEPARTMENT || /\d/.test(text)) return null;
  // "Vereda Palocabildo finca La Cascada Jericó Antioquia": a house is told as well.
  if (OF_A_HOUSE.test(text)) return null;
  const parts = text.replace(NO_NO, "").split(/[,.;()]|\s(?=no\s)/u);
  const isDenied = (part: string): boolean => /^\s*no(?!\p{L})/iu.test(part);
  const departmentIn = (part: string): string | undefined => {
    const words = part.trim().replace(/\sy$/iu, "").split(/\s+/);
    return words.map((_, at) => findDepartment(words.slice(at).join(" "))).find((one) => one !== null) ?? undefined;
  };
  const names = (part: string, other: string): boolean =>
    departmentIn(part) === other || plainText(part).includes(plainText(other));
  // "Es La Unión Nariño, no Antioquia": the known one is denied.
  if (department !== undefined && !parts.some((part) => isDenied(part) && names(part, department))) return null;
  const found = parts.flatMap((part) => {
    const named = isDenied(part) ? undefined : departmentIn(part);
    return named !== undefined && isPlaceIn(city, named) ? [{ part, named }] : [];
  });
  const [one, ...others] = found;
  if (one === undefined || others.length > 0) return null;
  // What stands beside it ("y el barrio es La Cantera") is told as well.
  const beside = parts.filter((part) => part !== one.part && !isDenied(part) && /\p{L}/u.test(part));
  return [`departamento ${one.named}`, ...beside].join(", ");
}

const OF_A_HOUSE =
  /(?<!\p{L})(?:vereda|vda|finca|hacienda|parcela|corregimiento|casa|manzana|calle|carrera|torre|apto|apartamento|conjunto)(?!\p{L})/iu;
const MOST_OF_A_DEPARTMENT = 100;
const NO_NO = /^(?:no[\s,]{1,3}){1,5}(?=(?:es|queda|va)\s)/iu;

function ofPlace(text: string, { city, neighbourhood }: Extracted): string {
  // "No es Laureles es Belén": the neighbourhood that is known is denied, and another stands behind it.
  const [denial, hood = ""] = neighbourhood === undefined ? [] : (findIn(IS_NOT_THERE, text) ?? []);
  if (denial !== undefined && plainText(hood) === plainText(neighbourhood ?? ""))
    return text.replace(denial, "barrio ");
  const [denied, not = ""] = city === undefined ? [] : (findIn(IS_NOT_THERE, text) ?? []);
  if (denied !== undefined && plainText(not) === plainText(city ?? "")) {
    const behind = text.slice(text.indexOf(denied) + denied.length).split(/[ ,.;]+/, LONGEST_PLACE);
    if (placeAtStart(behind) !== null) return text.replace(denied, "ciudad ");
  }
  const [, elsewhere] = city === undefined ? [] : (findIn(NOT_THERE, text.trim()) ?? []);
  if (elsewhere !== undefined) {
    const words = elsewhere.split(/[ ,.]+/).filter((word) => word !== "");
    if (placeAtStart(words)?.length === words.length) return `ciudad ${elsewhere}`;
  }
  const [, , wrong = "", right = ""] = findIn(NOT_THAT, text) ?? [];
  if (city === undefined || wrong === "" || !plainText(wrong).endsWith(plainText(city))) return text;
  const parts = right.split(",").map((part) => part.trim());
  const last = parts.at(-1)?.split(" ") ?? [];
  const placed = placeAtStart(last) ?? placeAtEnd(last);
  return placed === null ? text : `ciudad ${parts.toReversed().join(", ")}`;
}

function isPartOf(word: string, name: string | undefined): boolean {
  return plainText(name ?? "")
    .split(" ")
    .includes(plainText(word));
}

function ofName(text: string, { given_name: given, surname }: Extracted): string {
  const [denied, not = ""] = findIn(IS_NOT_NAMED, text) ?? [];
  if (denied !== undefined && isPartOf(not, surname)) return text.replace(denied, "apellido ");
  if (denied !== undefined && isPartOf(not, given)) return text.replace(denied, "nombre ");
  const [said, before = "", name = ""] = IT_IS.exec(text) ?? [];
  if (given === undefined || said === undefined || plainText(given).split(" ")[0] !== plainText(name)) return text;
  return `${before}me llamo ${name} ${text.slice(said.length)}`;
}
