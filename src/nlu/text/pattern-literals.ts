/** Letters with their marks, as people write them or leave them out, in the order of `PLAIN`. */
const MARKED = "áàâäãéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇſ\u212a";
const PLAIN = "aaaaaeeeeiiiiooooouuuuncaaaaaeeeeiiiiooooouuuuncsk";
const PLAIN_CODES = new Map(Array.from(MARKED, (letter, at) => [letter.charCodeAt(0), PLAIN.charCodeAt(at)]));

const DIGIT = "0";
const DIGIT_CODE = DIGIT.charCodeAt(0);

/**
 * A letter without its case and its mark, and 0 for any digit. What a pattern takes for one (`é` and `É` with the flag i, `e` and
 * `é` in `[eé]`, all digits in `\d`) is one, so words of patterns and texts are compared in these codes.
 */
export function plainCode(code: number): number {
  if (code >= 0x80) return PLAIN_CODES.get(code) ?? code;
  if (code >= 0x41 && code <= 0x5a) return code + 0x20;
  return code >= 0x30 && code <= 0x39 ? DIGIT_CODE : code;
}

/** A digit or another sign, which far fewer texts hold than any letter. */
export function isSign(code: number): boolean {
  return code < 0x80 && code > 0x20 && (code < 0x61 || code > 0x7a);
}

/** Where the first sign of a word stands; -1 without one. */
export function signIn(literal: string): number {
  for (let at = 0; at < literal.length; at += 1) if (isSign(literal.charCodeAt(at))) return at;
  return -1;
}

/**
 * Words of which every match of a pattern holds at least one, letter by letter: of `\b(?:quiero|deme) (?:el|la) frasco`,
 * " frasco", or "quiero" and "deme". Their letters are plain (`plainCode`). Null where the pattern does not say so: it may match without any letter of its own.
 *
 * It reads the grammar of patterns as far as our rules use it and is careful with the rest: what it does not know could be
 * anything.
 */
export function literalsOf({ source, flags }: RegExp): ReadonlySet<string> | null {
  if (!/^[gimsu]*$/.test(flags)) return null;
  const reader = { source, at: 0, isAnyCase: flags.includes("i") };
  const literals = readAlternatives(reader);
  return reader.at === source.length ? literals : null;
}

interface Reader {
  readonly source: string;
  at: number;
  readonly isAnyCase: boolean;
}

type Literals = ReadonlySet<string> | null;

/** One of them matches, so one of the words of each may be there. */
function readAlternatives(reader: Reader): Literals {
  const alternatives = [readSequence(reader)];
  while (reader.source[reader.at] === "|") {
    reader.at += 1;
    alternatives.push(readSequence(reader));
  }
  const all = new Set<string>();
  for (const literals of alternatives) {
    if (literals === null) return null;
    for (const literal of literals) all.add(literal);
  }
  return all;
}

/** All of it matches, so the best of what its parts say will do. */
function readSequence(reader: Reader): Literals {
  let best: Literals = null;
  let run = "";
  const offer = (literals: Literals): void => {
    if (literals !== null && worth(literals) > worth(best)) best = literals;
  };
  const endRun = (): void => {
    if (run !== "") offer(new Set([run]));
    run = "";
  };
  while (reader.at < reader.source.length && !"|)".includes(reader.source[reader.at] as string)) {
    const { letter, literals } = readPart(reader);
    const times = readTimes(reader);
    if (letter !== null && times.least > 0) run += letter;
    if (letter !== null && times.isOnce) continue;
    endRun();
    // "lo+" holds "lo"; what follows the last "o" begins a run of its own.
    if (times.least > 0) offer(literals);
  }
  endRun();
  return best;
}

/** The shortest word decides how much a set tells, a sign as much as three letters; of equal ones, the smaller set. */
function worth(literals: Literals): number {
  if (literals === null || literals.size === 0) return -1;
  const lengths = [...literals].map((literal) => Math.max(literal.length, signIn(literal) < 0 ? 0 : 3));
  return Math.min(4, ...lengths) * 1_000 - literals.size;
}

interface Part {
  /** Exactly this letter stands there. */
  readonly letter: string | null;
  readonly literals: Literals;
}

const ANYTHING: Part = { letter: null, literals: null };

function readPart(reader: Reader): Part {
  const sign = reader.source[reader.at] as string;
  reader.at += 1;
  if (sign === "(") return readGroup(reader);
  if (sign === "[") return readClass(reader);
  if (sign === "\\") return readEscape(reader);
  return ".^$".includes(sign) ? ANYTHING : exactly(sign, reader);
}

/** Half of an emoji tells nothing, for it may be optional; nor does a sign of another script, which has another form in any case. */
function exactly(sign: string, { isAnyCase }: Reader): Part {
  const code = plainCode(sign.charCodeAt(0));
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  return isHalf || (isAnyCase && code >= 0x80) ? ANYTHING : { letter: String.fromCharCode(code), literals: null };
}

function readGroup(reader: Reader): Part {
  const [opening = ""] = /^\?(?:<?[=!]|:|<[^>]*>)/.exec(reader.source.slice(reader.at)) ?? [];
  reader.at += opening.length;
  const literals = readAlternatives(reader);
  reader.at += 1;
  // What must not stand there tells nothing of what does.
  return opening.endsWith("!") ? ANYTHING : { letter: null, literals };
}

/** `[eé]` is one letter, written in two ways, and `[1-9]` a digit; any other class may be several. */
function readClass(reader: Reader): Part {
  const start = reader.at;
  while (reader.at < reader.source.length && reader.source[reader.at] !== "]") {
    reader.at += reader.source[reader.at] === "\\" ? 2 : 1;
  }
  const signs = reader.source.slice(start, reader.at);
  reader.at += 1;
  if (/^(?:\d(?:-\d)?|\\d)+$/.test(signs)) return { letter: DIGIT, literals: null };
  const [sign = "", ...others] = /^\p{L}+$/u.test(signs) ? signs : "";
  const isOne =
    sign !== "" && others.every((other) => plainCode(other.charCodeAt(0)) === plainCode(sign.charCodeAt(0)));
  return isOne ? exactly(sign, reader) : ANYTHING;
}

function readEscape(reader: Reader): Part {
  const sign = reader.source[reader.at] as string;
  reader.at += 1;
  if (!/[a-z0-9]/i.test(sign)) return exactly(sign, reader);
  if (sign === "d") return { letter: DIGIT, literals: null };
  // \p{L}, \u0041, \x41, \cJ, \k<name> and \12 go on. Letters that are read with them are only lost.
  const goesOn = /[pPuxck\d]/.test(sign);
  const [rest = ""] = (goesOn && /^(?:\{[^}]*\}|<[^>]*>|[0-9a-z]+)/i.exec(reader.source.slice(reader.at))) || [];
  reader.at += rest.length;
  return ANYTHING;
}

/** How often the part before stands there. */
function readTimes(reader: Reader): { readonly least: number; readonly isOnce: boolean } {
  const [written = ""] = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(reader.source.slice(reader.at)) ?? [];
  reader.at += written.length;
  if (written === "") return { least: 1, isOnce: true };
  const least = written.startsWith("+") ? 1 : Number(/^\{(\d+)/.exec(written)?.[1] ?? 0);
  return { least, isOnce: false };
}
