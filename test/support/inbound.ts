import { randomBytes, randomUUID } from "node:crypto";
import type { PhoneNumberId, WorkerId } from "../../src/core/ids.ts";
import { uuidV7 } from "../../src/core/ids.ts";
import type { MessageContent } from "../../src/core/inbound/content.ts";
import type { InboundItem } from "../../src/core/inbound/event.ts";
import type { EnqueueRequest, LeaseOffer } from "../../src/core/ports/mailbox.ts";
import { inboundText } from "./inbound-text.js";

export const newId = () => uuidV7(Date.now(), randomBytes(10));
export const newWorkerId = () => randomUUID() as WorkerId;

export const SHOP_NUMBER = "106540352242922" as PhoneNumberId;

/** A text of a customer, as the WhatsApp adapter would hand it over. */
export function inbound(
  body: string,
  overrides: Partial<Omit<InboundItem, "content">> & { phone?: string; wamid?: string; content?: MessageContent } = {},
): InboundItem {
  const { phone = "573015550142", wamid = `wamid.${randomBytes(8).toString("hex")}`, content, ...rest } = overrides;
  const phoneNumberId = rest.phoneNumberId ?? SHOP_NUMBER;
  const item = inboundText({ phone, phoneNumberId, body, eventId: newId(), wamid });
  return { ...item, ...(content === undefined ? {} : { content }), ...rest };
}

export function enqueueRequest(items: readonly InboundItem[], offer: LeaseOffer | null = null): EnqueueRequest {
  return { items, offer, coalesceMs: 0, defaultAgentId: "somnio", newId };
}

export function leaseOffer(worker: WorkerId, overrides: Partial<LeaseOffer> = {}): LeaseOffer {
  return { worker, leaseMs: 30_000, freeSlots: 16, ...overrides };
}
