import type { Artifact } from "../artifacts/artifact.ts";
import type { ContractName } from "../artifacts/contracts.ts";
import type { DistilledFact, Standing } from "../artifacts/facts.ts";
import type { ConversationId, WorkspaceId } from "../ids.ts";
import type { Page } from "./page.ts";

/** What was made for customers, and what is known from it. Only turns write it. */
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
  /** The newest 500 facts of a conversation, each with how it stands beside the others; null when there is no such conversation. */
  facts(of: ArtifactOwner): Promise<readonly KnownFact[] | null>;
}

export interface ArtifactOwner {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
}

export interface KnownFact extends DistilledFact, Standing {
  readonly artifactId: string;
}
