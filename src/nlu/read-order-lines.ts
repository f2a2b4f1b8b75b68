import { foldText } from "./fold-text.ts";
import { asks } from "./read-clauses.ts";
import { unitsOf } from "./read-quantity.ts";

/** A thing of the menu, as it is written there, with the words that customers have for it. */
export interface MenuName {
  readonly name: string;
  readonly words: readonly string[];
}

export interface Menu {
  /** The packs of the shop by id: `{ familiar: ["familiar", "grande"] }`. */
  readonly packs: Readonly<Record<string, readonly string[]>>;
  /** What a line may say beside its pack: flavours, extras. */
  readonly names: readonly MenuName[];
  /** Words for the goods that stand between a number and its pack: "dos *pizzas* familiares". */
  readonly goods?: readonly string[];
}

type Token =
  | { readonly kind: "number"; readonly units: number }
  | { readonly kind: "pack"; readonly id: string }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "other" };

interface Line {
  pack: string | null;
  quantity: number;
  names: string[];
}

/** Words between a number and what it counts: "un par *de* medianas", "una *de* carnes". */
const JOINS: ReadonlySet<string> = new Set(["de", "del", "la", "las", "el", "los", "con", "y"]);

/** Words that take a list back, or leave it open. */
const UNCLEAR = /\b(?:no|ni|sin|tampoco|o|cancel\w{1,4}|quit\w{1,4})\b/;

/**
 * Reads an order of more than one piece: "dos familiares hawaianas y una personal mexicana con
 * tocineta". The value is the list that `lines` of a flow prices: `2 familiar: Hawaiana; 1 personal:
 * Mexicana, Tocineta`. null for one piece, a question, or words that can be read in two ways.
 */
export function readOrderLines(menu: Menu): (text: string) => string | null {
  const known = vocabulary(menu);
  return (text) => {
    const folded = foldText(text);
    if (asks(folded) || UNCLEAR.test(folded)) return null;
    const lines = linesIn(tokensOf(folded, known));
    if (lines === null || lines.reduce((sum, { quantity }) => sum + quantity, 0) < 2) return null;
    return lines.map(({ pack, quantity, names }) => write(quantity, pack ?? "", names)).join("; ");
  };
}

function write(quantity: number, pack: string, names: readonly string[]): string {
  const unique = [...new Set(names)];
  return `${quantity} ${pack}${unique.length === 0 ? "" : `: ${unique.join(", ")}`}`;
}

type Vocabulary = readonly { readonly words: readonly string[]; readonly token: Token | null }[];

/** Longer expressions first: "pollo con champiñones" before "champiñones". */
function vocabulary({ packs, names, goods = [] }: Menu): Vocabulary {
  const entries = [
    ...Object.entries(packs).flatMap(([id, said]) => said.map((one) => entry(one, { kind: "pack", id }))),
    ...names.flatMap(({ name, words }) => words.map((one) => entry(one, { kind: "name", name }))),
    ...goods.map((one) => entry(one, null)),
  ];
  return entries.sort((one, other) => other.words.length - one.words.length);
}

const entry = (said: string, token: Token | null) => ({ words: foldText(said).split(" "), token });

function tokensOf(folded: string, known: Vocabulary): Token[] {
  const said = folded.split(" ").filter((word) => word !== "");
  const tokens: Token[] = [];
  for (let at = 0; at < said.length; ) {
    const found = known.find(({ words }) => words.every((word, place) => isWord(said[at + place], word)));
    if (found !== undefined) {
      if (found.token !== null) tokens.push(found.token);
      at += found.words.length;
      continue;
    }
    const word = said[at] ?? "";
    at += 1;
    if (JOINS.has(word)) continue;
    const units = unitsOf(word);
    tokens.push(units === null ? { kind: "other" } : { kind: "number", units });
  }
  return tokens;
}

/** A word, or its plural. */
function isWord(said: string | undefined, word: string): boolean {
  return said === word || said === `${word}s` || said === `${word}es`;
}

/** null when a number or a pack has no place in any line. */
function linesIn(tokens: readonly Token[]): readonly Line[] | null {
  const lines: Line[] = [];
  let open: Line | null = null;
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    if (token.kind === "number" && (next?.kind === "pack" || next?.kind === "name")) {
      open = { pack: null, quantity: token.units, names: [] };
      lines.push(open);
    } else if (token.kind === "pack") {
      if (open === null || open.pack !== null) {
        open = { pack: null, quantity: 1, names: [] };
        lines.push(open);
      }
      open.pack = token.id;
    } else if (token.kind === "name") {
      if (open === null) return null;
      open.names.push(token.name);
    }
  }
  return distribute(lines);
}

/**
 * "Dos familiares, una hawaiana y otra mexicana": lines without a pack share out the one before
 * them, when their numbers make it up. Without a pack before them they belong to none.
 */
function distribute(lines: readonly Line[]): readonly Line[] | null {
  const whole: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined || line.pack === null) return null;
    const { pack } = line;
    const end = lines.findIndex((one, place) => place > at && one.pack !== null);
    const shares = lines.slice(at + 1, end === -1 ? lines.length : end);
    const shared = shares.reduce((sum, { quantity }) => sum + quantity, 0);
    if (shares.length > 0 && (shared !== line.quantity || line.names.length > 0)) return null;
    whole.push(...(shares.length === 0 ? [line] : shares.map((share) => ({ ...share, pack }))));
    at += 1 + shares.length;
  }
  return whole;
}
