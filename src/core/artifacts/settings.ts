import type { ContractName } from "./contracts.ts";

/** What a shop switches of artifacts (requirement F13). */
export interface ArtifactSettings {
  /** The contracts that may be made. An empty list switches artifacts off. */
  readonly contracts: readonly ContractName[];
  /** The least confidence of an intent, 0 to 1. */
  readonly threshold: number;
  /** A research brief with fewer sources is not made. */
  readonly minSources: number;
  /**
   * A configured model writes the words of an artifact from its sources. Without it, or where it does not answer, they are
   * those of the agent's own answer.
   */
  readonly asksModel: boolean;
  /** Tells the customer in one line when an asked artifact was not made. */
  readonly tellsWhenNotMade: boolean;
  /** An older plan is not revised: the request makes a new one. */
  readonly planRevisionMaxAgeMinutes: number;
}

export const ARTIFACT_SETTINGS: ArtifactSettings = {
  contracts: ["research_brief", "doc_extract", "plan"],
  threshold: 0.75,
  minSources: 3,
  asksModel: true,
  tellsWhenNotMade: true,
  planRevisionMaxAgeMinutes: 180,
};
