import type { RequestReader } from "../ports/model/request-reader.ts";
import type { ContractName } from "./contracts.ts";

/** What is said around an artifact. The standard texts say "usted". */
export interface ArtifactTexts {
  /** A brief was asked for, and too few pages say something that can be cited. */
  readonly notEnough: string;
  /** The document is still to be read. */
  readonly reading: string;
  /** The document was not read in time. */
  readonly notRead: string;
}

/** What a shop switches of artifacts (requirement F13). */
export interface ArtifactSettings {
  /** The contracts that may be made. An empty list switches artifacts off. */
  readonly contracts: readonly ContractName[];
  /** The least confidence of an intent, 0 to 1. */
  readonly threshold: number;
  /** Hears requests that no rule reads. null: rules alone decide. */
  readonly requests: RequestReader | null;
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
  /** In the agent's own form of address, where that is not "usted". */
  readonly texts: ArtifactTexts;
}

export const ARTIFACT_SETTINGS: ArtifactSettings = {
  contracts: ["research_brief", "doc_extract", "plan"],
  threshold: 0.75,
  requests: null,
  minSources: 3,
  asksModel: true,
  tellsWhenNotMade: true,
  planRevisionMaxAgeMinutes: 180,
  texts: {
    notEnough: "No encontré suficientes fuentes que pueda citar, así que no le preparo un informe con lo que hay.",
    reading: "Estoy leyendo su documento, ya le cuento 📄",
    notRead: "No alcancé a leer su documento. ¿Me lo envía otra vez, por favor?",
  },
};

export function artifactSettings(given: Partial<ArtifactSettings>): ArtifactSettings {
  return { ...ARTIFACT_SETTINGS, ...given };
}
