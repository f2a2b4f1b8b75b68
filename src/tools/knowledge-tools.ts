import * as z from "zod";
import { findKnowledge } from "../core/knowledge/find-knowledge.ts";
import type { KnowledgeSource } from "../core/knowledge/knowledge-source.ts";
import { dayIn } from "../core/time/civil-day.ts";
import { defineTool } from "./define-tool.ts";

/** Finds what the shop has written about a question, for an agent of any kind. */
export function createKnowledgeSearch(source: KnowledgeSource) {
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
    async run({ text }, { workspaceId, agentId, actor, now, contactHours }) {
      // A turn has read the newest entries before it decides; people and programs come without one.
      if (actor.kind !== "agent") await source.refresh?.(workspaceId, null);
      const today = dayIn(now, contactHours.timeZone);
      return { kind: "ok", output: { entries: findKnowledge(source.entriesOf(workspaceId, agentId), text, today) } };
    },
  });
}
