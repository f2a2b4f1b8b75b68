import { jsonrepair } from "jsonrepair";
import * as z from "zod";
import { foldLetters } from "../plain-text.ts";
import { findJsonSpans, hasTwiceTheSameKey, type JsonSpan } from "./json-spans.ts";

/**
 * The JSON in what a model said. Nothing is guessed: what is accepted fits the schema, and where two readings fit and differ, neither
 * is taken.
 */
export type TolerantJson<T> =
  | {
      readonly kind: "accepted";
      readonly value: T;
      /** Signs were added or taken away, or it stood in a wrapper (`{"result": …}`). */
      readonly isRepaired: boolean;
      /** The end is missing: it may say less than was meant. Good enough to read, never the input of a tool that writes. */
      readonly isTruncated: boolean;
    }
  | {
      readonly kind: "rejected";
      readonly reason: "empty" | "no_json" | "ambiguous" | "schema";
      /** For the model that is asked again: which field, and its fault. */
      readonly problem: string;
    };

/** Longer than any answer that we ask for; a model that runs away is not read to its end. */
const MOST_CHARACTERS = 200_000;

export function readTolerantJson<T>(text: string, schema: z.ZodType<T>): TolerantJson<T> {
  const said = text.replace(/^\uFEFF/, "").trim();
  if (said === "")
    return { kind: "rejected", reason: "empty", problem: "The answer is empty; a JSON value is expected." };
  if (said.length > MOST_CHARACTERS) {
    return { kind: "rejected", reason: "no_json", problem: `The answer is longer than ${MOST_CHARACTERS} characters.` };
  }
  const problems: string[] = [];
  const whole = acceptAll([{ text: said, isTruncated: false, isDoubtful: false }], schema, { repair: false, problems });
  if (whole !== null) return whole;

  const sources = [...fencedBlocks(said), said];
  const spans = sources.flatMap(findJsonSpans);
  return (
    acceptAll(spans, schema, { repair: false, problems }) ??
    acceptAll(spans, schema, { repair: true, problems }) ?? {
      kind: "rejected",
      reason: problems.length > 0 ? "schema" : "no_json",
      problem: problems[0] ?? "No JSON was found in the answer.",
    }
  );
}

/**
 * One of these words, however the model writes it (`Precio`, `quiero-comprar`): case, accents, blanks and dashes do not count. The
 * JSON Schema of it is the plain enum.
 */
export function tolerantEnum<const Words extends readonly [string, ...string[]]>(words: Words) {
  const byShape = new Map<string, string>();
  for (const word of words) {
    const shape = enumShape(word);
    if (byShape.has(shape))
      throw new Error(`"${word}" and "${byShape.get(shape)}" differ in nothing that a model heeds`);
    byShape.set(shape, word);
  }
  return z.preprocess(
    (said) => (typeof said === "string" ? (byShape.get(enumShape(said)) ?? said) : said),
    z.enum(words),
  );
}

function enumShape(word: string): string {
  return foldLetters(word.trim()).replace(/[\s_-]+/g, "_");
}

/** The closing fence may be missing. */
function fencedBlocks(text: string): string[] {
  return [...text.matchAll(/```[\w-]*[^\S\n]*\n?([\s\S]*?)(?:```|$)/g)].map(([, inside]) => inside ?? "");
}

interface Attempt {
  readonly repair: boolean;
  /** Filled with why a candidate that was JSON does not fit. */
  readonly problems: string[];
}

/** null when none of them fits. */
function acceptAll<T>(spans: readonly JsonSpan[], schema: z.ZodType<T>, attempt: Attempt): TolerantJson<T> | null {
  const accepted = new Map<string, Extract<TolerantJson<T>, { kind: "accepted" }>>();
  for (const span of spans) {
    const json = attempt.repair ? repaired(span.text) : span.text;
    const parsed = json === null ? null : parseExactly(json);
    if (json === null || parsed === null) continue;
    const read = holdAgainst(parsed.value, schema);
    if (read.kind === "unfit") {
      attempt.problems.push(read.problem);
      continue;
    }
    const isRepaired = (attempt.repair && json !== span.text) || read.isUnwrapped;
    const isTruncated = span.isTruncated || (isRepaired && span.isDoubtful);
    const key = JSON.stringify(read.value);
    if (accepted.get(key)?.isTruncated ?? true) {
      accepted.set(key, { kind: "accepted", value: read.value, isRepaired, isTruncated });
    }
  }
  if (accepted.size > 1) {
    return {
      kind: "rejected",
      reason: "ambiguous",
      problem: "The answer holds several JSON values; exactly one is expected.",
    };
  }
  const [only] = accepted.values();
  return only ?? null;
}

function repaired(text: string): string | null {
  try {
    return jsonrepair(text);
  } catch {
    return null; // beyond repair is an expected answer of it
  }
}

/**
 * null when it is no JSON, or when a parser would change it: a key twice, a number that loses
 * digits.
 */
function parseExactly(json: string): { readonly value: unknown } | null {
  let isExact = true;
  try {
    const value: unknown = JSON.parse(json, (_key, part: unknown) => {
      if (typeof part === "number" && losesDigits(part)) isExact = false;
      return part;
    });
    return isExact && !hasTwiceTheSameKey(json) ? { value } : null;
  } catch {
    return null; // not JSON, or nested too deep
  }
}

function losesDigits(value: number): boolean {
  return !Number.isFinite(value) || Object.is(value, -0) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

type Fit<T> =
  | { readonly kind: "fits"; readonly value: T; readonly isUnwrapped: boolean }
  | { readonly kind: "unfit"; readonly problem: string };

function holdAgainst<T>(value: unknown, schema: z.ZodType<T>): Fit<T> {
  const read = schema.safeParse(value);
  if (read.success) return { kind: "fits", value: read.data, isUnwrapped: false };
  const inner = unwrapped(value);
  const inside = inner === null ? null : schema.safeParse(inner.value);
  if (inside?.success === true) return { kind: "fits", value: inside.data, isUnwrapped: true };
  return { kind: "unfit", problem: describeProblem(read.error) };
}

/** Names of a wrapper that mean nothing. `{"error": {…}}` or `{"example": {…}}` say that what is inside is not the answer. */
const WRAPPERS = new Set([
  "answer",
  "arguments",
  "data",
  "input",
  "json",
  "output",
  "parameters",
  "response",
  "result",
]);

/** JSON in a string, alone in a list, or under a name that means nothing. */
function unwrapped(value: unknown): { readonly value: unknown } | null {
  if (typeof value === "string") return parseExactly(value);
  if (Array.isArray(value)) return value.length === 1 ? { value: value[0] } : null;
  if (typeof value !== "object" || value === null) return null;
  const [entry, ...others] = Object.entries(value);
  return entry !== undefined && others.length === 0 && WRAPPERS.has(entry[0].toLowerCase())
    ? { value: entry[1] }
    : null;
}

/** Paths and rules, not values: it may travel into a log. */
function describeProblem(error: z.ZodError): string {
  const issues = error.issues.slice(0, 5).map((issue) => `${issue.path.join(".") || "(whole)"}: ${issue.message}`);
  const more = error.issues.length - issues.length;
  return more > 0 ? `${issues.join("; ")}; and ${more} more` : issues.join("; ");
}
