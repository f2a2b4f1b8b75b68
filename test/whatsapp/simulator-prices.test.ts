import { expect, test } from "vitest";
import { PriceBook } from "../../src/simulator/price-book.ts";
import { eventually } from "./support/eventually.ts";
import { ANA, NUMBER, simulatedShop } from "./support/simulated-shop.ts";

const CHAT = `${NUMBER}:CO.1`;
const DAY_MS = 86_400_000;
const START = Date.parse("2026-11-05T12:00:00Z");

test("a thousand service messages a month are free, then each is billed", () => {
  const prices = new PriceBook();
  const types = Array.from({ length: 1_001 }, () => prices.price(CHAT, false, START).type);
  expect([types[0], types[999], types[1_000]]).toEqual(["free_customer_service", "free_customer_service", "regular"]);
  expect(prices.price("222:CO.1", false, START).type).toBe("free_customer_service");
  expect(prices.price(CHAT, false, Date.parse("2026-12-01T00:00:00Z")).type).toBe("free_customer_service");
});

test("a template is billed", () => {
  expect(new PriceBook().price(CHAT, true, START)).toMatchObject({
    type: "regular",
    category: "utility",
    billable: true,
  });
});

test("who came by an ad and was answered within a day is free for three days from the answer", () => {
  const prices = new PriceBook();
  prices.noteCameByAd(CHAT, START);
  const answeredMs = START + DAY_MS;
  expect(prices.price(CHAT, false, answeredMs).type).toBe("free_entry_point");
  expect(prices.price(CHAT, true, answeredMs + 3 * DAY_MS - 1).type).toBe("free_entry_point");
  expect(prices.price(CHAT, false, answeredMs + 3 * DAY_MS).type).toBe("free_customer_service");
  prices.noteCameByAd("1:CO.2", START);
  expect(prices.price("1:CO.2", false, START + DAY_MS + 1).type).toBe("free_customer_service");
});

test("each report carries the price, and no conversation", async () => {
  const shop = await simulatedShop();
  const referral = { source_type: "ad", source_id: "1" };
  shop.simulator.customerSays(ANA, {
    phoneNumberId: NUMBER,
    content: { type: "text", text: { body: "info" }, referral },
  });
  const to = { phoneNumberId: NUMBER, recipient: { phone: ANA, bsuid: null }, replyTo: null, opaque: "k" };
  await shop.api.send({ ...to, content: { type: "text", body: "hola" } });
  await eventually(() => expect(shop.posts).toHaveLength(4));
  const reports = shop.posts.map(({ body }) => body.toString()).filter((body) => body.includes("statuses"));
  expect(reports).toHaveLength(3);
  for (const report of reports) {
    expect(JSON.parse(report).entry[0].changes[0].value.statuses[0].pricing.type).toBe("free_entry_point");
    expect(report).not.toContain("conversation");
  }
});
