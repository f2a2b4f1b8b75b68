import { foldText } from "../text/fold-text.ts";
import { isCommonWord } from "../words/common-words.ts";

/** No shorter word is a name. */
const FEWEST_LETTERS = 3;

/** "2 frascos Jhon Fredy Usuga": what is ordered, and behind it, without a comma, who orders. Made once for a shop. */
export function apartFromGoods(goods: readonly string[] = []): (text: string) => string {
  if (goods.length === 0) return (text) => text;
  const counted = new RegExp(
    `(?<![\\p{L}\\d])((?:\\d{1,2}|una?|dos|tres)\\s+(?:${goods.join("|")}))\\s+(\\p{L}+)`,
    "giu",
  );
  return (text) =>
    text.replace(counted, (all, order: string, next: string) =>
      isCommonWord(foldText(next)) || next.length < FEWEST_LETTERS ? all : `${order}, ${next}`,
    );
}

/** The ways to type a word that sound the same, folded: "frasco", "frazco", "frasko". */
export function asTyped(word: string): string[] {
  const folded = foldText(word);
  return [folded, folded.replace(/s(?=[a-z])/g, "z"), folded.replace(/c(?=[aou])|qu(?=[ei])/g, "k")];
}
