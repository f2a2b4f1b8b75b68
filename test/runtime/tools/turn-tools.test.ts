import { describe, expect, test } from "vitest";
import { RecadoError } from "../../../src/core/errors.ts";
import type { Tools } from "../../../src/core/ports/tools.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../../support/shop.ts";
import { startedShops } from "../../support/started-shops.ts";

const at = startedShops();
const { open, newPhone, runOf, conversationOf, ended } = at;

describe("tools", () => {
  const calls: string[] = [];
  const toolOf = (execute: Tools["execute"], timeoutMs = 1_000): Tools => ({
    kindOf: (tool) => (tool === "known" ? { kind: "external", timeoutMs } : null),
    execute,
  });
  const asking = (tool: string) =>
    testAgent(() => decision("hecho", { tools: [{ callId: "c1", tool, input: { a: 1 } }] }));

  test("an external call that succeeded is replayed, never made again, when the attempt after it fails", async () => {
    const { channel, texts } = recordingChannel();
    const keys: string[] = [];
    const store = at.database.store;
    let fails = 2;
    const flaky = {
      ...store,
      mailbox: {
        ...store.mailbox,
        commit: (async (...args) => {
          if (fails-- > 0) throw new RecadoError("internal", "the process broke after the effect");
          return store.mailbox.commit(...args);
        }) as typeof store.mailbox.commit,
      },
    };
    const shop = openShop(
      flaky,
      {
        channel,
        agents: registryOf(asking("known")),
        tools: toolOf(async ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return { kind: "ok", output: { order: 7 } };
        }),
      },
      { retry: { maxAttempts: 3, baseDelayMs: 1, maxDelayMs: 5 } },
    );
    at.stopsAtEnd(shop);
    shop.worker.start();
    const { runId } = await shop.says("hola", { phone: newPhone() });
    await ended(runId);
    await eventually("a reply", () => texts().length > 0);
    expect(keys).toEqual([`${runId}:c1`]);
    await expect.poll(texts).toEqual(["hecho"]);
    expect((await runOf(runId)).steps.find((step) => step.name === "tool:c1")).toMatchObject({
      status: "ok",
      phase: "act",
    });
  });

  test("a call that was cut off before its answer is in doubt: it is not repeated, and nothing claims that it was done", async () => {
    const { channel, texts } = recordingChannel();
    const cut = openShop(at.database.store, {
      channel,
      agents: registryOf(asking("known")),
      // Its process is gone before its time is up.
      tools: toolOf(() => new Promise(() => {}), 600_000),
    });
    at.stopsAtEnd(cut);
    const phone = newPhone();
    const { runId, conversationId } = await cut.says("hola", { phone });
    await eventually("the call has begun", async () =>
      (await runOf(runId)).steps.some((step) => step.status === "started"),
    );
    // The process is gone; its lease runs out.
    await at.database.advance(31_000);
    const second = open(
      {
        channel,
        agents: registryOf(asking("known")),
        tools: toolOf(async () => {
          calls.push("again");
          return { kind: "ok", output: null };
        }),
      },
      { retry: { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1 } },
    );
    second.worker.wake("mailbox");
    await ended(runId);
    expect(calls).toEqual([]);
    expect(await runOf(runId)).toMatchObject({
      status: "dead_letter",
      error: { code: "tool_in_doubt", message: expect.stringContaining("not known") },
    });
    await eventually(
      "the fallback",
      async () => (await conversationOf(conversationId)).messages?.[0]?.status === "accepted",
    );
    expect(texts()).toEqual(["FALLBACK"]);
  });

  test("an unknown tool is denied and its reply does not go out", async () => {
    const { channel, texts } = recordingChannel();
    const { runId } = await open(
      { channel, agents: registryOf(asking("stranger")), tools: toolOf(async () => ({ kind: "ok", output: null })) },
      { retry: { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1 } },
    ).says("hola", { phone: newPhone() });
    await ended(runId);
    expect(await runOf(runId)).toMatchObject({
      status: "dead_letter",
      error: { message: expect.stringContaining('"stranger"') },
    });
    await eventually("the fallback", () => texts().length === 1);
    await expect.poll(texts).toEqual(["FALLBACK"]);
  });
});
