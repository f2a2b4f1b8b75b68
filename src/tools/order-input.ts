import * as z from "zod";
import { SALE_FIELDS } from "../core/turn/crm-change.ts";
import { ORDER_SOURCES, type OrderTerms } from "../core/turn/effects.ts";

/** A customer's data. No real name or address is longer, and a row must stay small. */
const text = z.string().max(1_000);
const amount = z.number().int().min(0).max(1_000_000_000);

/** The input of an order: its terms, and the purchase that it is for. */
export interface OrderInput extends OrderTerms {
  readonly purchaseKey: string;
}

/** The input of `create_order` and `update_order`, as the flow gives it. */
export const orderInput: z.ZodType<OrderInput> = z.strictObject({
  purchaseKey: z.string().min(1).max(200),
  source: z.enum(ORDER_SOURCES),
  status: z.enum(["confirmed", "pending"]),
  pack: z.string().min(1).max(100).nullable(),
  products: z
    .array(
      z.strictObject({ name: z.string().min(1).max(200), qty: z.number().int().min(1).max(100), unitPrice: amount }),
    )
    .min(1, "an order has a product")
    .max(20),
  total: amount,
  shippingAddress: text.min(1, "an order goes somewhere"),
  note: text.nullable(),
  data: z.record(z.string().max(100), text),
  tags: z.array(z.string().max(100)).max(20),
  stage: z.string().min(1).max(100),
  contact: z.partialRecord(z.enum(SALE_FIELDS), text.min(1)).exactOptional(),
});
