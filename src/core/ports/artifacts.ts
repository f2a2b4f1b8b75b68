import type { SourcedFact } from "../answers/artifact.ts";
import type { Artifact } from "../artifacts/artifact.ts";
import type { ContractName } from "../artifacts/contracts.ts";
import type { FactStore, Verdict } from "../artifacts/facts.ts";
import type { ConversationId, WorkspaceId } from "../ids.ts";
import type { Page } from "./page.ts";

/** What was made for customers, and what is known from it. Only turns write it; a person judges facts. */
export interface Artifacts {
  /** The newest artifact of a conversation of this type; null when it has none. */
  last(of: ArtifactOwner, type: ContractName): Promise<Artifact | null>;
  /** The oldest first, after the last id of the page before. */
  page(workspaceId: WorkspaceId, after: string | null, limit: number): Promise<readonly Artifact[]>;
  /** Those of a conversation, the newest first; null when there is no such conversation. */
  ofConversation(
    of: ArtifactOwner,
    page: { readonly cursor?: string | undefined; readonly limit: number },
  ): Promise<Page<Artifact> | null>;
  /** One artifact, whichever conversation it belongs to, and that conversation. */
  find(workspaceId: WorkspaceId, id: string): Promise<FoundArtifact | null>;
  /** The newest 500 facts of a conversation, each with how it stands beside the others; null when there is no such conversation. */
  facts(of: ArtifactOwner): Promise<readonly KnownFact[] | null>;
  /** Facts of the whole workspace, the newest first. */
  searchFacts(workspaceId: WorkspaceId, filter: FactFilter): Promise<Page<KnownFact>>;
  /** Writes what a person says of a fact, and returns the fact; null when there is no such fact. */
  judge(workspaceId: WorkspaceId, factId: string, judged: JudgedBy): Promise<KnownFact | null>;
}

export interface ArtifactOwner {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
}

export interface FoundArtifact {
  readonly conversationId: ConversationId;
  readonly artifact: Artifact;
}

export interface FactFilter {
  /** Each of its words stands in the topic, the fact or the source. */
  readonly text?: string | undefined;
  readonly store?: FactStore | undefined;
  readonly isContradicted?: boolean | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface JudgedBy {
  /** Several conversations may have the same fact; null: the one that had it last. */
  readonly conversationId: ConversationId | null;
  /** `open` takes the verdict before back. */
  readonly verdict: Verdict | "open";
  readonly note: string | null;
  readonly by: string;
}

export type KnownFact = SourcedFact;
