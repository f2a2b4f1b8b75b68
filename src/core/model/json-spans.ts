/**
 * Where JSON may be in a model's answer: a balanced `{…}` or `[…]`, or one that was opened and
 * never closed.
 */
export interface JsonSpan {
  readonly text: string;
  /** It was cut off, or stands behind a bracket that never closes. What is there may not be all. */
  readonly isTruncated: boolean;
  /**
   * A repair may lose something: the text leaves something out (`…`), or more of it seems to
   * follow.
   */
  readonly isDoubtful: boolean;
}

/**
 * More than this is an attack. The limit also bounds the work: each unclosed one is read to the
 * end.
 */
const MOST_SPANS = 40;

/** Spans do not overlap: what stands inside of JSON, or of what wants to be JSON, is a part of it and no answer of its own. */
export function findJsonSpans(text: string): JsonSpan[] {
  const spans: JsonSpan[] = [];
  let isBehindUnclosed = false;
  let at = nextOpening(text, 0);
  while (at !== -1 && spans.length < MOST_SPANS) {
    const { isClosed, end, leavesOut } = readSpan(text, at);
    const isFollowed = /^\s*[,:"'”}\]]/.test(text.slice(end, end + 20));
    const isTruncated = !isClosed || isBehindUnclosed;
    spans.push({ text: text.slice(at, end), isTruncated, isDoubtful: leavesOut || isFollowed });
    if (!isClosed && WANTS_TO_BE_JSON.test(text.slice(at, at + 200))) break;
    isBehindUnclosed ||= !isClosed;
    at = nextOpening(text, isClosed ? end : at + 1);
  }
  return spans;
}

/** Against a bracket of prose (`[nota: …`), which hides nothing that comes after it. */
const WANTS_TO_BE_JSON = /^(?:[{[]\s*["'“`{[\d-]|\{\s*[\w$]+\s*:)/;

function nextOpening(text: string, from: number): number {
  const offset = text.slice(from).search(/[{[]/);
  return offset === -1 ? -1 : from + offset;
}

const CLOSED_BY: Readonly<Record<string, string>> = { '"': '"', "'": "'", "`": "`", "“": "”", "‘": "’" };

interface ReadSpan {
  readonly isClosed: boolean;
  /** For an unclosed one: the place behind the last value that is surely whole. */
  readonly end: number;
  readonly leavesOut: boolean;
}

/**
 * Quotes are respected, so a brace in a text does not count: JSON's own quotes, other quotes before
 * a value, and unescaped quotes inside a text. For valid JSON this is the reading of JSON.
 */
function readSpan(text: string, start: number): ReadSpan {
  const open: string[] = [];
  let lastSign = "";
  let safeEnd = start + 1;
  let leavesOut = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (opensString(sign, lastSign)) {
      const end = endOfString(text, at);
      if (end === -1) break;
      const isKey = open.at(-1) === "{" && lastSign !== ":";
      if (!isKey) safeEnd = end;
      lastSign = '"';
      at = end - 1;
    } else if (sign === "{" || sign === "[") {
      open.push(sign);
      lastSign = sign;
      safeEnd = at + 1;
    } else if (sign === "}" || sign === "]") {
      if (open.pop() !== (sign === "}" ? "{" : "[")) {
        safeEnd = at;
        break;
      }
      lastSign = sign;
      safeEnd = at + 1;
      if (open.length === 0) return { isClosed: true, end: safeEnd, leavesOut };
    } else if (sign === ",") {
      safeEnd = at;
      lastSign = sign;
    } else if (sign.trim() !== "") {
      leavesOut ||= sign === "…" || text.startsWith("...", at);
      lastSign = sign;
    }
  }
  return { isClosed: false, end: safeEnd, leavesOut };
}

function opensString(sign: string, lastSign: string): boolean {
  return sign === '"' || (sign in CLOSED_BY && "{[,:".includes(lastSign));
}

/** Behind the closing quote; -1 where there is none. */
function endOfString(text: string, start: number): number {
  const closing = CLOSED_BY[text[start] ?? ""];
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === closing && isStructureNext(text, at + 1)) return at + 1;
  }
  return -1;
}

/** A quote inside of a text is followed by more text; one that ends it, by a sign of the structure or the next text. */
function isStructureNext(text: string, from: number): boolean {
  return /^\s*(?:[,:}\]"'“]|$)/.test(text.slice(from, from + 200));
}

/** Two values under one key: JSON.parse would silently take the last. `json` is valid JSON. */
export function hasTwiceTheSameKey(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, key] of json.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (key !== undefined) {
      const name: string = JSON.parse(key);
      if (open.at(-1)?.has(name) === true) return true;
      open.at(-1)?.add(name);
    }
  }
  return false;
}
