import { DIGIT, plainCode } from "./plain-code.ts";
import { BEGINS, CLOSES, ENDS, gramsIn, OPENS } from "./text-grams.ts";

/**
 * What a text must hold for a pattern to be found in it: these letters, or all of several such needs, or one of several.
 * Letters are plain (`plainCode`); `BEGINS` and `ENDS` say that no letter stands before or behind them.
 */
export type Need = string | { readonly every: readonly Need[] } | { readonly some: readonly Need[] };

/**
 * `\b(?:quiero|deme) (?:el|la) frasco` needs one of four phrases, `dios \w+ pague` needs "dios " and " pague". Null where the
 * pattern does not say: it may match without any letter of its own.
 *
 * It reads the grammar of patterns as far as our rules use it and is careful with the rest: what it does not know could be
 * anything.
 */
export function needOf({ source, flags }: RegExp): Need | null {
  if (!/^[gimsu]*$/.test(flags)) return null;
  const reader = { source, at: 0, isAnyCase: flags.includes("i"), isOfLines: flags.includes("m") };
  const need = wholeNeed(readAlternatives(reader));
  return reader.at === source.length ? need : null;
}

interface Reader {
  readonly source: string;
  at: number;
  readonly isAnyCase: boolean;
  readonly isOfLines: boolean;
}

interface Part {
  /** Exactly one of these stands there; null: anything. */
  readonly words: readonly string[] | null;
  /** What must stand somewhere, besides. */
  readonly need: Need | null;
}

const ANYTHING: Part = { words: null, need: null };
const NOTHING: Part = { words: [""], need: null };

/** So many words at one place are still put together with what stands beside them. */
const MOST_WORDS = 64;
/** So many phrases that several such places make are written out. */
const MOST_PHRASES = 8;

function readAlternatives(reader: Reader): Part {
  const alternatives = [readSequence(reader)];
  while (reader.source[reader.at] === "|") {
    reader.at += 1;
    alternatives.push(readSequence(reader));
  }
  const [only] = alternatives;
  if (alternatives.length === 1 && only !== undefined) return only;
  const words = alternatives.flatMap((one) => one.words ?? []);
  const isPlain = alternatives.every((one) => one.words !== null && one.need === null);
  return isPlain && words.length <= MOST_WORDS
    ? { words: [...new Set(words)], need: null }
    : { words: null, need: oneOf(alternatives.map(wholeNeed)) };
}

function readSequence(reader: Reader): Part {
  const needs: (Need | null)[] = [];
  /** How what was read since the last thing that may be anything was written. */
  let run: readonly string[] = [""];
  let isWhole = true;
  const endRun = (next: readonly string[]): void => {
    needs.push(oneOf(run));
    run = next;
    isWhole = false;
  };
  const goOn = (words: readonly string[]): void => {
    const isMany = (): boolean => run.length > 1 && words.length > 1 && run.length * words.length > MOST_PHRASES;
    if (isMany()) endRun([...new Set(run.map((word) => word.slice(-2)))]);
    if (isMany()) run = [""];
    run = [...new Set(run.flatMap((before) => words.map((word) => before + word)))];
  };
  while (reader.at < reader.source.length && !"|)".includes(reader.source[reader.at] as string)) {
    const { words, need } = readPart(reader);
    const { least, isOnce } = readTimes(reader);
    if (least > 0) needs.push(need);
    if (words === null) endRun([""]);
    else if (isOnce) goOn(least > 0 ? words : [...words, ""]);
    else {
      // "lo+ que" holds "lo" and "o que".
      if (least > 0) goOn(words);
      endRun(least > 0 ? words : [""]);
    }
  }
  if (isWhole) return { words: run, need: all(needs) };
  return { words: null, need: all([...needs, oneOf(run)]) };
}

function wholeNeed({ words, need }: Part): Need | null {
  return words === null ? need : all([need, oneOf(words)]);
}

/** Null: one of them may be anything, or too short to be looked for. */
function oneOf(needs: readonly (Need | null)[]): Need | null {
  const some = needs.filter((need) => need !== null && (typeof need !== "string" || gramsIn(need).length > 0));
  if (some.length < needs.length) return null;
  return some.length === 1 ? (some[0] as Need) : { some: some as Need[] };
}

function all(needs: readonly (Need | null)[]): Need | null {
  const every = needs.filter((need) => need !== null);
  return every.length < 2 ? (every[0] ?? null) : { every };
}

function readPart(reader: Reader): Part {
  const sign = reader.source[reader.at] as string;
  reader.at += 1;
  if (sign === "(") return readGroup(reader);
  if (sign === "[") return readClass(reader);
  if (sign === "\\") return readEscape(reader);
  if (sign === "^") return exactly(reader.isOfLines ? BEGINS : OPENS + BEGINS);
  if (sign === "$") return exactly(reader.isOfLines ? ENDS : ENDS + CLOSES);
  return sign === "." ? ANYTHING : letter(sign, reader);
}

