import * as z from "zod";
import type { KnowledgeEntry } from "../core/knowledge/knowledge-entry.ts";
import type { KnowledgeSource } from "../core/knowledge/knowledge-source.ts";
import { indexKnowledge, type KnowledgeIndex } from "../core/knowledge/search-knowledge.ts";
import { defineTool } from "./define-tool.ts";

const MOST_FOUND = 3;
/** Entries that share less with the question are about something else. */
const LEAST_SHARE = 0.2;

/** Finds what the shop has written about a question, for an agent of any kind. */
export function createKnowledgeSearch(source: KnowledgeSource) {
  const indexes = new WeakMap<readonly KnowledgeEntry[], KnowledgeIndex>();
  return defineTool({
    name: "knowledge_search",
    description:
      "Finds what the shop has written about a question: at most 3 entries, the best first. `share` is how much of the question the entry answers, 0 to 1; from 0.5 it answers it. Say nothing that stands in no entry.",
    module: "system",
    effect: "read",
    risk: "low",
    timeout: 1_000,
    permissions: ["system.read"],
    reversible: true,
    input: z.strictObject({
      text: z.string().trim().min(1).max(1_000).describe("The question, in the customer's words."),
    }),
    output: z.strictObject({
      entries: z.array(z.strictObject({ id: z.string(), title: z.string(), text: z.string(), share: z.number() })),
    }),
    run({ text }, { workspaceId, agentId, now }) {
      const entries = source.entriesOf(workspaceId, agentId);
      const index = indexes.get(entries) ?? indexKnowledge(entries, "");
      indexes.set(entries, index);
      const found = index.find(text, now, MOST_FOUND).filter(({ share }) => share >= LEAST_SHARE);
      return {
        kind: "ok",
        output: {
          entries: found.map(({ entry: { id, title, text }, share }) => ({
            ...{ id, title, text },
            share: Math.round(share * 100) / 100,
          })),
        },
      };
    },
  });
}
