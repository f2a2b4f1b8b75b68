import { WABA_ID } from "./webhook-bodies.ts";
import { wireJson } from "./wire-json.ts";

/** Meta's largest payload, a little less than our own limit of 3 MiB. */
const LARGEST_BYTES = 3_000_000;
const MAX_UPDATES = 990;

/** A webhook in the company of another app's reports, up to Meta's limits. */
export function padded(webhook: unknown): Uint8Array {
  const own = wireJson(webhook);
  const one = wireJson(foreignReport(0)).byteLength + 1;
  const frame = wireJson({ id: WABA_ID, changes: [foreignChange([])] }).byteLength + 1;
  const count = Math.min(MAX_UPDATES, Math.floor((LARGEST_BYTES - own.byteLength - frame) / one));
  const reports = Array.from({ length: Math.max(0, count) }, (_, place) => foreignReport(place));
  const entry = wireJson({ id: WABA_ID, changes: [foreignChange(reports)] });
  // The entry goes before the last two signs of `{"object":…,"entry":[…]}`.
  return Buffer.concat([own.subarray(0, -2), Buffer.from(","), entry, own.subarray(-2)]);
}

function foreignChange(statuses: readonly unknown[]): unknown {
  const metadata = { display_phone_number: "15550000000", phone_number_id: "199999999999999" };
  return { value: { messaging_product: "whatsapp", metadata, statuses }, field: "messages" };
}

/** A report about a message that another app sent, with the longest key that Meta takes. */
function foreignReport(place: number): unknown {
  return {
    id: `wamid.Zm9yZWlnbg${String(place).padStart(6, "0")}`,
    status: "delivered",
    timestamp: "1700000000",
    recipient_id: "573000000000",
    biz_opaque_callback_data: "ñ".repeat(495),
  };
}
