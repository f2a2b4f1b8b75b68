import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentInput } from "../../src/core/agent/agent.ts";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { mediaTexts } from "../../src/core/inbound/media-texts.ts";
import { happeningsOf } from "../../src/lab/scenarios/recorded-happenings.ts";
import { readRecordedConversation } from "../../src/postgres/inbox/recorded-conversation.ts";
import type { RuntimeDependencies } from "../../src/runtime/dependencies.ts";
import { newId } from "../support/inbound.ts";
import { readsOf } from "../support/reads.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { fetcherOf, listening, type Told, voiceNote } from "../support/voice-notes.ts";

let database: TestDatabase;
let shops: Shop[];
let phone: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());
beforeEach(() => {
  shops = [];
  phone = `57300${Math.floor(Math.random() * 1e7)}`.padEnd(12, "0");
  return async () => {
    await Promise.all(shops.map((shop) => shop.worker.stop(500)));
  };
});

const { runOf, conversationOf, ended } = readsOf(() => database);
const fetcher = fetcherOf(() => database);
const recordOf = async (id: string) => (await conversationOf(id)).turns?.map((turn) => [turn.role, turn.content]);

/** A shop that listens; its agent repeats what it hears, or asks to write. */
function open(ears: ReturnType<typeof listening>, more: Partial<RuntimeDependencies> = {}, slots = 4) {
  const { channel, sent, texts, typed } = recordingChannel();
  const told: Told[] = [];
  const inputs: AgentInput[] = [];
  const agent = testAgent(
    (input) => {
      inputs.push(input);
      return decision(input.message === "" ? "¿me lo escribe?" : `eco: ${input.messages.join(" + ")}`);
    },
    { understands: ["audio"] },
  );
  const quiet = openShop(database.store, { channel }).dependencies.metrics;
  const metrics = { ...quiet, understood: (one: object) => void told.push(one as Told) };
  const shop = openShop(
    database.store,
    { channel, agents: registryOf(agent), files: ears.files, metrics, ...more },
    { pollMs: 100, slots },
  );
  shops.push(shop);
  shop.worker.start();
  const sends = (mediaId: string, wamid = `wamid.${newId()}`) =>
    shop.says("", { phone, content: voiceNote(mediaId), wamid });
  const outcomes = () => told.map(({ outcome }) => outcome);
  return { shop, sends, sent, texts, typed, inputs, outcomes };
}
const stepsOf = async (runId: string) =>
  (await runOf(runId)).steps.filter(({ name }) => name.startsWith("understand")).map(({ status }) => status);

test("a replay says again what a voice note said, and an agent that listens decides the same", async () => {
  const { sends } = open(listening());
  const { runId, conversationId } = await sends("v0", "wamid.v0");
  await fetcher.brings("v0", "soy Elkin Páez");
  await ended(runId);
  const recorded = await readRecordedConversation(database.database, conversationId);
  expect(recorded === null ? [] : happeningsOf(recorded)).toMatchObject([
    {
      action: { media: { kind: "audio", words: "soy Elkin Páez" } },
      decision: { messages: [{ text: "eco: soy Elkin Páez" }] },
    },
  ]);
});

test("the words of a voice note are the message: the agent hears them, the chat record keeps them as spoken", async () => {
  const ears = listening();
  const { sends, texts, inputs, outcomes, typed } = open(ears);
  const { runId, conversationId } = await sends("v1", "wamid.v1");
  await fetcher.brings("v1", "soy Elkin Páez, estoy en Neiva");
  await ended(runId);
  await eventually("it is answered", () => texts().length > 0);
  await expect.poll(texts).toEqual(["eco: soy Elkin Páez, estoy en Neiva"]);
  expect(inputs).toMatchObject([
    {
      message: "soy Elkin Páez, estoy en Neiva",
      inputClass: "RICH_INPUT",
      media: ["audio"],
      understood: [{ medium: "audio", caption: null, understanding: { kind: "heard" } }],
    },
  ]);
  expect(await recordOf(conversationId)).toEqual([
    ["user", "[audio] soy Elkin Páez, estoy en Neiva"],
    ["assistant", "eco: soy Elkin Páez, estoy en Neiva"],
  ]);
  expect(outcomes()).toEqual(["heard"]);
  expect(await stepsOf(runId)).toEqual(["ok"]);
  expect(typed[0]).toBe("wamid.v1");
  expect(ears.transcriber.notes).toMatchObject([{ mimeType: "audio/ogg", language: "es" }]);
});

test("words that ask for something to be done give the turn the class that may do it", async () => {
  const { sends, inputs } = open(listening());
  const { runId } = await sends("v2");
  await fetcher.brings("v2", "recuérdame pagar el recibo el viernes");
  await ended(runId);
  expect(inputs[0]?.inputClass).toBe("RICH_INPUT_TOOL_INTENT");
});

