import * as z from "zod";
import type { ConversationId, RunId } from "../../ids.ts";
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
    /** At most the newest 50: what a label of the question is put on. */
    runIds: z.array(id<RunId>()),
    /** Intents that the agent thought of, the most frequent first, at most 3. */
    guesses: z.array(z.string()),
  })
  .meta({ id: "UnansweredQuestion" });
export type UnansweredQuestion = z.output<typeof UnansweredQuestion>;
