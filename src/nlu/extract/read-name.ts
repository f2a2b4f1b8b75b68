import { plainText, titleCase } from "../plain-text.ts";
import { isFirstName } from "./first-names.ts";
import { isSurname } from "./surnames.ts";

export interface FoundName {
  readonly given: string | null;
  readonly surname: string | null;
  readonly raw: string;
}

/** Words that end a name, or that no name has: what customers write around it. */
const NOT_IN_A_NAME = new Set(
  `a al ahi ahora algo apto asi aun ayuda barrio bien bogota buen buena buenas buenos busco calle carrera casa cedula cel celular
  ciudad claro como con confirmo correo costo cual cuando cuanta cuanto cuantos dale deme desde despues dias direccion
  donde el ella email en enfermo enfermera entonces entrega envia envio eres es esa ese eso espera espere esta estan estoy favor
  feliz gracias hace hasta hay hola hoy interesa interesada interesado jajaja jaja la las le listo llega lo los luego manana mas me
  mejor mi mis muy necesito ni no nombre nos numero o ok oficina otra otro para pedido pero persona porque por porfa precio
  prefiero producto pues puedo que quien quiero quisiera recojo se sea senor senora ser si sin sirve sisas solo son soy su sus
  tambien tarde tardes tel telefono tengo todo trae tu un una uno usted va vale vamos vivo voy y ya yo dos tres pastillas frasco
  frascos perfecto bueno cliente pensionado pensionada mujer hombre mayor diabetico diabetica hipertenso hipertensa alergico
  alergica nuevo nueva`.split(/\s+/),
);

const WORD = /^\p{L}[\p{L}'’-]*\.?$/u;
const PARTICLES = new Set(["de", "del", "la", "las", "los", "san"]);

/** After these words stands a name, whatever it is. */
const SAYS_NAME =
  /(?:\bme\s+llamo|\bmi\s+nombre\s+(?:completo\s+)?es|\ba\s+nombre\s+de|\bnombre\s+completo\s*:?|\bnombres?\s*(?::|es\s))\s*:?\s*/iu;
/** After these stands a name, or anything else: "soy hipertenso". */
const SAYS_SOY = /(?<![\p{L}])(?:soy|habla|le\s+escribe|les\s+escribe)\s+/iu;

export function findSaidName(text: string): FoundName | null {
  const said = SAYS_NAME.exec(text);
  if (said !== null) return nameFrom(text.slice(said.index + said[0].length), said[0], () => true);
  const soy = SAYS_SOY.exec(text);
  if (soy === null) return null;
  return nameFrom(text.slice(soy.index + soy[0].length), soy[0], isNameLike);
}

/** A segment that is a name and nothing else. `knows` says which part is missing: "Peña Mora" after "Julián" is a surname. */
export function readBareName(segment: string, knows: { given: boolean; surname: boolean }): FoundName | null {
  const words = segment.trim().split(/\s+/);
  if (words.length > 5 || !words.every((word) => WORD.test(word) && !NOT_IN_A_NAME.has(plainText(word)))) return null;
  if (!isNameLike(words)) return null;
  const startsGiven = isFirstName(words[0] ?? "");
  if (knows.given && !knows.surname && !startsGiven) return { given: null, surname: titleCase(segment), raw: segment };
  if (knows.given && (!startsGiven || knows.surname)) return null;
  // A surname alone is no first name.
  if (!startsGiven && words.length === 1 && isSurname(words[0] ?? "")) return null;
  return { ...split(words), raw: segment };
}

function nameFrom(after: string, before: string, accepts: (words: readonly string[]) => boolean): FoundName | null {
  const words: string[] = [];
  const clause = after.split(/[,;.\n?¿()!]/)[0] ?? "";
  for (const word of clause.trim().split(/\s+/)) {
    const plain = plainText(word);
    if (!WORD.test(word) || words.length >= 5) break;
    if (NOT_IN_A_NAME.has(plain) && !(PARTICLES.has(plain) && words.length > 0)) break;
    words.push(word);
  }
  while (PARTICLES.has(plainText(words.at(-1) ?? "-"))) words.pop();
  if (words.length === 0 || PARTICLES.has(plainText(words[0] ?? "")) || !accepts(words)) return null;
  return { ...split(words), raw: before + words.join(" ") };
}

/** Begins with a first name, consists of names, or has every word in capitals as names do. */
function isNameLike(words: readonly string[]): boolean {
  if (isFirstName(words[0] ?? "")) return true;
  if (words.every((word) => isSurname(word) || isFirstName(word))) return true;
  const isCapital = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word) || PARTICLES.has(plainText(word));
  return words.length >= 2 && words.every(isCapital);
}

/** One or two first names, then the surnames. */
function split(words: readonly string[]): { given: string; surname: string | null } {
  const [, second] = words;
  const hasTwo =
    second !== undefined &&
    (words.length === 2 ? isFirstName(second) && !isSurname(second) : isFirstName(second) || words.length > 3);
  const length = second === undefined ? 1 : hasTwo ? 2 : 1;
  const surname = words.slice(length).join(" ");
  return { given: titleCase(words.slice(0, length).join(" ")), surname: surname === "" ? null : titleCase(surname) };
}
