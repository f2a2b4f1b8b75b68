/** A piece of a source, from `start` to before `end`, and what stands there instead once the bug is planted. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Match {
  readonly start: number;
  readonly end: number;
  /** What each name of the pattern is called in the source. */
  readonly names: ReadonlyMap<string, string>;
  /** Share of the pattern's names that the source has as they are. */
  readonly likeness: number;
}

/** With fewer of its names in place, a pattern may have found something else. */
const LIKE_ENOUGH = 0.4;

const TOKEN = /\n|[A-Za-z_$][\w$]*|\d[\w.]*|\S/gu;
const NAME = /^[A-Za-z_$]/u;
/** Words of TypeScript and SQL that nobody renames. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "true false null undefined this return if else const let await async function new throw typeof in of default switch " +
    "case select from where and or not is with as insert into on then end for"
  ).split(" "),
);

/**
 * Where a bug goes, by the shape of the code: names may differ from the pattern, as long as each differs in the same way
 * everywhere, and so may spaces. So a renamed variable, function or column does not lose a bug its place. The names in
 * `replace` follow those of the source. Null when nothing, or more than one place, is as like the pattern.
 */
export function findPlace(source: string, find: string, replace: string): Place | null {
  const matches = matchesOf(tokensOf(source), tokensOf(find)).filter(({ likeness }) => likeness >= LIKE_ENOUGH);
  const best = Math.max(...matches.map(({ likeness }) => likeness));
  const [match, another] = matches.filter(({ likeness }) => likeness === best);
  if (match === undefined || another !== undefined) return null;
  const text = replace.replace(TOKEN, (token) => match.names.get(token) ?? token);
  return { start: match.start, end: match.end, text };
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({
    text: token,
    start: index,
    end: index + token.length,
  }));
}

function matchesOf(source: readonly Token[], pattern: readonly Token[]): Match[] {
  return source.flatMap((_, at) => matchAt(source, at, pattern) ?? []);
}

function matchAt(source: readonly Token[], from: number, pattern: readonly Token[]): Match | null {
  const names = new Map<string, string>();
  let at = from;
  let last: Token | undefined;
  for (const [place, wanted] of pattern.entries()) {
    // Line breaks count where the pattern has them: elsewhere they are the formatter's.
    if (wanted.text !== "\n" && place > 0) while (source[at]?.text === "\n") at += 1;
    const token = source[at];
    if (token === undefined || !isLike(token.text, wanted.text, names)) return null;
    last = token;
    at += 1;
  }
  const first = source[from];
  if (first === undefined || last === undefined) return null;
  const same = [...names].filter(([wanted, found]) => wanted === found).length;
  return { start: first.start, end: last.end, names, likeness: names.size === 0 ? 1 : same / names.size };
}

/** The same token, or a name that stands for the pattern's name wherever that one stands. */
function isLike(found: string, wanted: string, names: Map<string, string>): boolean {
  if (!NAME.test(wanted) || KEYWORDS.has(wanted)) return found === wanted;
  if (!NAME.test(found) || KEYWORDS.has(found)) return false;
  const known = names.get(wanted);
  if (known === undefined) names.set(wanted, found);
  return (known ?? found) === found;
}
