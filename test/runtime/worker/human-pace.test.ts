import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentInput, Decision } from "../../../src/core/agent/agent.ts";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { humanDelayMs } from "../../../src/core/outbound/human-delay.ts";
import { inbound } from "../../support/inbound.ts";
import { violations } from "../../support/oracle.ts";
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
let shops: Shop[];
let phone: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  shops = [];
  phone = `57302${Math.floor(Math.random() * 1e7)}`.padEnd(12, "0");
  return async () => {
    await Promise.all(shops.map((shop) => shop.worker.stop(500)));
    // What a test left unfinished is finished, and the database is asked whether all is in order.
    await database.advance(120_000);
    const last = openShop(database.store, { channel: recordingChannel().channel });
    last.worker.start();
    await eventually("all is quiet", async () => (await violations(database)).length === 0);
    await last.worker.stop(500);
  };
});

/** A shop that types like a person. */
function open(...[parts, options]: Parameters<typeof openUnpaced>): Shop {
  return openUnpaced({ responseSpeed: 1, ...parts }, options);
}
function openUnpaced(...[parts, options]: [Parameters<typeof openShop>[1], Parameters<typeof openShop>[2]?]): Shop {
  const shop = openShop(database.store, parts, options);
  shops.push(shop);
  shop.worker.start();
  return shop;
}

const { runOf, conversationOf } = readsOf(() => database);
const isTyped = (runId: string) =>
  eventually("the reply is being typed", async () => {
    const run = await runOf(runId);
    return run.status === "queued" && run.steps.some((step) => step.name === "respond");
  });
const passes = async (ms: number, shop: Shop) => {
  await database.advance(ms);
  shop.worker.wake("mailbox");
  shop.worker.wake("outbox");
};

