import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { MessageContent } from "../../src/core/inbound/content.ts";
import { enqueueRequest, inbound } from "../support/inbound.ts";
import { readsOf } from "../support/reads.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let shops: Shop[];
let phone: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  shops = [];
  phone = `57300${Math.floor(Math.random() * 1e7)}`.padEnd(12, "0");
  return async () => {
    await Promise.all(shops.map((shop) => shop.worker.stop(500)));
  };
});

function open(parts: Parameters<typeof openShop>[1]): Shop {
  const shop = openShop(database.store, parts);
  shops.push(shop);
  shop.worker.start();
  return shop;
}

const { runOf, conversationOf, ended } = readsOf(() => database);
const recordOf = async (id: string) =>
  (await conversationOf(id)).turns?.map((turn) => [turn.role, turn.content, turn.intent]);
const says = (shop: Shop, body: string, overrides: Parameters<typeof inbound>[1] = {}) =>
  shop.says(body, { phone, ...overrides });
const does = (shop: Shop, content: MessageContent, overrides: Parameters<typeof inbound>[1] = {}) =>
  says(shop, "", { content, ...overrides });

/** An agent that thinks until it is let go. */
function slowAgent() {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let calls = 0;
  const agent = testAgent(async (input) => {
    calls += 1;
    if (calls === 1) await held;
    return decision(`eco: ${input.messages.join(" + ")}`);
  });
  return { agent, letGo: () => letGo(), calls: () => calls };
}

describe("an answer from the phone app", () => {
  test("stands in the chat record as the shop's own, ends the session, and silences the bot until the handback", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel });
    const first = await says(shop, "hola");
    await eventually("the reply", () => texts().length === 1);
    const echo = await says(shop, "hola, soy Ana", { inputType: "echo" });
    expect(echo.conversationId).toBe(first.conversationId);
    await ended(echo.runId);
    expect(await runOf(echo.runId)).toMatchObject({ outcome: "recorded", inputClass: null });
    const next = await says(shop, "gracias Ana");
    await ended(next.runId);
    expect(await runOf(next.runId)).toMatchObject({ outcome: "bot_off" });
    expect(await recordOf(first.conversationId)).toEqual([
      ["user", "hola", "hola"],
      ["assistant", "eco: hola", "hola"],
      ["assistant", "hola, soy Ana", "human"],
      ["user", "gracias Ana", null],
    ]);
    expect(await conversationOf(first.conversationId)).toMatchObject({
      botEnabled: false,
      session: { status: "handed_off" },
    });
    expect(texts()).toHaveLength(1);

    const back = { enabled: true, actor: "ana", note: null };
    await database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, first.conversationId as ConversationId, back);
    await says(shop, "¿y el precio?");
    await eventually("the bot answers again", () => texts().length === 2);
  });

  test("while the bot is thinking: what it thought is never said", async () => {
    const { channel, texts } = recordingChannel();
    const { agent, letGo, calls } = slowAgent();
    const shop = open({ channel, agents: registryOf(agent) });
    const asked = await says(shop, "hola");
    await eventually("it thinks", () => calls() === 1);
    const echo = await says(shop, "ya le escribo", { inputType: "echo" });
    letGo();
    await ended(asked.runId);
    await ended(echo.runId);
    expect(await runOf(asked.runId)).toMatchObject({ outcome: "bot_off" });
    expect(texts()).toEqual([]);
  });
});

describe("an edit", () => {
  const edited = (wamid: string, body: string): MessageContent => ({ type: "edit", targetWamid: wamid, body });

  test("that comes while the message waits is what is answered", async () => {
    const { channel, texts } = recordingChannel();
    const store = database.store;
    await store.mailbox.enqueue(enqueueRequest([inbound("quiero uno", { phone, wamid: `wamid.${phone}` })]));
    await store.mailbox.enqueue(
      enqueueRequest([inbound("", { phone, content: edited(`wamid.${phone}`, "quiero dos") })]),
    );
    open({ channel });
    await eventually("the reply", () => texts().length === 1);
    expect(texts()).toEqual(["eco: quiero dos"]);
  });

  test("that comes while the agent thinks is thought over, and answered once", async () => {
    const { channel, texts } = recordingChannel();
    const { agent, letGo, calls } = slowAgent();
    const shop = open({ channel, agents: registryOf(agent) });
    const asked = await says(shop, "quiero uno", { wamid: `wamid.${phone}` });
    await eventually("it thinks", () => calls() === 1);
    const edit = await does(shop, edited(`wamid.${phone}`, "quiero dos"));
    letGo();
    await ended(edit.runId);
    await eventually("the reply", () => texts().length === 1);
    await expect.poll(texts).toEqual(["eco: quiero dos"]);
    expect(await runOf(asked.runId)).toMatchObject({ outcome: "merged", mergedInto: edit.runId });
    expect(await recordOf(asked.conversationId)).toEqual([
      ["user", "quiero dos", "hola"],
      ["assistant", "eco: quiero dos", "hola"],
    ]);
  });

  test("that comes after the answer is kept, and opens no turn", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel });
    const asked = await says(shop, "quiero uno", { wamid: `wamid.${phone}` });
    await eventually("the reply", () => texts().length === 1);
    const edit = await does(shop, edited(`wamid.${phone}`, "quiero dos"));
    await ended(edit.runId);
    expect(await runOf(edit.runId)).toMatchObject({ outcome: "recorded" });
    const [event] = await database.rows("select payload -> 'content' as content from agent_events where run_id = $1", [
      edit.runId,
    ]);
    expect(event?.["content"]).toEqual(edited(`wamid.${phone}`, "quiero dos"));
    await expect.poll(texts).toEqual(["eco: quiero uno"]);
    expect(await recordOf(asked.conversationId)).toHaveLength(2);
  });
});

