import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { wireJson } from "../../src/simulator/wire-json.ts";
import { newId } from "../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { payload } from "../whatsapp/support/payloads.ts";
import { openDoor, signed, WEBHOOK } from "./open-door.ts";

/** The door on a real database: what came with a 200 is there. */
let database: TestDatabase;
let phone: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  phone = `57301${Math.floor(Math.random() * 1e7)}`.padEnd(12, "0");
});

const NUMBER = "106540352242922";
const door = () => openDoor({ parts: { store: database.store, newId } });

let time = 1_767_225_600;

async function post(field: string, value: Record<string, unknown>) {
  const change = { field, value: { metadata: { phone_number_id: NUMBER }, ...value } };
  time += 1;
  return postBody({ object: "whatsapp_business_account", entry: [{ id: "waba-1", time, changes: [change] }] });
}

async function postBody(body: unknown) {
  const { app, logged } = door();
  const response = await app.request(WEBHOOK, signed(wireJson(body)));
  expect(response.status).toBe(200);
  return logged;
}

const seconds = (date: Date) => String(Math.floor(date.getTime() / 1000));
const text = (from: string, more: Record<string, unknown> = {}) => ({
  messages: [
    { from, id: `wamid.${newId()}`, timestamp: seconds(new Date()), type: "text", text: { body: "hola" }, ...more },
  ],
});
const contactOf = async (alias: string) => {
  const [row] = await database.rows(
    "select k.* from contacts k join contact_aliases a on a.contact_id = k.id where a.value = $1",
    [alias],
  );
  return row;
};
const openAlerts = async () => {
  const { items } = await database.store.alerts.list(DEFAULT_WORKSPACE, { status: "open", limit: 100 });
  return items;
};

describe("an opt-out", () => {
  const say = (value: string, stamp: number) =>
    post("user_preferences", {
      user_preferences: [{ wa_id: phone, category: "marketing_messages", value, timestamp: stamp }],
    });
  const stoppedAt = async () => {
    const at = (await contactOf(phone))?.["marketing_stopped_at"];
    return at instanceof Date ? at.getTime() / 1000 : null;
  };
  const now = Math.floor(Date.now() / 1000) - 100;

  test("is written down, also of somebody whom we have never met", async () => {
    await say("stop", now);
    expect(await stoppedAt()).toBe(now);
  });

  test("the newest word counts, whatever comes again or late", async () => {
    await post("messages", text(phone));
    await say("stop", now);
    await say("stop", now);
    expect(await stoppedAt()).toBe(now);
    await say("resume", now + 10);
    expect(await stoppedAt()).toBeNull();
    await say("stop", now + 5);
    expect(await stoppedAt()).toBeNull();
    await say("stop", now + 20);
    expect(await stoppedAt()).toBe(now + 20);
  });

  test("stop and resume within one second: no is the answer", async () => {
    await say("resume", now);
    await say("stop", now);
    await say("resume", now);
    expect(await stoppedAt()).toBe(now);
  });
});