describe("the first message of a reply", () => {
  test("is typed before it leaves, with no slot held, and the agent is asked once", async () => {
    const { channel, texts, typed } = recordingChannel();
    let asked = 0;
    const agent = testAgent((input) => {
      asked += 1;
      return decision(`eco: ${input.message}`);
    });
    const shop = open({ channel, agents: registryOf(agent) }, { slots: 1 });
    const { runId, conversationId } = await shop.says("hola", { phone, wamid: "wamid.PACE1" });
    await isTyped(runId);
    expect(typed).toEqual(["wamid.PACE1"]);
    // The only slot is free for somebody else, whose reply is typed at the same time.
    await isTyped((await shop.says("hola", { phone: `${phone}1` })).runId);
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
    const { runId } = await shop.says("hola", { phone });
    await isTyped(runId);
    await passes(humanDelayMs("eco: hola", 1) - 2_000, shop);
    const { claims } = await database.store.outbox.claim(shop.worker.id, 100, 45_000);
    expect([texts(), claims]).toEqual([[], []]);
    expect(await runOf(runId)).toMatchObject({ status: "queued" });
  });

  test("is not typed at all in a shop that answers at once, nor where there is nothing to say", async () => {
    const { channel, texts } = recordingChannel();
    const { runId } = await openUnpaced({ channel, responseSpeed: 0 }).says("hola", { phone });
    await eventually("the reply", () => texts().length === 1);
    const quiet = testAgent(() => decision(null));
    const silent = await open({ channel, agents: registryOf(quiet) }).says("gracias", { phone });
    await eventually("the turn ends", async () => (await runOf(silent.runId)).status === "completed");
    expect(await runOf(runId)).toMatchObject({ attempts: 1 });
  });

  test("and a second message while it is being typed: one reply answers both, and it is typed anew", async () => {
    const { channel, texts, typed } = recordingChannel();
    const shop = open({ channel });
    const first = await shop.says("hola", { phone, wamid: "wamid.A" });
    await isTyped(first.runId);
    await passes(4_000, shop);
    const second = await shop.says("¿cuánto vale?", { phone, wamid: "wamid.B" });
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
    await isTyped((await shop.says("mensaje 0", { phone })).runId);
    await passes(5_000, shop);
    const second = await shop.says("mensaje 1", { phone });
    await passes(4_500, shop);
    await isTyped(second.runId);
    const third = await shop.says("mensaje 2", { phone });
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
      await database.advance(4_500);
      await shop.post([inbound("¿y?", { phone })]);
      return answer;
    });
    const shop = open({ channel, agents: registryOf(agent), responseSpeed: 0 });
    await shop.says("hola", { phone });
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
    const { runId } = await shop.says("hola", { phone, wamid: "wamid.WORDS" });
    await isTyped(runId);
    const dueMs = humanDelayMs("eco: hola", 1);
    for (let n = 0; n < 3; n += 1) {
      await passes(dueMs / 3, shop);
      await shop.says("", { phone, content: { type: "reaction", emoji: "🔥", targetWamid: "wamid.other" } });
    }
    shop.worker.wake("mailbox");
    await eventually("the reply", () => texts().length > 0);
    expect(texts()[0]).toMatch(/^eco: hola/);
    expect([texts().length, typed]).toEqual([1, ["wamid.WORDS"]]);
  });

  test("answers a message as it was edited while the reply was typed, at the time when it was due", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel });
    const { runId } = await shop.says("vale", { phone, wamid: "wamid.EDITED" });
    await isTyped(runId);
    await passes(1_500, shop);
    const body = "¿cuánto vale el envío a Leticia?";
    await shop.says("", { phone, content: { type: "edit", targetWamid: "wamid.EDITED", body } });
    await passes(humanDelayMs("eco: vale", 1) - 1_500, shop);
    await eventually("the reply", () => texts().length > 0);
    expect(texts()).toEqual([`eco: ${body}`]);
  });

  test("is not said at all to a message that was taken back while it was typed", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel });
    const { runId } = await shop.says("hola", { phone, wamid: "wamid.REVOKED" });
    await isTyped(runId);
    const revoke = await shop.says("", { phone, content: { type: "revoke", targetWamid: "wamid.REVOKED" } });
    await passes(12_000, shop);
    await eventually("the turn is over", async () => (await runOf(revoke.runId)).status === "completed");
    expect([texts(), (await runOf(revoke.runId)).outcome]).toEqual([[], "recorded"]);
  });

  test("is not said by the bot when a person took the conversation while it was typed", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel });
    const { runId, conversationId } = await shop.says("hola", { phone });
    await isTyped(runId);
    await database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId as ConversationId, {
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
    const { runId, conversationId } = await shop.says("hola", { phone });
    await isTyped(runId);
    const turn = (enabled: boolean) =>
      database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId as ConversationId, {
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
    const dead = openShop(database.store, parts);
    const { runId } = await dead.says("hola", { phone });
    await isTyped(runId);
    // It is claimed by a process that dies before it has done anything.
    await database.advance(12_000);
    const { turns } = await database.store.mailbox.claim({ worker: dead.worker.id, leaseMs: 30_000, freeSlots: 100 });
    expect(turns.map((turn) => turn.run.id)).toContain(runId);
    await database.advance(31_000);
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
    const first = await shop.says("pida", { phone });
    await isTyped(first.runId);
    await shop.post([inbound("¿ya?", { phone })]);
    await passes(12_000, shop);
    await eventually("the first reply", () => texts().length > 0);
    // The second message may be answered by now, in a turn of its own.
    expect([texts()[0], calls.filter((call) => isDeepStrictEqual(call, { for: "pida" }))]).toEqual([
      "hecho: pida",
      [{ for: "pida" }],
    ]);
  });
});

