import { type ListedLine, writeList } from "../../core/agent/listed-line.ts";
import { asks } from "../clauses/read-clauses.ts";
import { foldText } from "../text/fold-text.ts";
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

/** No list of any shop: `lines` of a flow prices it never. */
const UNREAD = "?";

/** A count that is taken back, or an extra that is meant twice. */
const CHANGES_COUNT =
  /\b(?:mejor dicho|digo|perdon|corrijo|me equivoque|doble)\b|\botr[oa]s? (?:igual|iguales|lo mismo)\b/;

type Token =
  | { readonly kind: "number"; readonly units: number; readonly isWord: boolean }
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
 * Mexicana, Tocineta`. null for one piece, a question, or words that name no pack. `?` when the
 * count is corrected or stands alone ("mejor dicho 3", "la familiar, dos", "y otra igual"): a flow
 * leaves such an order to a person.
 */
export function readOrderLines(menu: Menu): (text: string) => string | null {
  const known = vocabulary(menu);
  return (text) => {
    const folded = foldText(text).replace(/\bmedia docena\b/g, "6");
    if (asks(folded) || UNCLEAR.test(folded)) return null;
    const tokens = tokensOf(folded, known);
    if (!tokens.some(({ kind }) => kind === "pack")) return null;
    if (CHANGES_COUNT.test(folded) || hasLooseNumber(tokens)) return UNREAD;
    const lines = linesIn(tokens);
    if (lines === null || lines.reduce((sum, { quantity }) => sum + quantity, 0) < 2) return null;
    return writeList(lines.map((line) => ({ ...line, names: [...new Set(line.names)] })));
  };
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
    tokens.push(units === null ? { kind: "other" } : { kind: "number", units, isWord: !/^\d/.test(word) });
  }
  return tokens;
}

/** A word, or its plural. */
function isWord(said: string | undefined, word: string): boolean {
  return said === word || said === `${word}s` || said === `${word}es`;
}

/** A number in words that counts nothing: "la familiar hawaiana, dos". Digits may be of an address. */
function hasLooseNumber(tokens: readonly Token[]): boolean {
  return tokens.some((token, at) => {
    const next = tokens[at + 1]?.kind;
    return token.kind === "number" && token.isWord && token.units > 1 && next !== "pack" && next !== "name";
  });
}

/** null when a number or a pack has no place in any line. */
function linesIn(tokens: readonly Token[]): readonly ListedLine[] | null {
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
function distribute(lines: readonly Line[]): readonly ListedLine[] | null {
  const whole: ListedLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined || line.pack === null) return null;
    const { pack } = line;
    const end = lines.findIndex((one, place) => place > at && one.pack !== null);
    const shares = lines.slice(at + 1, end === -1 ? lines.length : end);
    const shared = shares.reduce((sum, { quantity }) => sum + quantity, 0);
    if (shares.length > 0 && (shared !== line.quantity || line.names.length > 0)) return null;
    whole.push(...(shares.length === 0 ? [line] : shares).map((share) => ({ ...share, pack })));
    at += 1 + shares.length;
  }
  return whole;
}