describe("a customer with a new name", () => {
  test("a new number: their messages go on in the same conversation", async () => {
    const next = phone.replace("57301", "57302");
    await post("messages", text(phone));
    const note = {
      messages: [
        {
          from: phone,
          id: `wamid.${newId()}`,
          timestamp: seconds(new Date()),
          type: "system",
          system: { type: "user_changed_number", wa_id: next },
        },
      ],
    };
    await post("messages", note);
    await post("messages", note);
    await post("messages", text(next));
    const { items } = await database.store.conversations.list(DEFAULT_WORKSPACE, { contact: next, limit: 9 });
    expect(items).toMatchObject([{ contact: { phone: next } }]);
    const events = await database.rows("select id from agent_events where conversation_id = $1", [items[0]?.id]);
    expect(events).toHaveLength(3);
    // The number goes to somebody else, and the news comes once more.
    await post("messages", text(phone));
    await post("messages", note);
    const { items: others } = await database.store.conversations.list(DEFAULT_WORKSPACE, {
      contact: phone,
      limit: 9,
    });
    expect(others.map((one) => one.id)).not.toContain(items[0]?.id);
    expect(others).toHaveLength(1);
  });

  test("a new user id, told in a field of its own", async () => {
    const [before, after] = [`CO.1${phone}`, `CO.2${phone}`];
    await post("messages", text(phone, { from_user_id: before }));
    await post("user_id_update", { user_id_update: [{ user_id: { previous: before, current: after } }] });
    await post("messages", text("", { from_user_id: after }));
    const { items } = await database.store.conversations.list(DEFAULT_WORKSPACE, { contact: after, limit: 9 });
    expect(items).toMatchObject([{ contact: { bsuid: after, phone } }]);
  });

  test("a new identity is marked on the contact and kept in the conversation", async () => {
    await post("messages", text(phone));
    const at = new Date("2026-11-21T00:00:00Z");
    await post("messages", {
      messages: [
        {
          from: phone,
          id: `wamid.${newId()}`,
          timestamp: seconds(at),
          type: "system",
          system: { type: "customer_identity_changed" },
        },
      ],
    });
    expect((await contactOf(phone))?.["identity_changed_at"]).toEqual(at);
  });
});

describe("an alert", () => {
  test("is opened by a trouble, counted, and ended by good news", async () => {
    const update = (event: string) => post("account_update", { event });
    await update("ACCOUNT_RESTRICTION");
    await update("ACCOUNT_RESTRICTION");
    const restricted = async () => (await openAlerts()).filter(({ kind }) => kind === "account_restricted");
    expect(await restricted()).toMatchObject([{ count: 2, detail: { event: "ACCOUNT_RESTRICTION" } }]);
    const metrics = await (await door().app.request("/metrics")).text();
    expect(metrics).toContain('recado_alerts_open{kind="account_restricted",severity="critical"} 1');
    await update("ACCOUNT_RECONNECTED");
    expect(await restricted()).toEqual([]);
  });

  test("about a number of the shop leaves no phone in the log of the door", async () => {
    const shown = "15550783881";
    for (const [field, value] of [
      ["phone_number_quality_update", { event: "FLAGGED", display_phone_number: shown }],
      ["phone_number_name_update", { decision: "REJECTED", display_phone_number: shown }],
      ["security", { event: "PIN_CHANGED", display_phone_number: shown }],
    ] as const) {
      const logged = await post(field, value);
      expect(JSON.stringify(logged)).not.toContain(shown);
    }
  });

  test("is read and resolved over HTTP", async () => {
    await post("message_template_status_update", { event: "PAUSED", message_template_name: "promo" });
    const { api } = door();
    const page = (await (await api("GET", "/internal/agent/alerts?status=open")).json()) as {
      items: { id: string; kind: string; subject: string; status: string }[];
    };
    const [paused] = page.items.filter(({ kind }) => kind === "template_paused");
    expect(paused).toMatchObject({ subject: "promo", status: "open", severity: "warning", resolvedAt: null });
    const path = `/internal/agent/alerts/${paused?.id}/resolve`;
    const resolved = await api("POST", path, { actor: "ana", note: "ya" });
    expect(resolved.status).toBe(200);
    expect(await resolved.json()).toMatchObject({ status: "resolved", resolvedBy: "ana", note: "ya" });
    expect((await openAlerts()).some(({ id }) => id === paused?.id)).toBe(false);
    expect((await api("POST", path, { actor: "" })).status).toBe(422);
    expect((await api("POST", `/internal/agent/alerts/${newId()}/resolve`, { actor: "ana" })).status).toBe(404);
    expect((await api("POST", "/internal/agent/alerts/x/resolve", { actor: "ana" })).status).toBe(404);
    expect((await api("GET", "/internal/agent/alerts?status=maybe")).status).toBe(422);
    expect((await api("GET", "/internal/agent/alerts?cursor=nonsense")).status).toBe(422);
  });

  test("of an upset customer names the conversation, once however often it is delivered", async () => {
    const reaction = text(phone, { type: "reaction", reaction: { message_id: "wamid.0", emoji: "😡" } });
    await post("messages", reaction);
    await post("messages", reaction);
    const { items } = await database.store.conversations.list(DEFAULT_WORKSPACE, { contact: phone, limit: 1 });
    const upset = (await openAlerts()).filter(({ subject }) => subject === items[0]?.id);
    expect(upset).toMatchObject([{ kind: "customer_upset", severity: "info", count: 1 }]);
  });

  test("of what could not be read says how often", async () => {
    await post("messages", { messages: [{ type: "text" }, 7] });
    expect((await openAlerts()).find(({ kind }) => kind === "quarantined")).toMatchObject({ count: 2 });
  });

  test("that was resolved is not opened by the same notice delivered again, nor is anything kept or counted twice", async () => {
    const said = (event: string, name: string, at: number) => ({
      object: "whatsapp_business_account",
      entry: [
        {
          id: "waba-1",
          time: at,
          changes: [{ field: "message_template_status_update", value: { event, message_template_name: name } }],
        },
        { id: "waba-1", changes: [{ field: "messages", value: { messages: [name] } }] },
      ],
    });
    const name = `promo-${newId()}`;
    const kept = () =>
      database.rows(
        `select (select count(*)::int from channel_notices where raw::text like $1) as notices,
          (select count(*)::int from quarantined_items where convert_from(raw, 'UTF8') like $1) as unreadable`,
        [`%${name}%`],
      );
    const unreadable = async () => (await openAlerts()).find(({ kind }) => kind === "quarantined")?.count;
    const paused = said("PAUSED", name, 1_767_000_000);
    await postBody(paused);
    const before = await unreadable();
    await postBody(paused);
    const alert = async () => (await openAlerts()).find(({ subject }) => subject === name);
    expect(await alert()).toMatchObject({ kind: "template_paused", count: 1 });
    await postBody(said("APPROVED", name, 1_767_000_001));
    expect(await alert()).toBeUndefined();
    await postBody(paused);
    expect(await alert()).toBeUndefined();
    expect(await unreadable()).toBe(before);
    expect(await kept()).toEqual([{ notices: 2, unreadable: 1 }]);
    // The same trouble once more is news.
    await postBody(said("PAUSED", name, 1_767_000_002));
    expect(await alert()).toMatchObject({ count: 1 });
  });

  test("of errors that come without a message names their code", async () => {
    await post("messages", { errors: [{ code: 130429, title: "Rate limit hit" }] });
    expect((await openAlerts()).find(({ subject }) => subject === "130429")).toMatchObject({
      kind: "channel_error",
      severity: "warning",
    });
  });
});

