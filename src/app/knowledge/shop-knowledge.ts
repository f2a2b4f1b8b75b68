import type { WorkspaceId } from "../../core/ids.ts";
import type { KnowledgeEntry } from "../../core/knowledge/knowledge-entry.ts";
import { joinEntries, type KnowledgeSource } from "../../core/knowledge/knowledge-source.ts";
import type { ShopEntries } from "../../core/ports/shop-entries.ts";

interface Known {
  readonly changes: number;
  readonly entries: readonly KnowledgeEntry[];
  readonly joined: Map<string, readonly KnowledgeEntry[]>;
}

/**
 * What the files say, and what the people of each workspace have written. `refresh` reads it again when
 * the workspace has changed it since, so the next message finds a change in every process.
 */
export function shopKnowledge(files: KnowledgeSource, shop: Pick<ShopEntries, "current">): Required<KnowledgeSource> {
  const known = new Map<string, Known>();
  return {
    entriesOf(workspaceId, agentId) {
      const own = files.entriesOf(workspaceId, agentId);
      const written = known.get(workspaceId);
      if (written === undefined || written.entries.length === 0) return own;
      const before = written.joined.get(agentId);
      if (before !== undefined) return before;
      const joined = joinEntries(own, written.entries);
      written.joined.set(agentId, joined);
      return joined;
    },
    async refresh(workspaceId, changes) {
      const before = known.get(workspaceId)?.changes ?? 0;
      if (changes !== null && changes <= before) return;
      const { entries, changes: read } = await shop.current(workspaceId as WorkspaceId);
      known.set(workspaceId, {
        changes: read,
        entries: entries.map(({ id, title, asks, text, until }) => ({ id, title, asks, text, until })),
        joined: new Map(),
      });
    },
  };
}
