import { BETWEEN_SYMBOLS, FAR, type Template } from "./features.ts";
import { BEYOND, SEEN, type SeenTokens, type Symbols } from "./token-features.ts";

/**
 * The features of a model as a tree: from its sign each symbol of a feature leads a step on, the last to its number. So those of a
 * token are found by numbers alone, and most that it has not are missed at the first step.
 */
export interface FeatureTree {
  /** How many kinds of features there are. */
  readonly kinds: number;
  /** The feature of each token and kind, at `token * kinds + kind`; below 0 where the model has none. */
  numbersOf(seen: SeenTokens): Int32Array;
}

const WIDTH = SEEN.length;
/** The farthest token that one of these features looks at. */
const NEAREST = FAR - 1;
/** The most symbols that one has. */
const LONGEST = 3;
const NONE = -1;

export function createFeatureTree(names: readonly string[], templates: readonly Template[]): FeatureTree {
  const signs = new Map(templates.map(({ sign }, kind) => [sign, kind]));
  const features = names.flatMap((name, id) => {
    const [sign = "", symbols] = name.split(/=(.*)/su, 2);
    const kind = signs.get(sign);
    return kind === undefined ? [] : { id, kind, symbols: symbols?.split(BETWEEN_SYMBOLS) ?? [] };
  });
  /** From 1: 0 is a symbol that no feature has. */
  const numbers = new Map<string, number>();
  for (const symbol of features.flatMap(({ symbols }) => symbols))
    if (!numbers.has(symbol)) numbers.set(symbol, numbers.size + 1);
  const span = numbers.size + 1;
  const kinds = templates.length;
  const roots = Int32Array.from(templates, ({ places }, kind) => (places.length === 0 ? NONE : kind));
  const steps = new Map<number, number>();
  let nodes = kinds;
  for (const { id, kind, symbols } of features) {
    if (symbols.length === 0) roots[kind] = id;
    let node = kind;
    for (const [at, symbol] of symbols.entries()) {
      const key = node * span + (numbers.get(symbol) ?? 0);
      node = steps.get(key) ?? (at === symbols.length - 1 ? id : nodes++);
      steps.set(key, node);
    }
  }
  /** Where the symbols of each kind stand, counted from the first symbol of the token. */
  const places = new Int32Array(kinds * LONGEST);
  const lengths = Uint8Array.from(templates, (template) => template.places.length);
  for (const [kind, template] of templates.entries())
    for (const [at, { offset, column }] of template.places.entries())
      places[kind * LONGEST + at] = offset * WIDTH + column;

  const numberSymbols = (rows: readonly Symbols[]): Int32Array => {
    const seen = new Int32Array((rows.length + 2 * NEAREST) * WIDTH);
    for (let at = 0; at < rows.length + 2 * NEAREST; at += 1) {
      const row = rows[at - NEAREST] ?? BEYOND;
      for (let column = 0; column < WIDTH; column += 1) {
        const symbol = row[column] as string | null;
        if (symbol !== null) seen[at * WIDTH + column] = numbers.get(symbol) ?? 0;
      }
    }
    return seen;
  };

  return {
    kinds,
    // Every message comes here: flat arrays and plain loops take a quarter of the time of lists and their iterators.
    numbersOf({ rows }) {
      const seen = numberSymbols(rows);
      const found = new Int32Array(rows.length * kinds);
      for (let token = 0; token < rows.length; token += 1) {
        const row = (token + NEAREST) * WIDTH;
        for (let kind = 0; kind < kinds; kind += 1) {
          let node = roots[kind] as number;
          const length = lengths[kind] as number;
          for (let step = 0; step < length && node !== NONE; step += 1) {
            const symbol = seen[row + (places[kind * LONGEST + step] as number)] as number;
            node = symbol === 0 ? NONE : (steps.get(node * span + symbol) ?? NONE);
          }
          found[token * kinds + kind] = node;
        }
      }
      return found;
    },
  };
}
