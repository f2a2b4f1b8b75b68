import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { humanDelayMs } from "../../../src/core/outbound/human-delay.ts";
import { inbound } from "../../support/inbound.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../../support/shop.ts";
import { pacedShops } from "./paced-shops.ts";

const paced = pacedShops();
const { open, openUnpaced, runOf, conversationOf, isTyped, passes } = paced;

describe("the first message of a reply", () => {
  test("is typed before it leaves, with no slot held, and the agent is asked once", async () => {
    const { channel, texts, typed } = recordingChannel();
    let asked = 0;
    const agent = testAgent((input) => {
      asked += 1;
      return decision(`eco: ${input.message}`);
    });
    const shop = open({ channel, agents: registryOf(agent) }, { slots: 1 });
    const { runId, conversationId } = await shop.says("hola", { phone: paced.phone, wamid: "wamid.PACE1" });
    await isTyped(runId);
    expect(typed).toEqual(["wamid.PACE1"]);
    // The only slot is free for somebody else, whose reply is typed at the same time.
    await isTyped((await shop.says("hola", { phone: `${paced.phone}1` })).runId);
    expect(texts()).toEqual([]);
    expect((await conversationOf(conversationId)).messages).toEqual([]);
    await passes(humanDelayMs("eco: hola", 1), shop);
    await eventually("both replies", () => texts().length === 2);
    expect(await runOf(runId)).toMatchObject({ status: "completed", outcome: "answered", attempts: 1 });
    expect(asked).toBe(2);
    expect(typed).toHaveLength(2);
  });

  test("leaves not a moment before a person could have typed it", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel });
    const { runId } = await shop.says("hola", { phone: paced.phone });
    await isTyped(runId);
    await passes(humanDelayMs("eco: hola", 1) - 2_000, shop);
    const { claims } = await paced.database.store.outbox.claim(shop.worker.id, 100, 45_000);
    expect([texts(), claims]).toEqual([[], []]);
    expect(await runOf(runId)).toMatchObject({ status: "queued" });
  });

  test("is not typed at all in a shop that answers at once, nor where there is nothing to say", async () => {
    const { channel, texts } = recordingChannel();
    const { runId } = await openUnpaced({ channel, responseSpeed: 0 }).says("hola", { phone: paced.phone });
    await eventually("the reply", () => texts().length === 1);
    const quiet = testAgent(() => decision(null));
    const silent = await open({ channel, agents: registryOf(quiet) }).says("gracias", { phone: paced.phone });
    await eventually("the turn ends", async () => (await runOf(silent.runId)).status === "completed");
    expect(await runOf(runId)).toMatchObject({ attempts: 1 });
  });

  test("and a second message while it is being typed: one reply answers both, and it is typed anew", async () => {
    const { channel, texts, typed } = recordingChannel();
    const shop = open({ channel });
    const first = await shop.says("hola", { phone: paced.phone, wamid: "wamid.A" });
    await isTyped(first.runId);
    await passes(4_000, shop);
    const second = await shop.says("¿cuánto vale?", { phone: paced.phone, wamid: "wamid.B" });
    await passes(3_000, shop);
    await isTyped(second.runId);
    expect(texts()).toEqual([]);
    expect(await runOf(first.runId)).toMatchObject({ outcome: "merged", mergedInto: second.runId });
    expect(typed).toEqual(["wamid.A", "wamid.B"]);
    await passes(12_000, shop);
    await eventually("the reply", () => texts().length > 0);
    expect(texts()).toEqual(["eco: hola + ¿cuánto vale?"]);
    expect(await runOf(second.runId)).toMatchObject({ outcome: "answered", attempts: 1 });
  });

  test("leaves 12 s after the first message also to somebody who never stops writing", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel });
    await isTyped((await shop.says("mensaje 0", { phone: paced.phone })).runId);
    await passes(5_000, shop);
    const second = await shop.says("mensaje 1", { phone: paced.phone });
    await passes(4_500, shop);
    await isTyped(second.runId);
    const third = await shop.says("mensaje 2", { phone: paced.phone });
    expect(texts()).toEqual([]);
    await passes(2_500, shop);
    await eventually("the reply", async () => (await runOf(third.runId)).status !== "queued" && texts().length > 0);
    expect(texts()).toEqual(["eco: mensaje 0 + mensaje 1 + mensaje 2"]);
    expect(await runOf(third.runId)).toMatchObject({ outcome: "answered", attempts: 1 });
  });

  test("is not thought over for longer than 12 s for somebody who writes while it is thought of", async () => {
    const { channel, texts } = recordingChannel();
    let asked = 0;
    const agent = testAgent(async (input) => {
      asked += 1;
      const answer = decision(`eco: ${input.messages.length}`);
      if (texts().length > 0 || asked > 6) return answer;
      await paced.database.advance(4_500);
      await shop.post([inbound("¿y?", { phone: paced.phone })]);
      return answer;
    });
    const shop = open({ channel, agents: registryOf(agent), responseSpeed: 0 });
    await shop.says("hola", { phone: paced.phone });
    await eventually("the reply", () => texts().length > 0);
    expect(texts()[0]).toBe("eco: 4");
  });

  test("waits for words, not for reactions that say nothing: it leaves when it was due, and is shown as typed once", async () => {
    const { channel, texts, typed } = recordingChannel();
    // Whoever thinks again may find more to say; it is not typed for longer.
    let asked = 0;
    const agent = testAgent((input) => {
      asked += 1;
      return decision(`eco: ${input.messages.join(" + ")}${" y más".repeat(10 * (asked - 1))}`);
    });
    const shop = open({ channel, agents: registryOf(agent) });
    const { runId } = await shop.says("hola", { phone: paced.phone, wamid: "wamid.WORDS" });
    await isTyped(runId);
    const dueMs = humanDelayMs("eco: hola", 1);
    for (let n = 0; n < 3; n += 1) {
      await passes(dueMs / 3, shop);
      await shop.says("", {
        phone: paced.phone,
        content: { type: "reaction", emoji: "🔥", targetWamid: "wamid.other" },
      });
    }
    shop.worker.wake("mailbox");
    await eventually("the reply", () => texts().length > 0);
    expect(texts()[0]).toMatch(/^eco: hola/);
    expect([texts().length, typed]).toEqual([1, ["wamid.WORDS"]]);
  });

  test("answers a message as it was edited while the reply was typed, at the time when it was due", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel });
    const { runId } = await shop.says("vale", { phone: paced.phone, wamid: "wamid.EDITED" });
    await isTyped(runId);
    await passes(1_500, shop);
    const body = "¿cuánto vale el envío a Leticia?";
    await shop.says("", { phone: paced.phone, content: { type: "edit", targetWamid: "wamid.EDITED", body } });
    await passes(humanDelayMs("eco: vale", 1) - 1_500, shop);
    await eventually("the reply", () => texts().length > 0);
    expect(texts()).toEqual([`eco: ${body}`]);
  });

  test("is not said at all to a message that was taken back while it was typed", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel });
    const { runId } = await shop.says("hola", { phone: paced.phone, wamid: "wamid.REVOKED" });
    await isTyped(runId);
    const revoke = await shop.says("", {
      phone: paced.phone,
      content: { type: "revoke", targetWamid: "wamid.REVOKED" },
    });
    await passes(12_000, shop);
    await eventually("the turn is over", async () => (await runOf(revoke.runId)).status === "completed");
    expect([texts(), (await runOf(revoke.runId)).outcome]).toEqual([[], "recorded"]);
  });

  test("is not said by the bot when a person took the conversation while it was typed", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel });
    const { runId, conversationId } = await shop.says("hola", { phone: paced.phone });
    await isTyped(runId);
    await paced.database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId as ConversationId, {
      enabled: false,
      actor: "ana",
      note: null,
    });
    await passes(12_000, shop);
    await eventually("the turn is over", async () => (await runOf(runId)).status === "completed");
    expect([texts(), (await runOf(runId)).outcome]).toEqual([[], "bot_off"]);
  });

  test("is decided anew when somebody changes the conversation while it is typed: a takeover silences it", async () => {
    const { channel, texts } = recordingChannel();
    let asked = 0;
    const agent = testAgent(() => {
      asked += 1;
      return decision(`respuesta ${asked}`);
    });
    const shop = open({ channel, agents: registryOf(agent) });
    const { runId, conversationId } = await shop.says("hola", { phone: paced.phone });
    await isTyped(runId);
    const turn = (enabled: boolean) =>
      paced.database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId as ConversationId, {
        enabled,
        actor: "ana",
        note: null,
      });
    await turn(false);
    await turn(true);
    await passes(12_000, shop);
    await eventually("the reply", () => texts().length > 0);
    expect(texts()).toEqual(["respuesta 2"]);
  });

  test("survives the death of its worker while it is typed, and also the one after: nothing is lost or asked twice", async () => {
    const { channel, texts } = recordingChannel();
    let asked = 0;
    const agent = testAgent((input) => {
      asked += 1;
      return decision(`eco: ${input.message}`);
    });
    const parts = { channel, agents: registryOf(agent), responseSpeed: 1 };
    const dead = openShop(paced.database.store, parts);
    const { runId } = await dead.says("hola", { phone: paced.phone });
    await isTyped(runId);
    // It is claimed by a process that dies before it has done anything.
    await paced.database.advance(12_000);
    const { turns } = await paced.database.store.mailbox.claim({
      worker: dead.worker.id,
      leaseMs: 30_000,
      freeSlots: 100,
    });
    expect(turns.map((turn) => turn.run.id)).toContain(runId);
    await paced.database.advance(31_000);
    open(parts).worker.wake("mailbox");
    await eventually("the reply", () => texts().length > 0);
    expect([texts(), asked]).toEqual([["eco: hola"], 1]);
    expect(await runOf(runId)).toMatchObject({ outcome: "answered", attempts: 2 });
  });

  test("of a turn that has acted outside is typed too, and what was done is not done again", async () => {
    const { channel, texts } = recordingChannel();
    const calls: unknown[] = [];
    const agent = testAgent((input) =>
      decision(`hecho: ${input.messages.join(" + ")}`, {
        tools: [{ callId: "c1", tool: "known", input: { for: input.message } }],
      }),
    );
    const shop = open({
      channel,
      agents: registryOf(agent),
      tools: {
        kindOf: () => ({ kind: "external", timeoutMs: 1_000 }),
        execute: async ({ input }) => {
          calls.push(input);
          return { kind: "ok", output: null };
        },
      },
    });
    const first = await shop.says("pida", { phone: paced.phone });
    await isTyped(first.runId);
    await shop.post([inbound("¿ya?", { phone: paced.phone })]);
    await passes(12_000, shop);
    await eventually("the first reply", () => texts().length > 0);
    // The second message may be answered by now, in a turn of its own.
    expect([texts()[0], calls.filter((call) => isDeepStrictEqual(call, { for: "pida" }))]).toEqual([
      "hecho: pida",
      [{ for: "pida" }],
    ]);
  });
});
