import * as z from "zod";
import type { ConversationId } from "../../ids.ts";
import { Instant } from "../instant.ts";
import { id } from "../json-values.ts";

/** What an operator wrote down in a conversation. No customer sees it. */
export const Note = z
  .object({
    id: z.string(),
    conversationId: id<ConversationId>(),
    author: z.string(),
    text: z.string(),
    createdAt: Instant,
  })
  .meta({ id: "Note" });
export type Note = z.output<typeof Note>;
