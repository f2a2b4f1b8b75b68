import type { InboxItem, InboxView } from "../../../api/types.ts";

export type Filter = NonNullable<InboxView["query"]["filter"]>;

/** What the list shows. It is kept over a reload: a person works from one selection. */
export interface Selection {
  readonly filter: Filter;
  readonly assignee: string | null;
  readonly agent: string | null;
}

export const EVERYTHING: Selection = { filter: "all", assignee: null, agent: null };

export function selectionOf(query: InboxView["query"]): Selection {
  return { filter: query.filter ?? "all", assignee: query.assignee ?? null, agent: query.agent ?? null };
}

/** The conversation that waits for a person and follows the shown one; the first when none follows. */
export function nextNeeding(items: readonly InboxItem[], shown: string | null): InboxItem | null {
  const waiting = items.filter(({ needs }) => needs.length > 0);
  const at = waiting.findIndex(({ id }) => id === shown);
  return waiting[(at + 1) % Math.max(1, waiting.length)] ?? null;
}
