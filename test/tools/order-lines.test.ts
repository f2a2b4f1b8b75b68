import { expect, test } from "vitest";
import type { Catalogue } from "../../src/core/agent/catalogue.ts";
import type { OrderTerms } from "../../src/core/turn/effects.ts";
import { priceFault } from "../../src/tools/order-price.ts";

const catalogue: Catalogue = {
  packs: [
    { id: "familiar", name: "Pizza familiar", price: 54_000 },
    { id: "personal", name: "Pizza personal", price: 22_000 },
  ],
  extras: [{ name: "Tocineta", price: 4_000 }],
  placeholderPack: "familiar",
  unconfirmedOrderValue: "pack_price",
};

const order = (changes: Partial<OrderTerms>): OrderTerms => ({
  ...{ source: "customer", status: "confirmed", pack: "familiar", shippingAddress: "Calle 1", note: null },
  ...{ data: {}, tags: [], stage: "COCINA" },
  products: [
    { name: "Pizza familiar", qty: 2, unitPrice: 54_000 },
    { name: "Pizza personal", qty: 1, unitPrice: 22_000 },
    { name: "Tocineta", qty: 1, unitPrice: 4_000 },
  ],
  total: 134_000,
  ...changes,
});

test("an order of several lines costs the sum of the catalogue's prices", () => {
  expect(priceFault(order({}), catalogue)).toBeNull();
});

test.each<[string, Partial<OrderTerms>, RegExp]>([
  ["another total", { total: 130_000 }, /the total is 134000, not 130000/],
  ["a price of its own", { products: [{ name: "Pizza familiar", qty: 1, unitPrice: 1 }], total: 1 }, /costs 54000/],
  ["an unknown product", { products: [{ name: "Lasaña", qty: 1, unitPrice: 0 }], total: 0 }, /first product is not/],
  [
    "an extra that the menu does not have",
    {
      products: [
        { name: "Pizza familiar", qty: 1, unitPrice: 54_000 },
        { name: "Trufa", qty: 1, unitPrice: 0 },
      ],
      total: 54_000,
    },
    /no product "Trufa"/,
  ],
  ["no product", { products: [], total: 0 }, /first product is not/],
])("refuses %s", (_, changes, fault) => {
  expect(priceFault(order(changes), catalogue)).toMatch(fault);
});

test("a shop without lines refuses two of a pack", () => {
  const { extras: _, ...plain } = catalogue;
  const two = order({ products: [{ name: "Pizza familiar", qty: 2, unitPrice: 54_000 }], total: 108_000 });
  expect(priceFault(two, plain)).toMatch(/is one "Pizza familiar"/);
});
