/** WhatsApp's limit of one text, in characters. Code points, as `outbound-content.ts` counts them. */
export const LONGEST_TEXT = 4_096;

/**
 * A text as messages of at most `most` characters: cut between paragraphs, else between sentences or lines, else between
 * words, and in the middle of a word only where there is no blank at all. Nothing but blanks at the cuts is lost.
 */
export function splitText(text: string, most = LONGEST_TEXT): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const end = endOfCharacters(rest, most);
    const cut = end === rest.length ? end : bestCut(rest, end);
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return parts;
}

/** The end of the first `most` characters: never between the halves of a surrogate pair. */
function endOfCharacters(text: string, most: number): number {
  let end = 0;
  for (let count = 0; count < most && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xff_ff ? 2 : 1;
  }
  return end;
}

interface Border {
  readonly at: number;
  /** True when it cuts through nothing that belongs together. */
  readonly isFree: boolean;
  /** True when the part before it is not a crumb. */
  readonly isFull: boolean;
  readonly rank: number;
}

function bestCut(text: string, end: number): number {
  const spans = keptSpans(text, KEPT_TOGETHER);
  const spanOver = (at: number) => spans.find((span) => span.start < at && at < span.end) ?? null;
  let best: Border | null = null;
  for (const blank of text.matchAll(/\s+/g)) {
    if (blank.index > end) break;
    const at = blank.index;
    const border = { at, isFree: spanOver(at) === null, isFull: at >= end / 2, rank: rankOf(text, at, blank[0]) };
    if (best === null || isBetter(border, best)) best = border;
  }
  if (best !== null) return best.at;
  // No blank at all: before what belongs together; where that is all there is, at least not in an address within it.
  const within = keptSpans(text, ADDRESS).find((address) => address.start < end && end < address.end);
  return [spanOver(end), within].find((span) => (span?.start ?? 0) > 0)?.start ?? end;
}

/** `one` stands behind `other`: of two that are as good, the later makes fewer messages. */
function isBetter(one: Border, other: Border): boolean {
  if (one.isFree !== other.isFree) return one.isFree;
  if (one.isFull !== other.isFull) return one.isFull;
  return one.rank >= other.rank;
}

function rankOf(text: string, at: number, blank: string): number {
  if (/\n[^\S\n]*\n/.test(blank)) return 2;
  const endsSentence = blank.includes("\n") || /[.?!…][)"'»”’*_~]*$/.test(text.slice(Math.max(0, at - 8), at));
  return endsSentence ? 1 : 0;
}

/** A block of code, an address, and what WhatsApp shows bold, italic or struck through. */
const KEPT_TOGETHER = /```[\s\S]*?```|https?:\/\/\S+|(?<![^\s(])([*_~])(?=\S)[^\n]*?\S\1(?![\p{L}\p{N}])/gu;

const ADDRESS = /https?:\/\/\S+/gu;

function keptSpans(text: string, kept: RegExp): { start: number; end: number }[] {
  return Array.from(text.matchAll(kept), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}
