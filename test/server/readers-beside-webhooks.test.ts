import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../src/core/ids.ts";
import { openPostgres } from "../../src/postgres/open-postgres.ts";
import { ReadLimit } from "../../src/server/access/read-limit.ts";
import { newId } from "../support/inbound.ts";
import { eventually } from "../support/shop.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { openDoor, signed, textWebhook, WEBHOOK } from "./open-door.ts";

/** Who reads, however much, keeps no webhook from being stored and no other workspace from reading. */
const other = "other" as WorkspaceId;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
  await database.accessAdmin.createWorkspace({ id: other, name: "Other" }, "test");
});
afterAll(() => database.drop());

async function tokenOf(workspace: WorkspaceId): Promise<string> {
  const made = await database.accessAdmin.createToken(workspace, {
    ...{ name: "a reader", holder: { role: "viewer" }, scopes: null, lifeDays: null, by: "test" },
  });
  return made?.token ?? "";
}

function server() {
  const { store, signIn, accessAdmin } = database;
  return openDoor({ parts: { store, signIn, accessAdmin, newId } }).app;
}

test("webhooks are stored while every reader's connection hangs", async () => {
  const app = server();
  const tokens = await Promise.all([tokenOf(other), tokenOf(other), tokenOf(other), tokenOf(DEFAULT_WORKSPACE)]);
  // Nobody reads the audit log meanwhile: each reader waits in the database, as long as it takes.
  const release = await holdTable("audit_log");
  const reads = tokens.flatMap((token) =>
    Array.from({ length: 3 }, () =>
      app.request("/internal/agent/audit", { headers: { authorization: `Bearer ${token}` } }),
    ),
  );
  try {
    await eventually("readers hang in the database", async () => (await waiting()) >= 6);
    for (let n = 0; n < 20; n += 1) {
      const response = await app.request(WEBHOOK, signed(textWebhook(`hola ${n}`, `wamid.${newId()}`)));
      expect(response.status).toBe(200);
    }
    expect((await app.request("/readyz")).status).toBe(200);
  } finally {
    await release();
  }
  const statuses = (await Promise.all(reads)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  for (const status of statuses) expect([200, 503]).toContain(status);
});

test("more readers than the door has connections wait for one longer than a webhook would", async () => {
  const { store, close } = await openPostgres({ url: database.url, applicationName: "test", logger: silentLogger });
  const { signIn, accessAdmin } = database;
  const { app } = openDoor({ parts: { store, signIn, accessAdmin, newId } });
  const tokens = [await tokenOf(other), await tokenOf(DEFAULT_WORKSPACE)];
  const release = await holdTable("audit_log");
  const reads = tokens.flatMap((token) =>
    Array.from({ length: 4 }, () =>
      app.request("/internal/agent/audit", { headers: { authorization: `Bearer ${token}` } }),
    ),
  );
  await eventually("all connections of the door hang", async () => (await waiting()) >= 6);
  // Longer than the 800 ms of a webhook: those without a connection must still be there.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await release();
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  await close();
});

test("a reader who is refused is told when to come again", async () => {
  const app = server();
  const token = await tokenOf(other);
  const release = await holdTable("audit_log");
  try {
    const reads = Array.from({ length: 30 }, () =>
      app.request("/internal/agent/audit", { headers: { authorization: `Bearer ${token}` } }),
    );
    const refused = await Promise.any(reads.map(async (one) => ((await one).status === 503 ? one : Promise.reject())));
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(refused.headers.get("content-type")).toBe("application/problem+json");
    expect(await refused.json()).toMatchObject({ code: "overloaded" });
    await release();
    await Promise.all(reads);
  } finally {
    await release();
  }
});

describe("the places of readers", () => {
  const who = (workspaceId: string, identity: string) => ({ workspaceId: workspaceId as WorkspaceId, identity });

  test("are four for each, five for a workspace, and another workspace has its own", async () => {
    const limit = new ReadLimit();
    const enter = (workspace: string, identity: string) => limit.enter(who(workspace, identity));
    const ana = await Promise.all([1, 2, 3, 4].map(() => enter("a", "ana")));
    const fifth = enter("a", "ana");
    await enter("a", "luis");
    const sixth = enter("a", "eva");
    await Promise.all([1, 2, 3, 4].map(() => enter("b", "ana")));
    // Readers take turns in the order in which they came.
    ana[0]?.();
    ana[1]?.();
    await Promise.all([fifth, sixth]);
  });

  test("wait shortly, and not without end", async () => {
    const limit = new ReadLimit();
    for (let n = 0; n < 4; n += 1) await limit.enter(who("a", "ana"));
    const waits = Array.from({ length: 16 }, () => limit.enter(who("a", "ana")));
    const settled = Promise.allSettled(waits);
    await expect(limit.enter(who("a", "ana"))).rejects.toMatchObject({ code: "overloaded" });
    expect((await settled).every(({ status }) => status === "rejected")).toBe(true);
  });
});

/** An owner's exclusive lock, until it is released. */
async function holdTable(table: string): Promise<() => Promise<void>> {
  let release = () => {};
  let isHeld = false;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = database.owner.transaction(async (run) => {
    await run({ text: `lock table ${table} in access exclusive mode`, values: [] });
    isHeld = true;
    await until;
  });
  await eventually("the lock is held", async () => isHeld);
  return async () => {
    release();
    await held;
  };
}

async function waiting(): Promise<number> {
  const [row] = await database.rows(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return Number(row?.["n"]);
}
