import type { InputClass } from "../inbound/input-class.ts";
import type { KnowledgeEntry } from "../knowledge/knowledge-entry.ts";
import { indexKnowledge } from "../knowledge/search-knowledge.ts";
import type { AgentMemory, Fact } from "./fact.ts";
import { profileOf } from "./keep-facts.ts";

/** Requirement R14. */
const MOST_RECALLED = 5;
/** How much of the question a fact must share, of what it could share (R14: about 0.35, relative to the best possible). */
const LEAST_SHARE = 0.35;

/** What an input of this class may read of the memory (requirement R14). */
export function recallFor(inputClass: InputClass, message: string, facts: readonly Fact[], now: Date): AgentMemory {
  return { profile: profileOf(facts), facts: readsFacts(inputClass) ? searchFacts(facts, message, now) : [] };
}

export function readsFacts(inputClass: InputClass): boolean {
  return inputClass === "TEXT_TOOL_INTENT" || inputClass === "RICH_INPUT_TOOL_INTENT";
}

/** The facts that have to do with a text, the best first: BM25 over key, value and the customer's words. */
export function searchFacts(facts: readonly Fact[], text: string, now: Date, limit = MOST_RECALLED): readonly Fact[] {
  const entries = facts.map(
    ({ id, subject, key, value, quote }): KnowledgeEntry => ({
      ...{ id, title: `${key.replaceAll("_", " ")} ${subject === "self" ? "" : subject} ${value}` },
      ...{ asks: [quote], text: "", until: null },
    }),
  );
  const found = indexKnowledge(entries, "").find(text, now, limit);
  return found.flatMap(({ entry, share }) => (share >= LEAST_SHARE ? facts.filter(({ id }) => id === entry.id) : []));
}
