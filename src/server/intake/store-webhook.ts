import { errorText, RecadoError } from "../../core/errors.ts";
import type { EventId } from "../../core/ids.ts";
import type { EnqueuedItem, InboundItem } from "../../core/inbound/event.ts";
import { NumberAway } from "../../core/inbound/number-away.ts";
import { isUpset } from "../../core/inbound/reaction.ts";
import type { NewAlert } from "../../core/operations/alert.ts";
import { circuitsClosedNews, heldNoMore, refusalAlert, sentTwiceAlert } from "../../core/outbound/refusal-alert.ts";
import type { CustomerUpdate } from "../../core/ports/contacts.ts";
import type { RecordedStatuses } from "../../core/ports/outbox.ts";
import { contentKey, dayOf } from "../../whatsapp/content-key.ts";
import { readNotices } from "../../whatsapp/notice-alerts.ts";
import { parseWebhook, type Quarantined } from "../../whatsapp/parse-webhook.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { StoreItems } from "./gather-requests.ts";

/** What storing a webhook needs. */
export type WebhookDependencies = StorePorts<"alerts" | "contacts" | "mailbox" | "outbox"> &
  Pick<ServerDependencies, "clock" | "logger" | "metrics" | "newId"> & { readonly enqueue: StoreItems };

type ParsedWebhook = ReturnType<typeof parseWebhook>;

/** Counts of a webhook's parts, for its sender. */
export interface StoredWebhook {
  readonly accepted: number;
  readonly duplicate: number;
  readonly reports: number;
  readonly notices: number;
  readonly quarantined: number;
}

/**
 * Commits all parts of a signed body. Rejects when a part was not committed: Meta then delivers the
 * whole body again, and the parts that were stored are duplicates. An unreadable part goes to
 * quarantine and harms no other.
 */
