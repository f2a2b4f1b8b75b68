/**
 * `send_whatsapp_message` (requirement R11) with real processes and the simulated provider: a member's words reach another member
 * after a yes, once, also when the process gets `kill -9`; and no other person, at no other time.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { MOST_REMINDED_A_DAY } from "../../src/core/outbound/scheduled-message.ts";
import { createOperatorDesk } from "../../src/postgres/inbox/operator-desk.ts";
import { type GraphServer, openGraphServer } from "../support/provider/graph-server.ts";
import { Random } from "../support/random.ts";
import { postWebhook, type RecadoProcess, startRecado, textWebhook } from "../support/recado-process.ts";
import { announceShare, drawShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

const MINUTE = 60_000;
/** Longer than a lease and a claim of a worker that is gone. */
const AFTER_A_KILL = 4 * MINUTE;

let database: TestDatabase;
let graph: GraphServer;
let shop: RecadoProcess;
let people = 0;

const begin = async () => {
  const env = { RECADO_AGENT: "assistant" };
  shop = await startRecado("start", { databaseUrl: database.url, graphUrl: graph.url, env });
};

beforeAll(async () => {
  [database, graph] = await Promise.all([createTestDatabase(), openGraphServer()]);
  await begin();
}, 120_000);
afterAll(async () => {
  await shop?.stop();
  await graph?.close();
  await database?.drop();
});

interface Person {
  readonly phone: string;
  /** What has arrived on this phone, in order. */
  heard(): string[];
  /** Posts the words, and waits for nothing. */
  posts(text: string): Promise<void>;
  /** Posts the words, and gives the answer to them. */
  says(text: string): Promise<string>;
}

function person(): Person {
  people += 1;
  const phone = `57312${String(people).padStart(7, "0")}`;
  const heard = () => graph.ledger.filter(({ to }) => to === phone).map(({ text }) => text);
  const posts = async (text: string) => {
    const wamid = `wamid.${randomBytes(8).toString("hex")}`;
    expect(await postWebhook(shop.url as string, textWebhook(phone, wamid, text))).toBe(200);
  };
  return {
    ...{ phone, heard, posts },
    async says(text) {
      const before = heard().length;
      await posts(text);
      await eventually(`an answer to ${text}`, () => heard().length > before);
      return heard().slice(before).join("\n");
    },
  };
}

/** A member of the team whose phone is bound, and who has just written. */
async function member(name: string): Promise<Person> {
  const one = person();
  await one.says("hola");
  // A greeting may have a second message, which is no answer to what is said next.
  await eventually("the greeting is over", isSettled);
  const desk = createOperatorDesk(database.database);
  await database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId: name, role: "operator", name }, "test");
  const made = await database.accessAdmin.issuePhoneCode(DEFAULT_WORKSPACE, name, "test");
  const [row] = await database.rows(
    `select c.id, c.contact_id from conversations c join contact_aliases a on a.contact_id = c.contact_id where a.value = $1`,
    [one.phone],
  );
  const speaker = {
    workspaceId: DEFAULT_WORKSPACE,
    conversationId: String(row?.["id"]),
    contactId: String(row?.["contact_id"]),
  };
  expect(await desk.bind(speaker, made?.code ?? "")).toBe(true);
  return one;
}

/** Makes it this hour where the shop is: its zone is chosen by the clock of now. */
async function setHour(hour: number): Promise<void> {
  const [row] = await database.rows("select extract(hour from recado_now() at time zone 'UTC')::int as hour");
  // West is positive in these names.
  const west = (((Number(row?.["hour"]) - hour) % 24) + 24) % 24;
  const zone = west <= 12 ? `Etc/GMT+${west}` : `Etc/GMT-${24 - west}`;
  await database.rows("update workspace_agent_config set time_zone = $1", [zone]);
}

let names = 0;
let pedro: Person;
let ana: Person;
let called: string;
beforeEach(async () => {
  names += 1;
  await setHour(10);
  called = `Ana${"abcdefghijkl"[names]}`;
  [pedro, ana] = [await member(`Pedro${names}`), await member(called)];
});

const isSettled = async () =>
  (
    await database.rows(
      `select from scheduled_messages where status = 'pending'
       union all select from conversations where pending > 0 or unsent > 0 or run_at is not null`,
    )
  ).length === 0;

const outwaited = new Set<unknown>();
/** What was about to leave as a process died is in doubt for a while: the clock goes past that, once for each. */
async function outwaitDoubts(): Promise<void> {
  const rows = await database.rows(
    "select id || ':' || attempt as doubt from outbox_messages where status = 'in_doubt'",
  );
  const fresh = rows.map(({ doubt }) => doubt).filter((doubt) => !outwaited.has(doubt));
  if (fresh.length === 0) return;
  for (const doubt of fresh) outwaited.add(doubt);
  await database.advance(AFTER_A_KILL);
}

test("a member's words reach the other member after a yes, and nobody before or after a no", async () => {
  const before = ana.heard().length;
  const asked = await pedro.says(`dígale a ${called} que llego tarde`);
  expect(asked).toContain(`¿Le paso este mensaje a ${called}?`);
  expect(asked).toContain("«llego tarde»");
  await pedro.says("no");
  await eventually("nothing is under way", isSettled);
  expect(ana.heard()).toHaveLength(before);

  await pedro.says(`dígale a ${called} que llego tarde`);
  await pedro.says("sí");
  await eventually("Ana hears it", () => ana.heard().length > before);
  await eventually("nothing is under way", isSettled);
  expect(ana.heard().slice(before)).toEqual(["💬 llego tarde"]);
  const lines = await database.rows(
    "select status, settled_by from scheduled_messages where text = '💬 llego tarde' and conversation_id in (select id from conversations)",
  );
  expect(lines).toEqual([{ status: "sent", settled_by: "system" }]);
});