function exactly(...words: readonly string[]): Part {
  return { words, need: null };
}

/**
 * Half of an emoji tells nothing, for it may be optional; nor does a sign of another script, which has another form in any case.
 * A letter with a mark is a capital here: it may be no letter to `\b`.
 */
function letter(sign: string, { isAnyCase }: Reader): Part {
  const written = sign.charCodeAt(0);
  const code = plainCode(written);
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  if (isHalf || (isAnyCase && code >= 0x80)) return ANYTHING;
  const plain = String.fromCharCode(code);
  return exactly(written >= 0x80 && code < 0x80 ? plain.toUpperCase() : plain);
}

/** What stands around a place where no letter may be. */
const NO_LETTER_BEFORE = /^\?<!(?:\\p\{L\}|\[\\p\{L\}\\d\]|\\w)\)/;
const NO_LETTER_BEHIND = /^\?!(?:\\p\{L\}|\[\\p\{L\}\\d\]|\\w)\)/;

function readGroup(reader: Reader): Part {
  const inside = reader.source.slice(reader.at);
  const [opening = ""] = /^\?(?:<?[=!]|:|<[^>]*>)/.exec(inside) ?? [];
  reader.at += opening.length;
  const group = readAlternatives(reader);
  reader.at += 1;
  if (NO_LETTER_BEFORE.test(inside)) return exactly(BEGINS);
  if (NO_LETTER_BEHIND.test(inside)) return exactly(ENDS);
  // What must not stand there tells nothing of what does.
  if (opening.endsWith("!")) return NOTHING;
  return opening.endsWith("=") ? { ...NOTHING, need: wholeNeed(group) } : group;
}

/** So many letters of a class are told apart. */
const MOST_LETTERS = 6;

/** `[oa]` is one of two letters, `[eé]` one, written in two ways, and `[1-9]` a digit; another class may be anything. */
function readClass(reader: Reader): Part {
  const start = reader.at;
  while (reader.at < reader.source.length && reader.source[reader.at] !== "]") {
    reader.at += reader.source[reader.at] === "\\" ? 2 : 1;
  }
  const signs = reader.source.slice(start, reader.at).replace(/\d-\d/g, DIGIT);
  reader.at += 1;
  const written = signs.match(/\\.|[^\\]/gsu) ?? [];
  if (/^\^|[^\\]-./s.test(signs) || written.length > MOST_LETTERS) return ANYTHING;
  const words = written.map(
    (sign) => (sign.length > 1 ? escaped(sign.slice(1), reader) : letter(sign, reader)).words?.[0],
  );
  if (words.some((word) => word === undefined || word.length !== 1)) return ANYTHING;
  // The capital, a letter with a mark, promises less than the same letter without one.
  return exactly(
    ...new Set(words.filter((word): word is string => word === upper(word) || !words.includes(upper(word)))),
  );
}

const upper = (word: string | undefined): string | undefined =>
  word === undefined || word > "\u007f" ? word : word.toUpperCase();

function readEscape(reader: Reader): Part {
  const sign = reader.source[reader.at] as string;
  reader.at += 1;
  const known = escaped(sign, reader);
  if (known !== ANYTHING) return known;
  // \p{L}, \u0041, \x41, \cJ, \k<name> and \12 go on. Letters that are read with them are only lost.
  const goesOn = /[pPuxck\d]/.test(sign);
  const [rest = ""] = (goesOn && /^(?:\{[^}]*\}|<[^>]*>|[0-9a-z]+)/i.exec(reader.source.slice(reader.at))) || [];
  reader.at += rest.length;
  return ANYTHING;
}

function escaped(sign: string, reader: Reader): Part {
  if (!/[a-z0-9]/i.test(sign)) return letter(sign, reader);
  if (sign === "d") return exactly(DIGIT);
  if (sign === "s") return exactly(" ");
  return sign === "b" ? exactly(ENDS + BEGINS) : ANYTHING;
}

/** How often the part before stands there. */
function readTimes(reader: Reader): { readonly least: number; readonly isOnce: boolean } {
  const [written = ""] = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(reader.source.slice(reader.at)) ?? [];
  reader.at += written.length;
  if (written === "") return { least: 1, isOnce: true };
  if (written.startsWith("?")) return { least: 0, isOnce: true };
  const least = written.startsWith("+") ? 1 : Number(/^\{(\d+)/.exec(written)?.[1] ?? 0);
  return { least, isOnce: false };
}
