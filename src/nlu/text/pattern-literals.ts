/**
 * Words of which every match of a pattern holds at least one, letter by letter: of `\b(?:quiero|deme) (?:el|la) frasco`,
 * " frasco", or "quiero" and "deme". Null where the pattern does not say so: it may match without any letter of its own.
 *
 * It reads the grammar of patterns as far as our rules use it and is careful with the rest: what it does not know could be
 * anything.
 */
export function literalsOf({ source, flags }: RegExp): ReadonlySet<string> | null {
  if (!/^[gu]*$/.test(flags)) return null;
  const reader = { source, at: 0 };
  const literals = readAlternatives(reader);
  return reader.at === source.length ? literals : null;
}

interface Reader {
  readonly source: string;
  at: number;
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

/** The shortest word decides how much a set tells; of equal ones, the smaller set. */
function worth(literals: Literals): number {
  if (literals === null || literals.size === 0) return -1;
  return Math.min(4, ...[...literals].map((literal) => literal.length)) * 1_000 - literals.size;
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
  return ".^$".includes(sign) ? ANYTHING : { letter: sign, literals: null };
}

function readGroup(reader: Reader): Part {
  const [opening = ""] = /^\?(?:<?[=!]|:|<[^>]*>)/.exec(reader.source.slice(reader.at)) ?? [];
  reader.at += opening.length;
  const literals = readAlternatives(reader);
  reader.at += 1;
  // What must not stand there tells nothing of what does.
  return opening.endsWith("!") ? ANYTHING : { letter: null, literals };
}

function readClass(reader: Reader): Part {
  while (reader.at < reader.source.length && reader.source[reader.at] !== "]") {
    reader.at += reader.source[reader.at] === "\\" ? 2 : 1;
  }
  reader.at += 1;
  return ANYTHING;
}

function readEscape(reader: Reader): Part {
  const sign = reader.source[reader.at] as string;
  reader.at += 1;
  if (!/[a-z0-9]/i.test(sign)) return { letter: sign, literals: null };
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
