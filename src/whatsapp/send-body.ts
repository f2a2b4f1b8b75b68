import type { OutboundRequest } from "../core/ports/channel.ts";

export type SendBody =
  | { readonly kind: "body"; readonly json: Readonly<Record<string, unknown>> }
  /** Meta would refuse it, or worse, send it elsewhere: not worth a call. */
  | { readonly kind: "invalid"; readonly detail: string };

/** Meta's limit of one text, in characters. */
const MAX_TEXT = 4096;
const MAX_OPAQUE = 512;

/** The body of `POST /{phone_number_id}/messages` for one outbound message (whatsapp.md §2). */
export function sendBody(request: OutboundRequest): SendBody {
  const recipient = recipientOf(request.recipient);
  if (recipient === null)
    return { kind: "invalid", detail: "the message has no recipient: neither a phone nor a BSUID" };
  if (request.opaque.length > MAX_OPAQUE) {
    return {
      kind: "invalid",
      detail: `the opaque key has ${request.opaque.length} characters; Meta takes ${MAX_OPAQUE}`,
    };
  }
  if (request.content.type !== "text") {
    return { kind: "invalid", detail: `a ${request.content.type} cannot be sent yet` };
  }
  const { body } = request.content;
  if (body.trim() === "") return { kind: "invalid", detail: "the text is empty" };
  // Meta does not say what a character is. Code points count least: what is over the limit so is over it anyhow.
  const length = Array.from(body).length;
  if (length > MAX_TEXT) {
    return { kind: "invalid", detail: `the text has ${length} characters; WhatsApp takes ${MAX_TEXT} in one message` };
  }
  const json = {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...recipient,
    type: "text",
    text: { body, preview_url: false },
    biz_opaque_callback_data: request.opaque,
  };
  return { kind: "body", json };
}

/** Without the `+`, Meta puts the country code of the *business* before the number: somebody else's phone. */
function recipientOf({ phone, bsuid }: OutboundRequest["recipient"]): { to: string } | { recipient: string } | null {
  const digits = phone?.replace(/\D/g, "") ?? "";
  if (digits !== "") return { to: `+${digits}` };
  return bsuid === null || bsuid === "" ? null : { recipient: bsuid };
}
