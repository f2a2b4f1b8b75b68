import type { Catalogue } from "../core/agent/catalogue.ts";
import type { OrderTerms } from "../core/turn/effects.ts";

/**
 * The fault in an order's price, compared with the catalogue (invariant 9); null when there is
 * none. Whatever a message, a model or an agent's mistake has made of it, an order costs what the
 * shop asks.
 */
export function priceFault(order: OrderTerms, catalogue: Catalogue | null): string | null {
  if (catalogue === null) return "the agent has no catalogue to hold its price against";
  const { packs, placeholderPack, unconfirmedOrderValue } = catalogue;
  const pack = packs.find(({ id }) => id === (order.pack ?? placeholderPack));
  if (pack === undefined) return `the catalogue has no pack "${order.pack}"`;
  const isWorthless = order.pack === null || (order.source === "timer_pendiente" && unconfirmedOrderValue === "zero");
  if (catalogue.extras !== undefined && !isWorthless)
    return linesFault(order, pack.name, [...packs, ...catalogue.extras]);
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

/** Each product at the catalogue's price, the order's own pack first, and the total their sum. */
function linesFault(
  { products, total }: OrderTerms,
  first: string,
  goods: readonly { readonly name: string; readonly price: number }[],
): string | null {
  if (products[0]?.name !== first) return `the order's pack is "${first}", and its first product is not`;
  for (const { name, unitPrice } of products) {
    const price = goods.find((one) => one.name === name)?.price;
    if (price === undefined) return `the catalogue has no product "${name}"`;
    if (unitPrice !== price) return `"${name}" costs ${price}, not ${unitPrice}`;
  }
  const sum = products.reduce((all, { qty, unitPrice }) => all + qty * unitPrice, 0);
  return total === sum ? null : `the total is ${sum}, not ${total}`;
}