export async function storeWebhook(dependencies: WebhookDependencies, bytes: Uint8Array): Promise<StoredWebhook> {
  const { store, logger, metrics } = dependencies;
  const parsed = readWebhook(dependencies, bytes);
  const items = parsed.messages.map((item): InboundItem => ({ ...item, eventId: dependencies.newId() as EventId }));
  const setApart: Quarantined[] = [...parsed.quarantined];

  // Contacts change before messages are stored: a customer with a new name must be found under it.
  await updateContacts(dependencies, parsed.updates);
  const enqueued: EnqueuedItem[] = [];
  const refused: NewAlert[] = [];
  // Each part is one statement on its own tables, so none waits for another. Its alerts are raised
  // as soon as it is committed, even when another part fails: delivered again, it is a duplicate
  // and raises nothing.
  const failures: unknown[] = [];
  const fail = (reason: unknown) => {
    failures.push(reason);
  };
  const storing: Promise<void>[] = [];
  if (items.length > 0) {
    const stored = eachOrAll(items, async (some) => enqueued.push(...(await dependencies.enqueue(some))), setApart);
    storing.push(andTell(dependencies, stored, () => upsetAlerts(items, enqueued)).catch(fail));
  }
  if (parsed.statuses.length > 0) {
    const stored = eachOrAll(
      parsed.statuses,
      async (some) => {
        const recorded = await store.outbox.recordStatuses(some);
        if (recorded.away.length > 0) throw new NumberAway(await store.mailbox.away(recorded.away));
        refused.push(...tell(dependencies, recorded));
        if (recorded.found.length > 0) await store.alerts.clear(recorded.found.map(heldNoMore));
        if (recorded.closed.length > 0) await clearAlerts(dependencies, recorded);
      },
      setApart,
    );
    storing.push(andTell(dependencies, stored, () => refused).catch(fail));
  }
  for (const stored of storing) await stored;
  if (failures.length === 0 && parsed.notices.length + setApart.length > 0) {
    await keepAndTell(dependencies, parsed.notices, setApart).catch(fail);
  }
  if (failures.length === 0 && parsed.updates.length + parsed.notices.length > 0) {
    await refuseAway(dependencies, parsed).catch(fail);
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map((reason) => errorText(reason)).join("; "));

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
 * Messages and reports are refused where they are stored. Other news of a number that moves is looked at afterwards: stored
 * here it may have come too late for the copy, so it is delivered again, and stored where the number is then.
 */
async function refuseAway({ store }: WebhookDependencies, { updates, notices }: ParsedWebhook): Promise<void> {
  const numbers = [...updates, ...notices].flatMap(({ phoneNumberId }) => phoneNumberId ?? []);
  if (numbers.length === 0) return;
  const away = await store.mailbox.away(numbers);
  if (away.length > 0) throw new NumberAway(away);
}

/**
 * Keeps notices and unreadable parts. Only new ones raise or end an alert: a repeated one would
 * count again, or reopen an alert that an operator resolved. Alerts are raised before the notice is
 * kept, so that a crash repeats rather than loses them.
 */
async function keepAndTell(
  dependencies: WebhookDependencies,
  notices: ParsedWebhook["notices"],
  setApart: readonly Quarantined[],
): Promise<void> {
  const { mailbox, alerts } = dependencies.store;
  const day = dayOf(dependencies.clock.now());
  const unreadable = setApart.map((one) => ({ ...one, key: contentKey(day, one.raw) }));
  const unkept = await mailbox.unkept([...notices, ...unreadable].map(({ key }) => key));
  // Each key counts once, even when a body holds it twice.
  const isNews = ({ key }: { readonly key: string }) => unkept.delete(key);
  const news = readNotices(notices.filter(isNews));
  await alerts.raise([...news.raise, ...quarantineAlerts(unreadable.filter(isNews))], dependencies.newId);
  await alerts.clear(news.clear);
  await mailbox.keepNotices(notices);
  await mailbox.quarantine(unreadable);
}

/** Raises the alerts of committed items, even when others were not committed. */
async function andTell(
  dependencies: WebhookDependencies,
  storing: Promise<void>,
  alerts: () => readonly NewAlert[],
): Promise<void> {
  let failure: { readonly reason: unknown } | null = null;
  try {
    await storing;
  } catch (reason) {
    failure = { reason };
  }
  const raised = alerts();
  if (raised.length > 0) await dependencies.store.alerts.raise(raised, dependencies.newId);
  if (failure !== null) throw failure.reason;
}

/**
 * Logs and counts delivery reports, and returns their alerts. A failure is named by kind, never by
 * customer.
 */
function tell({ logger, metrics }: WebhookDependencies, { prices, failures, sentTwice }: RecordedStatuses): NewAlert[] {
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

/**
 * Clears alerts after the reports are stored. A failure here is no reason to have them delivered
 * again.
 */
async function clearAlerts({ store, logger }: WebhookDependencies, { closed }: RecordedStatuses): Promise<void> {
  for (const { phoneNumberId, scope } of closed) {
    logger.info({ phone_number_id: phoneNumberId, scope }, "it is open again: what was held back goes out");
  }
  try {
    await store.alerts.clear(closed.flatMap(({ phoneNumberId, scope }) => circuitsClosedNews(phoneNumberId, [scope])));
  } catch (thrown) {
    logger.error({ error: errorText(thrown) }, "an alert could not be cleared");
  }
}

/**
 * Parses a body. If the parser has a bug, the body goes to quarantine and Meta need not repeat it.
 */
function readWebhook({ clock, logger }: WebhookDependencies, bytes: Uint8Array): ParsedWebhook {
  try {
    return parseWebhook(bytes, clock.now());
  } catch (thrown) {
    logger.error({ err: thrown }, "the webhook parser failed: this is a bug, and the body is in quarantine");
    const reason = `parser_failed: ${errorText(thrown)}`;
    return { messages: [], updates: [], statuses: [], notices: [], quarantined: [{ reason, raw: bytes }] };
  }
}

/**
 * Stores changes of customers. A change that can never be stored is logged only: it is also kept as
 * a notice or a message.
 */
async function updateContacts(dependencies: WebhookDependencies, updates: readonly CustomerUpdate[]): Promise<void> {
  const { store, logger, newId } = dependencies;
  const [first] = updates;
  if (first === undefined) return;
  try {
    await store.contacts.update(updates, newId);
  } catch (thrown) {
    if (!(thrown instanceof RecadoError) || thrown.retry === "later") throw thrown;
    if (updates.length > 1) for (const update of updates) await updateContacts(dependencies, [update]);
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

/** 😢 and 😡 open no turn, but a person should see them (requirement B16). */
function upsetAlerts(items: readonly InboundItem[], enqueued: readonly EnqueuedItem[]): NewAlert[] {
  const fresh = new Map(enqueued.filter((one) => !one.duplicate).map((one) => [one.idempotencyKey, one]));
  return items.flatMap(({ inputType, content, idempotencyKey, phoneNumberId }): NewAlert[] => {
    const event = fresh.get(idempotencyKey);
    if (event === undefined || inputType !== "message" || !isUpset(content)) return [];
    const detail = { conversationId: event.conversationId, eventId: event.eventId };
    return [{ kind: "customer_upset", subject: event.conversationId, severity: "info", phoneNumberId, detail }];
  });
}

/**
 * Stores all items at once. If the store can never take one of them, stores them one by one and
 * sets that one apart.
 */
async function eachOrAll<Item extends { readonly raw: unknown }>(
  items: readonly Item[],
  store: (some: readonly Item[]) => Promise<unknown>,
  setApart: Quarantined[],
): Promise<void> {
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
