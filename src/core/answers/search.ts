import * as z from "zod";
import { ORDER_STATUSES } from "../agent/shop-words.ts";
import type { ConversationId, OrderId } from "../ids.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

const who = { conversationId: id<ConversationId>(), name: z.string().nullable(), phone: z.string().nullable() };

/** What a search finds, of each kind the newest. */
export const SearchAnswer = z
  .object({
    people: z.array(z.object({ ...who, lastActivityAt: Instant })),
    messages: z.array(
      z.object({
        ...who,
        by: z.enum(["customer", "bot", "person"]),
        text: z.string().meta({ description: "The words around the first hit, at most 160 characters." }),
        runId: z.string().nullable(),
        at: Instant,
      }),
    ),
    orders: z.array(
      z.object({
        ...who,
        id: id<OrderId>(),
        status: z.enum(ORDER_STATUSES),
        pack: z.string().nullable(),
        total: z.number().int(),
        createdAt: Instant,
      }),
    ),
  })
  .meta({ id: "SearchAnswer" });
export type SearchAnswer = z.output<typeof SearchAnswer>;
