import { RELATIVE } from "../words/relatives.ts";

/** "Que me lo traigan de 1 a 2": from one hour to another, and no number of jars. */
export const A_RANGE =
  /\b(?:de|entre|desde) (?:l[ao]s? )?(?:\d{1,2}|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce) (?:a|y|hasta) (?:l[ao]s? )?(?:\d{1,2}|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)\b/;

/** "Con uno tengo", "con dos me basta". */
export const SUFFICES =
  /\bcon (?:un[oa]?|dos|tres|[123])(?: [a-z]+)? (?:tengo|basta|me basta|me alcanza|alcanza|es suficiente|esta bien|empiezo|arranco|pruebo|tenemos)\b/;

/** "Quien recibe es Ana Ariza, un amigo": one person, and not one of the goods. */
export const A_PERSON = new RegExp(`\\buna? (?:${RELATIVE}|senora?|senorita|parcer[oa]|muchach[oa]|persona)\\b`);

/** "Mándelo de una que yo le dejo la plata": at once, and no number. "El de una" counts. */
const RIGHT_AWAY =
  /(?<!\b(?:el|la|l[oa]s|mand[ae]me|deme)) de una(?: vez)?(?= [,.?!]|$| (?:que|y|porque|por favor|porfa|pues|gracias|ya|yo|mi|senora?|veci\w{0,3}|hoy|manana)\b)/g;
/** "Dos de una vez", "quiero 2 esta vez". */
const THIS_TIME =
  /(?<=\b(?:un[oa]|dos|tres|[1-9]|frasc\w{1,5}|tarr\w{1,4})) (?:de una vez|(?:por )?esta vez|otra vez|de nuevo|nuevamente)(?= |$)/g;
/** "Dos, uno para cada una": which the number before it says. */
const ONE_FOR_EACH =
  /(?<=\b(?:dos|tres|[23])\b.{0,12}) (?:, )?(?:un[oa]|1) (?:para|pa|por) cada (?:un[oa]|cual|quien)\b/g;
/** "Un solo frasco", "solo uno". */
const ONLY_ONE = /\b(un) (?:solo|unico) (?=\w)|\b(?:solo|solamente|unicamente) (?=un[oa]?\b|\d\b)/g;

/** "No espere, que sean 3", "no mentira, dos": they stop themselves, and what is said behind it counts. */
const STOPS_THEMSELVES =
  /^(?:(?:ay|uy|ah|eh|oiga) (?:, )?)?no (?:, )?(?:(?:pere|espere|espera|esperate|espereme|aguante|mentiras?|perdon|disculpe|pensandolo bien) (?:, )?)+(?=(?:mas bien |mejor )?(?:que )?(?:[a-z]{2,9}(?:me|le|nos)(?:l[oa]s?)? (?=(?:a |en |l[oa]s |el de )?(?:un[oa]?|dos|tres|[1-9])\b)|sean?|van?|seria|pongame|mandeme|deme|quiero|dej\w{2,8}|l[oa]s|el de|un[oa]?|dos|tres|[1-9])\b)/;
const MAS_BIEN = / mas bien(?=$| ,)|^mas bien (?=(?:que )?(?:sean?|un[oa]?|dos|tres|[1-9]|el|l[oa]s|deme|mandeme)\b)/g;

/** What they say in place of what they said before. */
export function withoutStops(folded: string): string {
  return folded
    .replace(STOPS_THEMSELVES, "mejor ")
    .replace(MAS_BIEN, (said) => (said.startsWith("mas") ? "mejor " : " mejor"));
}

/** Folded words in which a number stands as it is counted: "un frasco" for "un solo frasco", and nothing for "de una". */
export function withPlainNumbers(folded: string): string {
  return folded
    .replace(THIS_TIME, "")
    .replace(ONE_FOR_EACH, "")
    .replace(RIGHT_AWAY, "")
    .replace(ONLY_ONE, (_, one: string | undefined) => (one === undefined ? "" : "un "));
}