test("while a file is on its way no slot is held: others are answered, and the file is heard the moment it comes", async () => {
  const { shop, sends, texts } = open(listening(), {}, 1);
  const { runId } = await sends("v3");
  await eventually("it is let go", async () => (await runOf(runId)).status === "queued");
  await shop.says("hola", { phone: `${phone.slice(0, -1)}x`.replace("x", phone.endsWith("1") ? "2" : "1") });
  await eventually("the other is answered", () => texts().includes("eco: hola"));
  expect(await runOf(runId)).toMatchObject({ status: "queued" });
  await fetcher.brings("v3", "ya llegó");
  await ended(runId);
  await eventually("both are answered", () => texts().length === 2);
  await expect.poll(texts).toEqual(["eco: hola", "eco: ya llegó"]);
  expect(await runOf(runId)).toMatchObject({ attempts: 1 });
});

test("two voice notes in a burst are one message, and neither is heard twice", async () => {
  const ears = listening();
  const { sends, texts } = open(ears);
  const first = await sends("v4");
  await eventually("it is let go", async () => (await runOf(first.runId)).status === "queued");
  const second = await sends("v5");
  await fetcher.brings("v4", "soy Ana");
  await fetcher.brings("v5", "y vivo en Cali");
  await ended(second.runId);
  await eventually("it is answered", () => texts().length > 0);
  await expect.poll(texts).toEqual(["eco: soy Ana + y vivo en Cali"]);
  expect(await runOf(first.runId)).toMatchObject({ outcome: "merged" });
  expect(ears.transcriber.notes).toHaveLength(2);
});

test("what was heard stands with the file: a process that dies before its commit asks no question again", async () => {
  const ears = listening();
  let isFirst = true;
  const store = {
    ...database.store,
    mailbox: {
      ...database.store.mailbox,
      commit: async (...given: Parameters<typeof database.store.mailbox.commit>) => {
        if (!isFirst) return database.store.mailbox.commit(...given);
        isFirst = false;
        throw new Error("cut off before the commit");
      },
    },
  };
  const retry = { maxAttempts: 3, baseDelayMs: 1, maxDelayMs: 1 };
  const { channel, texts } = recordingChannel();
  const agent = testAgent((input) => decision(`eco: ${input.message}`), { understands: ["audio"] });
  const parts = { channel, agents: registryOf(agent), files: ears.files };
  const shop = openShop(store, parts, { pollMs: 100, retry });
  shops.push(shop);
  shop.worker.start();
  const { runId } = await shop.says("", { phone, content: voiceNote("v6") });
  await fetcher.brings("v6", "hola");
  await ended(runId);
  await eventually("it is answered", () => texts().length > 0);
  expect(isFirst).toBe(false);
  await expect.poll(texts).toEqual(["eco: hola"]);
  expect(ears.transcriber.notes).toHaveLength(1);
});

