import * as z from "zod";
import type { ConversationId } from "../../ids.ts";
import { Instant } from "../instant.ts";
import { id } from "../json-values.ts";

export const UnansweredQuestion = z
  .object({
    /** The newest wording. */
    text: z.string(),
    times: z.number(),
    /** Conversations in which it was asked. */
    customers: z.number(),
    lastAskedAt: Instant,
    /** At most the newest 5. */
    conversationIds: z.array(id<ConversationId>()),
  })
  .meta({ id: "UnansweredQuestion" });
export type UnansweredQuestion = z.output<typeof UnansweredQuestion>;
