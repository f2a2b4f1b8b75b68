import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ConversationId, PhoneNumberId } from "../../../src/core/ids.ts";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { OutboundContent } from "../../../src/core/outbound/outbound-content.ts";
import type { SendOutcome } from "../../../src/core/outbound/outbox.ts";
import { SEND_TIMES } from "../../../src/core/outbound/send-policy.ts";
import type { Clock } from "../../../src/core/ports/clock.ts";
import { systemClock } from "../../../src/runtime/system-clock.ts";
import { createNumberPace } from "../../../src/runtime/worker/number-pace.ts";
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
let shops: Shop[] = [];
let people = 0;
let number: PhoneNumberId;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(() => database.drop());
beforeEach(() => {
  number = String(Math.floor(Math.random() * 1e15)) as PhoneNumberId;
});
afterEach(async () => {
  await Promise.all(shops.map((shop) => shop.worker.stop(1_000)));
  shops = [];
});

function open(...given: Parameters<typeof openShop> extends [unknown, ...infer Rest] ? Rest : never): Shop {
  const shop = openShop(database.store, ...given);
  shops.push(shop);
  shop.worker.start();
  return shop;
}
const newPhone = () => {
  people += 1;
  return `5731${String(people).padStart(8, "0")}`;
};
const says = (shop: Shop) => shop.says("hola", { phone: newPhone(), phoneNumberId: number });
const messageOf = async ({ conversationId }: { conversationId: string }) =>
  (await database.store.conversations.get(DEFAULT_WORKSPACE, conversationId as ConversationId))?.messages?.[0];
const alerts = async () => (await database.store.alerts.list(DEFAULT_WORKSPACE, { status: "open", limit: 9 })).items;
const accepted = (n: number): SendOutcome => ({ kind: "accepted", wamid: `wamid.${n}`, recipientPhone: null });
const EXPIRED: SendOutcome = { kind: "refused", refusal: "number", code: 368, detail: "368: no", retryAfterMs: null };

describe("a number that Meta has closed", () => {
  test("is left alone by turns that would send at once; what they say waits and goes out when one has passed", async () => {
    let isMended = false;
    const { channel, sent } = recordingChannel((_request, n) => (isMended ? accepted(n) : EXPIRED));
    const shop = open({ channel });
    const first = await says(shop);
    await eventually("it was refused", async () => (await database.store.outbox.openCircuits()).length === 1);
    await eventually("somebody is told", async () => (await alerts()).length === 1);
    expect(await alerts()).toMatchObject([{ kind: "send_refused_number", subject: number, severity: "critical" }]);
    const later = [await says(shop), await says(shop)];
    await eventually("they wait", async () => {
      const all = await Promise.all(later.map(messageOf));
      return all.every((message) => message?.status === "queued");
    });
    expect(sent).toHaveLength(1);
    isMended = true;
    await database.advance(61_000);
    shop.worker.wake("outbox");
    await eventually("all are accepted", async () => {
      const all = await Promise.all([first, ...later].map(messageOf));
      return all.every((message) => message?.status === "accepted");
    });
    expect(await database.store.outbox.openCircuits()).toEqual([]);
    expect(sent).toHaveLength(4);
    await eventually("the alert is over", async () => (await alerts()).length === 0);
  });
});

describe("a template that a turn says first", () => {
  const content: OutboundContent = {
    type: "template",
    name: "promo",
    language: "es_CO",
    category: "marketing",
    components: [],
  };
  const agents = () => registryOf(testAgent(() => decision(null, { messages: [{ content, templateId: null }] })));
  const databaseNow = async () => {
    const [row] = await database.rows("select recado_now()::text as now");
    return new Date(String(row?.["now"]));
  };
  // A Tuesday morning in Bogotá: at other hours it would wait for one.
  let aheadMs = 0;
  beforeAll(async () => {
    aheadMs = Date.parse("2027-03-02T10:00:00-05:00") - (await databaseNow()).getTime();
    await database.advance(aheadMs);
    const approved = {
      name: "promo",
      language: "es_CO",
      category: "marketing",
      body: "Hoy 2x1",
      variables: 0,
    } as const;
    await database.templates.save(DEFAULT_WORKSPACE, approved, "test");
  });
  afterAll(() => database.advance(-aheadMs));
  const wrote = async (phone = newPhone()) => ({ phone, phoneNumberId: number, occurredAt: await databaseNow() });

  test("does not leave after the customer has stopped marketing", async () => {
    const { channel, sent } = recordingChannel();
    const shop = open({ channel, agents: agents() });
    const phone = newPhone();
    const first = await shop.says("hola", await wrote(phone));
    await eventually("the first is accepted", async () => (await messageOf(first))?.status === "accepted");
    await database.rows(
      `update contacts k set marketing_stopped_at = now() from conversations c where c.contact_id = k.id and c.id = $1`,
      [first.conversationId],
    );
    await shop.says("otra", await wrote(phone));
    await eventually("the second is decided", async () => {
      const view = await database.store.conversations.get(DEFAULT_WORKSPACE, first.conversationId as ConversationId);
      return ["dropped", "accepted"].includes(view?.messages?.[1]?.status ?? "");
    });
    expect(sent).toHaveLength(1);
  });

  test("waits while Meta holds back what nobody asked for", async () => {
    await database.rows(
      `insert into circuits (workspace_id, scope, key, kind, opened_at, retry_at, probe_every_ms)
       values ('default', 'proactive', $1, 'spam_limit', recado_now(), recado_now() + interval '1 day', 1000)`,
      [number],
    );
    const { channel, sent } = recordingChannel();
    const one = await open({ channel, agents: agents() }).says("hola", await wrote());
    await eventually("it was put off", async () => {
      const [row] = await database.rows(
        "select send_at > recado_now() + interval '15 seconds' as is_off from conversations where id = $1",
        [one.conversationId],
      );
      return row?.["is_off"] === true || sent.length > 0;
    });
    expect(sent).toHaveLength(0);
    expect((await messageOf(one))?.status).toBe("queued");
  });
});

