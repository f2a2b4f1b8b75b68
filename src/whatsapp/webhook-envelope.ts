import * as z from "zod";
import { field, id, readId, readShortId } from "./loose-fields.ts";

/**
 * One `changes[]` entry of a webhook with its owner. It shares nothing with another change of the
 * same body.
 */
export interface Change {
  readonly wabaId: string | null;
  /** `time` of the entry, as it came; Meta leaves it out when messages carry their own. */
  readonly sentAt: string | null;
  /** `value.metadata.phone_number_id` of this very change. */
  readonly phoneNumberId: string | null;
  /** Meta's name of what changed: `messages`, `account_update`, … */
  readonly field: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export type EnvelopeReading =
  | {
      readonly kind: "envelope";
      readonly changes: readonly Change[];
      /** Invalid entries and changes, as they came. */
      readonly broken: readonly { readonly reason: string; readonly item: unknown }[];
    }
  | { readonly kind: "not_an_envelope"; readonly reason: string };

const ENVELOPE = z.looseObject({ object: z.literal("whatsapp_business_account"), entry: z.array(z.unknown()) });
const ENTRY = z.looseObject({ id, changes: z.array(z.unknown()) });
const CHANGE = z.looseObject({ field: z.string().min(1).max(128), value: z.looseObject({}) });

/**
 * Splits a parsed body into its changes. A broken entry or change is set apart; the others
 * continue.
 */
export function readEnvelope(body: unknown): EnvelopeReading {
  return readOrdinary(body) ?? readAny(body);
}

/**
 * A body with one change, as nearly all have, read without zod: it takes a third of the time. Null where anything is not as it
 * should be.
 */
function readOrdinary(body: unknown): EnvelopeReading | null {
  const entry = onlyOf(field(body, "entry"));
  const change = onlyOf(field(entry, "changes"));
  const [name, value] = [field(change, "field"), field(change, "value")];
  const isOrdinary =
    field(body, "object") === "whatsapp_business_account" &&
    typeof name === "string" &&
    name.length >= 1 &&
    name.length <= 128 &&
    isRecord(value) &&
    // zod leaves it out.
    !Object.hasOwn(value, "__proto__");
  if (!isOrdinary) return null;
  const wabaId = readId(field(entry, "id"));
  const sentAt = readShortId(field(entry, "time"));
  const phoneNumberId = readShortId(field(field(value, "metadata"), "phone_number_id"));
  return { kind: "envelope", changes: [{ wabaId, sentAt, phoneNumberId, field: name, value }], broken: [] };
}

function onlyOf(items: unknown): unknown {
  return Array.isArray(items) && items.length === 1 && isRecord(items[0]) ? items[0] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readAny(body: unknown): EnvelopeReading {
  const envelope = ENVELOPE.safeParse(body);
  if (!envelope.success)
    return { kind: "not_an_envelope", reason: `not a WhatsApp envelope: ${faultOf(envelope.error)}` };
  const changes: Change[] = [];
  const broken: { reason: string; item: unknown }[] = [];
  for (const item of envelope.data.entry) {
    const entry = ENTRY.safeParse(item);
    if (!entry.success) {
      broken.push({ reason: `entry: ${faultOf(entry.error)}`, item: wrapEntry(item) });
      continue;
    }
    const wabaId = entry.data.id;
    const sentAt = readShortId(entry.data["time"]);
    for (const inner of entry.data.changes) {
      const change = CHANGE.safeParse(inner);
      if (!change.success) {
        broken.push({ reason: `change: ${faultOf(change.error)}`, item: wrapEntry({ id: wabaId, changes: [inner] }) });
        continue;
      }
      const phoneNumberId = readShortId(field(change.data.value.metadata, "phone_number_id"));
      changes.push({ wabaId, sentAt, phoneNumberId, field: change.data.field, value: change.data.value });
    }
  }
  return { kind: "envelope", changes, broken };
}

/**
 * A whole envelope around one part of a change: an item that is set apart can be posted again once
 * we can read it.
 */
export function wrapPart(change: Change, part: "messages" | "statuses" | "message_echoes", content: unknown): unknown {
  const metadata = { phone_number_id: change.phoneNumberId };
  const value = { messaging_product: "whatsapp", metadata, [part]: content };
  return wrapEntry({ id: change.wabaId, changes: [{ field: change.field, value }] });
}

function wrapEntry(entry: unknown): unknown {
  return { object: "whatsapp_business_account", entry: [entry] };
}

/** Names the first wrong field and the fault, never its value. */
function faultOf(error: z.ZodError): string {
  const issue = error.issues[0];
  const path = issue?.path.map(String).join(".") ?? "";
  return `${path === "" ? "it" : `\`${path}\``}: ${issue?.message ?? "unreadable"}`;
}
