import type { KnowledgeEntry } from "./knowledge-entry.ts";
import { indexKnowledge, type KnowledgeIndex } from "./search-knowledge.ts";

const MOST_FOUND = 3;
/** Entries that share less with the question are about something else. */
const LEAST_SHARE = 0.2;

/** An entry as an agent, a model and a person read it. */
export interface ShownEntry {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** In hundredths: a model needs no more. */
  readonly share: number;
}

const indexes = new WeakMap<readonly KnowledgeEntry[], KnowledgeIndex>();

/** At most 3 entries that have to do with a question and are true on this day of the shop, the best first. */
export function findKnowledge(entries: readonly KnowledgeEntry[], question: string, today: string): ShownEntry[] {
  const index = indexes.get(entries) ?? indexKnowledge(entries, "");
  indexes.set(entries, index);
  return index
    .find(question, today, MOST_FOUND)
    .filter(({ share }) => share >= LEAST_SHARE)
    .map(({ entry: { id, title, text }, share }) => ({ ...{ id, title, text }, share: Math.round(share * 100) / 100 }));
}
