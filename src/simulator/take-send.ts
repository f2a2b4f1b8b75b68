import { setTimeout as delay } from "node:timers/promises";
import { badParameter, type GraphRefusal, refusalOf } from "./graph-refusal.ts";
import type { Person } from "./person.ts";
import type { SendBusiness } from "./read-send.ts";
import { chatOf, type SimulatedWhatsApp } from "./simulated-whatsapp.ts";

export type SendAnswer =
  | { readonly kind: "answered"; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: "refused"; readonly refusal: GraphRefusal }
  | { readonly kind: "cut"; readonly cut: "before_headers" | "in_body" };

/** One well-formed send: accepted or refused, and answered as the faults order. */
export async function takeSend(
  whatsapp: SimulatedWhatsApp,
  phoneNumberId: string,
  send: SendBusiness,
): Promise<SendAnswer> {
  const person = whatsapp.people.find(send.recipient);
  const refusal =
    person === null
      ? badParameter("Param to is not a valid WhatsApp user")
      : refusalNow(whatsapp, phoneNumberId, person, send);
  if (person === null || refusal !== null) {
    const why = refusal ?? badParameter("Param to is not a valid WhatsApp user");
    whatsapp.noteRefusal(phoneNumberId, send, why);
    return { kind: "refused", refusal: why };
  }
  const { wamid, firstReport } = whatsapp.businessSays(phoneNumberId, person, send);

  const occasion = { phoneNumberId, person };
  const { faults } = whatsapp;
  if (faults.strike("webhook_first", occasion) !== null) await firstReport;
  const slow = faults.strike("delay_response", occasion);
  if (slow !== null) await delay(slow.delayMs, undefined, { ref: false });
  const dropped = faults.strike("drop_response", occasion);
  if (dropped !== null) return { kind: "cut", cut: dropped.cut };
  const failed = faults.strike("error_after_accept", occasion);
  if (failed !== null) return { kind: "refused", refusal: refusalOf({ code: 131000, httpStatus: failed.httpStatus }) };

  const contact = {
    input: send.recipient,
    ...(person.phone === null ? {} : { wa_id: person.phone }),
    user_id: person.bsuid,
  };
  const body = { messaging_product: "whatsapp", contacts: [contact], messages: [{ id: wamid }] };
  return { kind: "answered", body };
}

/**
 * Why the message is refused, or null. Faults come before rules, because a tester asked for them.
 */
function refusalNow(
  { faults, limits, clock, media }: SimulatedWhatsApp,
  phoneNumberId: string,
  person: Person,
  { kind, mediaIds }: SendBusiness,
): GraphRefusal | null {
  const occasion = { phoneNumberId, person };
  const nowMs = clock.now().getTime();
  const refused = faults.strike("refuse", occasion);
  if (refused !== null) return refusalOf(refused);
  const failed = faults.strike("error_before_accept", occasion);
  if (failed !== null) return refusalOf({ code: 131000, httpStatus: failed.httpStatus });
  const throttled = faults.strike("throughput", occasion);
  if (throttled !== null && limits.isBeyondThroughput(phoneNumberId, throttled.perSecond, nowMs)) {
    return refusalOf({ code: 130429 });
  }
  const unknownFile = mediaIds.find((id) => media.get(id) === null);
  if (unknownFile !== undefined) {
    const details = `Media ID ${unknownFile} is not an uploaded WhatsApp media attachment`;
    return refusalOf({ code: 131009, details });
  }
  return limits.judge(chatOf(phoneNumberId, person), kind === "template", nowMs);
}
