import { createHmac } from "node:crypto";

export const APP_SECRET = "bench_app_secret_0123456789abcdef";

/** Meta lets one number send some 80 messages a second: the shops of a benchmark are many. */
const NUMBERS = 64;

/** The n-th customer: their phone, and the shop's number that they write to. */
export function customer(n) {
  return {
    phone: `5731${String(n).padStart(8, "0")}`,
    phoneNumberId: `1065403522${String(n % NUMBERS).padStart(5, "0")}`,
  };
}

/** What WhatsApp says of a message of ours, signed like any webhook of its own. */
export function reportRequest({ phoneNumberId, phone, wamid, status, opaque }) {
  const report = {
    id: wamid,
    status,
    timestamp: String(Math.floor(Date.now() / 1000)),
    recipient_id: phone,
    biz_opaque_callback_data: opaque,
    pricing: { billable: false, pricing_model: "PMP", category: "service", type: "regular" },
  };
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "15550783881", phone_number_id: phoneNumberId },
    statuses: [report],
  };
  return signedRequest(value);
}

let serial = 0;

/** A text message as Meta delivers it. */
export function webhookRequest({ phone, phoneNumberId }, body) {
  serial += 1;
  const message = {
    from: phone,
    id: `wamid.bench${process.pid}x${serial}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: "text",
    text: { body },
  };
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "15550783881", phone_number_id: phoneNumberId },
    contacts: [{ profile: { name: "Marta" }, wa_id: phone }],
    messages: [message],
  };
  return signedRequest(value);
}

/** The bytes of a whole HTTP request, made before anything is measured. */
function signedRequest(value) {
  const entry = [{ id: "102290129340398", changes: [{ field: "messages", value }] }];
  const raw = JSON.stringify({ object: "whatsapp_business_account", entry });
  const signature = createHmac("sha256", APP_SECRET).update(raw).digest("hex");
  return Buffer.from(
    "POST /api/whatsapp/webhook HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n" +
      `content-length: ${Buffer.byteLength(raw)}\r\nx-hub-signature-256: sha256=${signature}\r\n\r\n${raw}`,
  );
}
