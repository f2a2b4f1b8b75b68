/**
 * Reads a webhook body into events, each with the number it happened to. It is pure and never
 * throws: otherwise Meta would redeliver a whole body for a week because of one unreadable item,
 * and then lose all of it.
 */
import { errorText } from "../core/errors.ts";
import type { StatusReport } from "../core/outbound/outbox.ts";
import type { CustomerUpdate } from "../core/ports/contacts.ts";
import { contentKey, dayOf } from "./content-key.ts";
import { readContacts } from "./customer-of.ts";
import { readPreferences, readSystemUpdate, readUserIdUpdates, underNewName } from "./customer-updates.ts";
import { field, list } from "./loose-fields.ts";
import {
  type MessageReading,
  type ParsedMessage,
  parseEcho,
  parseMessage,
  type Surroundings,
} from "./parse-message.ts";
import { parseStatus } from "./parse-status.ts";
import { readJson } from "./read-json.ts";
import { isStorable, storable } from "./storable.ts";
import { type Change, readEnvelope, wrapPart } from "./webhook-envelope.ts";

export type { ParsedMessage } from "./parse-message.ts";

/** An item that is neither a customer's message nor a delivery report, handed on raw. */
export interface Notice {
  /** Meta's field (`account_update`, `history`, …); `messages.errors`, `messages.system` or `messages` for the
   * parts of that field that belong to no conversation. */
  readonly field: string;
  readonly phoneNumberId: string | null;
  readonly wabaId: string | null;
  /** The same for the same notice delivered again. */
  readonly key: string;
  readonly raw: unknown;
}

/** An unreadable item. `raw` is a whole envelope again if its surroundings could be read. */
export interface Quarantined {
  /** Names the fault; holds no value of the body. */
  readonly reason: string;
  readonly raw: Uint8Array;
}

export interface ParsedWebhook {
  /** Customers' messages, and echoes of what the shop's own people said from the phone app. */
  readonly messages: ParsedMessage[];
  /** Opt-outs and new ids. Their source is kept as well, as a notice or as a message. */
  readonly updates: CustomerUpdate[];
  readonly statuses: StatusReport[];
  readonly notices: Notice[];
  readonly quarantined: Quarantined[];
}

/** Meta batches at most 1000 updates; a body with more faults than this is kept once, whole. */
const MAX_QUARANTINED = 100;

/**
 * @param raw the bytes of the body, their signature already checked
 * @param receivedAt replaces stamps that are missing or impossible
 */
export function parseWebhook(raw: Uint8Array, receivedAt: Date): ParsedWebhook {
  const found: ParsedWebhook = { messages: [], updates: [], statuses: [], notices: [], quarantined: [] };
  const json = readJson(raw);
  if (json.kind === "unreadable") return { ...found, quarantined: [{ reason: json.reason, raw }] };
  // Only an escape can write what cannot be stored: the bytes are UTF-8, and JSON has no bare U+0000.
  const isClean = !Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).includes("\\u") || isStorable(json.value);
  const envelope = readEnvelope(isClean ? json.value : storable(json.value));
  if (envelope.kind === "not_an_envelope") return { ...found, quarantined: [{ reason: envelope.reason, raw }] };
  // The cleaned copy is processed; the bytes as they came are kept beside it.
  if (!isClean) {
    found.quarantined.push({ reason: "held U+0000 or half a surrogate pair; a cleaned copy was handled", raw });
  }
  for (const { reason, item } of envelope.broken) found.quarantined.push(setApart(reason, item));
  for (const change of envelope.changes) splitChange(change, receivedAt, found);
  const faults = found.quarantined.length;
  if (faults <= MAX_QUARANTINED) return found;
  const reason = `${faults} items could not be read; the first one: ${found.quarantined[0]?.reason}`;
  return { ...found, quarantined: [{ reason, raw }] };
}

function splitChange(change: Change, receivedAt: Date, found: ParsedWebhook): void {
  switch (change.field) {
    case "messages":
      splitMessages(change, receivedAt, found);
      return;
    case "smb_message_echoes":
      splitEchoes(change, receivedAt, found);
      return;
    case "user_preferences":
      found.updates.push(...orNone(() => readPreferences(change, receivedAt)));
      break;
    case "user_id_update":
      found.updates.push(...orNone(() => readUserIdUpdates(change, receivedAt)));
      break;
  }
  found.notices.push(noticeOf(change, change.field, change.value, receivedAt));
}

