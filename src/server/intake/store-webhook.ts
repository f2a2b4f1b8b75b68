import { errorText, RecadoError } from "../../core/errors.ts";
import type { EventId } from "../../core/ids.ts";
import type { EnqueuedItem, InboundItem } from "../../core/inbound/event.ts";
import { isUpset } from "../../core/inbound/reaction.ts";
import type { NewAlert } from "../../core/operations/alert.ts";
import { circuitsClosedNews, heldNoMore, refusalAlert, sentTwiceAlert } from "../../core/outbound/refusal-alert.ts";
import type { CustomerUpdate } from "../../core/ports/contacts.ts";
import type { RecordedStatuses } from "../../core/ports/outbox.ts";
import { contentKey, dayOf } from "../../whatsapp/content-key.ts";
import { readNotices } from "../../whatsapp/notice-alerts.ts";
import { parseWebhook, type Quarantined } from "../../whatsapp/parse-webhook.ts";
import type { IntakeDependencies, ServerDependencies } from "../server-dependencies.ts";

type ParsedWebhook = ReturnType<typeof parseWebhook>;

/** What became of a webhook's parts, for who sent it. */
export interface StoredWebhook {
  readonly accepted: number;
  readonly duplicate: number;
  readonly reports: number;
  readonly notices: number;
  readonly quarantined: number;
}

/**
 * Commits all that a signed body carries. Rejects when any of it was not committed: the whole body is then delivered
 * again, and what was stored the first time is a duplicate. What cannot be read is kept aside and harms nothing else.
 */
