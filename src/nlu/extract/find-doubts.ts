import { plainText } from "../../core/plain-text.ts";
import { findDepartment, findPlace } from "../places/find-place.ts";
import { foldText } from "../text/fold-text.ts";
import { mayMatch } from "../text/pattern-gate.ts";
import { isCommonWord } from "../words/common-words.ts";
import { isDataWord } from "../words/data-words.ts";
import type { Extracted, ExtractionContext, ExtractionDoubt, FieldKind } from "./field-kinds.ts";

export type Candidates = Partial<Record<FieldKind, readonly string[]>>;

interface Outcome {
  readonly text: string;
  readonly rest: string;
  readonly fields: Extracted;
  readonly candidates: Candidates;
}

/**
 * Misspelt beginnings of an address. They are read when numbers follow; left over, they say that an
 * address was meant.
 */
const MISSPELT =
  /(?<![\p{L}\d])(?:kalle|caye|kaye|calel|caller|carera|karrera|karera|carreara|carrerra|cerrera|vario|varrio|bario|barri|abenida|avenia|diagonar|diajonal|trasversal|tranversal|apratamento|manzna|mansana|bereda)(?![\p{L}\d])/giu;

const MOST_UNKNOWN = 3;

/** Signs that a model might read more than the rules did. */
export function findDoubts({ text, rest, fields, candidates }: Outcome, context: ExtractionContext): ExtractionDoubt[] {
  const doubts: ExtractionDoubt[] = [];
  const isData = Object.keys(fields).length > 0;
  const unknown = isData || context.isAsked ? unknownWords(rest) : [];
  const saysSomething = unknown.length > 0 || /\d/.test(text);
  if (context.isAsked && context.missing.length > 0 && !isData && saysSomething && !/[?¿]/.test(text))
    doubts.push({ kind: "unanswered", fields: context.missing });
  if ((isData || context.isAsked) && unknown.length > MOST_UNKNOWN)
    doubts.push({ kind: "unknown_words", words: unknown });
  for (const [field, values] of Object.entries(candidates))
    doubts.push({ kind: "two_candidates", field: field as FieldKind, values });
  // A mended word that led to nothing, or to no number of a street, is in doubt all the same.
  const isMended = isData && /\d|^$/.test(fields.address ?? "");
  const misspelt = misspeltIn(isMended ? rest : text);
  if (misspelt.length > 0) doubts.push({ kind: "misspelt", words: misspelt });
  return doubts;
}

function misspeltIn(text: string): string[] {
  return mayMatch(MISSPELT, text) ? [...text.matchAll(MISSPELT)].map(([word]) => word) : [];
}

const KEPT_WORDS = 20;

function unknownWords(rest: string): string[] {
  return foldText(rest)
    .split(" ")
    .filter((word) => /^[a-z]{3,}$/.test(word) && !isCommonWord(word) && !isKnownName(word))
    .slice(0, KEPT_WORDS);
}

function isKnownName(word: string): boolean {
  return isDataWord(plainText(word)) || findPlace(word) !== null || findDepartment(word) !== null;
}
