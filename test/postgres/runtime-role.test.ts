import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { type OpenPostgres, openPostgres } from "../../src/postgres/open-postgres.ts";
import { enqueueRequest, inbound } from "../support/inbound.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** Which rights the parts of Recado work with, by how DATABASE_URL signs in. */
let database: TestDatabase;
const logins: string[] = [];
const opened: OpenPostgres[] = [];
const password = randomBytes(9).toString("hex");

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  for (const login of logins) {
    await database.rows(`drop owned by ${login} cascade`);
    await database.rows(`drop role ${login}`);
  }
  await database.drop();
});

const withLogin = (url: URL, login: string) => {
  const its = new URL(url);
  its.username = login;
  its.password = password;
  return its.toString();
};

/** A login of its own, and the database as it sees it. */
async function loginWith(attributes: string, options: { transactionPooler?: boolean } = {}) {
  const login = `recado_test_${randomBytes(5).toString("hex")}`;
  logins.push(login);
  await database.rows(`create role ${login} login password '${password}' ${attributes}`);
  const open = async () => {
    const { transactionPooler = false } = options;
    const url = withLogin(new URL(database.url), login);
    const postgres = await openPostgres({
      url,
      applicationName: "recado test",
      logger: silentLogger,
      transactionPooler,
    });
    opened.push(postgres);
    return postgres;
  };
  return { login, open };
}

async function serves({ store }: OpenPostgres, phone: string): Promise<void> {
  await store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone })]));
  const { items } = await store.conversations.list(DEFAULT_WORKSPACE, { contact: phone, limit: 1 });
  expect(items).toHaveLength(1);
  await store.health.proveWrites();
}

test("a superuser's or owner's address works as recado_runtime, bound by row security", async () => {
  expect(await database.checkRole()).toBeNull();
});

test("an owner without special rights migrates, sees the rows that it migrates, and serves", async () => {
  const { login } = await loginWith("createdb createrole");
  for (const role of ["recado_tenant", "recado_runtime", "recado_member"])
    await database.rows(`grant ${role} to ${login} with admin option`);
  const name = `${login}_db`;
  await database.rows(`create database ${name} owner ${login}`);
  try {
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    const postgres = await openPostgres({
      url: withLogin(url, login),
      applicationName: "recado test",
      logger: silentLogger,
    });
    opened.push(postgres);
    expect((await postgres.migrate()).applied).toContain("0001_baseline");
    expect(await postgres.checkRole()).toBeNull();
    await serves(postgres, "573000000009");
    const { rows } = await postgres.owner.run({
      text: "with moved as (update contacts set name = 'migrated' returning 1) select count(*)::int as moved from moved",
      values: [],
    });
    expect(rows).toEqual([{ moved: 1 }]);
    await postgres.close();
    opened.pop();
  } finally {
    await database.rows(`drop database ${name} with (force)`);
  }
});

test("a login that is no member of recado_runtime is refused with the way out", async () => {
  const { login, open } = await loginWith("");
  await expect((await open()).checkRole()).rejects.toMatchObject({
    code: "database_role_refused",
    message: expect.stringContaining(`grant recado_runtime to "${login}"`),
  });
});

test("behind a transaction pooler a login of its own is bound, and a superuser's is told about", async () => {
  const member = await loginWith("in role recado_runtime", { transactionPooler: true });
  const bound = await member.open();
  expect(await bound.checkRole()).toBeNull();
  await serves(bound, "573000000008");
  const all = await loginWith("superuser", { transactionPooler: true });
  expect(await (await all.open()).checkRole()).toMatch(/passes all row security.*in role recado_runtime/s);
  const stranger = await loginWith("", { transactionPooler: true });
  await expect((await stranger.open()).checkRole()).rejects.toMatchObject({ code: "database_role_refused" });
});