export async function storeWebhook(parts: IntakeDependencies, bytes: Uint8Array): Promise<StoredWebhook> {
  const { store, logger, metrics } = parts;
  const parsed = readWebhook(parts, bytes);
  const items = parsed.messages.map((item): InboundItem => ({ ...item, eventId: parts.newId() as EventId }));
  const setApart: Quarantined[] = [...parsed.quarantined];

  // Before the messages: whoever has a new name must be found under it.
  await updateContacts(parts, parsed.updates);
  const enqueued: EnqueuedItem[] = [];
  const refused: NewAlert[] = [];
  // Each is one statement; they touch different tables and none waits for another. Whom a part concerns is told as soon as
  // it is committed, whatever becomes of the other: delivered again, it is a duplicate and says nothing any more.
  const settled = await Promise.allSettled([
    andTell(
      parts,
      eachOrAll(items, async (some) => enqueued.push(...(await parts.enqueue(some))), setApart),
      () => upsetAlerts(items, enqueued),
    ),
    andTell(
      parts,
      eachOrAll(
        parsed.statuses,
        async (some) => {
          const recorded = await store.outbox.recordStatuses(some);
          refused.push(...tell(parts, recorded));
          if (recorded.found.length > 0) await store.alerts.clear(recorded.found.map(heldNoMore));
          await clearAlerts(parts, recorded);
        },
        setApart,
      ),
      () => refused,
    ),
  ]);
  if (settled.every((one) => one.status === "fulfilled")) {
    settled.push(...(await Promise.allSettled([keepAndTell(parts, parsed.notices, setApart)])));
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
  return {
    accepted: enqueued.filter((one) => !one.duplicate).length,
    duplicate: enqueued.filter((one) => one.duplicate).length,
    reports: parsed.statuses.length,
    notices: parsed.notices.length,
    quarantined: setApart.length,
  };
}

/**
 * Keeps what is no event. Only what is not kept yet raises or ends an alert: delivered again it would count once more, or open
 * what a person has resolved. It is told before it is kept, so that a crash between the two tells twice rather than never.
 */
async function keepAndTell(
  parts: ServerDependencies,
  notices: ParsedWebhook["notices"],
  setApart: readonly Quarantined[],
): Promise<void> {
  const { mailbox, alerts } = parts.store;
  const day = dayOf(parts.clock.now());
  const unreadable = setApart.map((one) => ({ ...one, key: contentKey(day, one.raw) }));
  const unkept = await mailbox.unkept([...notices, ...unreadable].map(({ key }) => key));
  // Each key once, also when one body holds it twice.
  const isNews = ({ key }: { readonly key: string }) => unkept.delete(key);
  const news = readNotices(notices.filter(isNews));
  await alerts.raise([...news.raise, ...quarantineAlerts(unreadable.filter(isNews))], parts.newId);
  await alerts.clear(news.clear);
  await mailbox.keepNotices(notices);
  await mailbox.quarantine(unreadable);
}

/** Raises what has been committed, also when some of it was not. */
async function andTell(
  parts: ServerDependencies,
  storing: Promise<void>,
  alerts: () => readonly NewAlert[],
): Promise<void> {
  const [stored] = await Promise.allSettled([storing]);
  await parts.store.alerts.raise(alerts(), parts.newId);
  if (stored.status === "rejected") throw stored.reason;
}

/** What the reports say beyond their messages. A failure of a message is the shop's business: it is told by kind, not by name. */
function tell({ logger, metrics }: ServerDependencies, { prices, failures, sentTwice }: RecordedStatuses): NewAlert[] {
  for (const price of prices) metrics.messagePriced(price);
  for (const { outboxId, conversationId, phoneNumberId, code, refusal } of failures) {
    const fields = {
      outbox_id: outboxId,
      conversation_id: conversationId,
      phone_number_id: phoneNumberId,
      code,
      refusal,
    };
    logger.warn(fields, "a message could not be delivered");
  }
  for (const outboxId of sentTwice) {
    metrics.sendDuplicated();
    logger.error({ outbox_id: outboxId }, "a message went out twice: a delivery report names another id");
  }
  return [...failures.flatMap((failure) => refusalAlert(failure) ?? []), ...sentTwice.map(sentTwiceAlert)];
}

/** The reports are stored: an alert that stays open is no reason to have them delivered again. */
async function clearAlerts({ store, logger }: ServerDependencies, { closed }: RecordedStatuses): Promise<void> {
  for (const { phoneNumberId, scope } of closed) {
    logger.info({ phone_number_id: phoneNumberId, scope }, "it is open again: what was held back goes out");
  }
  try {
    await store.alerts.clear(closed.flatMap(({ phoneNumberId, scope }) => circuitsClosedNews(phoneNumberId, [scope])));
  } catch (thrown) {
    logger.error({ error: errorText(thrown) }, "an alert could not be cleared");
  }
}

/** The parser answers for every body; should it have a bug, the body is kept and Meta is not made to repeat it. */
function readWebhook({ clock, logger }: ServerDependencies, bytes: Uint8Array): ParsedWebhook {
  try {
    return parseWebhook(bytes, clock.now());
  } catch (thrown) {
    logger.error({ err: thrown }, "the webhook parser failed: this is a bug, and the body is in quarantine");
    const reason = `parser_failed: ${errorText(thrown)}`;
    return { messages: [], updates: [], statuses: [], notices: [], quarantined: [{ reason, raw: bytes }] };
  }
}

/** What a store can never take of it is no reason for Meta to come again: it is kept as a notice or a message as well. */
async function updateContacts(parts: ServerDependencies, updates: readonly CustomerUpdate[]): Promise<void> {
  const { store, logger, newId } = parts;
  const [first] = updates;
  if (first === undefined) return;
  try {
    await store.contacts.update(updates, newId);
  } catch (thrown) {
    if (!(thrown instanceof RecadoError) || thrown.retry === "later") throw thrown;
    if (updates.length > 1) for (const update of updates) await updateContacts(parts, [update]);
    else logger.warn({ kind: first.kind, error: thrown.message }, "a change of a customer could not be stored");
  }
}

function quarantineAlerts(setApart: readonly Quarantined[]): NewAlert[] {
  return setApart.map(({ reason }) => ({
    kind: "quarantined",
    subject: "",
    severity: "warning",
    phoneNumberId: null,
    detail: { newestReason: reason },
  }));
}

/** 😢 and 😡 open no turn; a person should see them (requirement B16). */
function upsetAlerts(items: readonly InboundItem[], enqueued: readonly EnqueuedItem[]): NewAlert[] {
  const fresh = new Map(enqueued.filter((one) => !one.duplicate).map((one) => [one.idempotencyKey, one]));
  return items.flatMap(({ inputType, content, idempotencyKey, phoneNumberId }): NewAlert[] => {
    const event = fresh.get(idempotencyKey);
    if (event === undefined || inputType !== "message" || !isUpset(content)) return [];
    const detail = { conversationId: event.conversationId, eventId: event.eventId };
    return [{ kind: "customer_upset", subject: event.conversationId, severity: "info", phoneNumberId, detail }];
  });
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
