import type { BlockCitation, CitedAnswer, CitedBlock } from "./envelope.ts";
import { splitClaims } from "./read-cited-text.ts";

/**
 * A provider cuts its answer where its citations begin and end, also in the middle of a sentence. A claim is a sentence: it
 * gets the citations of all blocks that it stands in.
 */
export function joinCitedBlocks(blocks: readonly CitedBlock[]): CitedAnswer {
  const text = blocks.map((block) => block.text).join("");
  let from = 0;
  const spans = blocks.map((block) => {
    const span = { from, to: from + block.text.length, citations: block.citations };
    from = span.to;
    return span;
  });
  let at = 0;
  return splitClaims(text).map((claim) => {
    const begin = text.indexOf(claim, at);
    at = begin + claim.length;
    const citations = spans.filter((span) => span.from < at && span.to > begin).flatMap((span) => span.citations);
    return { text: claim, citations: once(citations) };
  });
}

function once(citations: readonly BlockCitation[]): BlockCitation[] {
  return citations.filter(
    ({ sourceId, quote }, at) => citations.findIndex((one) => one.sourceId === sourceId && one.quote === quote) === at,
  );
}
