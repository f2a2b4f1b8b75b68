import * as z from "zod";
import { Instant } from "../instant.ts";

const count = z.number().int();

/** What waits for the people of a shop. */
export const InboxCounts = z
  .object({
    needsMe: count.meta({ description: "Conversations that wait for a person." }),
    unread: count.meta({ description: "Those among them of which no person has seen the newest message." }),
    newestUnreadAt: Instant.nullable().meta({
      description: "When the newest message among those came; null without one.",
    }),
    mine: count.meta({ description: "Conversations that the caller has and that are not closed." }),
    confirmations: count.meta({ description: "Questions that wait for the yes of a person of the shop." }),
    tasks: count,
    alerts: count,
    deadLetters: count,
  })
  .meta({ id: "InboxCounts" });
export type InboxCounts = z.output<typeof InboxCounts>;
