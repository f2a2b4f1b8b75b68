import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPersonalTables } from "../../src/postgres/governance/personal-tables.ts";
import { violations } from "../support/oracle.ts";
import { API_TOKEN, postWebhook, readApi } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";
import { countsOf, fillWith, readColumns } from "./canary-database.ts";

/** Threat E18, property S24: who is erased is nowhere but in a tombstone, and nothing late makes them anew. */
let shop: SomnioShop;
beforeAll(async () => {
  shop = await openSomnioShop();
});
afterAll(() => shop.close());

const NUMBER = "106540352242922";

interface Person {
  readonly phone: string;
  readonly bsuid: string;
  readonly name: string;
  readonly wamids: string[];
}

function person(name: string): Person {
  const digits = randomBytes(4).readUInt32BE().toString().padStart(10, "0").slice(-7);
  return { phone: `57311${digits}`, bsuid: `CO.${randomBytes(8).readBigUInt64BE()}`, name, wamids: [] };
}

/** Makes an id as WhatsApp does: the phone of the writer stands in it. */
function wamidOf({ phone }: Person): string {
  const bytes = Buffer.concat([Buffer.from([0x1c, 0x18, 0x0c]), Buffer.from(phone), randomBytes(9)]);
  return `wamid.${bytes.toString("base64")}`;
}

const change = (field: string, value: object) => ({
  object: "whatsapp_business_account",
  entry: [
    { id: "102290129340398", changes: [{ field, value: { messaging_product: "whatsapp", metadata, ...value } }] },
  ],
});
const metadata = { display_phone_number: "15550783881", phone_number_id: NUMBER };
const seconds = (at: Date) => String(Math.floor(at.getTime() / 1_000));

function message(from: Person, text: string, { wamid = wamidOf(from), at = new Date(), type = "text" } = {}) {
  from.wamids.push(wamid);
  const contacts = [{ profile: { name: from.name }, wa_id: from.phone, user_id: from.bsuid }];
  const body =
    type === "text"
      ? { text: { body: text } }
      : { document: { id: `file-${wamid}`, filename: text, mime_type: "text/plain" } };
  const item = { from: from.phone, from_user_id: from.bsuid, id: wamid, timestamp: seconds(at), type, ...body };
  return change("messages", { contacts, messages: [item] });
}

function status(to: Person, wamid: string, opaque: string | undefined, state = "read") {
  const item = { id: wamid, status: state, timestamp: seconds(new Date()), recipient_id: to.phone };
  return change("messages", {
    statuses: [{ ...item, ...(opaque === undefined ? {} : { biz_opaque_callback_data: opaque }) }],
  });
}

const unreadable = ({ phone }: Person) => ({ from: phone, timestamp: seconds(new Date()), type: "text" });

const angry = (who: Person) => ({
  from: who.phone,
  from_user_id: who.bsuid,
  id: wamidOf(who),
  timestamp: seconds(new Date()),
  type: "reaction",
  reaction: { message_id: wamidOf(who), emoji: "😡" },
});

async function delivers(body: unknown): Promise<void> {
  expect(await postWebhook(shop.url, body)).toBe(200);
  await shop.isQuiet();
}

async function says(who: Person, ...texts: string[]): Promise<void> {
  for (const text of texts) await delivers(message(who, text));
}

const buys = (who: Person, canary: string) =>
  says(
    who,
    "hola, quiero hacer un pedido",
    `${canary} Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, ${canary}@ejemplo.co`,
    "2",
    "sí confirmo",
  );

async function contactOf(who: Person): Promise<string> {
  const { body } = await readApi(shop.url, `/internal/agent/contacts?contact=${who.phone}`);
  return (body as { items: { id: string }[] }).items[0]?.id ?? "nobody";
}

