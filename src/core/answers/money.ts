import * as z from "zod";
import type { ConversationId } from "../ids.ts";
import { Day } from "./insight.ts";
import { id } from "./json-values.ts";

const amount = z.coerce.number().int();
const Sales = z.object({
  sales: amount.meta({
    description: "A whole number of the smallest unit of the currency. Cancelled and returned orders do not count.",
  }),
  orders: amount,
});

const Total = Sales.extend({
  priced: amount.meta({
    description:
      "Of the orders, those with an amount. A replacement, or an order without a pack, is 0 and no average counts it.",
  }),
});

/** What a shop sold in a range of days, and what stood in the way. */
export const StoredMoney = z.object({
  total: Total,
  before: Sales.meta({ description: "The same number of days just before." }),
  pending: Sales.meta({ description: "Of the total, what a person of the shop has not said yes to." }),
  recovered: Sales.meta({
    description:
      "Of the total, the orders of conversations in which a timer had written to the customer in the two days before.",
  }),
  days: z.array(Sales.extend({ day: Day })),
  products: z.array(z.object({ name: z.string(), qty: amount, sales: amount })),
  cities: z.array(
    Sales.extend({ city: z.string().nullable().meta({ description: "Null: no field of the sale names it." }) }),
  ),
  funnel: z
    .array(
      z.object({
        mode: z
          .string()
          .meta({ description: "Of a session whose last order fell through: `order_cancelled` or `order_returned`." }),
        sessions: amount,
        conversations: z.array(z.object({ id: id<ConversationId>(), name: z.string().nullable() })),
      }),
    )
    .meta({ description: "Where the sessions that began in these days stand, with the newest conversations of each." }),
  hours: z
    .array(z.object({ weekday: amount.meta({ description: "1 is Monday." }), hour: amount, messages: amount }))
    .meta({
      description: "When customers write, by the clock of the workspace. Hours without a message are left out.",
    }),
  templates: z.record(z.enum(["marketing", "utility", "authentication"]), amount).meta({
    description: "Templates that WhatsApp took, by the category of the workspace's list: Meta bills them by it.",
  }),
  billedReplies: amount.meta({
    description: "Free-form messages that WhatsApp reported as charged (category `service`).",
  }),
  modelMicroUsd: amount.meta({ description: "Millionths of a US dollar that language models have cost." }),
});
export type StoredMoney = z.output<typeof StoredMoney>;

export const Money = StoredMoney.extend({ from: Day, to: Day, zone: z.string(), currency: z.string() }).meta({
  id: "Money",
});
export type Money = z.output<typeof Money>;
