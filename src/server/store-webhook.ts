import { errorText, RecadoError } from "../core/errors.ts";
import type { InboundItem } from "../core/event.ts";
import type { EventId } from "../core/ids.ts";
import type { RecordedStatuses } from "../core/ports/store.ts";
import { REFUSALS } from "../core/refusal.ts";
import { parseWebhook, type Quarantined } from "../whatsapp/parse-webhook.ts";
import { enqueueItems } from "./enqueue-items.ts";
import type { ServerParts } from "./server-parts.ts";

type ParsedWebhook = ReturnType<typeof parseWebhook>;

/**
 * Commits all that a signed body carries. Rejects when any of it was not committed: the whole body is then delivered
 * again, and what was stored the first time is a duplicate. What cannot be read is kept aside and harms nothing else.
 */
export async function storeWebhook(parts: ServerParts, bytes: Uint8Array): Promise<void> {
  const { store, logger, metrics } = parts;
  const parsed = readWebhook(parts, bytes);
  const items = parsed.messages.map((item): InboundItem => ({ ...item, eventId: parts.newId() as EventId }));
  const setApart: Quarantined[] = [...parsed.quarantined];

  // Each is one statement; they touch different tables and none waits for another.
  const settled = await Promise.allSettled([
    eachOrAll(items, (some) => enqueueItems(parts, some), setApart),
    eachOrAll(parsed.statuses, async (some) => tell(parts, await store.outbox.recordStatuses(some)), setApart),
  ]);
  // Events are told apart by their keys and these are not: kept once all else is, not at each of a week's deliveries.
  if (settled.every((one) => one.status === "fulfilled")) {
    const rest = [store.mailbox.keepNotices(parsed.notices), store.mailbox.quarantine(setApart)];
    settled.push(...(await Promise.allSettled(rest)));
  }
  const failures = settled.filter((one) => one.status === "rejected");
  if (failures.length > 0) {
    throw new AggregateError(
      failures.map(({ reason }) => reason),
      failures.map(({ reason }) => errorText(reason)).join("; "),
    );
  }

  metrics.inboundItems("quarantined", setApart.length);
  metrics.inboundItems("status", parsed.statuses.length);
  metrics.inboundItems("notice", parsed.notices.length);
  for (const { reason } of setApart) logger.warn({ reason }, "an inbound item was quarantined");
  for (const { field, phoneNumberId, wabaId } of parsed.notices) {
    logger.info({ field, phone_number_id: phoneNumberId, waba_id: wabaId }, "WhatsApp notice");
  }
}

/** What the reports say beyond their messages. A failure of a message is the shop's business: it is told by kind, not by name. */
function tell({ logger, metrics }: ServerParts, { prices, failures, sentTwice }: RecordedStatuses): void {
  for (const price of prices) metrics.messagePriced(price);
  for (const { outboxId, conversationId, phoneNumberId, code, refusal } of failures) {
    const fields = {
      outbox_id: outboxId,
      conversation_id: conversationId,
      phone_number_id: phoneNumberId,
      code,
      refusal,
    };
    if (REFUSALS[refusal].alerts)
      logger.error(fields, `a message could not be delivered: ${REFUSALS[refusal].meaning}`);
    else logger.warn(fields, "a message could not be delivered");
  }
  for (const outboxId of sentTwice) {
    metrics.sendDuplicated();
    logger.error({ outbox_id: outboxId }, "a message went out twice: a delivery report names another id");
  }
}

/** The parser answers for every body; should it have a bug, the body is kept and Meta is not made to repeat it. */
function readWebhook({ clock, logger }: ServerParts, bytes: Uint8Array): ParsedWebhook {
  try {
    return parseWebhook(bytes, clock.now());
  } catch (thrown) {
    logger.error({ err: thrown }, "the webhook parser failed: this is a bug, and the body is in quarantine");
    const reason = `parser_failed: ${errorText(thrown)}`;
    return { messages: [], statuses: [], notices: [], quarantined: [{ reason, raw: bytes }] };
  }
}

/** Stores all at once; when the store can never take one of them, one by one, and that one is set apart. */
async function eachOrAll<Item extends { readonly raw: unknown }>(
  items: readonly Item[],
  store: (some: readonly Item[]) => Promise<unknown>,
  setApart: Quarantined[],
): Promise<void> {
  if (items.length === 0) return;
  try {
    await store(items);
  } catch (thrown) {
    if (!(thrown instanceof RecadoError) || thrown.retry === "later") throw thrown;
    const [only, ...others] = items;
    if (only === undefined || others.length > 0) {
      for (const item of items) await eachOrAll([item], store, setApart);
      return;
    }
    setApart.push({ reason: thrown.message, raw: Buffer.from(JSON.stringify(only.raw), "utf8") });
  }
}
