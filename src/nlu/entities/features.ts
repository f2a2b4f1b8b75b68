import { BEYOND, SEEN, type SeenPart, type SeenTokens } from "./token-features.ts";

/** A kind of feature: its sign, and what is seen of a token and of those beside it. */
export interface Template {
  readonly sign: string;
  readonly places: readonly Place[];
}

interface Place {
  /** How many tokens behind this one; negative: before it. */
  readonly offset: number;
  /** One of `SEEN`. */
  readonly column: number;
}

const see = (part: SeenPart, offset = 0): Place => ({ offset, column: SEEN.indexOf(part) });
const template = (sign: string, ...places: readonly Place[]): Template => ({ sign, places });

/** The order counts: sums of a training differ in their last digit with it. */
export const TEMPLATES: readonly Template[] = [
  template("1"),
  template("w", see("word")),
  template("w-", see("word", -1)),
  template("w+", see("word", 1)),
  template("w--", see("word", -2)),
  template("w++", see("word", 2)),
  template("ww", see("word", -2), see("word", -1)),
  template("wwl", see("word", -2), see("word", -1), see("lists")),
  template("s", see("shape")),
  template("s-", see("shape", -1)),
  template("s+", see("shape", 1)),
  template("l", see("lists")),
  template("l-", see("lists", -1)),
  template("l+", see("lists", 1)),
  template("ll-", see("lists", -1), see("lists")),
  template("ll+", see("lists"), see("lists", 1)),
  template("lll", see("lists", -1), see("lists"), see("lists", 1)),
  template("wl", see("word", -1), see("lists")),
  template("lw", see("lists"), see("word", 1)),
  template("al", see("open"), see("lists")),
  template("as", see("open"), see("opening")),
  template("m", see("mark")),
  template("ml", see("mark"), see("lists")),
  template("mw", see("mark"), see("word")),
  template("mm-", see("mark", -1), see("mark")),
  template("mm+", see("mark"), see("mark", 1)),
  template("mmm", see("mark", -1), see("mark"), see("mark", 1)),
  template("wm", see("word", -1), see("mark")),
  template("am", see("asked"), see("mark")),
  // The words farther off, in whatever order: "… y el que paga soy yo, …".
  ...[-7, -6, -5, -4, -3].map((offset) => template("b", see("word", offset))),
  ...[3, 4, 5, 6].map((offset) => template("f", see("word", offset))),
  template("nb", see("names"), see("lists")),
  template("p", see("begin")),
  template("e", see("end")),
  template("ee", see("ending")),
  template("k", see("known")),
  template("ak", see("asked"), see("known")),
];

/** From this distance on only a token that may be of a name sees words, and nothing beyond the edge of the text. */
export const FAR = 3;
/** So far. */
export const FARTHEST_BEFORE = 7;
export const FARTHEST_BEHIND = 6;

export const BETWEEN_SYMBOLS = "|";

export function nameFeature(sign: string, symbols: readonly string[]): string {
  return symbols.length === 0 ? sign : `${sign}=${symbols.join(BETWEEN_SYMBOLS)}`;
}

/** Each token's features by name, for a training. A model keeps those that are often seen. */
export function describeTokens({ rows, mayBeNamed }: SeenTokens): string[][] {
  return rows.map((_, token) =>
    TEMPLATES.flatMap(({ sign, places }) => {
      const symbols = places.flatMap(({ offset, column }) => {
        const isFar = Math.abs(offset) >= FAR;
        if (isFar && mayBeNamed[token] !== true) return [];
        return (rows[token + offset] ?? (isFar ? [] : BEYOND))[column] ?? [];
      });
      return symbols.length < places.length ? [] : nameFeature(sign, symbols);
    }),
  );
}
