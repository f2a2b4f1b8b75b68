import type { SoldGoods, WishedQuantity } from "../../core/ports/flow-reader.ts";
import type { Asked } from "../entities/token-features.ts";
import type { Token } from "../entities/tokens.ts";
import { stemWord } from "../linear/spanish-stem.ts";
import type { CountedWord } from "./counted-words.ts";

/** What stands around a text. */
export interface QuantityContext extends SoldGoods {
  readonly asked: Asked;
  /** How many units the rules read in it; null: none. */
  readonly ruled: WishedQuantity | null;
}

/** So far words are seen one by one, on each side. */
const NEAR = 4;
/** So far all words of the sentence are seen, in whatever order. */
const FAR = 12;
const ENDS_A_SENTENCE = /^[.!?\n]$/;
const BEYOND = "^";

/** What is seen of a word that may count goods, a symbol each. */
export function describeCounted(
  tokens: readonly Token[],
  counted: readonly CountedWord[],
  own: CountedWord,
  { asked, ruled, goods }: QuantityContext,
): string[] {
  const { at, units } = own;
  const wordAt = (place: number): string => wordOf(tokens[place], goods);
  const value = units > 3 ? "m" : String(units);
  const plain = tokens[at]?.plain ?? "";
  const form = /^\d{3}|^[2-9]\d$/.test(plain) ? "price" : /^\d/.test(plain) ? "d" : plain;
  const rule = ruled === null ? "none" : `${ruled.isAsked ? "asked" : "said"}${ruled.units === units ? "=" : "≠"}`;
  const symbols = [`v|${value}`, `f|${form}`, `r|${rule}`, `r|${rule}|${asked}`, `a|${asked}`, `a|${asked}|${form}`];
  const add = (...names: string[]) => void symbols.push(...names);
  for (let step = 1; step <= NEAR; step += 1) {
    const [before, behind] = [wordAt(at - step), wordAt(at + step)];
    add(`-${step}|${before}`, step === 1 ? behindFeature(behind) : `+${step}|${behind}`);
    if (step <= 3) add(`<${beginOf(before)}|${step}`, `>${beginOf(behind)}|${step}`);
  }
  const [first, second, next, after] = [wordAt(at - 1), wordAt(at - 2), wordAt(at + 1), wordAt(at + 2)];
  add(`-2-1|${second} ${first}`, `-1+1|${first} ${next}`, `+1+2|${next} ${after}`, `f+1|${form} ${next}`);
  add(
    `-1f|${first} ${form}`,
    `-1r|${first} ${rule}`,
    `+1r|${next} ${rule}`,
    `-1a|${asked} ${first}`,
    `+1a|${asked} ${next}`,
  );
  const from = sentenceEdge(tokens, at, -1);
  const to = sentenceEdge(tokens, at, 1);
  for (let place = Math.max(from, at - FAR); place < at; place += 1) add(`b|${stemOf(wordAt(place))}`);
  for (let place = at + 1; place < Math.min(to, at + FAR); place += 1) add(`h|${stemOf(wordAt(place))}`);
  const isQuestion = tokens[to]?.text === "?";
  add(`q|${isQuestion}|${rule}`, `q|${isQuestion}|${asked}`);
  const said = tokens.length;
  add(`n|${said < 3 ? said : said < 7 ? "few" : said < 15 ? "some" : "many"}|${asked}`);
  const others = counted.filter((one) => one !== own);
  add(`o|${others.length === 0 ? 0 : others.some((one) => one.units !== units) ? "other" : "same"}`);
  add(`p|${others.some((one) => one.at > at)}|${others.some((one) => one.at < at)}`);
  return symbols;
}

/** Where the sentence of a token ends on one side: the place of the sign, or one beyond the text. */
function sentenceEdge(tokens: readonly Token[], at: number, step: 1 | -1): number {
  let place = at + step;
  while (tokens[place] !== undefined && !ENDS_A_SENTENCE.test(tokens[place]?.text ?? "")) place += step;
  return step === -1 ? place + 1 : place;
}

/** The word that stands right behind. */
export function behindFeature(word: string): string {
  return `+1|${word}`;
}

export function wordOf(token: Token | undefined, goods: ReadonlySet<string>): string {
  if (token === undefined) return BEYOND;
  const { text, plain } = token;
  if (text === "\n") return "nl";
  if (/^\d/.test(text)) return `#${Math.min(text.length, 5)}`;
  return goods.has(plain) ? "GOODS" : plain;
}

/** Verbs differ by their endings: "mande", "mándeme", "mandar". */
function beginOf(word: string): string {
  return word.slice(0, 4);
}

function stemOf(word: string): string {
  return /^[a-z]/.test(word) ? stemWord(word) : word;
}
