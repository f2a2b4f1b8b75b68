import type { ContractName } from "./contracts.ts";
import type { ArtifactIntent, AskedText } from "./detect-intent.ts";
import type { ArtifactSettings } from "./settings.ts";

/** What follows from an intent (requirements F4, F5). */
export type GatedIntent =
  | { readonly kind: "make"; readonly contract: ContractName; readonly needsSearch: boolean }
  | { readonly kind: "nothing"; readonly reason: string };

/** A turn makes one artifact at most: the one that this returns. */
export function gateIntent(
  { intent, reason }: ArtifactIntent,
  { hasDocument, route }: AskedText,
  { contracts }: ArtifactSettings,
): GatedIntent {
  if (intent === null) return { kind: "nothing", reason };
  if (!contracts.includes(intent)) return { kind: "nothing", reason: "contract_is_off" };
  if (intent === "doc_extract" && !hasDocument) return { kind: "nothing", reason: "no_document" };
  if (intent === "research_brief" && route.toolVeto) return { kind: "nothing", reason: "search_is_vetoed" };
  return { kind: "make", contract: intent, needsSearch: intent === "research_brief" };
}
