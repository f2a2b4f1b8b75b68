import * as z from "zod";
import { ORDER_ORIGINS, ORDER_STATUSES } from "../agent/shop-words.ts";
import type { ContactId, ConversationId, OrderId } from "../ids.ts";
import { FoundContact } from "./contact.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

const Line = z.object({ name: z.string(), qty: z.number().int(), unitPrice: z.number().int() });

const File = z.object({ id: z.string(), kind: z.string(), mediaType: z.string().nullable(), createdAt: Instant });

/** An order as the people who ship it need it. */
export const ShopOrder = z
  .object({
    id: id<OrderId>(),
    conversationId: id<ConversationId>(),
    contact: FoundContact.pick({ id: true, name: true, phone: true }),
    contactId: id<ContactId>(),
    contactName: z.string().nullable(),
    phone: z
      .string()
      .nullable()
      .meta({ description: "The customer's newest phone, digits only.", example: "573015550142" }),
    status: z
      .enum(ORDER_STATUSES)
      .meta({ description: "`pending` is new: a person of the shop still has to say yes." }),
    next: z
      .array(z.enum(ORDER_STATUSES))
      .readonly()
      .meta({ description: "The statuses that an operator may give it next. An owner may also take steps back." }),
    stage: z.string().meta({ description: "The shop's own word for where the order stands." }),
    source: z.enum(ORDER_ORIGINS),
    pack: z.string().nullable(),
    lines: z.array(Line).readonly(),
    products: z.array(Line).readonly().meta({ description: "The same as `lines`." }),
    total: z.coerce.number().int().meta({
      description: "A whole number of the smallest unit of the currency: pesos in Colombia, cents elsewhere.",
    }),
    currency: z.string().meta({ description: "ISO 4217.", example: "COP" }),
    address: z.string(),
    shippingAddress: z.string().meta({ description: "The same as `address`." }),
    note: z.string().nullable(),
    carrier: z.string().nullable().meta({ example: "Interrapidísimo" }),
    guide: z.string().nullable().meta({ description: "The carrier's number of the parcel.", example: "240012345678" }),
    files: z.array(File).readonly().meta({
      description: "Pictures and documents that the customer sent around this sale, such as the proof of a payment.",
    }),
    createdAt: Instant,
    updatedAt: Instant,
    sentAt: Instant.nullable(),
  })
  .meta({ id: "ShopOrder" });
export type ShopOrder = z.output<typeof ShopOrder>;

const NO_NOTICE = ["not_asked", "told_before", "opted_out", "no_template"] as const;

/** Whether the customer hears that the order was sent, or that the shop cancelled it. */
export const OrderNotice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("queued"), as: z.enum(["text", "template"]), messageId: z.string() }),
  z.object({ kind: z.literal("none"), reason: z.enum(NO_NOTICE) }),
]);
export type OrderNotice = z.output<typeof OrderNotice>;

export const ChangedOrder = ShopOrder.extend({
  notice: OrderNotice.nullable().meta({
    description: "Null where the order was not sent by this change, and not cancelled with `notify`.",
  }),
}).meta({ id: "ChangedOrder" });
export type ChangedOrder = z.output<typeof ChangedOrder>;

/** One change of an order: which fields, and what the plain ones were and are. */
export const OrderChange = z
  .object({
    seq: z.coerce.number().int(),
    changedBy: z.string(),
    fields: z.array(z.string()),
    was: z.record(z.string(), z.unknown()),
    becomes: z.record(z.string(), z.unknown()),
    changedAt: Instant,
  })
  .meta({ id: "OrderChange" });
export type OrderChange = z.output<typeof OrderChange>;
