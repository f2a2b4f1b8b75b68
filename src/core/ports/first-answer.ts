import type { WorkspaceId } from "../ids.ts";

/** The first customer who wrote to one of these numbers of the workspace, and whether an answer of ours reached them. */
export interface FirstAnswer {
  /** Null: no customer has written yet. */
  readonly heardAt: Date | null;
  /** Null: WhatsApp has taken no message of ours for these numbers yet. */
  readonly answeredAt: Date | null;
}

export type ReadFirstAnswer = (workspace: WorkspaceId, numbers: readonly string[]) => Promise<FirstAnswer>;
