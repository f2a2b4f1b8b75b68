/**
 * A claim stands on a source or falls. A model chooses sources by their ids; code looks at what they say. A claim that no
 * source carries is left out, however likely it sounds.
 */
import { stemsOf } from "../knowledge/spanish-stems.ts";
import type { CitedBlock } from "./envelope.ts";

export interface ReadSource {
  readonly id: string;
  readonly text: string;
}

export interface Evidence {
  readonly sourceId: string;
  /** The words of the source, letter for letter. */
  readonly quote: string;
}

export type CheckedClaim =
  | { readonly kind: "stands"; readonly text: string; readonly evidence: readonly Evidence[] }
  | { readonly kind: "falls"; readonly text: string; readonly reason: ClaimFault };

export type ClaimFault =
  | "no_citation"
  | "unknown_source"
  | "quote_not_in_source"
  | "number_not_in_source"
  | "other_words"
  | "writes_an_address";

/** A claim shares at least this much of its words with the span that it cites. */
const LEAST_SHARED = 0.5;
const LONGEST_QUOTE = 600;
const NOTHING: ReadonlySet<string> = new Set();

/** Every citation of the block must carry it: one good source does not lend its weight to an invented one. */
export function checkClaim({ text, citations }: CitedBlock, sources: readonly ReadSource[]): CheckedClaim {
  const falls = (reason: ClaimFault): CheckedClaim => ({ kind: "falls", text, reason });
  if (writesAddress(text)) return falls("writes_an_address");
  if (citations.length === 0) return falls("no_citation");
  const evidence: Evidence[] = [];
  for (const { sourceId, quote } of citations) {
    const source = sources.find(({ id }) => id === sourceId);
    if (source === undefined) return falls("unknown_source");
    const span = quote === null ? bestSpan(text, source.text) : spanOf(quote, source.text);
    if (span === null) return falls("quote_not_in_source");
    if (!numbersOf(text).every((number) => numbersOf(span).includes(number))) return falls("number_not_in_source");
    if (sharedWords(text, span) < LEAST_SHARED) return falls("other_words");
    evidence.push({ sourceId, quote: span });
  }
  return { kind: "stands", text, evidence };
}

/** Addresses and pages are written by code alone, from what was fetched. */
function writesAddress(text: string): boolean {
  return /https?:|www\.|\b(?:p[aá]gs?\.?|p[aá]ginas?|page|p\.) ?\d/iu.test(text);
}

/** The place of a quote, whatever blanks stand between its words; null when the source does not hold it. */
function spanOf(quote: string, text: string): string | null {
  const wanted = oneBlank(quote);
  return wanted !== "" && oneBlank(text).includes(wanted) ? wanted.slice(0, LONGEST_QUOTE) : null;
}

/** One or two neighbouring sentences that share the most words with the claim. */
function bestSpan(claim: string, text: string): string | null {
  const sentences = text
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map(oneBlank)
    .filter((sentence) => sentence !== "");
  const spans = sentences.flatMap((sentence, at) => {
    const next = sentences[at + 1];
    return next === undefined ? [sentence] : [sentence, `${sentence} ${next}`];
  });
  let best: { span: string; score: number } | null = null;
  for (const span of spans) {
    const held = numbersOf(claim).filter((number) => numbersOf(span).includes(number)).length;
    const score = sharedWords(claim, span) + held;
    if (best === null || score > best.score) best = { span, score };
  }
  return best === null ? null : best.span.slice(0, LONGEST_QUOTE);
}

function sharedWords(claim: string, span: string): number {
  const wanted = new Set(stemsOf(claim, NOTHING));
  if (wanted.size === 0) return 0;
  const held = new Set(stemsOf(span, NOTHING));
  return [...wanted].filter((stem) => held.has(stem)).length / wanted.size;
}

/** Numbers as digits: `1.500` and `1,500` are the same, `2,5` and `2.5` too. */
function numbersOf(text: string): string[] {
  return (text.match(/\d+(?:[.,]\d+)*/gu) ?? []).map((number) => {
    const bare = number.replaceAll(/[.,](?=\d{3}(?:\D|$))/gu, "");
    return bare.replaceAll(",", ".");
  });
}

function oneBlank(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
