import * as z from "zod";
import { FEED_KINDS, FEED_STATUSES } from "../feed/feed-policy.ts";
import { Instant } from "./instant.ts";

/** An address to which a workspace's events are posted. */
export const FeedEndpoint = z
  .object({
    id: z.string(),
    url: z.string(),
    kinds: z.array(z.enum(FEED_KINDS)),
    createdAt: Instant,
    changedBy: z.string(),
    failures: z.number().int().meta({ description: "Failed posts in a row." }),
    restsUntil: Instant.nullable().meta({ description: "No event is posted before. Null when it takes posts." }),
    waiting: z.number().int().meta({ description: "Events that it has not taken yet." }),
    parked: z.number().int().meta({ description: "Events that were given up. A replay sends them again." }),
  })
  .meta({ id: "FeedEndpoint" });
export type FeedEndpoint = z.output<typeof FeedEndpoint>;

/** The secret is answered once, when it is made. */
export const FeedSecret = z
  .object({
    id: z.string(),
    secret: z.string().meta({ description: "Signs every post. It is not shown again." }),
    formerUntil: Instant.nullable().meta({ description: "Until then the former secret signs too." }),
  })
  .meta({ id: "FeedSecret" });
export type FeedSecret = z.output<typeof FeedSecret>;

export const FeedDelivery = z
  .object({
    id: z.string().meta({ description: "The receiver knows the event by it: the header webhook-id." }),
    endpointId: z.string(),
    conversationId: z.string(),
    // An older version of the code may not know a newer kind.
    kind: z.string(),
    status: z.enum(FEED_STATUSES),
    happenedAt: Instant,
    dueAt: Instant.nullable().meta({ description: "When it is posted again at the earliest." }),
    deliveredAt: Instant.nullable(),
    parkedAt: Instant.nullable(),
    failures: z.number().int(),
    failure: z.string().nullable().meta({ description: "Why the last post was not taken." }),
  })
  .meta({ id: "FeedDelivery" });
export type FeedDelivery = z.output<typeof FeedDelivery>;