describe("what nobody can make out", () => {
  const sentKinds = (sent: ReturnType<typeof open>["sent"]) =>
    sent.map(({ content }) => (content.type === "reaction" ? [content.emoji, content.targetWamid] : content.type));

  test("silence: the customer is asked to write, the message is marked, and the run is completed", async () => {
    const { sends, texts, sent, outcomes, inputs } = open(listening(() => ({ kind: "empty" })));
    const { runId, conversationId } = await sends("v7", "wamid.v7");
    await fetcher.brings("v7", "…");
    await eventually("both are sent", () => sent.length === 2);
    expect(await runOf(runId)).toMatchObject({ status: "completed", outcome: "answered" });
    expect(texts()[0]).toBe("¿me lo escribe?");
    expect(sentKinds(sent)).toEqual(["text", ["⚠️", "wamid.v7"]]);
    expect(outcomes()).toEqual(["empty"]);
    expect(inputs[0]?.understood).toMatchObject([{ understanding: { kind: "not_understood", reason: "empty" } }]);
    // The mark is no line of the talk.
    expect(await recordOf(conversationId)).toEqual([
      ["user", "[audio]"],
      ["assistant", "¿me lo escribe?"],
    ]);
  });

  test("a file that cannot be fetched is not waited for", async () => {
    const { sends, texts, outcomes } = open(listening());
    const { runId } = await sends("v8");
    await fetcher.failsToBring("v8");
    await ended(runId);
    await eventually("it is said and marked", () => texts().length === 2);
    await expect.poll(texts).toEqual(["¿me lo escribe?", "⚠️"]);
    expect(outcomes()).toEqual(["no_file"]);
  });

  test("a file that never comes: after 45 s the customer is asked to write; what comes later changes nothing", async () => {
    const ears = listening();
    const { sends, texts, outcomes } = open(ears);
    const { runId } = await sends("v9");
    await eventually("it is let go", async () => (await runOf(runId)).status === "queued");
    await database.advance(44_000);
    await eventually("it is told that we are at it", () => texts().length === 1);
    await database.advance(2_000);
    await ended(runId);
    await eventually("it is said and marked", () => texts().length === 3);
    await expect.poll(texts).toEqual([mediaTexts(undefined, "es-CO").listening, "¿me lo escribe?", "⚠️"]);
    expect(outcomes()).toEqual(["timeout"]);
    expect(await runOf(runId)).toMatchObject({ status: "completed" });
    await fetcher.brings("v9", "tarde");
    expect(ears.transcriber.notes).toEqual([]);
  });

  test("ears that do not answer in time are not waited for", async () => {
    const ears = listening(() => new Promise(() => {}));
    const { sends, texts, outcomes } = open(ears);
    await sends("v10");
    await fetcher.claim("v10");
    // The file comes in the last moment.
    await database.advance(44_700);
    await fetcher.brings("v10", "hola");
    await eventually("it is answered", () => texts().includes("⚠️"));
    expect(outcomes()).toEqual(["timeout"]);
  });

  const failure = { code: "http_500", httpStatus: 500, retryAfterMs: 5 };

  test("a refusal is final", async () => {
    const never = open(listening(() => ({ kind: "failed", failure: { ...failure, kind: "never" } })));
    const { runId } = await never.sends("v11");
    await fetcher.brings("v11", "hola");
    await eventually("it is marked", () => never.texts().includes("⚠️"));
    expect(never.outcomes()).toEqual(["failed"]);
    await ended(runId);
    expect(never.texts()).toEqual(["¿me lo escribe?", "⚠️"]);
  });

  test("what may work later is tried again, three times in all, and no slot waits for it", async () => {
    let calls = 0;
    const ears = listening(
      (text) => {
        calls += 1;
        return calls < 3 ? { kind: "failed", failure: { ...failure, kind: "retry_later" } } : { kind: "heard", text };
      },
      { progressAfterMs: 60_000 },
    );
    const later = open(ears);
    const again = await later.sends("v12");
    await fetcher.brings("v12", "hola otra vez");
    for (const _ of [1, 2]) {
      await eventually("it is let go", async () => (await runOf(again.runId)).status === "queued");
      await database.advance(2_400);
    }
    await ended(again.runId);
    await eventually("it is answered", () => later.texts().length > 0);
    expect(later.texts()).toEqual(["eco: hola otra vez"]);
    expect(calls).toBe(3);
  });
});

describe("progress", () => {
  test("is told once, when it is slow, however often the turn is taken up", async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const ears = listening(
      async (text) => {
        await held;
        return { kind: "heard", text };
      },
      { progressAfterMs: 40 },
    );
    const { sends, texts } = open(ears);
    const { runId } = await sends("v13");
    await eventually("we are at it", () => texts().length === 1);
    expect(texts()).toEqual([mediaTexts(undefined, "es-CO").listening]);
    await fetcher.brings("v13", "hola");
    await eventually("it is heard", () => ears.transcriber.notes.length === 1);
    letGo();
    await eventually("it is answered", () => texts().length === 2);
    await ended(runId);
    await expect.poll(texts).toEqual([mediaTexts(undefined, "es-CO").listening, "eco: hola"]);
  });

  test("is not told when it is fast", async () => {
    const { sends, texts } = open(listening());
    const { runId } = await sends("v14");
    await fetcher.brings("v14", "hola");
    await ended(runId);
    await eventually("it is answered", () => texts().length > 0);
    await expect.poll(texts).toEqual(["eco: hola"]);
  });
});

describe("nobody listens", () => {
  test("where a person answers", async () => {
    const ears = listening();
    const { shop, sends } = open(ears);
    const { conversationId } = await shop.says("hola", { phone });
    await ended((await shop.says("hola", { phone })).runId);
    const off = { enabled: false, actor: "ana", note: null };
    await database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId as ConversationId, off);
    const { runId } = await sends("v15");
    await ended(runId);
    await fetcher.brings("v15", "hola");
    expect(await runOf(runId)).toMatchObject({ outcome: "bot_off" });
    expect(ears.transcriber.notes).toEqual([]);
  });

  test("for an agent that does not ask for it", async () => {
    const ears = listening();
    const { channel, texts } = recordingChannel();
    const inputs: AgentInput[] = [];
    const agent = testAgent((input) => {
      inputs.push(input);
      return decision("¿me lo escribe?");
    });
    const shop = openShop(database.store, { channel, agents: registryOf(agent), files: ears.files });
    shops.push(shop);
    shop.worker.start();
    await ended((await shop.says("", { phone, content: voiceNote("v16") })).runId);
    await eventually("it is answered", () => texts().length > 0);
    await expect.poll(texts).toEqual(["¿me lo escribe?"]);
    expect(inputs[0]).not.toHaveProperty("understood");
    expect(ears.transcriber.notes).toEqual([]);
  });
});
