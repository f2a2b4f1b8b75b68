import * as z from "zod";
import type { ConversationId, EventId } from "../ids.ts";
import { MEDIA_STATUSES } from "../inbound/media.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

/** A file that a customer sent, without its bytes. */
export const CustomerFile = z
  .object({
    id: z.string(),
    conversationId: id<ConversationId>(),
    eventId: id<EventId>(),
    kind: z.string().meta({ description: "The message's own word: image, audio, video, document or sticker." }),
    status: z.enum(MEDIA_STATUSES),
    declaredType: z.string().nullable(),
    detectedType: z.string().nullable().meta({ description: "The type that its bytes show." }),
    fileName: z.string().nullable(),
    sizeBytes: z.number().nullable(),
    sha256: z.string().nullable().meta({ description: "Hexadecimal." }),
    attempts: z.number(),
    detail: z.string().nullable().meta({ description: "Why the file is not here. Null when it is." }),
    createdAt: Instant,
  })
  .meta({ id: "Media" });
export type CustomerFile = z.output<typeof CustomerFile>;