function splitEchoes(change: Change, receivedAt: Date, found: ParsedWebhook): void {
  const echoes = itemsOf(change, "message_echoes", found);
  const around = surroundings(change, echoes, receivedAt);
  for (const item of echoes)
    takeMessage({ change, part: "message_echoes", item, receivedAt }, found, () => parseEcho(item, around));
  // A change without one has a shape that we do not know yet.
  if (echoes.length === 0) found.notices.push(noticeOf(change, change.field, change.value, receivedAt));
}

function surroundings(change: Change, items: readonly unknown[], receivedAt: Date): Surroundings {
  const book = readContacts(list.parse(change.value.contacts));
  return { change, book, isOnlyMessage: items.length === 1, receivedAt };
}

interface Part {
  readonly receivedAt: Date;
  readonly change: Change;
  readonly part: "messages" | "message_echoes";
  readonly item: unknown;
}

function takeMessage({ change, part, item, receivedAt }: Part, found: ParsedWebhook, read: () => MessageReading): void {
  const reading = orUnreadable(read);
  if (reading.kind === "message") found.messages.push(reading.message);
  else if (reading.kind === "notice") found.notices.push(noticeOf(change, "messages.system", reading.raw, receivedAt));
  else found.quarantined.push(setApart(reading.reason, wrapPart(change, part, [item])));
}

function splitMessages(change: Change, receivedAt: Date, found: ParsedWebhook): void {
  const messages = itemsOf(change, "messages", found);
  const statuses = itemsOf(change, "statuses", found);
  const around = surroundings(change, messages, receivedAt);

  for (const item of messages) {
    const updates = orNone(() => readSystemUpdate(change, item, receivedAt));
    takeMessage({ change, part: "messages", item, receivedAt }, found, () =>
      underNewName(parseMessage(item, around), updates),
    );
    found.updates.push(...updates);
  }
  for (const item of statuses) {
    const reading = orUnreadable(() => parseStatus(change, item, receivedAt));
    if (reading.kind === "status") found.statuses.push(reading.report);
    else found.quarantined.push(setApart(reading.reason, wrapPart(change, "statuses", [item])));
  }

  const errors = field(change.value, "errors");
  if (errors != null) found.notices.push(noticeOf(change, "messages.errors", errors, receivedAt));
  // A shape that we do not know yet: signed data must not vanish.
  else if (messages.length + statuses.length === 0)
    found.notices.push(noticeOf(change, "messages", change.value, receivedAt));
}

type PartName = "messages" | "statuses" | "message_echoes";

function itemsOf(change: Change, part: PartName, found: ParsedWebhook): readonly unknown[] {
  const items = field(change.value, part);
  if (Array.isArray(items)) return items;
  if (items !== undefined) found.quarantined.push(setApart(`${part}: not a list`, wrapPart(change, part, items)));
  return [];
}

function noticeOf({ phoneNumberId, wabaId, sentAt }: Change, name: string, raw: unknown, receivedAt: Date): Notice {
  const key = contentKey(sentAt ?? dayOf(receivedAt), JSON.stringify([name, phoneNumberId, wabaId, raw]));
  return { field: name, phoneNumberId, wabaId, key, raw };
}

function setApart(reason: string, item: unknown): Quarantined {
  return { reason, raw: Buffer.from(JSON.stringify(item), "utf8") };
}

/** Facts read beside an item that is kept anyway. */
function orNone(read: () => CustomerUpdate[]): CustomerUpdate[] {
  const reading = orUnreadable(read);
  return Array.isArray(reading) ? reading : [];
}

/** A bug of ours in one item must not cost the rest of the batch. */
function orUnreadable<Reading>(read: () => Reading): Reading | { kind: "unreadable"; reason: string } {
  try {
    return read();
  } catch (thrown) {
    return { kind: "unreadable", reason: `the parser failed: ${errorText(thrown)}` };
  }
}
