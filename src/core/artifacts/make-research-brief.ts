import type { Draft } from "./artifact.ts";
import { type CheckedClaim, checkClaim } from "./check-claim.ts";
import type { SearchEnvelope, WebSource } from "./envelope.ts";
import { domainOf } from "./web-domain.ts";

/** A brief reads at most 8 sources and keeps at most 6 findings (requirement F8). */
const READ_SOURCES = 8;
const KEPT_FINDINGS = 6;
const LONGEST_FINDING = 240;
const LONGEST_SUMMARY = 1_500;

type Standing = Extract<CheckedClaim, { kind: "stands" }>;

/**
 * Puts a brief together from the sentences that stand on their sources. Nothing of the answer that stands on none gets
 * into it. (requirements F5, F8)
 */
export function makeResearchBrief(
  { answer, sources }: SearchEnvelope,
  minSources: number,
): { kind: "made"; draft: Draft<"research_brief"> } | { kind: "not_made"; reason: string } {
  const read = sources.slice(0, READ_SOURCES);
  if (new Set(read.map(({ url }) => url)).size < minSources) return { kind: "not_made", reason: "too_few_sources" };
  const checked = answer.map((block) => checkClaim(block, read));
  const standing = checked.filter((claim): claim is Standing => claim.kind === "stands");
  const findings = standing.filter(({ text }) => text.length <= LONGEST_FINDING).slice(0, KEPT_FINDINGS);
  if (findings.length === 0) return { kind: "not_made", reason: "no_finding_stands" };
  const cited = read.filter(({ id }) =>
    findings.some(({ evidence }) => evidence.some(({ sourceId }) => sourceId === id)),
  );
  const fallen = checked.filter(({ kind }) => kind === "falls").length;
  return {
    kind: "made",
    draft: {
      type: "research_brief",
      content: {
        summary: joinedWithin(
          findings.map(({ text }) => text),
          LONGEST_SUMMARY,
        ),
        key_findings: findings.map(({ text, evidence }) => ({
          text,
          citation_ids: evidence.map(({ sourceId }) => sourceId),
        })),
        consensus:
          findings
            .filter((finding) => domainsOf(finding, read).size >= 2)
            .map(({ text }) => text)
            .at(0) ?? "",
        open_questions: answer
          .map(({ text }) => text)
          .filter(isOpenQuestion)
          .slice(0, 12),
        extra_sections: [],
      },
      citations: cited.map(({ id, url, title }) => ({ id, type: "web", url, title })),
      confidence: cited.length >= minSources ? 0.86 : 0.62,
      warnings: fallen > 0 ? [`claims_left_out:${fallen}`] : [],
      metadata: {
        evidence: findings.map(({ evidence }) =>
          evidence.map(({ sourceId, quote }) => ({ citation_id: sourceId, quote })),
        ),
      },
    },
  };
}

function domainsOf({ evidence }: Standing, sources: readonly WebSource[]): Set<string> {
  return new Set(
    evidence.flatMap(({ sourceId }) => sources.filter(({ id }) => id === sourceId).map(({ url }) => domainOf(url))),
  );
}

/** A question claims nothing, so it needs no source; it may carry no number and no address either. */
function isOpenQuestion(text: string): boolean {
  return text.endsWith("?") && text.length <= LONGEST_FINDING && !/\d|https?:|www\./u.test(text);
}

function joinedWithin(sentences: readonly string[], most: number): string {
  let text = "";
  for (const sentence of sentences) {
    const longer = text === "" ? sentence : `${text} ${sentence}`;
    if (longer.length > most) break;
    text = longer;
  }
  return text;
}
