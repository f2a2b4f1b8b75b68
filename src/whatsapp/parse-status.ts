import * as z from "zod";
import type { PhoneNumberId } from "../core/ids.ts";
import { type MessagePrice, readOpaqueKey, type StatusReport } from "../core/outbound/outbox.ts";
import { refusalKindOf } from "./graph-errors.ts";
import { field, list, readId, readInstant, readOpaqueText, readShortId } from "./loose-fields.ts";
import type { Change } from "./webhook-envelope.ts";

export type StatusReading =
  | { readonly kind: "status"; readonly report: StatusReport }
  | { readonly kind: "unreadable"; readonly reason: string };

const CODE = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(0).max(999_999_999))
  .nullable()
  .catch(null);

/** A stamp further ahead than any clock's error is wrong (milliseconds, most likely). */
const CLOCK_ERROR_MS = 24 * 60 * 60 * 1000;

/**
 * One delivery report. It keeps its old stamp however late it comes, because the stamp tells one
 * report from the next and a redelivered one from a new one.
 */
export function parseStatus(change: Change, item: unknown, receivedAt: Date): StatusReading {
  if (change.phoneNumberId === null) return unreadable("status: no readable `metadata.phone_number_id`");
  if (typeof item !== "object" || item === null || Array.isArray(item)) {
    return unreadable("status: it is not an object");
  }
  const idOf = (name: string) => readId(field(item, name));
  const wamid = idOf("id");
  const status = readShortId(field(item, "status"));
  const timestamp = readInstant(field(item, "timestamp"));
  if (wamid === null) return unreadable("status: no readable `id`");
  if (status === null) return unreadable("status: no readable `status`");
  const isPlausible = timestamp !== null && timestamp.getTime() - receivedAt.getTime() <= CLOCK_ERROR_MS;
  const price = readPrice(item);
  const isReadWhole = isPlausible && idOf("recipient_id") !== null && isPlain(item, price);
  return {
    kind: "status",
    report: {
      phoneNumberId: change.phoneNumberId as PhoneNumberId,
      wamid,
      status,
      occurredAt: isPlausible ? timestamp : receivedAt,
      opaque: readOpaqueText(field(item, "biz_opaque_callback_data")),
      // In a group, the person and not the group: three people's reports of one message stay three. Both spellings of the
      // two names occur on Meta's own pages.
      recipient:
        idOf("recipient_participant_id") ??
        idOf("participant_recipient_id") ??
        idOf("recipient_participant_user_id") ??
        idOf("recipient_id") ??
        idOf("recipient_user_id"),
      errors: field(item, "errors") ?? null,
      failure: status === "failed" ? readFailure(item) : null,
      price,
      raw: isReadWhole ? null : item,
    },
  };
}

/** All that an ordinary report of a message of ours says. */
const PLAIN = new Set(["id", "status", "timestamp", "recipient_id", "biz_opaque_callback_data", "pricing"]);
/** The one pricing model that is left: by message. */
const PLAIN_PRICE = new Set(["type", "category", "billable", "pricing_model"]);

/**
 * Whether the columns of a report say everything that it says. WhatsApp sends three reports for each reply, nearly all of them
 * plain. A message that was not ours keeps its report as it came, since no row of ours holds its price.
 */
function isPlain(item: unknown, price: MessagePrice | null): boolean {
  const opaque = field(item, "biz_opaque_callback_data");
  if (typeof opaque !== "string" || readOpaqueKey(opaque) === null || !hasOnly(item, PLAIN)) return false;
  const pricing = field(item, "pricing");
  if (pricing === undefined) return true;
  return price?.isBillable != null && field(pricing, "pricing_model") === "PMP" && hasOnly(pricing, PLAIN_PRICE);
}

const hasOnly = (item: unknown, names: ReadonlySet<string>): boolean =>
  Object.keys(item as object).every((name) => names.has(name));

function readFailure(item: unknown): StatusReport["failure"] {
  const told = field(list.parse(field(item, "errors"))[0], "code");
  const code = CODE.parse(told);
  return { code, refusal: refusalKindOf(code) };
}

/** Meta's word may change each quarter. Any word is kept. */
function readPrice(item: unknown): MessagePrice | null {
  const pricing = field(item, "pricing");
  const type = readShortId(field(pricing, "type"));
  const category = readShortId(field(pricing, "category"));
  const billable = field(pricing, "billable");
  if (type === null && category === null) return null;
  return { type, category, isBillable: typeof billable === "boolean" ? billable : null };
}

function unreadable(reason: string): StatusReading {
  return { kind: "unreadable", reason };
}
