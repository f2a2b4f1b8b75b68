import { expect, test } from "vitest";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
import { describeContent } from "../../../src/core/inbound/describe-content.ts";

test.each<[MessageContent, string]>([
  [{ type: "text", body: "hola" }, "hola"],
  [{ type: "button", title: "Sí", payload: "yes" }, "Sí"],
  [{ type: "sticker", mediaId: "1" }, "[sticker]"],
  [
    { type: "location", latitude: 4, longitude: -74, name: "Parque 93", address: "Calle 93" },
    "[location] Parque 93; Calle 93",
  ],
  [{ type: "location", latitude: 4, longitude: -74, name: null, address: null }, "[location]"],
  [
    {
      type: "contacts",
      count: 2,
      people: [
        { name: "Ana", phones: [] },
        { name: null, phones: [] },
      ],
    },
    "[contacts] Ana",
  ],
  [{ type: "flow", name: "flow", answer: { ciudad: "Cali" } }, '[flow] {"ciudad":"Cali"}'],
  [{ type: "flow", name: null, answer: null }, "[flow] null"],
  [
    {
      type: "order",
      catalogId: "1",
      note: "para hoy",
      items: [
        { productId: "2x", quantity: 2, price: 79_900, currency: "COP" },
        { productId: null, quantity: null, price: null, currency: null },
      ],
    },
    "[order] 2 × 2x (79900 COP), ? × ?; para hoy",
  ],
  [{ type: "unsupported", of: "poll", errors: [] }, "[unsupported]"],
])("%j stands in the chat record as %s", (content, told) => {
  expect(describeContent(content)).toBe(told);
});

test("a long form is cut in the record; the event keeps all of it", () => {
  expect(describeContent({ type: "flow", name: null, answer: "x".repeat(9_000) }).length).toBeLessThan(2_100);
});