async function idsOf(who: Person): Promise<string[]> {
  const rows = await shop.database.rows(
    `with k as (select contact_id as id from contact_aliases where value = $1),
       c as (select id from conversations where contact_id in (select id from k))
     select id::text from k union select id::text from c
     union select id::text from agent_runs where conversation_id in (select id from c)
     union select id::text from agent_sessions where conversation_id in (select id from c)
     union select id::text from agent_events where conversation_id in (select id from c)
     union select id::text from outbox_messages where conversation_id in (select id from c)`,
    [who.phone],
  );
  return rows.map((row) => String(row["id"]));
}

async function erase(who: Person, reason = "ticket 81"): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${shop.url}/internal/agent/contacts/${await contactOf(who)}/erase`, {
    method: "POST",
    headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ actor: "maria", reason }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const traces = ({ phone, bsuid }: Person, ...others: string[]) => [
  phone,
  bsuid,
  // How the phone stands in the ids of messages.
  Buffer.from(phone).toString("base64").slice(0, 12),
  ...others,
];

describe("of two customers whose words stand in every column that can hold any", () => {
  const ana = person("Zafira");
  const beto = person("Quetzal");
  const ofAna = traces(ana, "zafir");
  const ofBeto = traces(beto, "quetzal");
  let unfilled: string[] = [];
  let ordersBefore: unknown;

  beforeAll(async () => {
    for (const [who, canary] of [
      [ana, "Zafira"],
      [beto, "Quetzal"],
    ] as const) {
      await buys(who, canary);
      await delivers(message(who, `${canary}.txt`, { type: "document" }));
      // An angry face, something unreadable, a report of nobody's message, and a wish.
      await delivers(change("messages", { messages: [angry(who)] }));
      await delivers(change("messages", { messages: [unreadable(who)] }));
      await delivers(status(who, wamidOf(who), undefined));
      await delivers(change("user_preferences", { user_preferences: [preference(who, "resume", new Date())] }));
      await eventually("the file is here", async () => {
        const waiting = await shop.database.rows("select from media_items where status = 'waiting'");
        return waiting.length === 0;
      });
      await eventually("the file is read", async () => {
        const read = await shop.database.rows("select from documents where file_name = $1 and settled_at is not null", [
          `${canary}.txt`,
        ]);
        return read.length === 1;
      });
      const filled = await fillWith(shop.database, canary, [...(await idsOf(who)), who.phone]);
      unfilled = [...unfilled, ...filled.unfilled];
    }
    ordersBefore = await shop.database.rows(
      "select o.id, o.pack, o.total, o.created_at from orders o join contact_aliases a using (contact_id) where a.value = $1",
      [ana.phone],
    );
  }, 60_000);

  test("nothing could not be filled, and most tables are", async () => {
    expect(unfilled).toEqual([]);
    const filled = Object.keys(await countsOf(shop.database, ofAna));

    expect(filled.length).toBeGreaterThan(23);
    for (const name of [
      "alerts",
      "media_items",
      "quarantined_items",
      "channel_notices",
      "message_statuses",
      "run_steps",
      "tasks",
    ]) {
      expect(filled).toContain(name);
    }
  });

  test("the audit log holds no word of either", async () => {
    expect(await countsOf(shop.database, [...ofAna, ...ofBeto])).not.toHaveProperty("audit_log");
  });

  test("the export of one is complete, and holds nothing of the other", async () => {
    const { status: code, body } = await readApi(
      shop.url,
      `/internal/agent/contacts/${await contactOf(ana)}/export?files=inline`,
    );
    expect(code).toBe(200);
    const { tables, contact } = body as { tables: Record<string, unknown[]>; contact: object };
    expect(contact).toMatchObject({ phone: ana.phone, bsuid: ana.bsuid });
    const counted = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]));
    const { audit_log: lines, ...others } = counted;
    expect(lines).toBeGreaterThan(0);
    // Row by row what a search of the whole database finds, and rows of theirs that say nothing.
    const found = await countsOf(shop.database, ofAna);
    for (const [name, n] of Object.entries(found)) {
      // The index of the words of what is exported.
      if (name === "search_items" || name === "search_words") continue;
      // A run's journal is a row; its export has a row a step.
      const exportedFrom = name === "run_steps" ? "agent_steps" : name;
      expect([name, (others[exportedFrom] ?? 0) >= n]).toEqual([name, true]);
    }
    const text = JSON.stringify(body).toLowerCase();
    for (const word of ofBeto) expect([word, text.includes(word.toLowerCase())]).toEqual([word, false]);
    const [file] = tables["media_items"] as { bytes: string }[];
    expect(Buffer.from(String(file?.bytes), "base64").toString()).toMatch(/zafira/i);
    expect(await shop.database.rows("select actor from audit_log where action = 'contact.exported'")).toEqual([
      { actor: "api" },
    ]);
  });

  test("a reason that says who it was is refused, and nothing is erased", async () => {
    for (const reason of ["lo pidió ZAFIRA", `de ${ana.phone}`, "pidió ana@ejemplo.co", "cédula 52.345.678"]) {
      expect([reason, (await erase(ana, reason)).status]).toEqual([reason, 422]);
    }
    expect(Object.keys(await countsOf(shop.database, ofAna)).length).toBeGreaterThan(23);
  });

  test("once one is erased, no row of any table holds anything of them, and all of the other is there", async () => {
    const theirIds = await idsOf(ana);
    const before = await countsOf(shop.database, ofBeto);
    const { status: code, body } = await erase(ana);
    expect([code, body["rows"]]).toEqual([200, expect.objectContaining({ agent_turns: expect.any(Number) })]);
    expect(await countsOf(shop.database, ofAna)).toEqual({});
    expect(await countsOf(shop.database, ofBeto)).toEqual(before);
    // Their ids name nothing but lines of the log, the tombstones of their events and the numbers of the books.
    const left = Object.keys(await countsOf(shop.database, theirIds));
    expect(left.filter((name) => !["audit_log", "tombstones", "erased_orders"].includes(name))).toEqual([]);
    expect((await readApi(shop.url, `/internal/agent/contacts?contact=${ana.phone}`)).body).toEqual({ items: [] });
    expect((await erase(ana)).status).toBe(404);
  });

  test("the books keep what was sold, how much and when", async () => {
    expect(await shop.database.rows("select id, pack, total, created_at from erased_orders")).toEqual(ordersBefore);
    expect(ordersBefore).toHaveLength(1);
  });

  test("the audit log says who erased, and its chain holds", async () => {
    await eventually("it is sealed", async () => (await shop.database.store.audit.seal(100)) === 0);
    expect(await shop.database.store.audit.verify("default" as never, { whole: true })).toMatchObject({
      brokenAt: null,
    });
    expect(await shop.database.rows("select actor from audit_log where action = 'contact.erased'")).toEqual([
      { actor: "maria" },
    ]);
  });
});

function preference({ phone }: Person, value: string, at: Date) {
  return { wa_id: phone, category: "marketing_messages", value, timestamp: Number(seconds(at)) };
}

describe("after somebody was erased", () => {
  const noTrace = async (who: Person) => expect(await countsOf(shop.database, traces(who))).toEqual({});

  test("what is delivered late makes neither them nor their words anew", async () => {
    const late = person("Tarde");
    const first = message(late, "hola");
    await delivers(first);
    const unheard = message(late, "¿cuánto vale?");
    const [reply] = await shop.database.rows("select id, wamid, attempt from outbox_messages order by id desc limit 1");
    const wish = change("user_preferences", {
      user_preferences: [preference(late, "stop", new Date(Date.now() - 60_000))],
    });
    const broken = change("messages", { messages: [unreadable(late)] });
    await delivers(wish);
    await delivers(broken);
    // Seconds are WhatsApp's measure of time.
    await shop.passes(2);
    expect((await erase(late)).status).toBe(200);
    await noTrace(late);

    for (const body of [
      first,
      // Said before, and delivered for the first time now.
      unheard,
      status(late, String(reply?.["wamid"]), undefined),
      status(late, wamidOf(late), `v1:${reply?.["id"]}:1`),
      status(late, wamidOf(late), undefined),
      wish,
      broken,
    ]) {
      await delivers(body);
      await noTrace(late);
    }
    await shop.passes(9 * 86_400);
    await delivers(first);
    await noTrace(late);
  });

  test("what they write anew is answered as a stranger's, and their old messages stay unknown", async () => {
    const back = person("Vuelve");
    const old = message(back, "hola");
    await delivers(old);
    const [before] = await idsOf(back);
    await shop.passes(2);
    expect((await erase(back)).status).toBe(200);

    await delivers(message(back, "hola otra vez", { at: new Date(Date.now() + 10 * 86_400_000) }));
    expect(await contactOf(back)).not.toBe(before);
    await delivers(old);
    const events = await shop.database.rows(
      "select payload -> 'content' ->> 'body' as body from agent_events where payload -> 'identity' ->> 'phone' = $1",
      [back.phone],
    );
    expect(events).toEqual([{ body: "hola otra vez" }]);
  });

  test("a caller who repeats a key is told that it is a duplicate", async () => {
    const known = person("Clave");
    const event = {
      contact: known.phone,
      phoneNumberId: NUMBER,
      type: "message",
      text: "hola",
      idempotencyKey: `k-${known.phone}`,
    };
    const post = async () => {
      const answer = await fetch(`${shop.url}/internal/agent/events`, {
        method: "POST",
        headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
        body: JSON.stringify(event),
      });
      return (await answer.json()) as { eventId: string; duplicate: boolean };
    };
    const { eventId } = await post();
    await shop.isQuiet();
    expect((await erase(known)).status).toBe(200);
    expect(await post()).toMatchObject({ eventId, duplicate: true });
    await noTrace(known);
  });

  test("the oracle finds nothing", async () => {
    // What was put into their rows by force is none of its business.
    const [row] = await shop.database.rows(
      "select value from contact_aliases a join contacts k on k.id = a.contact_id where a.kind = 'phone' and k.name ilike '%quetzal%'",
    );
    expect((await erase({ ...person("Quetzal"), phone: String(row?.["value"]) })).status).toBe(200);
    expect(await violations(shop.database)).toEqual([]);
  });
});

describe("a new table", () => {
  test("that holds a customer's rows is erased without a word anywhere; one that says nothing of itself is named", async () => {
    const declared = async () => readPersonalTables(shop.database.database.run);
    expect((await declared()).undeclared).toEqual([]);
    await shop.database.rows("create table visits (workspace_id text, conversation_id uuid not null, seen text)");
    await shop.database.rows("create table somebody_elses (workspace_id text, contact_id uuid not null)");
    await shop.database.rows("create table leaflets (workspace_id text, given_to text)");
    for (const table of ["visits", "leaflets"]) {
      await shop.database.rows(`create policy own_workspace on ${table} to recado_tenant using (true)`);
      await shop.database.rows(`grant select, delete on ${table} to recado_runtime`);
    }
    const { tables, undeclared } = await declared();
    expect(undeclared).toEqual(["leaflets"]);
    expect(tables.map(({ name }) => name)).toContain("visits");
    expect(tables.map(({ name }) => name)).not.toContain("somebody_elses");
    const forgetful = person("Nadie");
    await says(forgetful, "hola");
    expect((await erase(forgetful)).status).toBe(500);
    await shop.database.rows("drop table leaflets");
    const [conversation] = await shop.database.rows(
      "select c.id from conversations c join contact_aliases a using (contact_id) where a.value = $1",
      [forgetful.phone],
    );
    await shop.database.rows("insert into visits values ('default', $1, 'x')", [conversation?.["id"]]);
    expect((await erase(forgetful)).status).toBe(200);
    expect(await shop.database.rows("select from visits")).toEqual([]);
    await shop.database.rows("drop table visits");
  });

  test("every table of today has its columns read from the catalog", async () => {
    expect((await readColumns(shop.database)).size).toBeGreaterThan(35);
  });
});
