import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ContactId, DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { tellingMarks } from "../../src/postgres/governance/telling-marks.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** A phone is theirs whole: the next shop's customer has the same first digits. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const TABLES = ["quarantined_items", "channel_notices", "alerts", "sandbox_saved_sessions"] as const;

/** Makes an id as Meta does: three bytes with the length of the phone, the phone, and bytes of the message. */
function wamidOf(phone: string, afterIt = 0x15): string {
  const bytes = [Buffer.from([0x1c, 0x18, phone.length]), Buffer.from(phone), Buffer.from([afterIt]), randomBytes(8)];
  return `wamid.${Buffer.concat(bytes).toString("base64")}`;
}

/** What a table may hold about one phone: in words, in the id of a message, after characters that are written as escapes. */
const WORDS: Readonly<Record<string, (phone: string) => string>> = {
  "in words": (phone) => `su número es ${phone}.`,
  "in the id of a message": (phone) => wamidOf(phone),
  "after a new line": (phone) => `tel\n${phone}\n`,
  "after a blank that is no space": (phone) => `tel\u00a0${phone}`,
};

/** Numbers that begin or end alike, and are other people's. */
function neighboursOf(phone: string): string[] {
  const last = (count: number) => {
    const kept = phone.slice(0, -count);
    return kept + [...phone.slice(-count)].map((digit) => (Number(digit) + 5) % 10).join("");
  };
  return [last(1), last(2), `${phone}4`, `${phone}44`, `1${phone}`, phone.slice(0, -1)];
}

async function keep(table: (typeof TABLES)[number], words: string, place: number): Promise<string> {
  const id = randomUUID();
  const json = JSON.stringify({ said: words });
  const statements: Record<(typeof TABLES)[number], [string, unknown[]]> = {
    quarantined_items: [
      "insert into quarantined_items (workspace_id, id, reason, raw) values ($1, $2, 'shape', $3)",
      [Buffer.from(json)],
    ],
    channel_notices: [
      "insert into channel_notices (workspace_id, id, field, raw) values ($1, $2, 'messages', $3::jsonb)",
      [json],
    ],
    alerts: [
      `insert into alerts (workspace_id, id, kind, subject, severity, detail, raised_at, last_seen_at)
       values ($1, $2::uuid, 'customer_upset', $2::uuid::text, 'warning', $3::jsonb, recado_now(), recado_now())`,
      [json],
    ],
    sandbox_saved_sessions: [
      `insert into sandbox_saved_sessions (workspace_id, id, place, name, agent_id, mode, turns, body)
       values ($1, $2::uuid, $4::int, $2::uuid::text, 'somnio', 'inicio', 1, $3)`,
      [json, place],
    ],
  };
  const [text, values] = statements[table];
  await database.rows(text, [DEFAULT_WORKSPACE, id, ...values]);
  return id;
}

async function meet(phone: string): Promise<ContactId> {
  const id = randomUUID();
  await database.rows("insert into contacts (workspace_id, id, name) values ($1, $2, null)", [DEFAULT_WORKSPACE, id]);
  await database.rows(
    "insert into contact_aliases (workspace_id, kind, value, contact_id) values ($1, 'phone', $2, $3)",
    [DEFAULT_WORKSPACE, phone, id],
  );
  const found = await database.store.personalData.find(DEFAULT_WORKSPACE, phone);
  if (found === null) throw new Error(`${phone} is not known`);
  return found.id;
}

describe.each([10, 11, 12, 13, 14, 15])("a phone of %i digits", (digits) => {
  test.each(TABLES)("in %s is exported and erased whole, and no neighbour's", async (table) => {
    const phone = "120255501010987".slice(0, digits);
    for (const [how, written] of Object.entries(WORDS)) {
      const contact = await meet(phone);
      const own = await keep(table, written(phone), 1);
      const neighbours = neighboursOf(phone).map((other, n) => keep(table, written(other), n + 2));
      const foreign = await Promise.all(neighbours);

      const { personalData } = database.store;
      const result = await personalData.export(DEFAULT_WORKSPACE, contact, { actor: "ana", withFiles: false });
      const exported = result.kind === "exported" ? (result.export.tables[table] ?? []) : [];
      expect(exported, how).toEqual([expect.objectContaining({ id: own })]);

      await personalData.erase(DEFAULT_WORKSPACE, contact, { actor: "ana", reason: "ticket" });
      const left = await database.rows(`delete from ${table} returning id::text`);
      expect(left.map((row) => row["id"]).sort(), how).toEqual([...foreign].sort());
    }
  });
});

test("every byte that may follow a phone in a message's id leaves it found, and a digit makes it another's", async () => {
  const matching = async (wamids: readonly string[], marks: readonly string[]) => {
    const rows = await database.rows(
      `select wamid from unnest($1::text[]) as w (wamid)
       where exists (select from unnest($2::text[]) as m (mark) where wamid ~ mark)`,
      [wamids, marks],
    );
    return rows.map((row) => row["wamid"]);
  };
  for (const phone of ["1202555010", "12025550101", "120255501012"]) {
    const marks = tellingMarks([], [phone]);
    const noDigits = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte < 0x30 || byte > 0x3f);
    const own = noDigits.map((byte) => wamidOf(phone, byte));
    expect(await matching(own, marks)).toEqual(own);
    const longer = [..."0123456789"].map((digit) => wamidOf(`${phone}${digit}`));
    expect(await matching(longer, marks)).toEqual([]);
  }
});
