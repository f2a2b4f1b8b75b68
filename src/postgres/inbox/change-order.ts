import { orderChangeFault, type StandingOrder } from "../../core/agent/judge-order-change.ts";
import type { OrderStatus } from "../../core/agent/shop-words.ts";
import { OrderNotice } from "../../core/answers/order.ts";
import type { ConversationId, EventId, OrderId, OutboxId, RunId, TaskId, WorkspaceId } from "../../core/ids.ts";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../../core/locale/locale.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import { cancellationNotice, orderNotice } from "../../core/outbound/order-notice.ts";
import { isWindowOpen } from "../../core/outbound/service-window.ts";
import type { OrderChangeResult, OrderRequest } from "../../core/ports/orders.ts";
import { sha256 } from "../../core/sha256.ts";
import type { TaskAbout } from "../../core/task-about.ts";
import { customerName } from "../customer-name.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { createCrm } from "../shop/crm.ts";
import { sql } from "../sql.ts";
import { placeReply } from "./operator-reply.ts";

/** What a change answers before the order is read back. */
export type Placed = Exclude<OrderChangeResult, { kind: "changed" }> | { kind: "changed"; notice: OrderNotice | null };

/** Two requests of one key for two orders race to the unique index, and a turn may hold a lock of ours. */
const AGAIN = new Set(["23505", "40P01", "40001"]);
const RACE_LIMIT = 5;

interface Seen extends StandingOrder {
  readonly conversationId: ConversationId;
  readonly customerName: string | null;
  readonly locale: Locale;
  readonly lastCustomerMessageAt: Date | null;
  readonly now: Date;
}

/**
 * The order, its history, the audit line, and the message or task that follows from it, in one transaction: a kill leaves
 * all of it or nothing. The conversation is locked first, as turns do.
 */
export async function changeOrder(
  database: Database,
  workspace: WorkspaceId,
  id: OrderId,
  request: OrderRequest,
  newId: () => string,
): Promise<Placed> {
  const templates = await createCrm(database).templates(workspace);
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction(async (run): Promise<Placed> => {
        const seen = await lockOrder(run, workspace, id);
        if (seen === null) return { kind: "not_found" };
        const known = await knownRequest(run, workspace, request);
        if (known !== null) return known;
        if (request.seenStatus !== undefined && request.seenStatus !== seen.status) {
          return { kind: "moved", status: seen.status };
        }
        const fault = orderChangeFault(seen, request);
        if (fault !== null) return { kind: "refused", ...fault };
        const isChanged = await write(run, workspace, id, request);
        const isNews = isNewParcel(seen, request) || isCalledOff(seen, request);
        const notice = isChanged && isNews ? await tell(run, workspace, id, seen, request) : null;
        await keepRequest(run, workspace, id, seen.conversationId, request, notice);
        return { kind: "changed", notice };
      });
    } catch (error) {
      if (!AGAIN.has(sqlStateOf(error) ?? "") || tries === RACE_LIMIT) throw error;
    }
  }

  async function tell(
    run: Database["run"],
    of: WorkspaceId,
    order: OrderId,
    seen: Seen,
    { status, carrier = seen.carrier ?? "", guide = seen.guide ?? "", notify, template, actor }: OrderRequest,
  ): Promise<OrderNotice> {
    if (!notify) return { kind: "none", reason: "not_asked" };
    const isOpen = isWindowOpen(seen.lastCustomerMessageAt, seen.now);
    const isCancelled = status === "cancelled";
    const content = isCancelled
      ? cancellationNotice(seen.locale, isOpen)
      : orderNotice({ ...seen, carrier, guide }, isOpen, templates, template);
    if (content === null) {
      const unsaid = isCancelled ? packOf(seen.locale).texts.orderCancelled : `${carrier} ${guide}`;
      await askPerson(run, of, seen, newId() as TaskId, unsaid);
      return { kind: "none", reason: "no_template" };
    }
    const ids = { eventId: newId() as EventId, runId: newId() as RunId, messageId: newId() as OutboxId };
    // The same parcel is told once, also when the order is taken back and sent again.
    const idempotencyKey = isCancelled
      ? `order:${order}:cancelled`
      : `order:${order}:sent:${sha256(JSON.stringify([carrier, guide])).slice(0, 16)}`;
    const said = await placeReply(run, of, seen.conversationId, { content, actor, idempotencyKey, ...ids }, true);
    switch (said.kind) {
      case "queued":
        if (said.duplicate) return { kind: "none", reason: "told_before" };
        return { kind: "queued", as: content.type === "template" ? "template" : "text", messageId: said.messageId };
      case "key_reused":
        return { kind: "none", reason: "told_before" };
      case "opted_out":
        return { kind: "none", reason: "opted_out" };
      default:
        throw new Error(`a notice was refused under the lock of its conversation: ${said.kind}`);
    }
  }
}

/** It is sent by this change, or its carrier or number is corrected after it was. */
function isNewParcel({ status, carrier, guide }: Seen, request: OrderRequest): boolean {
  const to = request.status ?? status;
  if (to !== "sent") return false;
  return status !== "sent" || (request.carrier ?? carrier) !== carrier || (request.guide ?? guide) !== guide;
}

/** For good: a cancelled order stays so. */
function isCalledOff({ status }: Seen, request: OrderRequest): boolean {
  return request.status === "cancelled" && status !== "cancelled" && request.notify;
}

