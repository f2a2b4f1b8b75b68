/** Whether a verb asks for the number that stands behind it, and what may stand behind the number. */
import { ASKS_FOR, BEGINS_WITH, CONFIRMS, FOR_ME, LET_US, PUT_DOWN, REQUESTS_BY_STEM, words } from "./clause-words.ts";

/** The verb that a number belongs to, past articles. */
export function asksFor(said: readonly string[], at: number): boolean {
  let verb = at - 1;
  while (verb >= 0 && (ARTICLES.has(said[verb] ?? "") || said[verb] === "porfa" || isNoMore(said, verb))) verb -= 1;
  const word = said[verb] ?? "";
  if (/^(?:con|en|a)$/.test(word)) {
    // "Con uno arranco".
    const isTurned = word === "con" && BEGINS_WITH.test(said[at + 1] ?? "");
    return isTurned || BEGINS_WITH.test(said[verb - 1] ?? "");
  }
  return (
    ASKS_FOR.has(word) || REQUESTS_BY_STEM.test(word) || LET_US.test(word) || FOR_ME.test(word) || PUT_DOWN.test(word)
  );
}

/** "Mándeme no más uno". */
function isNoMore(said: readonly string[], at: number): boolean {
  return (said[at] === "mas" && said[at - 1] === "no") || (said[at] === "no" && said[at + 1] === "mas");
}

/** Words behind a number that counts nothing else: "deme tres por favor", "las tres de una". */
export function endsAChoice(word: string): boolean {
  return ENDS_A_CHOICE.has(word) || CONFIRMS.has(word) || BEGINS_WITH.test(word) || LAUGHS.test(word);
}

const LAUGHS = /^a?(?:j[aeiou]){2,8}j?$/;
const ARTICLES = words(
  "ahi el la los las otro otra otros otras solo de ese esos esas estos estas unos unas pues entonces",
);
const ENDS_A_CHOICE = words(
  "para por porque que y pues ahora ahorita hoy porfa gracias mejor entonces ya si a nada no solo solamente de deuna tambien asi nomas contra contraentrega ahi celular cel tel telefono direcion soy nombre",
);
