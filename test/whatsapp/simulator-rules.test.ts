import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { retryDelaysMs } from "../../src/simulator/retry-schedule.ts";
import { ANA, NUMBER, type SimulatedShop, simulatedShop } from "./support/simulated-shop.ts";
import { callSimulator } from "./support/simulator-calls.ts";

const START = Date.parse("2026-11-21T12:00:00Z");
const hola = { type: "text", text: { body: "hola" } };

async function shopAt(settings: Parameters<typeof simulatedShop>[0] = {}) {
  const time = { ms: START };
  return { time, shop: await simulatedShop({ now: () => new Date(time.ms), ...settings }) };
}

/** What the provider says to one more text: its code, or 0 when it takes it. */
async function code({ api }: SimulatedShop, to = ANA): Promise<number | null> {
  const content = { type: "text" as const, body: "hola" };
  const outcome = await api.send({
    phoneNumberId: NUMBER,
    recipient: { phone: to, bsuid: null },
    content,
    replyTo: null,
    opaque: "k",
  });
  if (outcome.kind === "accepted") return 0;
  return outcome.kind === "refused" ? outcome.code : null;
}

async function codes(shop: SimulatedShop, count: number): Promise<(number | null)[]> {
  const all: (number | null)[] = [];
  for (let n = 0; n < count; n++) all.push(await code(shop));
  return all;
}

test("forty-five to one person are borrowed, and all paid back at one in six seconds before the next", async () => {
  const { shop, time } = await shopAt();
  expect(await codes(shop, 46)).toEqual([...Array(45).fill(0), 131056]);
  expect(await code(shop, "573009998877")).toBe(0);
  time.ms = START + 45 * 6_000 - 1;
  expect(await code(shop)).toBe(131056);
  time.ms = START + 45 * 6_000;
  expect(await code(shop)).toBe(0);
});

test("a chat of people is within the limit: two answers, and more a few seconds later", async () => {
  const { shop, time } = await shopAt();
  for (let n = 0; n < 10; n++, time.ms += 5_000) expect(await codes(shop, 2)).toEqual([0, 0]);
});

test("one in six seconds is always taken", async () => {
  const { shop, time } = await shopAt();
  for (let n = 0; n < 20; n++, time.ms += 6_000) expect(await code(shop)).toBe(0);
});

test("the pair rate can be switched off, and a debt outlives a restart", async () => {
  const dir = mkdtempSync(join(tmpdir(), "recado-rules-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const settings = { ledgerFile: join(dir, "ledger.jsonl") };
  const before = await shopAt(settings);
  await codes(before.shop, 45);
  await before.shop.simulator.close();
  const { shop } = await shopAt(settings);
  expect(await code(shop)).toBe(131056);
  const changed = await callSimulator(shop, "/rules", { pairRate: false }, "PATCH");
  expect(changed).toMatchObject({ status: 200, json: { pairRate: false, window: "known" } });
  expect(await code(shop)).toBe(0);
});

test("a day after the customer's last message only templates are taken", async () => {
  const { shop, time } = await shopAt();
  await shop.simulator.customerSays(ANA, { phoneNumberId: NUMBER, content: hola }).end;
  time.ms = START + 24 * 3_600_000;
  expect(await code(shop)).toBe(0);
  time.ms += 1;
  expect(await code(shop)).toBe(131047);
  const template = {
    type: "template" as const,
    name: "hola",
    language: "es_CO",
    category: "utility" as const,
    components: [],
  };
  const to = { phoneNumberId: NUMBER, recipient: { phone: ANA, bsuid: null }, replyTo: null, opaque: "k" };
  expect(await shop.api.send({ ...to, content: template })).toMatchObject({ kind: "accepted" });
  await callSimulator(shop, "/rules", { window: "off", pairRate: false }, "PATCH");
  expect(await code(shop)).toBe(0);
});

test("strict: who never wrote is not written to", async () => {
  const { shop } = await shopAt();
  expect(await code(shop)).toBe(0);
  await callSimulator(shop, "/rules", { window: "strict" }, "PATCH");
  expect(await code(shop)).toBe(131047);
});

test("a number that is not of the account is unknown", async () => {
  const { shop } = await shopAt();
  await callSimulator(shop, "/rules", { phoneNumberIds: ["222"] }, "PATCH");
  expect(await code(shop)).toBe(100);
});

test.each([
  [{ pairRate: "no" }, /pairRate/],
  [{ window: "ajar" }, /window/],
  [{ phoneNumberIds: ["x"] }, /phoneNumberIds.0: must be Meta's id/],
  [{ colour: "red" }, /colour/],
])("the rules %j are refused", async (rules, words) => {
  const { shop } = await shopAt();
  const { status, json } = await callSimulator(shop, "/rules", rules, "PATCH");
  expect([status, JSON.stringify(json)]).toEqual([422, expect.stringMatching(words)]);
});

test("Meta's seven days of retries fit into the time that was ordered", async () => {
  const pauses = retryDelaysMs(10_000);
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(9_990);
  expect([...pauses].sort((one, other) => one - other)).toEqual(pauses);
  const { shop } = await shopAt({ answers: Array(12).fill(503) });
  await callSimulator(shop, "/rules", { retriesOverMs: 200 }, "PATCH");
  const { end } = shop.simulator.customerSays(ANA, { phoneNumberId: NUMBER, content: hola });
  expect(await end).toMatchObject({ kind: "given_up", attempts: pauses.length + 1 });
});

test("the state is one page of numbers", async () => {
  const { shop } = await shopAt();
  await shop.simulator.customerSays(ANA, { phoneNumberId: NUMBER, content: hola }).end;
  await code(shop);
  await callSimulator(shop, "/faults", { kind: "no_statuses" });
  expect((await callSimulator(shop, "/status")).json).toMatchObject({
    startedAt: "2026-11-21T12:00:00.000Z",
    ledger: { file: null, counts: { customer: 1, send_accepted: 1, send_refused: 0 } },
    faults: 1,
    rules: { pairRate: true },
  });
});
