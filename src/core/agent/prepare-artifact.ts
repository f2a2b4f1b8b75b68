/** What a customer's words ask to be made, and what was fetched for it, before anything is written (requirement F1). */
import type { Artifact } from "../artifacts/artifact.ts";
import { detectIntent } from "../artifacts/detect-intent.ts";
import type { ExtractTable, RequestedArtifact } from "../artifacts/envelope.ts";
import { gateIntent } from "../artifacts/gate-intent.ts";
import { revisionConfidence } from "../artifacts/revise-plan.ts";
import { routeText } from "../artifacts/route-text.ts";
import type { ArtifactSettings } from "../artifacts/settings.ts";
import type { AgentInput } from "./agent.ts";
import { fetchPages, readDocuments, readLastPlan, searchPages } from "./artifact-sources.ts";

export type ArtifactWish =
  | { readonly kind: "wait" }
  | { readonly kind: "say"; readonly sentence: string }
  | ArtifactToMake;

export interface ArtifactToMake {
  readonly kind: "make";
  readonly requested: RequestedArtifact;
  readonly tables: readonly ExtractTable[];
  readonly lastPlan: Extract<Artifact, { artifact_type: "plan" }> | null;
  readonly route: ReturnType<typeof routeText>;
  readonly trigger: Artifact["trigger_reason"];
}

/**
 * null when the words ask for no artifact. `pages`: those that were read already, in the place of a search; an answer that rests on
 * enough of them is a brief, whatever its words.
 */
export async function prepareArtifact(
  input: AgentInput,
  settings: ArtifactSettings,
  pages?: readonly string[],
): Promise<ArtifactWish | null> {
  const text = input.message;
  const route = routeText(text, input.inputClass);
  const made = { kind: "make", route, tables: [], lastPlan: null } as const;
  if (settings.contracts.includes("plan") && revisionConfidence(text) >= settings.threshold) {
    const lastPlan = await readLastPlan(input);
    const trigger = { explicit_request: true, matched_phrases: [], structural_signals: ["revision"], tie_break: null };
    if (lastPlan !== null) return { ...made, lastPlan, trigger, requested: { contract: "plan", sources: [] } };
  }
  const heard = settings.requests?.readRequest(text) ?? null;
  const asked = { text, route, heard, readsPages: (pages?.length ?? 0) >= settings.minSources };
  // A document is looked for only where the words would ask for it.
  const mayExtract = detectIntent({ ...asked, hasDocument: true }, settings).intent === "doc_extract";
  const looks = mayExtract && settings.contracts.includes("doc_extract");
  const documents = looks ? await readDocuments(input) : ({ kind: "none" } as const);
  if (documents.kind === "waiting") return { kind: "wait" };
  if (documents.kind === "unreadable") return { kind: "say", sentence: documents.sentence };
  const known = { ...asked, hasDocument: documents.kind === "read" };
  const intent = detectIntent(known, settings);
  const gated = gateIntent(intent, known, settings);
  if (gated.kind === "nothing") return null;
  const { trigger } = intent;
  switch (gated.contract) {
    case "research_brief":
      return { ...made, trigger, requested: await sourcesOf(input, pages) };
    case "doc_extract": {
      if (documents.kind !== "read") return null;
      const { tables, sources } = documents;
      return { ...made, trigger, tables, requested: { contract: "doc_extract", sources } };
    }
    case "plan":
      return { ...made, trigger, requested: { contract: "plan", sources: [] } };
  }
}

function sourcesOf(input: AgentInput, pages: readonly string[] | undefined) {
  return pages === undefined ? searchPages(input) : fetchPages(input, pages);
}
