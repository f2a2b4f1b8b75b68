import { afterEach, beforeEach, expect, test } from "vitest";
import type { ContactId, ConversationId, RunId, WorkspaceId } from "../../src/core/ids.ts";
import { cancelMove, moveNumber, planMove } from "../../src/postgres/moves/move-number.ts";
import { readCatalog } from "../../src/postgres/moves/moved-tables.ts";
import { splitByNumber } from "../../src/whatsapp/split-by-number.ts";
import { fillWorkspace } from "../server/filled-workspace.ts";
import { enqueueRequest, inbound } from "../support/inbound.ts";
import { runCommand } from "../support/run-command.ts";
import { recordingChannel } from "../support/shop.ts";
import type { TestDatabase } from "../support/test-database.ts";
import { deliver, MOVING, openCellShop, openTwoCells, STAYING, type TwoCells, webhookOf } from "./two-cells.ts";

/** What a move carries over, what it refuses, and what may still be written while it is under way. */

const PHONE = "573141112233";

/** Two databases of each test's own, in which the other number has a customer each. */
let cells: TwoCells;
beforeEach(async () => {
  cells = await openTwoCells();
  await says(cells.here, "hola", STAYING);
  await says(cells.there, "hola", STAYING, "573140000000");
});
afterEach(() => cells.close());

async function says(database: TestDatabase, text: string, number = MOVING, phone = PHONE) {
  const { items } = await database.store.mailbox.enqueue(
    enqueueRequest([inbound(text, { phone, phoneNumberId: number })]),
  );
  const [item] = items;
  const [row] = await database.rows("select contact_id from conversations where id = $1", [item?.conversationId]);
  return {
    conversationId: item?.conversationId as ConversationId,
    runId: item?.runId as RunId,
    contactId: row?.["contact_id"] as ContactId,
  };
}

/** Every table's rows of the number, without what the database gives out itself. */
async function rowsOf(database: TestDatabase): Promise<Record<string, string[]>> {
  const { tables } = await readCatalog(database.owner.run);
  const dumped: Record<string, string[]> = {};
  for (const { name, columns } of tables) {
    const kept = columns.filter((one) => !["run_at", "send_at"].includes(one.name)).map((one) => `"${one.name}"`);
    const rows = await database.rows(`select (row(${kept.join(", ")}))::text as row from ${name} order by 1`);
    if (rows.length > 0) dumped[name] = rows.map(({ row }) => String(row));
  }
  return dumped;
}

test("each table of the database says whether its rows move with a number", async () => {
  expect((await readCatalog(cells.here.owner.run)).undeclared).toEqual([]);
});

test("what cannot be moved, or not there, is refused with what to do", async () => {
  const { here, there } = cells;
  const refused = (order: Parameters<typeof planMove>[0]) => planMove(order).catch((error: Error) => error.message);
  expect(await refused(cells.order({ number: "999" }))).toMatch(/serves no number 999.*number list/);
  expect(await refused(cells.order({ target: cells.source }))).toMatch(
    /--to names the database in which the number is now/,
  );
  await says(here, "hola");
  expect(await refused(cells.order({ number: STAYING }))).toMatch(/already, with 1 conversations/);
  const command = (...words: string[]) => runCommand(["number", "move", MOVING, ...words], { DATABASE_URL: here.url });
  expect(await command("--to", "mysql://x/y")).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/not the address/),
  });
  expect(await command("--to", there.url, "--door", "ftp://x")).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/webhook of the other door/),
  });
});

test("every row goes over as it was, once, and nothing tells of it a second time", async () => {
  const { here, there } = cells;
  // The shop knows this customer by another number there, under a record of its own.
  await says(there, "hola", STAYING, "573149998877");
  await says(here, "hola", MOVING, "573149998877");
  const of = await says(here, "hola");
  await fillWorkspace(here, "default" as WorkspaceId, of);
  await here.rows(
    `update media_items set bytes = $1, status = 'stored', fetch_at = null, settled_at = now(), conversation_id = $2,
      event_id = (select id from agent_events where conversation_id = $2)`,
    [Buffer.from([0, 255, 10, 92]), of.conversationId],
  );
  await here.rows("update agent_events set payload = payload || $1", [
    JSON.stringify({ odd: ['"\\', "é\n\t", null, 1e-7, "🥖"] }),
  ]);
  const other = await here.rows("select id from conversations where phone_number_id = $1", [STAYING]);
  const before = await rowsOf(here);
  const told = async () => (await there.rows("select count(*)::int as n from audit_log"))[0]?.["n"];
  const lines = Number(await told());

  const shown = await runCommand(["number", "move", MOVING, "--to", there.url, "--dry-run", "--json"], {
    DATABASE_URL: here.url,
  });
  expect(JSON.parse(shown.out)).toMatchObject({
    number: MOVING,
    resumes: false,
    rows: { conversations: 2, orders: 1 },
  });
  expect(await rowsOf(here)).toEqual(before);

  const moved = await moveNumber(cells.order());
  expect(moved.copied).toMatchObject({ knownContacts: 1, tookSettings: false });
  const after = await rowsOf(there);
  const [known] = await there.rows("select contact_id from contact_aliases where value = '573149998877'");
  const [was] = await here.rows("select id from contacts where id = $1", [known?.["contact_id"]]);
  expect(was).toBeUndefined();
  for (const table of [
    "orders",
    "media_items",
    "confirmations",
    "scheduled_messages",
    "tasks",
    "session_state",
    "timers",
  ]) {
    expect(after[table], table).toEqual(before[table]);
  }
  const joined = await there.rows("select phone_number_id from conversations where contact_id = $1 order by 1", [
    known?.["contact_id"],
  ]);
  expect(joined.map((row) => row["phone_number_id"])).toEqual([MOVING, STAYING].sort());
  expect(Number(await told())).toBe(lines + 2);
  expect(
    await there.rows("select 1 from conversations where phone_number_id = $1 and run_at is null", [MOVING]),
  ).toEqual([]);

  // Nothing of it is left here, and the other number lost nothing.
  expect(await here.rows("select id from conversations")).toEqual(other);
  const left = await rowsOf(here);
  for (const table of ["orders", "media_items", "agent_sessions", "timers"]) expect(left[table], table).toBeUndefined();
  expect(left["contacts"]).toHaveLength(1);
  await expect(says(here, "hola otra vez")).rejects.toMatchObject({ code: "number_moving" });
}, 60_000);

