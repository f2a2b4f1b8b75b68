import type { EntryVersion } from "../answers/shop-entry.ts";
import type { WorkspaceId } from "../ids.ts";
import type { KnowledgeEntry } from "../knowledge/knowledge-entry.ts";

/** More entries than this make no better answers, and each turn searches them all. */
export const MAX_SHOP_ENTRIES = 500;

/** What a shop's people write for its agents to say. Every change is a version that stays. */
export interface ShopEntries {
  /** The entries that hold, and the number of changes so far. */
  current(workspace: WorkspaceId): Promise<{ readonly entries: readonly EntryVersion[]; readonly changes: number }>;
  /** Newest first, at most 50. */
  versions(workspace: WorkspaceId, id: string): Promise<readonly EntryVersion[]>;
  /**
   * Writes the next version; `after` is the one that its writer has seen, 0 for a new entry. `stale`:
   * another person wrote meanwhile. `full`: there are `MAX_SHOP_ENTRIES`.
   */
  write(
    workspace: WorkspaceId,
    change: EntryChange,
  ): Promise<
    { readonly kind: "written"; readonly entry: EntryVersion } | { readonly kind: "stale" } | { readonly kind: "full" }
  >;
  /** A question that the shop will not answer is no longer listed. */
  dismiss(workspace: WorkspaceId, question: { readonly id: string; readonly text: string }, by: string): Promise<void>;
  /** The newest 500. */
  dismissed(workspace: WorkspaceId): Promise<readonly string[]>;
}

export interface EntryChange {
  readonly entry: KnowledgeEntry;
  readonly after: number;
  readonly isDeleted: boolean;
  readonly by: string;
}
