import type { ContractName } from "../../artifacts/contracts.ts";

/**
 * How surely a text asks for each artifact, 0 to 1. From 0.75 on, the standard threshold of `ArtifactSettings`, it is heard. Each
 * stands for itself: a text may be near two of them.
 */
export type HeardRequest = Readonly<Record<ContractName, number>>;

/** Hears which artifact a text asks for, by a trained model beside the rules. It asks no language model. */
export interface RequestReader {
  readRequest(text: string): HeardRequest;
  /** Does at the start what would make the first customer wait. */
  prepare?(): void;
}
