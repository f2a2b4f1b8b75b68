import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { violations } from "../support/oracle.ts";
import { API_TOKEN } from "../support/recado-process.ts";
import { openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

let shop: SomnioShop;
beforeAll(async () => {
  shop = await openSomnioShop();
});
afterAll(async () => {
  expect(await violations(shop.database)).toEqual([]);
  await shop.close();
});

async function api(method: "GET" | "POST", path: string, body?: unknown): Promise<{ status: number; json: unknown }> {
  const headers = { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(`${shop.url}/internal/agent/${path}`, init);
  return { status: response.status, json: await response.json() };
}

const Items = z.object({
  items: z.array(z.looseObject({ id: z.string(), conversationId: z.string() })),
  nextCursor: z.string().nullable(),
});

test("whoever asks for a person leaves a task, which somebody takes and does once", async () => {
  const [rosa, elkin] = [shop.customer(), shop.customer()];
  for (const customer of [rosa, elkin]) await customer.says("quiero hablar con una persona");
  const { id: conversationId } = await rosa.seen();

  const first = Items.parse((await api("GET", "tasks?status=open&limit=1")).json);
  expect(first.items).toHaveLength(1);
  const second = Items.parse((await api("GET", `tasks?status=open&limit=1&cursor=${first.nextCursor}`)).json);
  expect(second.nextCursor).toBeNull();
  expect(second.items[0]).toMatchObject({ conversationId, status: "open", assignee: null, priority: "high" });

  const path = `tasks/${second.items[0]?.id}`;
  expect((await api("POST", `${path}/assign`, { actor: "ana", assignee: "luis" })).json).toMatchObject({
    assignee: "luis",
    assignedAt: expect.any(String),
  });
  expect(Items.parse((await api("GET", "tasks?assignee=luis")).json).items).toHaveLength(1);
  const done = await api("POST", `${path}/complete`, { actor: "luis", note: "la llamé" });
  expect(done).toMatchObject({ status: 200, json: { status: "done", closedBy: "luis", closingNote: "la llamé" } });
  // Done by two people at once, it is the first one's.
  expect((await api("POST", `${path}/complete`, { actor: "ana" })).json).toEqual(done.json);
  expect((await api("POST", `${path}/assign`, { actor: "ana", assignee: "eva" })).json).toMatchObject({
    assignee: "luis",
  });
  expect(Items.parse((await api("GET", "tasks?status=open")).json).items).toHaveLength(1);
  expect(Items.parse((await api("GET", `tasks?conversationId=${conversationId}`)).json).items).toHaveLength(1);
});

test("what is asked for wrongly is told by its name, and changes nothing", async () => {
  expect((await api("GET", "tasks?status=closed")).status).toBe(422);
  expect((await api("POST", "tasks/nothing/complete", { actor: "ana" })).status).toBe(404);
  expect((await api("POST", `tasks/${crypto.randomUUID()}/assign`, { actor: "ana", assignee: null })).status).toBe(404);
  const nobody = await api("POST", `tasks/${crypto.randomUUID()}/assign`, { actor: "ana" });
  expect(nobody).toMatchObject({ status: 422, json: { errors: [{ field: "assignee" }] } });
});

test("a dead letter that somebody discards is counted no more, and can still be tried again", async () => {
  const customer = shop.customer();
  await customer.says("hola");
  const { id } = await customer.seen();
  await shop.database.rows(
    `update session_state set datos_capturados = '{"cantidad": 2}' from agent_sessions s
     where s.id = session_state.session_id and s.conversation_id = $1`,
    [id],
  );
  await customer.says("¿cuánto vale?");
  const open = Items.parse((await api("GET", "runs?discarded=false")).json).items;
  expect(open).toMatchObject([{ conversationId: id, status: "dead_letter", discarded: null }]);
  const path = `runs/${open[0]?.id}`;
  const metric = async () =>
    /^recado_dead_letters (\d+)$/m.exec(await (await fetch(`${shop.url}/metrics`)).text())?.[1];
  expect(await metric()).toBe("1");
  const discarded = await api("POST", `${path}/discard`, { actor: "ana", note: "la llamé" });
  expect(discarded).toMatchObject({ status: 200, json: { discarded: { actor: "ana", note: "la llamé" } } });
  expect((await api("POST", `${path}/discard`, { actor: "luis" })).json).toEqual(discarded.json);
  expect(await metric()).toBe("0");
  expect(Items.parse((await api("GET", "runs?discarded=true")).json).items).toHaveLength(1);
  expect(Items.parse((await api("GET", "runs?discarded=false")).json).items).toEqual([]);

  await shop.database.rows(
    `update session_state set datos_capturados = '{}' from agent_sessions s
     where s.id = session_state.session_id and s.conversation_id = $1`,
    [id],
  );
  expect((await api("POST", `${path}/retry`)).status).toBe(202);
  await shop.isQuiet();
  expect((await api("GET", path)).json).toMatchObject({ status: "completed", discarded: null });
});
