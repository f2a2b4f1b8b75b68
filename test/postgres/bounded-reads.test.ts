import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GrownTables, growTables } from "../support/grown-tables.ts";
import { API_TOKEN, postWebhook, textWebhook } from "../support/recado-process.ts";
import { type Customer, openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";
import { explainEverything, type Scan, watchPlans } from "../support/watched-plans.ts";

/**
 * What a shop's messages cost may not depend on how many it had before, nor on the hour at which PostgreSQL looked at the tables.
 * Each statement that the process really sends, and each inside of a function, reads a bounded number of rows for each key.
 */
let shop: SomnioShop;
let tables: GrownTables;
const watch = watchPlans();
beforeAll(async () => {
  shop = await openSomnioShop({}, {}, explainEverything);
});
afterAll(async () => {
  watch.stop();
  await tables?.close();
  await shop?.close();
});

const ALL = "Marta Lucía Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co";

const api = async (path: string, body?: unknown): Promise<unknown> => {
  const answer = await fetch(`${shop.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect([path, answer.status < 300]).toEqual([path, true]);
  return path === "/metrics" ? await answer.text() : await answer.json();
};

/** The three reports that WhatsApp sends of each message that a phone gets. */
async function reportsOf(customer: Customer): Promise<void> {
  for (const { wamid, to, opaque, phoneNumberId } of shop.graph.ledger.filter((line) => line.to === customer.phone)) {
    for (const status of ["sent", "delivered", "read"]) {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const report = { id: wamid, status, timestamp, recipient_id: to, biz_opaque_callback_data: opaque };
      const value = {
        messaging_product: "whatsapp",
        metadata: { display_phone_number: "15550783881", phone_number_id: phoneNumberId },
        statuses: [report],
      };
      const body = {
        object: "whatsapp_business_account",
        entry: [{ id: "1", changes: [{ field: "messages", value }] }],
      };
      expect(await postWebhook(shop.url, body)).toBe(200);
    }
  }
}

async function sendsPicture({ phone }: Customer): Promise<void> {
  const wamid = `wamid.${randomBytes(8).toString("hex")}`;
  const image = { id: `media${wamid}`, mime_type: "image/jpeg", sha256: "aGFzaA==" };
  const body = JSON.stringify(textWebhook(phone, wamid, "x"))
    .replace('"type":"text"', '"type":"image"')
    .replace('"text":{"body":"x"}', `"image":${JSON.stringify(image)}`);
  expect(await postWebhook(shop.url, body)).toBe(200);
  await shop.isQuiet();
}

const screens = [
  "/internal/agent/conversations",
  "/internal/agent/inbox",
  "/internal/agent/inbox?per=customer",
  "/internal/agent/runs",
  "/internal/agent/runs?status=queued",
  "/internal/agent/runs?status=failed",
  "/internal/agent/runs?status=dead_letter",
  "/internal/agent/tasks",
  "/internal/agent/orders",
  "/internal/agent/orders?status=confirmed&limit=20",
  "/internal/agent/orders?q=ana%20bogota",
  "/internal/agent/orders?q=laureles",
  "/internal/agent/orders?q=129.900",
  "/internal/agent/orders?city=leticia",
  "/internal/agent/orders?contactId=01900000-0000-7000-8000-0000000000ff",
  `/internal/agent/orders?from=${new Date(Date.now() + 60_000).toISOString()}`,
  "/internal/agent/inbox?filter=needs_me",
  "/internal/agent/inbox?filter=mine",
  "/internal/agent/inbox/counts",
  "/internal/agent/search?q=zzzz%20leticia",
  "/internal/agent/runs?limit=20",
  "/internal/agent/tasks?status=open",
  "/internal/agent/alerts",
  "/internal/agent/audit",
  "/internal/agent/confirmations",
  "/internal/agent/circuits",
  "/internal/agent/feed/deliveries",
  "/internal/agent/feed/endpoints",
  "/internal/agent/media",
  "/internal/agent/timers",
  "/metrics",
];

/** A day in little: a sale, a picture, a person who takes over, delivery reports of all, and the screens that people look at. */
async function works(): Promise<void> {
  const [buyer, asker] = [shop.customer(), shop.customer()];
  await asker.says("Hola, ¿cuánto cuesta?", "¿cuánto se demora el envío?");
  await sendsPicture(asker);
  await buyer.says("quiero hacer un pedido", ALL, "el de 3", "sí confirmo");
  await reportsOf(buyer);
  const { id } = await asker.seen();
  await shop.command(id, "takeover");
  await asker.says("¿sigue ahí?");
  await api(`/internal/agent/conversations/${id}/messages`, { text: "Buenas tardes", idempotencyKey: id });
  await shop.isQuiet();
  await shop.command(id, "handback");
  await reportsOf(asker);
  for (const path of screens) await api(path);
  for (const part of ["timeline", "knowledge"]) await api(`/internal/agent/conversations/${id}/${part}`);
}

/** The last 20 lines, the 40 messages of two blocks, a page of 50: nothing reads more for one key. */
const ROWS_FOR_A_KEY = 110;
const PAGES_FOR_A_KEY = 150;

/** What reads a table as a whole, and why it may: no customer waits for any of them. */
const WHOLE_TABLES = [
  // The inbox reads all that needs a person, and of a rare choice all (src/postgres/inbox/inbox-list.ts); its newest it does not.
  "with need as materialized",
  // The alert of handoffs counts the runs of an hour (src/postgres/shop/standing-troubles.ts).
  "with hour as materialized",
  // A search of messages reads up to 4 MB of entries that wait to be sorted into its index.
  "select t.conversation_id as conversation, t.turn_number as turn",
  // A scrape counts all runs and messages by status (src/postgres/inbox/health.ts).
  "select (select jsonb_object_agg(status, n)",
  // The page of timers sorts all that count, where PostgreSQL believes that none does.
  'select t.id, t.conversation_id as "conversationId", jsonb_build_object',
  // A search of orders reads 300 of the newest before it asks the index (src/postgres/inbox/find-orders.ts).
  "from (select * from orders o where",
  // A round of those who learn and of those who seal takes some hundred rows at once (src/runtime/learner.ts, audit/log.sql).
  "t.copied_at",
  "from audit_log where hash is null",
];

/** The inbox and the customers, page by page. */
const NEWEST = "conversations_newest";

/** The catalog grows with our migrations, not with customers. */
const isNone = ({ statement, table }: Scan) => statement.includes("-- the test asks") || table.startsWith("pg_");

/** Each scan that goes beyond what its keys ask for, in words. */
function unbounded(scans: readonly Scan[]): string[] {
  const found = scans.flatMap((scan) => {
    const { statement, node, table, index, condition, loops, rowsEach, pagesEach } = scan;
    if (isNone(scan) || (rowsEach <= ROWS_FOR_A_KEY && pagesEach <= PAGES_FOR_A_KEY)) return [];
    const text = statement.replace(/\s+/g, " ").trim();
    if (index !== NEWEST && WHOLE_TABLES.some((words) => text.includes(words))) return [];
    return [
      `${node} ${index ?? table}, ${condition}: ${Math.round(rowsEach)} rows, ${Math.round(pagesEach)} pages × ${loops} in ${text.slice(0, 120)}…`,
    ];
  });
  return [...new Set(found)];
}

describe.sequential("no statement reads more than what is asked for", () => {
  test("in an empty shop, and when it has grown from a few customers to thousands since PostgreSQL looked at it", async () => {
    await works();
    expect(watch.take().length).toBeGreaterThan(500);
    tables = await growTables(shop.database);
    // Threefold: at fourfold a worker would have the tables looked at again.
    await tables.grow(200);
    await tables.analyze();
    await tables.grow(400);
    watch.take();
    await works();
    const scans = watch.take();
    expect(unbounded(scans)).toEqual([]);
    // Without the index all conversations are sorted for each page.
    expect(scans.filter(({ index }) => index === NEWEST)).not.toEqual([]);
  });

  test("after a night that closed all sessions, and a day that has opened a thousand since", async () => {
    await tables.closeAll();
    await tables.analyze();
    await tables.openSessions(1_200);
    watch.take();
    await works();
    expect(unbounded(watch.take())).toEqual([]);
  });
});
