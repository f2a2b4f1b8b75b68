import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { EffectKind, ToolCall, ToolResult, Tools } from "../../../src/core/ports/tools.ts";
import { readsOf } from "../../support/reads.ts";
import {
  decision,
  eventually,
  openShop,
  recordingChannel,
  registryOf,
  type Shop,
  testAgent,
} from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

let database: TestDatabase;
const shops: Shop[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => Promise.all(shops.splice(0).map((shop) => shop.worker.stop(500))));

type Answer = (call: ToolCall) => Promise<ToolResult>;

const { runOf, ended } = readsOf(() => database);
const toolStep = async (id: string) => (await runOf(id)).steps.find(({ name }) => name === "tool:c1");

let people = 0;
/** A shop whose agent calls one tool, which answers the first call with the first answer, and so on; the last stays. */
async function callsTool(
  kind: EffectKind,
  answers: readonly Answer[],
  slots = 16,
  until: (runId: string) => Promise<void> = ended,
) {
  const keys: string[] = [];
  const tools: Tools = {
    kindOf: () => ({ kind, timeoutMs: 20 }),
    execute: (call) => {
      keys.push(call.idempotencyKey);
      const answer = answers[Math.min(keys.length, answers.length) - 1] as Answer;
      return answer(call);
    },
  };
  const agent = testAgent((input) =>
    decision(`eco: ${input.message}`, {
      tools: input.message === "hola" ? [{ callId: "c1", tool: "order", input: {} }] : [],
    }),
  );
  const { channel, texts } = recordingChannel();
  const shop = openShop(
    database.store,
    { channel, agents: registryOf(agent), tools },
    { slots, retry: { maxAttempts: 3, baseDelayMs: 1, maxDelayMs: 1 } },
  );
  shops.push(shop);
  shop.worker.start();
  people += 1;
  const phone = `57301${String(people).padStart(7, "0")}`;
  const { runId } = await shop.says("hola", { phone });
  await until(runId);
  return { runId, keys, texts, shop, phone, ended };
}

const ok: Answer = async () => ({ kind: "ok", output: 7 });
const refuses: Answer = async () => ({ kind: "error", code: "busy", message: "come again" });
const throws: Answer = async () => {
  throw new Error("socket hang up");
};
const hangs: Answer = () => new Promise(() => {});

test("a tool that says no is not taken at its word for ever: the next attempt asks again, with the same key", async () => {
  for (const kind of ["external", "read"] as const) {
    const { runId, keys, texts } = await callsTool(kind, [refuses, ok]);
    expect(keys).toEqual([`${runId}:c1`, `${runId}:c1`]);
    await eventually("the reply", () => texts().length === 1);
    expect(texts()).toEqual(["eco: hola"]);
    expect(await toolStep(runId)).toMatchObject({ status: "ok" });
  }
});

const ASKS = expect.stringMatching(/^Disculpe, en este momento no pude hacer lo que me pidió.*¿Lo intento otra vez\?$/);
const asksAgain = (runId: string) =>
  eventually("it asks", async () => (await runOf(runId)).status === "waiting_confirmation");

test.each(["external", "transactional", "read"] as const)(
  "a tool of effect %s that says no every time is told to the customer, whose yes tries it again with the same key",
  async (kind) => {
    const done: Answer = async () => ({ kind: "ok", output: 7, ...(kind === "transactional" ? { effect: null } : {}) });
    const { runId, keys, texts, shop, phone } = await callsTool(kind, [refuses, refuses, refuses, done], 16, asksAgain);
    expect(keys).toHaveLength(3);
    await eventually("the question", () => texts().length === 1);
    expect(texts()).toEqual([ASKS]);
    await shop.says("sí", { phone });
    await ended(runId);
    await eventually("the reply", () => texts().length === 2);
    await expect.poll(texts).toEqual([ASKS, "eco: hola"]);
    expect(new Set(keys)).toEqual(new Set([`${runId}:c1`]));
    expect(keys).toHaveLength(4);
    expect(await runOf(runId)).toMatchObject({ status: "completed" });
  },
);

test("a no leaves everything as it is", async () => {
  const { runId, keys, texts, shop, phone } = await callsTool("external", [refuses], 16, asksAgain);
  await shop.says("no", { phone });
  await ended(runId);
  await eventually("the answer", () => texts().length === 2);
  await expect.poll(() => texts()[1]).toMatch(/^Listo, no lo hago/);
  expect(keys).toHaveLength(3);
  expect(await toolStep(runId)).toMatchObject({ status: "error" });
});

test("a tool that fails again after the yes goes to a person: nobody is asked for ever", async () => {
  const { runId, texts, shop, phone } = await callsTool("external", [refuses], 16, asksAgain);
  await shop.says("sí", { phone });
  await ended(runId);
  expect(await runOf(runId)).toMatchObject({ status: "dead_letter", error: { code: "tool_failed" } });
  expect(await toolStep(runId)).toMatchObject({ status: "error" });
  await eventually("the fallback", () => texts().includes("FALLBACK"));
});

test.each([
  ["throws", throws],
  ["does not answer, deaf to its signal", hangs],
])("a write that fails and then %s is not offered again: it may have happened", async (_what, answer) => {
  const { runId, keys, texts, shop, phone } = await callsTool("external", [refuses, refuses, answer, ok]);
  expect(await runOf(runId)).toMatchObject({ status: "dead_letter", error: { code: "tool_in_doubt" } });
  await eventually("the fallback", () => texts().length === 1);
  await shop.says("sí", { phone });
  await eventually("the yes is a message like any other", () => texts().length === 2);
  expect(texts()).toEqual(["FALLBACK", "eco: sí"]);
  expect(keys).toHaveLength(3);
});

test("a tool that says that it will never succeed is not offered again", async () => {
  const never: Answer = async () => ({ kind: "error", code: "taken", message: "taken", retryable: false });
  const { runId } = await callsTool("external", [never]);
  expect(await runOf(runId)).toMatchObject({ status: "dead_letter", error: { code: "tool_failed" } });
});

test.each([
  ["throws", throws],
  ["does not answer, deaf to its signal", hangs],
])("an external tool that %s is in doubt: it stays `started` and is never called again", async (_what, answer) => {
  const { runId, keys, texts, shop, phone, ended } = await callsTool("external", [answer, ok], 1);
  expect(keys).toHaveLength(1);
  expect(await runOf(runId)).toMatchObject({ status: "dead_letter", error: { code: "tool_in_doubt" } });
  expect(await toolStep(runId)).toMatchObject({ status: "started" });
  // Neither the only slot nor the conversation hangs on it.
  await ended((await shop.says("otra cosa", { phone })).runId);
  await eventually("both replies", () => texts().length === 2);
  await expect.poll(texts).toEqual(["FALLBACK", "eco: otra cosa"]);
});

test.each([
  ["throws", throws],
  ["does not answer, deaf to its signal", hangs],
])("a tool that only reads and %s is called again", async (_what, answer) => {
  const { runId, keys } = await callsTool("read", [answer, ok]);
  expect(keys).toHaveLength(2);
  expect(await runOf(runId)).toMatchObject({ status: "completed", attempts: 2 });
});

test("the ledger reads in the order of the work, with a flush in the middle: act, then its tools", async () => {
  const { runId } = await callsTool("external", [ok]);
  expect((await runOf(runId)).steps.map(({ name }) => name)).toEqual([
    "ingest",
    "classify",
    "load_context",
    "plan",
    "act",
    "tool:c1",
    "verify",
    "respond",
    "learn",
  ]);
});