test("a customer, a member who opted out and one outside the 24-hour window are written to by nobody, and nobody is asked for a yes", async () => {
  const customer = person();
  await customer.says("hola");
  const wish = `dígale a ${called} que llego tarde`;
  const told = ana.heard().length;
  expect(await customer.says(wish)).toContain("Solo puedo pasar mensajes entre personas del equipo");
  // A number is no destination, be it a customer's or a member's.
  expect(await pedro.says(`dígale a ${customer.phone} que llego tarde`)).toContain("No encuentro en el equipo");
  expect(await pedro.says(`dígale a ${ana.phone} que llego tarde`)).toContain("No encuentro en el equipo");
  await ana.says("BAJA");
  expect(await pedro.says(wish)).toContain(`no puedo escribirle a ${called}`);
  await ana.says("ALTA");
  const after = ana.heard().length;
  // Ana last wrote a day and an hour ago.
  await database.rows(
    `update conversations set last_customer_message_at = recado_now() - interval '25 hours'
     where contact_id = (select contact_id from contact_aliases where value = $1)`,
    [ana.phone],
  );
  expect(await pedro.says(wish)).toContain(`no puedo escribirle a ${called}`);
  await eventually("nothing is under way", isSettled);
  expect(ana.heard()).toHaveLength(after);
  expect(after).toBeGreaterThan(told);
  expect(
    await database.rows("select from scheduled_messages where text = '💬 llego tarde' and status <> 'sent'"),
  ).toEqual([]);
  expect(customer.heard().join("\n")).not.toContain("💬");
});

test("no phone of the team rings at night, neither asked for nor with a yes of the evening", async () => {
  const before = ana.heard().length;
  await pedro.says(`dígale a ${called} que llego tarde`);
  await setHour(2);
  await pedro.says("sí");
  expect(await pedro.says(`dígale a ${called} que ya llegué`)).toContain(
    `A esta hora prefiero no escribirle a ${called}`,
  );
  await eventually("nothing is under way", isSettled);
  expect(ana.heard()).toHaveLength(before);
});

test("a member whose phone was unbound between the question and the yes passes nothing on", async () => {
  const before = ana.heard().length;
  await pedro.says(`dígale a ${called} que llego tarde`);
  await database.accessAdmin.unbindPhone(DEFAULT_WORKSPACE, `Pedro${names}`, "test");
  await pedro.says("sí");
  await eventually("nothing is under way", isSettled);
  expect(ana.heard()).toHaveLength(before);
});

test("a member hears at most as much of others in a day as of reminders (R16)", async () => {
  const before = ana.heard().length;
  await database.rows(
    `insert into outbox_messages (workspace_id, id, conversation_id, run_id, seq, idempotency_key, content, recipient, on_doubt,
       inbound_seq, created_at, position, delay_ms, priority, purpose, status, attempt)
     select c.workspace_id, gen_random_uuid(), c.id, r.id, 100 + n, 'told:' || c.id || n, '{"type":"text","body":"x"}',
       '{"kind":"phone","value":"x"}', 'resend', 0, recado_now(), 0, 0, 'CORE', 'requested', 'accepted', 1
     from conversations c join contact_aliases a on a.contact_id = c.contact_id
     join lateral (select id from agent_runs r where r.conversation_id = c.id limit 1) r on true
     cross join generate_series(1, $2::int) n where a.value = $1`,
    [ana.phone, MOST_REMINDED_A_DAY],
  );
  await pedro.says(`dígale a ${called} que una más`);
  await pedro.says("sí");
  await eventually("it is judged", isSettled);
  expect(ana.heard()).toHaveLength(before);
  expect(await database.rows("select status, reason from scheduled_messages where text = '💬 una más'")).toEqual([
    { status: "failed", reason: "daily_limit" },
  ]);
});

/** A kill each; `npm test` plays one of them. */
const ROUNDS = ["uno", "dos", "tres"];
const PLAYED = process.env["RECADO_PASSED_ON"] === "whole" ? ROUNDS : drawShare(ROUNDS, 1);
announceShare({
  ...{ stage: "words passed on, killed", played: PLAYED.length, of: ROUNDS.length, seed: SEED_OF_THE_DAY },
  whole: "RECADO_PASSED_ON=whole npm test -- test/end-to-end/passed-on.test.ts",
});

test("the words leave once, whenever the process is killed after the yes", async () => {
  const random = new Random(SEED_OF_THE_DAY);
  for (const round of PLAYED) {
    const before = ana.heard().length;
    expect(await pedro.says(`dígale a ${called} que va el ${round}`)).toContain("¿Le paso");
    await pedro.posts("sí");
    // At any moment of the yes, of the turn, of the claim and of the send.
    await sleep(random.below(700));
    shop.signal("SIGKILL");
    await shop.ended;
    await database.advance(AFTER_A_KILL);
    await begin();
    await eventually(`Ana hears ${round}`, () => outwaitDoubts().then(() => ana.heard().length > before));
    await eventually("nothing is under way", () => outwaitDoubts().then(isSettled));
    const text = `💬 va el ${round}`;
    const [sent] = await database.rows(
      "select count(*)::int as messages, sum(attempt)::int as attempts from outbox_messages where content ->> 'body' = $1",
      [text],
    );
    // One message; only what was on the wire as the process died may leave once more, as everywhere.
    expect(sent?.["messages"]).toBe(1);
    const heard = ana.heard().slice(before);
    expect(new Set(heard)).toEqual(new Set([text]));
    expect(heard.length).toBeLessThanOrEqual(Number(sent?.["attempts"]));
  }
}, 240_000);
