import type { Artifact } from "../artifacts/artifact.ts";
import type { ContractName } from "../artifacts/contracts.ts";
import type { DistilledFact, Standing } from "../artifacts/facts.ts";
import type { ConversationId, WorkspaceId } from "../ids.ts";

/** What was made for customers, and what is known from it. Only turns write it. */
export interface Artifacts {
  /** The newest artifact of a conversation of this type; null when it has none. */
  last(of: ArtifactOwner, type: ContractName): Promise<Artifact | null>;
  /** The oldest first, after the last id of the page before. */
  page(workspaceId: WorkspaceId, after: string | null, limit: number): Promise<readonly Artifact[]>;
  /** The newest 500 facts of a conversation, each with how it stands beside the others. */
  facts(of: ArtifactOwner): Promise<readonly KnownFact[]>;
}

export interface ArtifactOwner {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
}

export interface KnownFact extends DistilledFact, Standing {
  readonly artifactId: string;
}
