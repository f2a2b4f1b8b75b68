import { readOrderStatus } from "../../../core/agent/order-file.ts";
import { ORDER_STATUSES, type OrderStatus } from "../../../core/agent/shop-words.ts";
import type { ShopOrder } from "../../../core/answers/order.ts";
import { RecadoError } from "../../../core/errors.ts";
import { isUuid, type OrderId, type WorkspaceId } from "../../../core/ids.ts";
import type { OrderFilter, Orders } from "../../../core/ports/orders.ts";
import { print, printResult } from "../../print.ts";
import { textTable } from "../../text-table.ts";
import { withDatabase } from "../../with-database.ts";
import { ordersAsCsv } from "./orders-csv.ts";

export interface ShowOptions {
  readonly workspace: string;
  readonly json?: true;
}
export interface ListOptions extends ShowOptions {
  readonly status?: string;
  readonly q?: string;
  readonly city?: string;
  readonly from?: string;
  readonly to?: string;
}

/** So many orders fit on a screen. */
const LISTED = 50;
/** Orders that an export reads at a time. */
const EXPORTED_AT_ONCE = 500;

export async function listOrders(options: ListOptions): Promise<void> {
  const filter = readFilter(options);
  const page = await atOrders(options.workspace, (orders, id) => orders.list(id, { ...filter, limit: LISTED }));
  printResult(options.json, page, () => (page.items.length === 0 ? "There is none." : table(page.items)));
}

export async function showOrder(id: string, { workspace, json }: ShowOptions): Promise<void> {
  const order = await atOrders(workspace, (orders, of) => (isUuid(id) ? orders.find(of, id as OrderId) : null));
  if (order === null) {
    throw new RecadoError("not_found", `there is no order ${JSON.stringify(id)}: \`recado orders list\` lists them`);
  }
  printResult(json, order, () => [
    `${order.contactName ?? "no name"}  ${order.phone ?? ""}`,
    order.shippingAddress,
    ...order.products.map(({ qty, name, unitPrice }) => `${qty} × ${name}, ${unitPrice} each`),
    `total ${order.total}, ${order.status}, ${order.stage}`,
    ...(order.guide === null ? [] : [`${order.carrier}, guide ${order.guide}`]),
    ...(order.note === null ? [] : [`note: ${order.note}`]),
  ]);
}

export async function exportOrders(options: ListOptions): Promise<void> {
  const filter = readFilter(options);
  const all = await atOrders(options.workspace, async (orders, id) => {
    const found: ShopOrder[] = [];
    let cursor: string | undefined;
    do {
      const page = await orders.list(id, { ...filter, cursor, limit: EXPORTED_AT_ONCE });
      found.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  });
  print(ordersAsCsv(all));
}

function table(orders: readonly ShopOrder[]): string[] {
  return textTable(
    [
      ["order", "made at", "status", "customer", "phone", "total", "address"],
      ...orders.map(({ id, createdAt, status, contactName, phone, total, shippingAddress }) => [
        ...[id, createdAt.toISOString(), status, contactName ?? "", phone ?? "", String(total), shippingAddress],
      ]),
    ],
    "",
  );
}

function readFilter({ status, q, city, from, to }: ListOptions): Omit<OrderFilter, "limit"> {
  return { status: readStatus(status), q, city, from: readInstant(from), to: readInstant(to) };
}

export function readStatus(text: string | undefined): OrderStatus | undefined {
  if (text === undefined) return undefined;
  const wanted = readOrderStatus(text);
  if (wanted !== undefined) return wanted;
  throw new RecadoError("request_invalid", `"${text}" is no status of an order: ${ORDER_STATUSES.join(", ")}`);
}

function readInstant(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const instant = new Date(text);
  if (!Number.isNaN(instant.getTime())) return instant;
  throw new RecadoError("request_invalid", `"${text}" is no instant: 2026-11-23T08:00:00Z`);
}

export async function atOrders<Result>(
  workspace: string,
  work: (orders: Orders, workspace: WorkspaceId) => Promise<Result> | Result,
): Promise<Result> {
  return withDatabase(async ({ accessAdmin, store: { orders } }) => {
    const known = (await accessAdmin.workspaces(null)).find(({ id }) => id === workspace);
    if (known !== undefined) return work(orders, known.id);
    throw new RecadoError("not_found", `there is no workspace "${workspace}": \`recado workspace list\` lists them`);
  });
}