describe("the later messages of a reply", () => {
  const one = { text: "Nuestro producto es natural", templateId: "info-1", priority: "CORE" } as const;
  const two = { text: "Vale $79.900 con envío gratis", templateId: "precio-1", priority: "COMPLEMENTARIA" } as const;
  const twoMs = humanDelayMs(two.text, 1);
  /** Says two things to the first message, and one to every other; keeps what it was told. */
  function talkative(answer: (input: AgentInput) => Decision = (input) => decision(`eco: ${input.message}`)) {
    const heard: AgentInput[] = [];
    const agent = testAgent((input) => {
      heard.push(input);
      if (input.turnNumber > 1) return answer(input);
      const newTemplatesEnviados = [one.templateId, two.templateId];
      return decision(null, { messages: [one, two], stateUpdates: { newTemplatesEnviados } });
    });
    return { agents: registryOf(agent), heard };
  }
  const statusesOf = async (conversationId: string) =>
    (
      await database.rows("select status, drop_code from outbox_messages where conversation_id = $1 order by seq", [
        conversationId,
      ])
    ).map(({ status, drop_code }) => (drop_code === null ? status : `${status}: ${drop_code}`));
  /** The customer has heard the first of two. */
  async function heardOne(shop: Shop, texts: () => string[], overrides: Parameters<Shop["says"]>[1] = {}) {
    const said = await shop.says("hola", { phone, ...overrides });
    await isTyped(said.runId);
    await passes(12_000, shop);
    await eventually("the first is accepted", async () => (await statusesOf(said.conversationId))[0] === "accepted");
    expect(texts()).toEqual([one.text]);
    return said;
  }

  test("are typed one after the other", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel, agents: talkative().agents });
    const { conversationId } = await heardOne(shop, texts);
    await passes(twoMs - 3_000, shop);
    const { claims } = await database.store.outbox.claim(shop.worker.id, 100, 45_000);
    expect([claims, texts()]).toEqual([[], [one.text]]);
    await passes(3_000, shop);
    await eventually("the second", () => texts().length === 2);
    await eventually("it is accepted", async () => (await statusesOf(conversationId))[1] === "accepted");
    const { session } = await conversationOf(conversationId);
    expect(session?.templates_enviados).toEqual(["info-1", "precio-1"]);
  });

  test("a question between two bubbles stops the second; the agent knows what was left unsaid, and it counts as not said", async () => {
    const { channel, texts } = recordingChannel();
    const { agents, heard } = talkative();
    const shop = open({ channel, agents });
    const { conversationId } = await heardOne(shop, texts);
    const question = await shop.says("¿es seguro?", { phone });
    await isTyped(question.runId);
    // Its time comes and goes while the answer to the question is being typed.
    await passes(twoMs - 3_000, shop);
    await passes(twoMs, shop);
    await eventually("the answer", () => texts().length > 1);
    expect(texts()).toEqual([one.text, "eco: ¿es seguro?"]);
    expect(heard.at(-1)).toMatchObject({
      unsaid: [{ content: { type: "text", body: two.text }, templateId: "precio-1", priority: "COMPLEMENTARIA" }],
      session: { templatesEnviados: ["info-1"] },
    });
    expect(heard.at(-1)?.history.map((turn) => turn.content)).toEqual(["hola", one.text]);
    await eventually("all is settled", async () => (await statusesOf(conversationId)).at(-1) === "accepted");
    expect(await statusesOf(conversationId)).toEqual(["accepted", "dropped: interrupted", "accepted"]);
    expect((await conversationOf(conversationId)).session?.templates_enviados).toEqual(["info-1"]);
  });

  test("what was left unsaid waits for the next turn that answers", async () => {
    const { channel, texts } = recordingChannel();
    const { agents, heard } = talkative((input) => decision(input.message === "ok" ? null : `eco: ${input.message}`));
    const shop = open({ channel, agents });
    const { conversationId } = await heardOne(shop, texts);
    for (const message of ["ok", "¿y?", "gracias"]) {
      const { runId } = await shop.says(message, { phone });
      await eventually("the turn is over", async () => {
        await passes(1_000, shop);
        return (await runOf(runId)).status === "completed";
      });
    }
    expect(heard.map(({ message, unsaid }) => [message, unsaid.length])).toEqual([
      ["hola", 0],
      ["ok", 1],
      ["¿y?", 1],
      ["gracias", 0],
    ]);
    expect((await statusesOf(conversationId)).slice(0, 2)).toEqual(["accepted", "dropped: interrupted"]);
  });

  test("are stopped also where a person answers and the agent is not asked", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel, agents: talkative().agents });
    const { conversationId } = await heardOne(shop, texts);
    await database.rows("update conversations set bot_enabled = false where id = $1", [conversationId]);
    const { runId } = await shop.says("¿es seguro?", { phone });
    await eventually("the turn is over", async () => (await runOf(runId)).outcome === "bot_off");
    expect(await statusesOf(conversationId)).toEqual(["accepted", "dropped: interrupted"]);
    expect((await conversationOf(conversationId)).session?.templates_enviados).toEqual(["info-1"]);
  });

  test("are not stopped by a reaction", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel, agents: talkative().agents });
    await heardOne(shop, texts);
    await shop.says("", { phone, content: { type: "reaction", emoji: "🎉", targetWamid: "wamid.other" } });
    await passes(twoMs, shop);
    await eventually("the second", () => texts().length === 2);
    expect(texts()).toEqual([one.text, two.text]);
  });

  test("that WhatsApp refuses for good leave the list of what was said", async () => {
    const { channel, texts } = recordingChannel((_request, n) =>
      n === 1
        ? { kind: "accepted", wamid: "wamid.first", recipientPhone: null }
        : { kind: "refused", code: 131_026, detail: "undeliverable", refusal: "unreachable", retryAfterMs: null },
    );
    const shop = open({ channel, agents: talkative().agents });
    const { conversationId } = await heardOne(shop, texts);
    await passes(twoMs, shop);
    await eventually("it failed", async () => (await statusesOf(conversationId))[1] === "failed");
    expect((await conversationOf(conversationId)).session?.templates_enviados).toEqual(["info-1"]);
  });
});
