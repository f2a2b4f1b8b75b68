import { type AnyDraft, type Artifact, recordArtifact } from "../artifacts/artifact.ts";
import type { ContractName } from "../artifacts/contracts.ts";
import { makeDocExtract } from "../artifacts/make-doc-extract.ts";
import { makePlan } from "../artifacts/make-plan.ts";
import { makeResearchBrief } from "../artifacts/make-research-brief.ts";
import { renderArtifact } from "../artifacts/render-artifact.ts";
import { revisePlan } from "../artifacts/revise-plan.ts";
import type { ArtifactSettings } from "../artifacts/settings.ts";
import type { AgentInput, DecidedMessage } from "./agent.ts";
import type { ArtifactToMake } from "./prepare-artifact.ts";
import type { WrittenAnswer } from "./write-artifact.ts";

type Asked = Pick<AgentInput, "message" | "now" | "session" | "turnNumber">;

export type MadeArtifact =
  | { readonly kind: "made"; readonly artifact: Artifact }
  /** `reason`: what broke while it was made; null where a rule of its contract is not met. */
  | { readonly kind: "not_made"; readonly reason: string | null };

/** The record of what was asked, put together by code from the words of a model or an agent. What breaks here breaks no answer. */
export function makeArtifact(
  wish: ArtifactToMake,
  written: WrittenAnswer,
  { asked, settings }: { readonly asked: Asked; readonly settings: ArtifactSettings },
): MadeArtifact {
  const { message, now, session, turnNumber } = asked;
  try {
    const draft = build(wish, written, asked, settings);
    const artifact =
      draft === null
        ? null
        : recordArtifact(draft, {
            ...{ sessionId: session.id, turnKey: `${session.id}:${turnNumber}` },
            ...{ query: message, route: wish.route.route, trigger: wish.trigger, now },
          });
    return artifact === null ? { kind: "not_made", reason: null } : { kind: "made", artifact };
  } catch (thrown) {
    return { kind: "not_made", reason: `no artifact: ${thrown instanceof Error ? thrown.message : "unknown"}` };
  }
}

/** Not where the artifact cannot be made whatever is written, and not for a plan that only gets a limit. */
export function isWorthAsking({ requested, lastPlan }: ArtifactToMake, { minSources }: ArtifactSettings): boolean {
  if (requested.contract === "plan") return lastPlan === null;
  return requested.sources.length >= (requested.contract === "research_brief" ? minSources : 1);
}

export function saidArtifact(artifact: Artifact): readonly DecidedMessage[] {
  return renderArtifact(artifact).map((text) => ({ text, templateId: null }));
}

function build(
  { requested, tables, lastPlan }: ArtifactToMake,
  { text, cited }: WrittenAnswer,
  { message, now }: Asked,
  settings: ArtifactSettings,
) {
  const drafts: Record<ContractName, () => AnyDraft | null> = {
    research_brief: () => {
      const sources = requested.sources.flatMap(({ url, ...source }) => (url === null ? [] : [{ ...source, url }]));
      return draftOf(makeResearchBrief({ answer: cited, sources }, settings.minSources));
    },
    doc_extract: () => {
      const chunks = requested.sources.map(({ id, documentId, ref, text: said }) => ({
        id,
        documentId,
        ref,
        text: said,
      }));
      const isCited = cited.some(({ citations }) => citations.length > 0);
      return draftOf(makeDocExtract({ question: message, answer: isCited ? cited : null, chunks, tables }));
    },
    plan: () => {
      if (lastPlan === null) return draftOf(makePlan(message, text));
      const age = { now, maxAgeMinutes: settings.planRevisionMaxAgeMinutes };
      return revisePlan(message, lastPlan, age) ?? draftOf(makePlan(message, text));
    },
  };
  return drafts[requested.contract]();
}

type Made<Draft> = { readonly kind: "made"; readonly draft: Draft } | { readonly kind: "not_made" };

function draftOf<Draft>(made: Made<Draft>): Draft | null {
  return made.kind === "made" ? made.draft : null;
}
