/**
 * A text of a customer, as the WhatsApp adapter hands it over: for the tests, and in plain JavaScript for the benchmarks.
 *
 * @returns {import("../../src/core/inbound/event.ts").InboundItem}
 */
export function inboundText({ phone, phoneNumberId, body, eventId, wamid }) {
  return {
    eventId,
    idempotencyKey: `wa:${phoneNumberId}:${wamid}`,
    phoneNumberId,
    identity: { bsuid: null, phone },
    profileName: "Marta",
    source: "whatsapp",
    inputType: "message",
    content: { type: "text", body },
    sourceMessageId: wamid,
    raw: { from: phone, id: wamid, timestamp: String(Math.floor(Date.now() / 1000)), type: "text", text: { body } },
    occurredAt: new Date(),
  };
}
