import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { violations } from "../../support/oracle.ts";
import { openSomnioShop, type SomnioShop } from "../../support/somnio-shop.ts";
import { createTestDatabase } from "../../support/test-database.ts";

let shop: SomnioShop;
beforeAll(async () => {
  shop = await openSomnioShop();
});
afterAll(async () => {
  await shop.close();
});

const ALL = "Marta Lucía Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co";
const audit = () => shop.database.store.audit;
const linesOf = async (subjectId: string) =>
  (await audit().list(DEFAULT_WORKSPACE, { subjectId, limit: 100 })).items.reverse();

test("a purchase, a takeover and a handback are lines of the log, with who did them and nothing that the customer said", async () => {
  const marta = shop.customer();
  await marta.says("quiero hacer un pedido", ALL, "2", "sí confirmo");
  const { id } = await marta.seen();
  expect(await shop.command(id, "takeover")).toBe(200);
  expect(await shop.command(id, "handback")).toBe(200);
  // A command that changes nothing is no deed.
  expect(await shop.command(id, "handback")).toBe(200);
  expect((await linesOf(id)).map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    "agent:somnio@2 tool.ok",
    "test conversation.bot_off",
    "test conversation.bot_on",
  ]);
  const rows = await shop.database.rows("select row_to_json(a)::text as line from audit_log a");
  const all = JSON.stringify(rows);
  for (const said of ["Marta", "Ríos", "3015550142", "Laureles", "marta@ejemplo.co"]) expect(all).not.toContain(said);
});

test("whoever asks for a person silences the bot, and the log says which agent did", async () => {
  const elkin = shop.customer();
  await elkin.says("quiero hablar con una persona");
  const { id } = await elkin.seen();
  expect((await linesOf(id)).map(({ actor, action }) => `${actor} ${action}`).sort()).toEqual([
    "agent:somnio@2 conversation.bot_off",
    "agent:somnio@2 tool.ok",
  ]);
});

test("the chain holds, and says where it does not once a line was changed, taken out or put in", async () => {
  const { rows } = shop.database;
  await rows(`select audit('default', 'ana', 'try', 'task', n::text, null, '{}') from generate_series(1, 5) n`);
  while ((await audit().seal(2)) > 0);
  const { lines, unsealed, lastHash, brokenAt } = await audit().verify(DEFAULT_WORKSPACE, { whole: true });
  expect({ unsealed, brokenAt }).toEqual({ unsealed: 0, brokenAt: null });
  expect(lines).toBeGreaterThan(4);
  expect(lastHash).toMatch(/^[0-9a-f]{64}$/);
  expect(await violations(shop.database, { when: "any time" })).toEqual([]);

  // What the triggers refuse to everybody, a thief with the keys of the house does all the same.
  const asThief = async (deed: string) => {
    await shop.database.rows("alter table audit_log disable trigger user");
    await shop.database.rows(deed);
    await shop.database.rows("alter table audit_log enable trigger user");
    return (await audit().verify(DEFAULT_WORKSPACE, { whole: true })).brokenAt;
  };
  expect(await asThief("update audit_log set actor = 'nadie' where seq = 3")).toBe(3);
  expect(await asThief("update audit_log set hash = audit_hash(audit_log) where seq = 3")).toBe(4);
  expect(await asThief("delete from audit_log where seq = 2")).toBe(3);
});

test("what was proved is not looked at again, and what came since is; a break makes all of it suspect", async () => {
  const fresh = await createTestDatabase({ hasFullPools: true });
  try {
    const { audit: log } = fresh.store;
    const add = async (n: number) => {
      await fresh.rows(
        `select audit('default', 'ana', 'try', 'task', n::text, null, '{}') from generate_series(1, $1::int) n`,
        [n],
      );
      while ((await log.seal(100)) > 0);
    };
    const since = () => log.verify(DEFAULT_WORKSPACE, { whole: false });
    const before = (await since()).lines;
    await add(5);
    expect(await since()).toMatchObject({ lines: before + 5, brokenAt: null });
    await add(2);
    expect(await since()).toMatchObject({ lines: before + 7, verifiedFrom: before + 6, unsealed: 0, brokenAt: null });
    const { lastHash } = await log.verify(DEFAULT_WORKSPACE, { whole: true });
    expect(await since()).toMatchObject({ lines: before + 7, verifiedFrom: before + 8, lastHash });
    await fresh.rows("alter table audit_log disable trigger user");
    await fresh.rows("update audit_log set actor = 'nadie' where seq = $1", [before + 2]);
    expect(await log.verify(DEFAULT_WORKSPACE, { whole: true })).toMatchObject({
      brokenAt: before + 2,
      verifiedFrom: 1,
    });
    expect(await since()).toMatchObject({ brokenAt: before + 2, verifiedFrom: 1 });
  } finally {
    await fresh.drop();
  }
});

test.each([
  "update audit_log set actor = 'nadie'",
  "update audit_log set seq = null, previous_hash = null, hash = null",
  "delete from audit_log",
  "truncate audit_log",
])("nobody does: %s", async (deed) => {
  await expect(shop.database.rows(deed)).rejects.toThrow("only ever added to");
});

test("processes that seal at once make one chain", async () => {
  const fresh = await createTestDatabase({ hasFullPools: true });
  try {
    const { audit } = fresh.store;
    await fresh.rows(
      `select audit('default', 'ana', 'try', 'task', n::text, null, '{}') from generate_series(1, 60) n`,
    );
    let sealed = 0;
    for (let round = 0; sealed < 60 && round < 60; round += 1) {
      for (const count of await Promise.all(Array.from({ length: 6 }, () => audit.seal(7)))) sealed += count;
    }
    expect(sealed).toBe(60);
    expect(await audit.verify(DEFAULT_WORKSPACE, { whole: true })).toMatchObject({
      lines: 60,
      unsealed: 0,
      brokenAt: null,
    });
  } finally {
    await fresh.drop();
  }
});
