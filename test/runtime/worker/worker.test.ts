import { describe, expect, test, vi } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { spokenText } from "../../../src/core/outbound/outbound-content.ts";
import { THINKING_SHOWS_MS } from "../../../src/runtime/worker/typing.ts";
import { inbound } from "../../support/inbound.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../../support/shop.ts";
import { startedShops } from "../../support/started-shops.ts";

const at = startedShops();
const { open, newPhone, runOf, conversationOf, ended } = at;

/** Timers of this length do not run out by themselves. The answer makes those run out that were not cleared. */
function holdTimers(heldMs: number): () => void {
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  const held = new Map<unknown, () => void>();
  const hold = (callback: (...words: unknown[]) => void, ms?: number, ...words: unknown[]) => {
    if (ms !== heldMs) return start(callback, ms, ...words);
    const timer = start(() => {}, 0);
    held.set(timer, () => callback(...words));
    return timer;
  };
  vi.spyOn(globalThis, "setTimeout").mockImplementation(hold as typeof setTimeout);
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    held.delete(timer);
    clear(timer);
  });
  return () => {
    for (const run of held.values()) run();
  };
}

describe("a message", () => {
  test("is answered once, to its sender, from its number, with read and typing first and the ledger complete", async () => {
    const { channel, sent, typed } = recordingChannel();
    const phone = newPhone();
    const { runId, conversationId } = await open({ channel }).says("hola", { phone, wamid: "wamid.T1" });
    await eventually(
      "the reply is accepted",
      async () => (await conversationOf(conversationId)).messages?.[0]?.status === "accepted",
    );
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      phoneNumberId: "106540352242922",
      recipient: { phone },
      content: { body: "eco: hola" },
    });
    expect(sent[0]?.opaque).toMatch(/^v1:[0-9a-f-]{36}:1$/);
    expect(typed).toEqual(["wamid.T1"]);
    const run = await runOf(runId);
    expect(run).toMatchObject({
      status: "completed",
      outcome: "answered",
      inputClass: "TEXT_SIMPLE",
      agent: "somnio",
      attempts: 1,
    });
    expect(run.steps.map((step) => step.phase)).toEqual([
      "ingest",
      "classify",
      "load_context",
      "plan",
      "act",
      "verify",
      "respond",
      "learn",
    ]);
    expect(run.decision).toMatchObject({ intentInfo: { intent: "hola" } });
    const { turns, session } = await conversationOf(conversationId);
    expect(turns?.map((turn) => [turn.role, turn.content, turn.intent])).toEqual([
      ["user", "hola", "hola"],
      ["assistant", "eco: hola", "hola"],
    ]);
    expect(session).toMatchObject({ status: "active", mode: "bienvenida", version: 1 });
  });

  test("that comes before the reply left joins the same turn: one reply answers both", async () => {
    const { channel, texts } = recordingChannel();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let calls = 0;
    const slow = testAgent(async (input) => {
      calls += 1;
      if (calls === 1) await held;
      return decision(`eco: ${input.messages.join(" + ")}`);
    });
    const shop = open({ channel, agents: registryOf(slow) });
    const phone = newPhone();
    const first = await shop.says("hola", { phone });
    const second = await shop.says("cuánto vale?", { phone });
    release();
    await ended(second.runId);
    await eventually("a reply", () => texts().length > 0);
    await expect.poll(texts).toEqual(["eco: hola + cuánto vale?"]);
    expect(await runOf(first.runId)).toMatchObject({
      status: "completed",
      outcome: "merged",
      mergedInto: second.runId,
    });
  });

  test("messages that came in the wrong order are read in the order in which they were said", async () => {
    const { channel, texts } = recordingChannel();
    const shop = openShop(at.database.store, { channel });
    at.stopsAtEnd(shop);
    const phone = newPhone();
    const said = (second: number) => ({ phone, occurredAt: new Date(Date.now() - 60_000 + second * 1_000) });
    await shop.post([inbound("tres", said(3)), inbound("uno", said(1)), inbound("dos", said(2))]);
    await eventually("a reply", () => texts().length > 0);
    expect(texts()).toEqual(["eco: uno + dos + tres"]);
  });

  test("whose conversation somebody keeps changing is read again three times, and then fails", async () => {
    const { channel } = recordingChannel();
    let reads = 0;
    const meddled = testAgent(async () => {
      reads += 1;
      await at.database.rows("update conversations set version = version + 1 where leased_by is not null");
      return decision("nunca");
    });
    const { runId } = await open(
      { channel, agents: registryOf(meddled) },
      { retry: { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1 } },
    ).says("hola", { phone: newPhone() });
    await ended(runId);
    expect(reads).toBe(4);
    expect(await runOf(runId)).toMatchObject({ status: "dead_letter", error: { code: "version_conflict" } });
  });

  test("whose session was written by another program meanwhile is read again: nothing of the first reading is committed", async () => {
    const { channel, texts } = recordingChannel();
    const phone = newPhone();
    const shop = open({ channel });
    const first = await shop.says("hola", { phone });
    await ended(first.runId);
    let reads = 0;
    const careful = testAgent(async (input) => {
      reads += 1;
      if (reads === 1) {
        await at.database.rows(
          "update agent_sessions set version = version + 1, current_mode = 'resumen' where conversation_id = $1",
          [first.conversationId],
        );
      }
      return decision(`modo ${input.session.mode}`);
    });
    const other = open({ channel, agents: registryOf(careful) });
    const second = await other.says("¿en qué vamos?", { phone });
    await ended(second.runId);
    await eventually("both replies", () => texts().length === 2);
    await expect.poll(texts).toEqual(["eco: hola", "modo resumen"]);
    expect((await conversationOf(first.conversationId)).session).toMatchObject({ version: 3 });
  });

  test("nobody speaks to us: a reaction is recorded and gets no answer", async () => {
    const { channel, sent, typed } = recordingChannel();
    const { runId, conversationId } = await open({ channel }).says("", {
      phone: newPhone(),
      content: { type: "reaction", emoji: "👍", targetWamid: "wamid.x" },
    });
    await ended(runId);
    expect(await runOf(runId)).toMatchObject({ outcome: "recorded", inputClass: null });
    expect((await conversationOf(conversationId)).turns).toEqual([]);
    expect([...sent, ...typed]).toEqual([]);
  });

  test("after a takeover it is visible to the person and gets no answer; after the handback it does, in a new session", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel });
    const phone = newPhone();
    const one = await shop.says("hola", { phone });
    await ended(one.runId);
    const id = one.conversationId as ConversationId;
    await at.database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, id, {
      enabled: false,
      actor: "ana",
      note: null,
    });
    const two = await shop.says("hola?", { phone });
    await ended(two.runId);
    expect(await runOf(two.runId)).toMatchObject({ outcome: "bot_off" });
    expect((await conversationOf(id)).turns?.at(-1)).toMatchObject({ role: "user", content: "hola?" });
    expect((await conversationOf(id)).session).toMatchObject({ status: "handed_off" });
    await at.database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, id, {
      enabled: true,
      actor: "ana",
      note: null,
    });
    await ended((await shop.says("buenas", { phone })).runId);
    await expect.poll(texts).toEqual(["eco: hola", "eco: buenas"]);
    expect((await conversationOf(id)).session).toMatchObject({ status: "active" });
  });

  test("said more than a day ago is kept, and nothing free-form answers it", async () => {
    const { channel, sent } = recordingChannel();
    const { runId, conversationId } = await open({ channel }).says("hola", {
      phone: newPhone(),
      occurredAt: new Date(Date.now() - 30 * 3_600_000),
    });
    await ended(runId);
    expect(await runOf(runId)).toMatchObject({ outcome: "window_closed" });
    expect((await conversationOf(conversationId)).turns?.map((turn) => turn.role)).toEqual(["user"]);
    expect(sent).toEqual([]);
  });
});

