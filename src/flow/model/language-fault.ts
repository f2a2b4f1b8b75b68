import type { LocalePack } from "../../core/locale/locale-pack.ts";
import { wordsOf } from "./said-words.ts";

type Language = LocalePack["language"];

/** Small words of each language, folded. One that two of them have tells neither. */
const SMALL: Readonly<Record<Language, ReadonlySet<string>>> = {
  spanish: new Set(
    "el la los las de que y en un una por para con no se su es al lo le usted puede como mas si este esta".split(" "),
  ),
  portuguese: new Set(
    "o os a as um uma de do da dos das em na nos que e por para com nao se seu sua ao lhe voce pode como mais este esta tem".split(
      " ",
    ),
  ),
  english: new Set("the and of to is you your for with are we our this that have can will it at from in on".split(" ")),
};

const LANGUAGES = Object.keys(SMALL) as Language[];

const NAMES: Readonly<Record<Language, string>> = { spanish: "español", portuguese: "portugués", english: "inglés" };

/** Long enough to hold two small words. */
const LONG = 8;

/** Words in another language than the shop's; in Spanish, for the model that is asked again. Null: they are in its own. */
export function languageFault(text: string, own: Language): string | null {
  const words = wordsOf(text);
  const count = (language: Language, without: ReadonlySet<string>) =>
    words.filter((word) => SMALL[language].has(word) && !without.has(word)).length;
  const isOther = LANGUAGES.some((other) => other !== own && count(other, SMALL[own]) > count(own, SMALL[other]));
  const isStrange = words.length >= LONG && count(own, new Set()) < 2;
  return isOther || isStrange ? `no está en ${NAMES[own]}` : null;
}