async function lockOrder(run: Database["run"], workspace: WorkspaceId, id: OrderId): Promise<Seen | null> {
  const { rows: held } = await run(sql`
    select c.id, c.last_customer_message_at, ${customerName(sql`m`)} as name, w.locale, recado_now() as now
    from orders o
    join conversations c on c.workspace_id = o.workspace_id and c.id = o.conversation_id
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts m on m.workspace_id = c.workspace_id and m.id = coalesce(own.merged_into, own.id)
    join workspace_agent_config w on w.workspace_id = c.workspace_id
    where o.workspace_id = ${workspace} and o.id = ${id}::uuid
    for no key update of c`);
  const there = held[0];
  if (there === undefined) return null;
  const { rows } = await run(sql`
    select status, carrier, guide, shipping_address as address, note, stage from orders
    where workspace_id = ${workspace} and id = ${id}::uuid and deleted_at is null for update`);
  const order = rows[0];
  if (order === undefined) return null;
  const last = there["last_customer_message_at"];
  return {
    conversationId: there["id"] as ConversationId,
    status: order["status"] as OrderStatus,
    carrier: order["carrier"] as string | null,
    guide: order["guide"] as string | null,
    address: order["address"] as string,
    note: order["note"] as string | null,
    stage: order["stage"] as string,
    customerName: there["name"] as string | null,
    locale: localeOf(there["locale"]),
    lastCustomerMessageAt: last instanceof Date ? last : null,
    now: there["now"] as Date,
  };
}

async function knownRequest(
  run: Database["run"],
  workspace: WorkspaceId,
  { idempotencyKey, argumentsHash }: OrderRequest,
): Promise<Placed | null> {
  if (idempotencyKey === null) return null;
  const { rows } = await run(sql`
    select arguments_hash, notice from order_requests
    where workspace_id = ${workspace} and idempotency_key = ${idempotencyKey}`);
  if (rows[0] === undefined) return null;
  if (rows[0]["arguments_hash"] !== argumentsHash) return { kind: "key_reused" };
  return { kind: "changed", notice: OrderNotice.nullable().parse(rows[0]["notice"]) };
}

/** False when the order stood so already. */
async function write(
  run: Database["run"],
  workspace: WorkspaceId,
  id: OrderId,
  { status, stage, carrier, guide, address, note, actor }: OrderRequest,
): Promise<boolean> {
  const { rows } = await run(sql`
    with changed as (
      update orders o set
        status = coalesce(${status ?? null}::text, o.status), stage = coalesce(${stage ?? null}::text, o.stage),
        carrier = coalesce(${carrier ?? null}::text, o.carrier), guide = coalesce(${guide ?? null}::text, o.guide),
        shipping_address = coalesce(${address ?? null}::text, o.shipping_address),
        note = case when ${note !== undefined}::boolean then ${note ?? null}::text else o.note end,
        sent_at = case when ${status ?? null}::text = 'sent' and o.status <> 'sent' then recado_now() else o.sent_at end,
        changed_by = ${actor}, updated_at = recado_now()
      where o.workspace_id = ${workspace} and o.id = ${id}::uuid
        and (coalesce(${status ?? null}::text, o.status), coalesce(${stage ?? null}::text, o.stage),
          coalesce(${carrier ?? null}::text, o.carrier), coalesce(${guide ?? null}::text, o.guide),
          coalesce(${address ?? null}::text, o.shipping_address),
          case when ${note !== undefined}::boolean then ${note ?? null}::text else o.note end)
        is distinct from (o.status, o.stage, o.carrier, o.guide, o.shipping_address, o.note)
      returning o.workspace_id, o.id, o.status
    )
    select audit(workspace_id, ${actor}, 'order.changed', 'order', id::text, null, jsonb_build_object('status', status))
    from changed`);
  return rows.length === 1;
}

async function keepRequest(
  run: Database["run"],
  workspace: WorkspaceId,
  id: OrderId,
  conversation: ConversationId,
  { idempotencyKey, argumentsHash }: OrderRequest,
  notice: OrderNotice | null,
): Promise<void> {
  if (idempotencyKey === null) return;
  await run(sql`
    insert into order_requests (workspace_id, idempotency_key, order_id, conversation_id, arguments_hash, notice, created_at)
    values (${workspace}, ${idempotencyKey}, ${id}::uuid, ${conversation}::uuid, ${argumentsHash},
      ${notice === null ? null : JSON.stringify(notice)}::jsonb, recado_now())`);
}

/** No template can say it outside the window: a person finds another way. */
async function askPerson(
  run: Database["run"],
  workspace: WorkspaceId,
  { conversationId, locale }: Pick<Seen, "conversationId" | "locale">,
  task: TaskId,
  parcel: string,
): Promise<void> {
  const about: TaskAbout = { code: "not_said", values: { kind: "order", reason: "no_template" } };
  await run(sql`
    insert into tasks (workspace_id, id, conversation_id, title, priority, note, data, about, created_at, updated_at)
    values (${workspace}, ${task}::uuid, ${conversationId}::uuid, ${packOf(locale).texts.tasks.not_said}, 'high',
      ${parcel}, '{}', ${JSON.stringify(about)}::jsonb, recado_now(), recado_now())`);
}

/** The currency of orders of a workspace. */
export function currencyCodeOf(locale: string): string {
  return packOf(localeOf(locale)).currency.code;
}

function localeOf(stored: unknown): Locale {
  return LOCALES.find((known) => known === stored) ?? DEFAULT_LOCALE;
}
