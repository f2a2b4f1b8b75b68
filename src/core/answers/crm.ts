import * as z from "zod";
import { ORDER_ORIGINS, ORDER_STATUSES, TASK_PRIORITIES, TASK_STATUSES } from "../agent/shop-words.ts";

/** What tools read of a shop: one schema for the row in the database and for the tools' own types. */

const texts = z.record(z.string(), z.string()).readonly();

/** A contact as the shop knows it. Phones and BSUIDs are what WhatsApp calls them, never their key. */
export const CrmContact = z.object({
  id: z.string(),
  /** What they call themselves on WhatsApp. */
  name: z.string().nullable(),
  phone: z.string().nullable(),
  bsuid: z.string().nullable(),
  tags: z.array(z.string()).readonly(),
  /** What the shop has written down: see `PROFILE_FIELDS`. */
  profile: texts,
  createdAt: z.date(),
  /** Put away: in no list until they write again. */
  deletedAt: z.date().nullable(),
});
export type CrmContact = z.output<typeof CrmContact>;

export const CrmOrder = z.object({
  id: z.string(),
  contactId: z.string(),
  conversationId: z.string(),
  status: z.enum(ORDER_STATUSES),
  source: z.enum(ORDER_ORIGINS),
  stage: z.string(),
  pack: z.string().nullable(),
  products: z.array(z.object({ name: z.string(), qty: z.number(), unitPrice: z.number() }).readonly()).readonly(),
  /** Whole units of the currency. */
  total: z.coerce.number(),
  shippingAddress: z.string(),
  note: z.string().nullable(),
  data: texts,
  createdAt: z.date(),
  deletedAt: z.date().nullable(),
});
export type CrmOrder = z.output<typeof CrmOrder>;

export const CrmTask = z.object({
  id: z.string(),
  contactId: z.string(),
  conversationId: z.string(),
  title: z.string(),
  priority: z.enum(TASK_PRIORITIES),
  status: z.enum(TASK_STATUSES),
  note: z.string().nullable(),
  assignee: z.string().nullable(),
  createdAt: z.date(),
});
export type CrmTask = z.output<typeof CrmTask>;

export const CrmNote = z.object({
  id: z.string(),
  contactId: z.string(),
  author: z.string(),
  body: z.string(),
  createdAt: z.date(),
});
export type CrmNote = z.output<typeof CrmNote>;

export const FIELD_TYPES = ["text", "number", "date", "boolean", "choice"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** What a shop wants to know of each of its contacts. */
export const CrmField = z.object({
  name: z.string(),
  type: z.enum(FIELD_TYPES),
  /** The options of a `choice`, else empty. */
  choices: z.array(z.string()).readonly(),
});
export type CrmField = z.output<typeof CrmField>;

export const FieldValue = z.union([z.string(), z.number(), z.boolean()]);
export type FieldValue = z.output<typeof FieldValue>;

export const CrmMessage = z.object({
  role: z.enum(["user", "assistant", "system"]),
  content: z.string(),
  createdAt: z.date(),
});
export type CrmMessage = z.output<typeof CrmMessage>;

export const CrmConversation = z.object({
  id: z.string(),
  contactId: z.string(),
  contactName: z.string().nullable(),
  phoneNumberId: z.string(),
  assignee: z.string().nullable(),
  isBotOn: z.boolean(),
  /** A person closed it, and the customer has not written since. */
  isClosed: z.boolean(),
  lastCustomerMessageAt: z.date().nullable(),
});
export type CrmConversation = z.output<typeof CrmConversation>;