test.each(["metars__history_threads", "metars__history_declined"])("%s does no harm", async (name) => {
  const counted = () =>
    database.rows("select (select count(*) from agent_events) e, (select count(*) from message_statuses) s");
  const before = await counted();
  await postBody(payload(name));
  expect(await counted()).toEqual(before);
  expect(await database.rows("select id from channel_notices where field = 'history'")).not.toEqual([]);
});

test("an echo from the phone app silences the bot before Meta has its 200", async () => {
  await post("messages", text(phone));
  await post("smb_message_echoes", {
    message_echoes: [
      {
        from: "15550783881",
        to: phone,
        id: `wamid.${newId()}`,
        timestamp: seconds(new Date()),
        type: "text",
        text: { body: "soy Ana" },
      },
    ],
  });
  const { items } = await database.store.conversations.list(DEFAULT_WORKSPACE, { contact: phone, limit: 9 });
  expect(items).toMatchObject([{ botEnabled: false, contact: { phone } }]);
});

test("what WhatsApp says may be null, and is kept", async () => {
  const notice = { field: "of_tomorrow", key: newId(), phoneNumberId: null, wabaId: null, raw: null };
  await database.store.mailbox.keepNotices([notice]);
  expect(await database.store.mailbox.unkept([notice.key])).toEqual(new Set());
});
