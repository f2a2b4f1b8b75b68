import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { FailedWebhook } from "../../../src/core/answers/desk/failed-webhook.ts";
import { newId } from "../../support/inbound.ts";
import { textWebhook } from "../../support/recado-process.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { openDoor } from "../open-door.ts";

/** What could not be read once is listed, replayed by a version that can, resolved or ignored: never lost, never twice. */
let database: TestDatabase;
let door: ReturnType<typeof openDoor>;
const PATH = "/internal/agent/failed-webhooks";

beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
  const { store, signIn, accessAdmin, failedWebhooks } = database;
  door = openDoor({ parts: { store, signIn, accessAdmin, failedWebhooks, newId } });
});
afterAll(() => database?.drop());

/** An older version kept these bytes. */
async function kept(raw: string): Promise<string> {
  const [row] = await database.rows(
    `insert into quarantined_items (workspace_id, content_key, reason, raw)
     values ('default', $1, 'an unknown type', convert_to($2, 'UTF8')) returning id::text`,
    [newId(), raw],
  );
  return String(row?.["id"]);
}

async function act(id: string, verb: string): Promise<{ status: number; body: unknown }> {
  const response = await door.api("POST", `${PATH}/${id}/${verb}`, { actor: "ana" });
  return { status: response.status, body: await response.json() };
}

const messages = async () => (await database.rows("select from agent_events")).length;
const open = async () => {
  const answer = await (await door.api("GET", `${PATH}?status=open`)).json();
  return z
    .object({ items: z.array(FailedWebhook) })
    .parse(answer)
    .items.map(({ id }) => id);
};

test("a replay stores the message once, however often it is asked for, and closes the item", async () => {
  const id = await kept(JSON.stringify(textWebhook("573001112701", "wamid.replayed", "hola")));
  const before = await messages();
  expect(await open()).toContain(id);
  const answers = await Promise.all([act(id, "replay"), act(id, "replay")]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await act(id, "replay")).toMatchObject({ status: 200, body: { status: "replayed", settledBy: "ana" } });
  expect([await messages(), await open()]).toEqual([before + 1, []]);
});

test("what this version cannot read either stays open, with the reason", async () => {
  const id = await kept("{ half a web");
  expect(await act(id, "replay")).toMatchObject({
    status: 422,
    body: { errors: [{ message: expect.stringMatching(/still cannot be read/) }] },
  });
  expect(await open()).toContain(id);
  const shown = await (await door.api("GET", `${PATH}/${id}`)).json();
  expect(shown).toMatchObject({ raw: "{ half a web", bytes: 12, status: "open" });
});

test("an item is settled once: an ignored one may still be replayed, a resolved one not", async () => {
  const [resolved, ignored] = await Promise.all(
    ["wamid.resolved", "wamid.ignored"].map((wamid) =>
      kept(JSON.stringify(textWebhook("573001112702", wamid, "hola"))),
    ),
  );
  await act(String(resolved), "resolve");
  await act(String(ignored), "ignore");
  const before = await messages();
  expect(await act(String(resolved), "ignore")).toMatchObject({ body: { status: "resolved" } });
  expect(await act(String(resolved), "replay")).toMatchObject({ body: { status: "resolved" } });
  expect(await act(String(ignored), "replay")).toMatchObject({ body: { status: "replayed" } });
  expect(await messages()).toBe(before + 1);
  expect((await act(newId(), "resolve")).status).toBe(404);
});
