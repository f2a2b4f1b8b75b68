import * as z from "zod";
import type { Reference } from "../../core/documents/document.ts";
import type { DocumentOwner } from "../../core/ports/documents.ts";
import type { Collection } from "../../core/ports/text-search.ts";

/** Spanish endings do little harm to another language: a question and a text lose the same ones. */
export function collectionOf({ workspaceId, conversationId }: DocumentOwner): Collection {
  return { workspaceId, name: `documents:${conversationId ?? "shop"}`, language: "es" };
}

export const reference: z.ZodType<Reference> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("page"), page: z.number() }),
  z.object({ kind: z.literal("paragraph"), heading: z.array(z.string()), paragraph: z.number() }),
  z.object({ kind: z.literal("cells"), sheet: z.string(), range: z.string() }),
  z.object({ kind: z.literal("lines"), from: z.number(), to: z.number() }),
]);
