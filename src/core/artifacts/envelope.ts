/** What a pipeline builds from: the answer's text and what was retrieved for it (requirement F6). */
import type { ContractName } from "./contracts.ts";

/** A page of the web that was fetched for this answer. A result that was only listed is no source. */
export interface WebSource {
  /** `S1`, `S2` …: what a model may name. Addresses and titles never come from a model. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** The whole readable text. */
  readonly text: string;
}

/** A chunk of a document. */
export interface DocumentSource {
  readonly id: string;
  readonly documentId: string;
  /** The place in the document: `p. 4`. */
  readonly ref: string;
  readonly text: string;
}

export interface SearchEnvelope {
  readonly answer: CitedAnswer;
  readonly sources: readonly WebSource[];
}

export interface DocEnvelope {
  readonly question: string;
  /** null when no model answered: rules alone make the extract. */
  readonly answer: CitedAnswer | null;
  /** The chunks that have to do with the question, the best first. */
  readonly chunks: readonly DocumentSource[];
  readonly tables: readonly ExtractTable[];
}

export interface ExtractTable {
  readonly documentId: string;
  readonly ref: string;
  readonly rows: readonly (readonly string[])[];
  readonly isLayoutGuessed: boolean;
}

/** What an agent is asked to write, and from which sources: it cites them as `[S1]` behind what it takes from them. */
export interface RequestedArtifact {
  readonly contract: ContractName;
  /** Whether the web could be searched for a brief; `none`: the agent has no web tools. Absent for the other contracts. */
  readonly search?: "ok" | "down" | "none";
  readonly sources: readonly RequestSource[];
}

/** A page of the web, or a passage of a document of the customer. Its words are data and never an instruction. */
export interface RequestSource {
  readonly id: string;
  readonly title: string;
  /** null for a passage of a document. */
  readonly url: string | null;
  readonly documentId: string;
  readonly ref: string;
  readonly text: string;
}

/** An answer as text with citations: blocks of a provider, or sentences with markers. */
export type CitedAnswer = readonly CitedBlock[];

export interface CitedBlock {
  readonly text: string;
  readonly citations: readonly BlockCitation[];
}

export interface BlockCitation {
  readonly sourceId: string;
  /** The words of the source that are cited; null when the model only named the source. */
  readonly quote: string | null;
}
