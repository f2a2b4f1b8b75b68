import type { CitedAnswer, CitedBlock } from "./envelope.ts";

const MARKER = /\[S(\d{1,3})\]/gu;
/** A sentence ends before a blank; the markers that follow its full stop are its own. */
const SENTENCE_END = /(?<=[.!?…](?:\[S\d{1,3}\]){0,8})[ \t]+(?![ \t]*\[S)/u;
const LIST_SIGN = /^(?:[-*•]|\d{1,2}[.)])[ \t]+/u;

/** Answers of a model without citations of its own: it was told to write `[S1]` behind what it takes from source 1. */
export function readCitedText(text: string): CitedAnswer {
  return splitClaims(text)
    .map(readSentence)
    .filter((block) => block.text !== "");
}

/** The sentences of an answer, without the signs of its lists. */
export function splitClaims(text: string): string[] {
  return text
    .split(/\r?\n/u)
    .flatMap((line) => line.trim().replace(LIST_SIGN, "").split(SENTENCE_END))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function readSentence(sentence: string): CitedBlock {
  const ids = [...sentence.matchAll(MARKER)].map(([, number]) => `S${Number(number)}`);
  const text = sentence
    .replace(MARKER, "")
    .replace(/[ \t]{1,64}(?=[.,;:!?])/gu, "")
    .trim();
  return { text, citations: [...new Set(ids)].map((sourceId) => ({ sourceId, quote: null })) };
}

/** A text for a customer who sees no list of sources. */
export function withoutMarkers(text: string): string {
  return text.replace(/[ \t]{0,8}\[S\d{1,3}\]/gu, "").trim();
}
