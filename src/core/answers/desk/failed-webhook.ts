import * as z from "zod";
import { Instant } from "../instant.ts";

export const FAILED_WEBHOOK_STATUSES = ["open", "replayed", "resolved", "ignored"] as const;
export type FailedWebhookStatus = (typeof FAILED_WEBHOOK_STATUSES)[number];

/** A signed item of WhatsApp that could not be read, or was cleaned. */
export const FailedWebhook = z
  .object({
    id: z.string(),
    reason: z.string(),
    bytes: z.coerce.number().int(),
    status: z.enum(FAILED_WEBHOOK_STATUSES),
    receivedAt: Instant,
    settledAt: Instant.nullable(),
    settledBy: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: "FailedWebhook" });
export type FailedWebhook = z.output<typeof FailedWebhook>;

export const FailedWebhookBody = FailedWebhook.extend({
  raw: z.string().meta({ description: "The bytes as they came, read as UTF-8." }),
}).meta({ id: "FailedWebhookBody" });
export type FailedWebhookBody = z.output<typeof FailedWebhookBody>;
