import { readIdentity } from "../core/inbound/identity.ts";
import { contentFault } from "../core/outbound/outbound-content.ts";
import type { OutboundRequest } from "../core/ports/channel.ts";
import { contentBody } from "./content-body.ts";

export type SendBody =
  | { readonly kind: "body"; readonly json: Readonly<Record<string, unknown>> }
  /** Meta would refuse it, or worse, send it to another person: not worth a call. */
  | { readonly kind: "invalid"; readonly detail: string };

const MAX_OPAQUE = 512;

/** The body of `POST /{phone_number_id}/messages` for one outbound message. */
export function sendBody(request: OutboundRequest): SendBody {
  const { content, opaque, replyTo } = request;
  if (opaque.length > MAX_OPAQUE) {
    return invalid(`the opaque key has ${opaque.length} characters; Meta takes ${MAX_OPAQUE}`);
  }
  const fault = contentFault(content);
  if (fault !== null) return invalid(fault);
  const recipient = recipientOf(request);
  if (typeof recipient === "string") return invalid(recipient);
  const json = {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...recipient,
    // A reaction names its message itself; Meta accepts no second one.
    ...(replyTo === null || content.type === "reaction" ? {} : { context: { message_id: replyTo } }),
    ...contentBody(content),
    biz_opaque_callback_data: opaque,
  };
  return { kind: "body", json };
}

/** The recipient's name, or why the message has no recipient. */
function recipientOf({ recipient, content }: OutboundRequest): { to: string } | { recipient: string } | string {
  const { phone, bsuid } = recipient;
  if (phone !== null && /[^+\s]/.test(phone)) {
    // Meta would silently drop a BSUID under `to`, or take its digits for another person's phone.
    const digits = readIdentity(phone)?.phone ?? null;
    // Without the `+`, Meta puts the country code of the *business* before the number: another
    // person's phone.
    return digits === null ? "the recipient's phone is not a phone number" : { to: `+${digits}` };
  }
  if (bsuid === null || bsuid === "") return "the message has no recipient: neither a phone nor a BSUID";
  if (content.type === "template" && content.category === "authentication") {
    return "an authentication template goes to a phone alone, and this customer has only a BSUID (Meta's 131062)";
  }
  return { recipient: bsuid };
}

function invalid(detail: string): SendBody {
  return { kind: "invalid", detail };
}
