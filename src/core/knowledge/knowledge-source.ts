import type { KnowledgeEntry } from "./knowledge-entry.ts";

/** What each agent may say of its shop. It is read inside a turn, so it asks no database. */
export interface KnowledgeSource {
  /** The same list as long as nothing in it changes. */
  entriesOf(workspaceId: string, agentId: string): readonly KnowledgeEntry[];
  /**
   * Called before a turn: reads again what the workspace's people have written, when `changes`, the number of
   * their changes so far, is more than what is known; null reads it always. Absent when there is nothing but files.
   */
  refresh?(workspaceId: string, changes: number | null): Promise<void>;
}

const NOTHING: readonly KnowledgeEntry[] = [];

export const NO_KNOWLEDGE: KnowledgeSource = { entriesOf: () => NOTHING };

/** The same for a conversation that stands in no workspace: a sandbox, a replay. */
export function inWorkspace(source: KnowledgeSource, workspaceId: string): KnowledgeSource {
  return {
    entriesOf: (_, agentId) => source.entriesOf(workspaceId, agentId),
    refresh: async () => source.refresh?.(workspaceId, null),
  };
}

/** Two lists as one; an entry of the second replaces the one of the first with its id. */
export function joinEntries(
  first: readonly KnowledgeEntry[],
  second: readonly KnowledgeEntry[],
): readonly KnowledgeEntry[] {
  if (second.length === 0) return first;
  const replaced = new Set(second.map(({ id }) => id));
  return [...first.filter(({ id }) => !replaced.has(id)), ...second];
}
