import type { Person } from "./person.ts";

/** The business account that every simulated number belongs to. */
const WABA_ID = "100000000000001";

export interface CustomerMessage {
  readonly wamid: string;
  readonly sentAt: Date;
  /** `type` and the part named like it, as Meta writes them: `{ type: "text", text: { body } }`. */
  readonly content: Readonly<Record<string, unknown>>;
}

export interface Delivery {
  readonly wamid: string;
  readonly status: "sent" | "delivered" | "read";
  readonly at: Date;
  readonly opaque: string | null;
}

export function messageWebhook(phoneNumberId: string, from: Person, message: CustomerMessage): unknown {
  return envelope(phoneNumberId, from, {
    messages: [
      {
        ...message.content,
        ...(from.phone === null ? {} : { from: from.phone }),
        from_user_id: from.bsuid,
        id: message.wamid,
        timestamp: seconds(message.sentAt),
      },
    ],
  });
}

export function statusWebhook(phoneNumberId: string, to: Person, delivery: Delivery): unknown {
  return envelope(phoneNumberId, to, {
    statuses: [
      {
        id: delivery.wamid,
        status: delivery.status,
        timestamp: seconds(delivery.at),
        ...(to.phone === null ? {} : { recipient_id: to.phone }),
        recipient_user_id: to.bsuid,
        ...(delivery.opaque === null ? {} : { biz_opaque_callback_data: delivery.opaque }),
        pricing: { billable: false, pricing_model: "PMP", type: "free_customer_service", category: "service" },
      },
    ],
  });
}

function envelope(phoneNumberId: string, person: Person, part: Readonly<Record<string, unknown>>): unknown {
  const contact = {
    profile: { name: person.name },
    ...(person.phone === null ? {} : { wa_id: person.phone }),
    user_id: person.bsuid,
  };
  const value = {
    messaging_product: "whatsapp",
    metadata: {
      display_phone_number: `1555${phoneNumberId.slice(-7).padStart(7, "0")}`,
      phone_number_id: phoneNumberId,
    },
    contacts: [contact],
    ...part,
  };
  return { object: "whatsapp_business_account", entry: [{ id: WABA_ID, changes: [{ value, field: "messages" }] }] };
}

/** Meta's clock has no milliseconds: a burst ties. */
function seconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000));
}
