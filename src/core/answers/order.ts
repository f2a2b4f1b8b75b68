import * as z from "zod";
import { ORDER_ORIGINS, ORDER_STATUSES } from "../agent/shop-words.ts";
import type { ContactId, ConversationId, OrderId } from "../ids.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

/** An order as the people who ship it need it. */
export const ShopOrder = z
  .object({
    id: id<OrderId>(),
    conversationId: id<ConversationId>(),
    contactId: id<ContactId>(),
    contactName: z.string().nullable(),
    phone: z
      .string()
      .nullable()
      .meta({ description: "The customer's newest phone, digits only.", example: "573015550142" }),
    status: z.enum(ORDER_STATUSES),
    stage: z.string().meta({ description: "The shop's own word for where the order stands." }),
    source: z.enum(ORDER_ORIGINS),
    pack: z.string().nullable(),
    products: z.array(z.object({ name: z.string(), qty: z.number().int(), unitPrice: z.number().int() })).readonly(),
    total: z.coerce.number().int().meta({
      description: "A whole number of the smallest unit of the currency: pesos in Colombia, cents elsewhere.",
    }),
    shippingAddress: z.string(),
    note: z.string().nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "ShopOrder" });
export type ShopOrder = z.output<typeof ShopOrder>;