describe("read and typing", () => {
  test("are not shown for a turn that says nothing, however long its commit waits for the database", async () => {
    const { channel, typed } = recordingChannel();
    const quiet = testAgent(() => decision(null));
    const runOut = holdTimers(THINKING_SHOWS_MS);
    const { mailbox } = at.database.store;
    const commit: typeof mailbox.commit = (...turn) => {
      runOut();
      return mailbox.commit(...turn);
    };
    const store = { ...at.database.store, mailbox: { ...mailbox, commit } };
    const shop = openShop(store, { channel, agents: registryOf(quiet) });
    at.stopsAtEnd(shop);
    shop.worker.start();
    const { runId } = await shop.says("gracias", { phone: newPhone() });
    await ended(runId);
    expect(await runOf(runId)).toMatchObject({ outcome: "silent" });
    expect(typed).toEqual([]);
  });

  test("are shown while an agent thinks for long, before it has decided", async () => {
    const { channel, typed } = recordingChannel();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const thinker = testAgent(async () => {
      await held;
      return decision("hecho");
    });
    const { runId } = await open({ channel, agents: registryOf(thinker) }).says("hola", {
      phone: newPhone(),
      wamid: "wamid.THINK",
    });
    await eventually("it is shown", () => typed.length > 0);
    expect(typed).toEqual(["wamid.THINK"]);
    expect(await runOf(runId)).toMatchObject({ status: "running" });
    release();
    await ended(runId);
    expect(typed).toHaveLength(1);
  });
});