test("a moved number may come back, and a customer's old message is still known", async () => {
  const { here, there } = cells;
  await says(here, "hola");
  await moveNumber(cells.order());
  const message = inbound("una vez", { phone: PHONE, phoneNumberId: MOVING });
  const first = await there.store.mailbox.enqueue(enqueueRequest([message]));
  await moveNumber(cells.order({ source: cells.target, target: cells.source }));
  const again = await here.store.mailbox.enqueue(enqueueRequest([message]));
  expect(again.items[0]).toMatchObject({ duplicate: true, eventId: first.items[0]?.eventId });
  await expect(says(there, "hola")).rejects.toMatchObject({ code: "number_moving" });
}, 60_000);

test("while it is silent its rows bear no change, those of other numbers do, and a move that is called off goes on here", async () => {
  const { here, there } = cells;
  const stays = await says(here, "hola", STAYING, "573142220000");
  const moves = await says(here, "hola", MOVING, "573143330000");
  const killed = moveNumber(
    cells.order({
      onStep: (step) => {
        if (step === "silent") throw new Error("killed");
      },
    }),
  );
  await expect(killed).rejects.toThrow("killed");
  const note = (of: typeof moves) =>
    here.database.run({
      text: `insert into contact_notes (workspace_id, id, contact_id, conversation_id, author, body, created_at)
        values ('default', $1, $2, $3, 'ana', 'x', now())`,
      values: [crypto.randomUUID(), of.contactId, of.conversationId],
    });
  await expect(note(moves)).rejects.toMatchObject({ code: "number_moving" });
  await note(stays);
  const switched = (of: typeof moves) =>
    here.database.run({ text: "update conversations set assignee = 'eva' where id = $1", values: [of.conversationId] });
  expect((await switched(moves)).rowCount).toBe(0);
  expect((await switched(stays)).rowCount).toBe(1);
  await expect(moveNumber(cells.order({ target: { ...cells.target, name: "elsewhere:5432/x" } }))).rejects.toThrow(
    /on its way to .*give that database with --to/,
  );

  await cancelMove(cells.order());
  await note(moves);
  expect((await says(here, "sigo aquí", MOVING, "573143330000")).conversationId).toBe(moves.conversationId);
  expect(await there.rows("select id from conversations where phone_number_id = $1", [MOVING])).toEqual([]);
  const [row] = await here.rows("select run_at <= recado_now() as due from conversations where id = $1", [
    moves.conversationId,
  ]);
  expect(row).toEqual({ due: true });
}, 60_000);

test("a body that holds two numbers is taken apart: what moved goes on to the door there, the rest stays", async () => {
  const { here, there } = cells;
  const provider = recordingChannel();
  const atThere = await openCellShop(there, provider);
  await says(here, "hola");
  await moveNumber(cells.order({ forwardTo: atThere.webhook }));
  const atHere = await openCellShop(here, provider);
  const phone = "573147770000";
  await deliver(
    atHere.webhook,
    webhookOf({ number: MOVING, phone, text: "allá" }, { number: STAYING, phone, text: "aquí" }),
  );
  const heard = (database: TestDatabase) =>
    database.rows(
      `select c.phone_number_id as number, e.payload -> 'content' ->> 'body' as text from agent_events e
       join conversations c on c.id = e.conversation_id where e.source_message_id like '%' || $1 || '%'`,
      [phone],
    );
  expect(await heard(here)).toEqual([{ number: STAYING, text: "aquí" }]);
  expect(await heard(there)).toEqual([{ number: MOVING, text: "allá" }]);
  await atHere.close();
  await atThere.close();
}, 60_000);

test("a body is split by its numbers, and nothing of it is lost or doubled", () => {
  const body = {
    object: "whatsapp_business_account",
    entry: [
      { id: "1", changes: [change("a", 1), change("b", 2)] },
      { id: "2", changes: [change("a", 3), { field: "account_update", value: {} }] },
      "not an entry",
    ],
  };
  const { parts, rest } = splitByNumber(Buffer.from(JSON.stringify(body)), new Set(["a", "c"]));
  const read = (bytes: Uint8Array | null | undefined) => JSON.parse(Buffer.from(bytes ?? []).toString()) as unknown;
  expect([...parts.keys()]).toEqual(["a"]);
  expect(read(parts.get("a"))).toMatchObject({
    entry: [
      { id: "1", changes: [change("a", 1)] },
      { id: "2", changes: [change("a", 3)] },
    ],
  });
  expect(read(rest)).toMatchObject({
    entry: [
      { id: "1", changes: [change("b", 2)] },
      { id: "2", changes: [{ field: "account_update" }] },
      "not an entry",
    ],
  });
  expect(splitByNumber(Buffer.from("{"), new Set(["a"])).parts.size).toBe(0);
});

const change = (number: string, n: number) => ({
  field: "messages",
  value: { metadata: { phone_number_id: number }, messages: [{ id: `m${n}` }] },
});
