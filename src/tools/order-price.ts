import type { Catalogue } from "../core/agent/catalogue.ts";
import type { OrderTerms } from "../core/turn/effects.ts";

/**
 * What is wrong with the price of an order, held against the catalogue (invariant 9); null where nothing is. Whatever a
 * message, a model or a mistake in an agent has made of it, an order is worth what the shop asks for.
 */
export function priceFault(order: OrderTerms, catalogue: Catalogue | null): string | null {
  if (catalogue === null) return "the agent has no catalogue to hold its price against";
  const { packs, placeholderPack, unconfirmedOrderValue } = catalogue;
  const pack = packs.find(({ id }) => id === (order.pack ?? placeholderPack));
  if (pack === undefined) return `the catalogue has no pack "${order.pack}"`;
  const isWorthless = order.pack === null || (order.source === "timer_pendiente" && unconfirmedOrderValue === "zero");
  const price = isWorthless ? 0 : pack.price;
  const [product, ...others] = order.products;
  if (product === undefined || others.length > 0 || product.name !== pack.name || product.qty !== 1) {
    return `pack "${pack.id}" is one "${pack.name}", not ${order.products.map(({ name, qty }) => `${qty} × "${name}"`).join(", ")}`;
  }
  if (product.unitPrice !== price) {
    return `"${pack.name}" costs ${price}, not ${product.unitPrice}`;
  }
  return order.total === price ? null : `the total is ${price}, not ${order.total}`;
}
