import { asksFor, endsAChoice } from "../clauses/asks-for.ts";
import { isVocative } from "../clauses/set-phrases.ts";
import { hasSlotNoun } from "../clauses/slot-nouns.ts";
import { foldText } from "../text/fold-text.ts";
import { countsNothingHere } from "./counts-nothing-here.ts";
import { countable, isOther, isRefused, UNITS, unitsOf } from "./read-quantity.ts";

/** Numbers up to nine that may count goods: "redúzcalo a uno que no me alcanza". Not "la torre es la 2", "dos pisos", "a las 3". */
export function readFigures(text: string, goods: ReadonlySet<string>): readonly number[] {
  const folded = foldText(text);
  if (countsNothingHere(folded)) return [];
  const said = countable(folded).split(" ");
  return said.flatMap((word, at) => {
    const [before = "", next = ""] = [said[at - 1], said[at + 1]];
    const isGoods = goods.has(next) || UNITS.has(next);
    const isAlone = word !== "un" && (/^[,.?]?$/.test(next) || endsAChoice(next) || IS_TO_BE.test(before));
    const isAskedFor = isAlone && (asksFor(said, at) || POINTS_AT_A_NUMBER.test(before));
    const opening = withoutVocative(said.slice(said.lastIndexOf(",", at) + 1, at)).join(" ");
    const isCounted =
      (isGoods || isAskedFor) && !hasSlotNoun(opening) && !hasSlotNoun(next) && !isOther(word) && !isRefused(said, at);
    const units = isCounted ? unitsOf(word) : null;
    return units === null || units > 9 ? [] : [units];
  });
}

/** "Dice que uno", "no, que sean dos", "mejor tres". */
const POINTS_AT_A_NUMBER = /^(?:sino|que|mejor|sean?|ser|son|era|eran|con|quiere|quieren|solo|quedan?|quedamos)$/;
/** "No, que sean 3, mi madrina se antojó": what follows such a number says why. */
const IS_TO_BE = /^(?:sean|ser)$/;

/** "Hermano, mejor uno": who is called. */
function withoutVocative(said: readonly string[]): readonly string[] {
  return isVocative(said[0] ?? "") ? said.slice(1) : said;
}