describe("a message that was taken back before its answer", () => {
  test("is not answered; what else was said is", async () => {
    const { channel, texts } = recordingChannel();
    const enqueue = (item: ReturnType<typeof inbound>) => database.store.mailbox.enqueue(enqueueRequest([item]));
    await enqueue(inbound("insulto", { phone, wamid: `wamid.${phone}` }));
    await enqueue(inbound("hola", { phone }));
    await enqueue(inbound("", { phone, content: { type: "revoke", targetWamid: `wamid.${phone}` } }));
    open({ channel });
    await eventually("the reply", () => texts().length === 1);
    expect(texts()).toEqual(["eco: hola"]);
  });

  test("alone leaves silence", async () => {
    const { channel, texts } = recordingChannel();
    const enqueue = (item: ReturnType<typeof inbound>) => database.store.mailbox.enqueue(enqueueRequest([item]));
    const { items } = await enqueue(inbound("hola", { phone, wamid: `wamid.${phone}` }));
    await enqueue(inbound("", { phone, content: { type: "revoke", targetWamid: `wamid.${phone}` } }));
    open({ channel });
    const runId = String(items[0]?.runId);
    await ended(runId);
    expect(await runOf(runId)).toMatchObject({ outcome: "recorded" });
    expect(texts()).toEqual([]);
  });
});

describe("a reaction", () => {
  const answered = async () => {
    const wamids: string[] = [];
    const recording = recordingChannel(() => {
      wamids.push(`wamid.ours.${phone}.${wamids.length}`);
      return { kind: "accepted", wamid: wamids.at(-1) ?? "", recipientPhone: null };
    });
    const shop = open({ channel: recording.channel });
    const { conversationId } = await says(shop, "hola");
    await eventually(
      "the reply is accepted",
      async () => (await conversationOf(conversationId)).messages?.[0]?.status === "accepted",
    );
    return { shop, conversationId, texts: recording.texts, ours: wamids[0] ?? "" };
  };

  test("to our last message is a short answer, in its place in the burst", async () => {
    const { shop, conversationId, texts, ours } = await answered();
    await does(shop, { type: "reaction", emoji: "👍🏽", targetWamid: ours });
    await eventually("the second reply", () => texts().length === 2);
    expect(texts()[1]).toBe("eco: ok");
    expect(await recordOf(conversationId)).toContainEqual(["user", "ok", "hola"]);
  });

  test.each<[string, (ours: string) => MessageContent]>([
    ["to the customer's own message", () => ({ type: "reaction", emoji: "👍", targetWamid: "wamid.theirs" })],
    ["that was taken back", (ours) => ({ type: "reaction", emoji: null, targetWamid: ours })],
    ["that is upset", (ours) => ({ type: "reaction", emoji: "😡", targetWamid: ours })],
    ["that says nothing to us", (ours) => ({ type: "reaction", emoji: "🎉", targetWamid: ours })],
  ])("%s is recorded and opens no turn", async (_, content) => {
    const { shop, texts, ours } = await answered();
    const { runId } = await does(shop, content(ours));
    await ended(runId);
    expect(await runOf(runId)).toMatchObject({ outcome: "recorded", inputClass: null });
    await expect.poll(texts).toHaveLength(1);
  });
});

test("a cart is written down with its items, and what stands beside it is answered", async () => {
  const { channel, texts } = recordingChannel();
  const items = [{ productId: "2x", quantity: 1, price: 109_900, currency: "COP" }];
  const { conversationId } = await does(open({ channel }), { type: "order", catalogId: "1", note: "para hoy", items });
  await eventually("the reply", () => texts().length === 1);
  expect(texts()).toEqual(["eco: para hoy"]);
  expect(await recordOf(conversationId)).toContainEqual(["user", "[order] 1 × 2x (109900 COP); para hoy", "hola"]);
});