describe("two processes on one database", () => {
  test("answer every message of many conversations once and in order, and never overlap in one", async () => {
    const { channel, sent } = recordingChannel();
    const inside = new Map<string, number>();
    let overlaps = 0;
    const watchful = testAgent(async (input) => {
      const key = input.message.split(":")[0] as string;
      inside.set(key, (inside.get(key) ?? 0) + 1);
      if ((inside.get(key) ?? 0) > 1) overlaps += 1;
      await new Promise((resolve) => setImmediate(resolve));
      inside.set(key, (inside.get(key) ?? 0) - 1);
      return decision(`eco: ${input.messages.join(" + ")}`);
    });
    const other = await at.database.connect();
    const shopA = open({ channel, agents: registryOf(watchful) });
    const shopB = openShop(other.store, { channel, agents: registryOf(watchful) });
    at.stopsAtEnd(shopB);
    shopB.worker.start();
    const people = Array.from({ length: 20 }, newPhone);
    const base = Date.now();
    for (let n = 0; n < 10; n += 1) {
      await Promise.all(
        people.map((phone, p) =>
          (p + n) % 2 === 0
            ? shopA.says(`${phone}:${n}`, { phone, occurredAt: new Date(base + n) })
            : shopB.says(`${phone}:${n}`, { phone, occurredAt: new Date(base + n) }),
        ),
      );
    }
    await eventually(
      "all is quiet",
      async () =>
        (await at.database.rows("select from conversations where run_at is not null or send_at is not null")).length ===
        0,
    );
    const heard = new Map<string, number[]>();
    for (const request of sent) {
      const numbers = spokenText(request.content)
        .replace("eco: ", "")
        .split(" + ")
        .map((part) => Number(part.split(":")[1]));
      const key = String(request.recipient.phone);
      heard.set(key, [...(heard.get(key) ?? []), ...numbers]);
    }
    for (const phone of people) expect(heard.get(phone)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(overlaps).toBe(0);
  });
});

describe("a worker that stops", () => {
  test("ends what is running and gives the rest back for others to begin at once", async () => {
    const { channel, texts } = recordingChannel();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = testAgent(async (input) => {
      await held;
      return decision(`eco: ${input.message}`);
    });
    const stopping = openShop(at.database.store, { channel, agents: registryOf(slow) }, { slots: 1 });
    stopping.worker.start();
    const running = await stopping.says("uno", { phone: newPhone() });
    await stopping.post([inbound("dos", { phone: newPhone() })]);
    const stopped = stopping.worker.stop(5_000);
    release();
    await stopped;
    expect(await runOf(running.runId)).toMatchObject({ status: "completed" });
    open({ channel });
    await eventually("the other worker answers", () => texts().includes("eco: dos"));
  });

  test("past its grace it gives a running turn back, and what that turn does later is void", async () => {
    const { channel, texts } = recordingChannel();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const stuck = testAgent(async () => {
      await held;
      return decision("tarde");
    });
    const stopping = openShop(at.database.store, { channel, agents: registryOf(stuck) });
    stopping.worker.start();
    const { runId } = await stopping.says("hola", { phone: newPhone() });
    await stopping.worker.stop(50);
    open({ channel });
    await ended(runId);
    release();
    await eventually("a reply", () => texts().length > 0);
    await expect.poll(texts).toEqual(["eco: hola"]);
    expect(await runOf(runId)).toMatchObject({ attempts: 1 });
  });
});
