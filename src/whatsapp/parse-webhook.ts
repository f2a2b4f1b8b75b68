/**
 * A webhook body → what happened, each thing with the number it happened to. Pure, and it never throws: Meta redelivers
 * a whole body for a week because of one item that we could not read, and then loses all of it (whatsapp.md §1.4).
 */
import { errorText } from "../core/errors.ts";
import type { StatusReport } from "../core/outbox.ts";
import { field, list } from "./loose-fields.ts";
import { type ParsedMessage, parseMessage } from "./parse-message.ts";
import { parseStatus } from "./parse-status.ts";
import { readJson } from "./read-json.ts";
import { readContacts } from "./sender.ts";
import { isStorable, storable } from "./storable.ts";
import { type Change, readEnvelope, wrapPart } from "./webhook-envelope.ts";

export type { ParsedMessage } from "./parse-message.ts";

/** What is neither a customer's message nor a delivery report. Handed on raw. */
export interface Notice {
  /** Meta's field (`account_update`, `smb_message_echoes`, …); `messages.errors`, `messages.system` or `messages` for the
   * parts of that field that belong to no conversation. */
  readonly field: string;
  readonly phoneNumberId: string | null;
  readonly wabaId: string | null;
  readonly raw: unknown;
}

/** What could not be read. `raw` is a whole envelope again wherever its surroundings could be read. */
export interface Quarantined {
  /** Names the fault; holds no value of the body. */
  readonly reason: string;
  readonly raw: Uint8Array;
}

export interface ParsedWebhook {
  readonly messages: ParsedMessage[];
  readonly statuses: StatusReport[];
  readonly notices: Notice[];
  readonly quarantined: Quarantined[];
}

/** Meta batches at most 1000 updates; a body with more faults than this is kept once, whole. */
const MAX_QUARANTINED = 100;

/**
 * @param raw the bytes of the body, their signature already checked
 * @param receivedAt stands in for stamps that are missing or cannot be true
 */
export function parseWebhook(raw: Uint8Array, receivedAt: Date): ParsedWebhook {
  const found: ParsedWebhook = { messages: [], statuses: [], notices: [], quarantined: [] };
  const json = readJson(raw);
  if (json.kind === "unreadable") return { ...found, quarantined: [{ reason: json.reason, raw }] };
  const envelope = readEnvelope(storable(json.value));
  if (envelope.kind === "not_an_envelope") return { ...found, quarantined: [{ reason: envelope.reason, raw }] };
  // The cleaned copy is answered; the bytes as they came are kept beside it.
  if (!isStorable(json.value)) {
    found.quarantined.push({ reason: "held U+0000 or half a surrogate pair; a cleaned copy was handled", raw });
  }
  for (const { reason, item } of envelope.broken) found.quarantined.push(setApart(reason, item));
  for (const change of envelope.changes) {
    if (change.field === "messages") splitMessages(change, receivedAt, found);
    else found.notices.push(noticeOf(change, change.field, change.value));
  }
  const faults = found.quarantined.length;
  if (faults <= MAX_QUARANTINED) return found;
  const reason = `${faults} items could not be read; the first one: ${found.quarantined[0]?.reason}`;
  return { ...found, quarantined: [{ reason, raw }] };
}

function splitMessages(change: Change, receivedAt: Date, found: ParsedWebhook): void {
  const messages = itemsOf(change, "messages", found);
  const statuses = itemsOf(change, "statuses", found);
  const book = readContacts(list.parse(change.value.contacts));
  const isOnlyMessage = messages.length === 1;

  for (const item of messages) {
    const reading = orUnreadable(() => parseMessage(change, item, book, isOnlyMessage, receivedAt));
    if (reading.kind === "message") found.messages.push(reading.message);
    else if (reading.kind === "notice") found.notices.push(noticeOf(change, "messages.system", reading.raw));
    else found.quarantined.push(setApart(reading.reason, wrapPart(change, "messages", [item])));
  }
  for (const item of statuses) {
    const reading = orUnreadable(() => parseStatus(change, item, receivedAt));
    if (reading.kind === "status") found.statuses.push(reading.report);
    else found.quarantined.push(setApart(reading.reason, wrapPart(change, "statuses", [item])));
  }

  const errors = field(change.value, "errors");
  if (errors !== undefined) found.notices.push(noticeOf(change, "messages.errors", errors));
  // A shape of tomorrow: nothing that was signed may vanish.
  else if (messages.length + statuses.length === 0) found.notices.push(noticeOf(change, "messages", change.value));
}

function itemsOf(change: Change, part: "messages" | "statuses", found: ParsedWebhook): readonly unknown[] {
  const items = field(change.value, part);
  if (Array.isArray(items)) return items;
  if (items !== undefined) found.quarantined.push(setApart(`${part}: not a list`, wrapPart(change, part, items)));
  return [];
}

function noticeOf(change: Change, name: string, raw: unknown): Notice {
  return { field: name, phoneNumberId: change.phoneNumberId, wabaId: change.wabaId, raw };
}

function setApart(reason: string, item: unknown): Quarantined {
  return { reason, raw: Buffer.from(JSON.stringify(item), "utf8") };
}

/** A bug of ours in one item must not cost the rest of the batch. */
function orUnreadable<Reading>(read: () => Reading): Reading | { kind: "unreadable"; reason: string } {
  try {
    return read();
  } catch (thrown) {
    return { kind: "unreadable", reason: `the parser failed: ${errorText(thrown)}` };
  }
}
