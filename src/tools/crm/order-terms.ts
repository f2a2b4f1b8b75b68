import type { Catalogue } from "../../core/agent/catalogue.ts";
import type { CrmOrder } from "../../core/answers/crm.ts";
import { DEFAULT_LOCALE } from "../../core/locale/locale.ts";
import { formatMoney } from "../../core/locale/money.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import type { ToolError, ToolScope } from "../../core/ports/tools.ts";
import { isTheirs, notFound, refused } from "./crm-call.ts";

/** The terms of a pack of the catalogue on an order. No argument sets a price. */
export interface OrderedPack {
  readonly kind: "ordered";
  readonly pack: string;
  readonly products: readonly { readonly name: string; readonly qty: number; readonly unitPrice: number }[];
  readonly total: number;
}

export function orderedPack(pack: string, catalogue: Catalogue | null): OrderedPack | ToolError {
  if (catalogue === null) {
    return refused(
      "no_catalogue",
      "The agent of this conversation sells nothing.",
      "Hand the conversation to a person.",
    );
  }
  const found = catalogue.packs.find(({ id }) => id === pack);
  if (found === undefined) {
    const ids = catalogue.packs.map(({ id }) => id).join(", ");
    return {
      ...refused("pack_not_found", `The catalogue has no pack "${pack}".`, `There are: ${ids}.`),
      type: "not_found",
    };
  }
  const { id, name, price } = found;
  return { kind: "ordered", pack: id, products: [{ name, qty: 1, unitPrice: price }], total: price };
}

type Found = { readonly kind: "found"; readonly order: CrmOrder } | ToolError;

/** An order that may still be changed: a cancelled one stays cancelled. */
export async function liveOrder(orderId: string, scope: ToolScope): Promise<Found> {
  const found = await anyOrder(orderId, scope);
  if (found.kind === "found" && found.order.status === "cancelled") {
    return refused("order_cancelled", `The order ${orderId} was cancelled.`, "Make a new one, or duplicate it.");
  }
  return found;
}

export async function anyOrder(orderId: string, scope: ToolScope): Promise<Found> {
  const order = await scope.crm.order(orderId);
  const own = await scope.crm.contact(scope.contactId);
  return order === null || !isTheirs(order, scope, own) ? notFound("order", orderId) : { kind: "found", order };
}

/** What a person reads before they say yes: the catalogue's own words and price. */
export function describePack(pack: string, catalogue: Catalogue | null): string {
  const found = catalogue?.packs.find(({ id }) => id === pack);
  if (found === undefined) return `"${pack}"`;
  const locale = catalogue?.locale ?? DEFAULT_LOCALE;
  return `${found.name} ${packOf(locale).texts.pricedAt} ${formatMoney(found.price, locale)}`;
}