describe("a number that is throttled", () => {
  test("delays what it says and loses nothing of it", async () => {
    // The first ten sends are too many, whatever they are.
    const { channel, sent } = recordingChannel((_request, n) =>
      n > 10
        ? accepted(n)
        : { kind: "refused", refusal: "throttled", code: 130429, detail: "130429: no", retryAfterMs: null },
    );
    const shop = open({ channel, random: () => 0 });
    const all = await Promise.all(Array.from({ length: 15 }, () => says(shop)));
    await eventually("all are accepted", async () => {
      const messages = await Promise.all(all.map(messageOf));
      return messages.every((message) => message?.status === "accepted");
    });
    expect(sent).toHaveLength(25);
    const refused = await database.rows(
      `select count(*)::int as n from outbox_attempts a join outbox_messages o on o.id = a.outbox_id
       where a.refusal = 'throttled' and o.conversation_id = any ($1)`,
      [all.map(({ conversationId }) => conversationId)],
    );
    expect(refused).toEqual([{ n: 10 }]);
  });
});

describe("a process that slept between the mark and the socket", () => {
  test("does not send; the message goes out with the next attempt", async () => {
    // Time jumps once, after the commit has marked the message and before the channel writes.
    let sleptMs = 0;
    const clock: Clock = { now: systemClock.now, monotonicMs: () => systemClock.monotonicMs() + sleptMs };
    const left: number[] = [];
    const { channel: inner } = recordingChannel((_request, n) => accepted(n));
    let attempts = 0;
    const channel = {
      ...inner,
      send: async (request: Parameters<typeof inner.send>[0]): Promise<SendOutcome> => {
        attempts += 1;
        if (attempts === 1) sleptMs = SEND_TIMES.socketDeadlineMs + 1;
        if (request.mayStillLeave?.() === false) return { kind: "not_sent", detail: "paused" };
        left.push(attempts);
        return inner.send(request);
      },
    };
    const one = await says(open({ channel, clock, random: () => 0 }));
    await eventually("it is accepted", async () => (await messageOf(one))?.status === "accepted");
    expect(left).toEqual([2]);
    const journal = await database.rows(
      `select a.attempt, a.outcome, a.request_written from outbox_attempts a join outbox_messages o on o.id = a.outbox_id
       where o.conversation_id = $1 order by 1`,
      [one.conversationId],
    );
    expect(journal).toEqual([
      { attempt: 1, outcome: "not_sent", request_written: false },
      { attempt: 2, outcome: "accepted", request_written: true },
    ]);
  });
});

test("the times of sending can be given: a doubt is decided after them", async () => {
  const { channel, sent } = recordingChannel((_request, n) =>
    n === 1 ? { kind: "in_doubt", detail: "timeout" } : accepted(n),
  );
  const one = await says(open({ channel }, { sendTimes: { ...SEND_TIMES, doubtMs: 100, doubtWithoutProofMs: 200 } }));
  await eventually("it was sent again", async () => (await messageOf(one))?.status === "accepted");
  expect(sent).toHaveLength(2);
});

describe("the pace of one business number", () => {
  test("lets a burst pass and spaces what follows; another number does not wait", async () => {
    const clock: Clock = { now: () => new Date(0), monotonicMs: () => 0 };
    const pace = createNumberPace(clock, 50);
    const order: string[] = [];
    const places = Array.from({ length: 12 }, (_, n) => pace.takePlace(number).then(() => order.push(`a${n}`)));
    const other = pace.takePlace(`7${number}` as PhoneNumberId).then(() => order.push("b"));
    await Promise.all([...places, other]);
    // Ten at once, then one every 20 ms.
    expect(order.indexOf("b")).toBeLessThan(order.indexOf("a10"));
    expect(order.filter((name) => name !== "b")).toEqual(Array.from({ length: 12 }, (_, n) => `a${n}`));
  });
});
