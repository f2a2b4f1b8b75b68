import type { ShopOrder } from "../../../core/answers/order.ts";

const HEADS = [
  "order",
  "made_at",
  "status",
  "stage",
  "customer",
  "phone",
  "address",
  "products",
  "total",
  "note",
  "carrier",
  "guide",
];

/** RFC 4180: a line of heads and a line for each order. `total` is a whole number of the currency's smallest unit. */
export function ordersAsCsv(orders: readonly ShopOrder[]): string {
  const lines = orders.map((order) => [
    ...[order.id, order.createdAt.toISOString(), order.status, order.stage, order.contactName ?? "", order.phone ?? ""],
    ...[order.shippingAddress, order.products.map(({ qty, name }) => `${qty} × ${name}`).join("; ")],
    ...[String(order.total), order.note ?? "", order.carrier ?? "", order.guide ?? ""],
  ]);
  return [HEADS, ...lines].map((line) => line.map(cell).join(",")).join("\r\n");
}

/**
 * A customer chooses name, address and note: a spreadsheet must read none of them as a formula, also where it splits a
 * cell at a sign that its country means and we did not.
 */
function cell(text: string): string {
  const harmless = text.replace(/((?:^|[;,\t\r\n"]) ?)(?=[=+\-@\t\r])/g, "$1'");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
