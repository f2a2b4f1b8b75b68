import { describe, expect, test } from "vitest";
import { decision, eventually, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { startedShops } from "../support/started-shops.ts";

const at = startedShops();
const { open, newPhone, runOf, ended } = at;

describe("an agent that fails", () => {
  const fast = { retry: { maxAttempts: 3, baseDelayMs: 1, maxDelayMs: 5 } };

  test("is tried again, and the customer hears one answer", async () => {
    const { channel, texts } = recordingChannel();
    let calls = 0;
    const shaky = testAgent(() => {
      calls += 1;
      if (calls < 3) throw new Error("roto");
      return decision("por fin");
    });
    const { runId } = await open({ channel, agents: registryOf(shaky) }, fast).says("hola", { phone: newPhone() });
    await ended(runId);
    await eventually("a reply", () => texts().length > 0);
    await expect.poll(texts).toEqual(["por fin"]);
    expect(await runOf(runId)).toMatchObject({ status: "completed", attempts: 3, error: null });
  });

  test("every time ends in the dead letters; the customer hears the fallback once and the next message is answered", async () => {
    const { channel, texts } = recordingChannel();
    const poisoned = testAgent((input) => {
      if (input.message.includes("veneno")) throw new Error("roto");
      return decision(`eco: ${input.message}`);
    });
    const shop = open({ channel, agents: registryOf(poisoned) }, fast);
    const phone = newPhone();
    const { runId } = await shop.says("veneno", { phone });
    await ended(runId);
    expect(await runOf(runId)).toMatchObject({ status: "dead_letter", attempts: 3, error: { code: "internal" } });
    await ended((await shop.says("hola", { phone })).runId);
    await eventually("both replies", () => texts().length === 2);
    await expect.poll(texts).toEqual(["FALLBACK", "eco: hola"]);
  });

  test("with a hole in its template never lets it out: dead letter at once", async () => {
    const { channel, texts } = recordingChannel();
    const holey = testAgent(() => decision("Vale {{precio}}"));
    const { runId } = await open({ channel, agents: registryOf(holey) }, fast).says("precio", { phone: newPhone() });
    await ended(runId);
    await eventually("the fallback", () => texts().length > 0);
    await expect.poll(texts).toEqual(["FALLBACK"]);
    expect(await runOf(runId)).toMatchObject({
      status: "dead_letter",
      attempts: 1,
      error: { code: "decision_invalid" },
    });
  });

  test("with a silent handoff, or more than anybody reads, never lets it out", async () => {
    for (const bad of [decision(null, { handoff: { reason: "asesor" } }), decision("x".repeat(90_000))]) {
      const { channel, texts } = recordingChannel();
      const { runId } = await open({ channel, agents: registryOf(testAgent(() => bad)) }, fast).says("hola", {
        phone: newPhone(),
      });
      await ended(runId);
      await eventually("the fallback", () => texts().length > 0);
      await expect.poll(texts).toEqual(["FALLBACK"]);
      expect(await runOf(runId)).toMatchObject({ status: "dead_letter", error: { code: "decision_invalid" } });
    }
  });

  test("because it is not there leaves nobody without a word", async () => {
    const { channel, texts } = recordingChannel();
    const { runId } = await open({ channel, agents: registryOf() }, fast).says("hola", { phone: newPhone() });
    await ended(runId);
    expect(await runOf(runId)).toMatchObject({ status: "dead_letter", error: { code: "agent_unknown" } });
    await eventually("the fallback", () => texts().length > 0);
    await expect.poll(() => texts()[0]).toMatch(/persona de nuestro equipo/);
  });

  test("a run that killed its worker on every attempt is buried without being begun again", async () => {
    const { channel, texts } = recordingChannel();
    let calls = 0;
    const deadly = testAgent(() => {
      calls += 1;
      return decision("no");
    });
    const shop = open({ channel, agents: registryOf(deadly) }, { ...fast, maxBegun: 0 });
    const { runId } = await shop.says("hola", { phone: newPhone() });
    await ended(runId);
    expect(await runOf(runId)).toMatchObject({ status: "dead_letter", error: { code: "run_abandoned" } });
    expect(calls).toBe(0);
    await eventually("the fallback", () => texts().length === 1);
  });
});
