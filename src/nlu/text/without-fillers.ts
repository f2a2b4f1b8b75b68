import { replaceIn } from "./pattern-gate.ts";

/**
 * A voice note has no commas: "me vende dos o sea y este mi nombre es Ana y pues vivo en Cali". The sounds and words that
 * only join one part to the next become the pause that they are.
 */
const SOUND = "(?:e{1,4}h{1,4}m{0,4}|m{2,6}|este|o\\s+sea|bueno|mire|vea|pues|entonces|ah)";
const JOINS = new RegExp(
  `(?<=\\S)\\s(?:${SOUND}\\s){0,2}y(?:\\s${SOUND}){0,2}\\s(?=(?:mis?|el|la|vivo|vivimos|estoy|en|cel|tel|n[uú]mero|direcci[oó]n|para|soy|me\\s+llamo|barrio|a\\s+nombre|lo\\s+recib|es\\s+para)(?!\\p{L}))`,
  "giu",
);
const SURNAME = /(?<!\p{L})Bueno(?!\p{L})/u;
const ALONE = /(?<!\p{L})o\s+sea(?!\p{L})\s*,?/giu;

/** "¿Hay alguien?", "¿hay alguien ahí?": who calls into the room greets, and asks for no person. */
const CALLS_INTO_THE_ROOM =
  /^[\s¿]*(?:(?:hola|buenas|y|oiga|ey)[\s,]+)?(?:hay|habr[aá])\s+alguien(?:\s+(?:por\s+)?(?:ah[ií]|ac[aá]|aqu[ií]|all[aá]))?[\s?!.]*$/iu;

/** A call into the room as the greeting that it is. */
export function withPlainGreeting(text: string): string {
  return CALLS_INTO_THE_ROOM.test(text) ? "hola" : text;
}

export function withoutFillers(said: string): string {
  const text = withPlainGreeting(said);
  const paused = replaceIn(JOINS, text, (joined) => {
    // "Soy Mercedes Bueno y mi celular …": with a capital it is a surname.
    if (SURNAME.test(joined)) return " Bueno, ";
    return joined.trim().length > 1 ? ", " : joined;
  });
  return replaceIn(ALONE, paused, ", ");
}
