import { expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { DATA_CLASSES, type KeepDays } from "../../../src/core/operations/retention.ts";
import { FORGOTTEN_TABLES, KEPT_TABLES } from "../../../src/postgres/governance/retained-tables.ts";
import { API_TOKEN, openDoor } from "../../server/open-door.ts";
import { openRetention } from "./open-retention.ts";

const scene = openRetention();
const { keeps } = scene;

test("what would hold the words of forgotten messages, or take what is still needed, is refused with what to do", async () => {
  const set = (days: Partial<KeepDays>) => scene.database.store.retention.set(DEFAULT_WORKSPACE, days, "ana");
  expect(await set({ messages: 30 })).toEqual({
    kind: "refused",
    fault: expect.stringContaining("journals: must not be kept for longer than messages (30 days)"),
  });
  expect(await set({ journals: null, messages: 400 })).toMatchObject({ kind: "refused" });
  expect(await set({ webhooks: 7 })).toMatchObject({ fault: expect.stringContaining("from 8 to") });
  await keeps({ journals: 30, messages: 30 });
  await keeps({ alerts: null });
  expect(await scene.database.store.retention.get(DEFAULT_WORKSPACE)).toMatchObject({
    own: { alerts: null },
    days: { journals: 90, messages: null, alerts: null },
    setBy: "ana",
  });
  const lines = await scene.database.rows(
    "select actor, detail from audit_log where action = 'workspace.retention' order by id",
  );
  expect(lines).toEqual([
    { actor: "ana", detail: { from: "{}", to: expect.stringContaining('"messages": 30') } },
    { actor: "ana", detail: { from: expect.stringContaining('"messages": 30'), to: '{"alerts": null}' } },
  ]);
});

test("over HTTP it is read and set as a whole, and what is wrong is said with the way out", async () => {
  const { store, signIn, accessAdmin } = scene.database;
  const { app } = openDoor({ parts: { store, signIn, accessAdmin } });
  const ask = async (days?: unknown) => {
    const response = await app.request("/internal/agent/retention", {
      method: days === undefined ? "GET" : "PUT",
      headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
      ...(days === undefined ? {} : { body: JSON.stringify({ actor: "ana", days }) }),
    });
    return { status: response.status, body: await response.json() };
  };
  expect((await ask({ journals: 20, messages: 60 })).status).toBe(200);
  expect((await ask()).body).toMatchObject({
    classes: expect.arrayContaining([
      expect.objectContaining({ class: "journals", days: 20, isOwn: true, defaultDays: 90, leastDays: 7 }),
      expect.objectContaining({ class: "files", days: 90, isOwn: false }),
    ]),
    setBy: "ana",
    lastNight: null,
  });
  expect(await ask({ journals: 61, messages: 60 })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining("days.journals: must not be kept for longer than messages (60 days)") },
  });
  expect((await ask({ orders: 30 })).status).toBe(422);
  expect((await ask()).body).toMatchObject({ classes: [{ class: "journals", days: 20 }, {}, {}, {}, {}, {}, {}] });
});

test("every table of the catalog is in a class, or it says why it is kept; a class is of tables that are there", async () => {
  const found = await scene.database.rows(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  );
  const declared = new Set([...Object.values(FORGOTTEN_TABLES).flat(), ...Object.keys(KEPT_TABLES)]);
  const names = found.map(({ name }) => String(name));
  expect(
    names.filter((name) => !declared.has(name)),
    "a new table: src/postgres/governance/retained-tables.ts",
  ).toEqual([]);
  expect([...declared].filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(FORGOTTEN_TABLES).sort()).toEqual([...DATA_CLASSES].sort());
});
