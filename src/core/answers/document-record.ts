import * as z from "zod";
import type { ConversationId } from "../ids.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

export const DOCUMENT_STATUSES = ["waiting", "read", "unreadable", "erased"] as const;

/** A document that a customer sent or a person of the shop added, without its bytes and its text. */
export const DocumentRecord = z
  .object({
    id: z.string(),
    conversationId: id<ConversationId>()
      .nullable()
      .meta({ description: "Null: a document of the shop, which every agent may quote." }),
    fileName: z.string().nullable(),
    title: z.string().nullable().meta({ description: "The document's own title." }),
    mediaType: z.string().nullable().meta({ description: "The type that its bytes show." }),
    status: z.enum(DOCUMENT_STATUSES).meta({ description: "`waiting`: it is still to be read." }),
    sentence: z.string().nullable().meta({ description: "Why it cannot be read, in words for a customer." }),
    pages: z.number().nullable(),
    pagesWithoutText: z.array(z.number()),
    sizeBytes: z.number().nullable(),
    uploadedBy: z.string().nullable().meta({ description: "The person who added it; null for a customer's own file." }),
    createdAt: Instant,
    settledAt: Instant.nullable(),
  })
  .meta({ id: "Document" });
export type DocumentRecord = z.output<typeof DocumentRecord>;

/** A piece of a document, and the place where it stands. */
export const DocumentChunk = z
  .object({
    place: z.number().meta({ description: "0 is the first piece." }),
    reference: z.string().meta({ description: "As an answer cites it: `p. 4`, `Precios!A1:C9`." }),
    page: z.number().nullable(),
    text: z.string(),
  })
  .meta({ id: "DocumentChunk" });
export type DocumentChunk = z.output<typeof DocumentChunk>;

export const FoundPassage = z
  .object({
    documentId: z.string(),
    title: z.string().nullable(),
    reference: z.string(),
    page: z.number().nullable(),
    text: z.string(),
    share: z.number().meta({ description: "How much of the question's weight it holds, 0 to 1." }),
  })
  .meta({ id: "FoundPassage" });
export type FoundPassage = z.output<typeof FoundPassage>;
