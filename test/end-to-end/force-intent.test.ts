import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import type { Role } from "../../src/core/operations/principal.ts";
import { API_TOKEN, readApi } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { type Customer, openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

/** An operator decides the intent of a turn in the customer's place (requirement A7). */
let shop: SomnioShop;
beforeAll(async () => {
  shop = await openSomnioShop();
});
afterAll(() => shop.close());

let keys = 0;
async function force(id: string, intent: string, { token = API_TOKEN, key = `key-${keys++}` } = {}) {
  const response = await fetch(`${shop.url}/internal/agent/conversations/${id}/force-intent`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ intent, idempotencyKey: key, actor: "maria", note: "lo dijo por teléfono" }),
  });
  await shop.isQuiet();
  const body = z
    .looseObject({ runId: z.string().optional(), code: z.string().optional() })
    .parse(await response.json());
  return { status: response.status, body };
}

async function greeted(): Promise<{ customer: Customer; id: string }> {
  const customer = shop.customer();
  await customer.says("hola");
  customer.heard();
  return { customer, id: (await customer.seen()).id };
}

const runOf = async (id: string | undefined) => {
  const run = await shop.database.store.runs.get(DEFAULT_WORKSPACE, id as RunId);
  if (run === null) throw new Error(`no run ${id}`);
  return run;
};

async function tokenOf(role: Role): Promise<string> {
  const access = shop.database.accessAdmin;
  await access.putMember(DEFAULT_WORKSPACE, { userId: role, role, name: `La ${role}` }, "the owner");
  const asked = { name: "laptop", holder: { userId: role }, scopes: null, lifeDays: null, by: "the owner" };
  return (await access.createToken(DEFAULT_WORKSPACE, asked))?.token ?? "";
}

test("the agent follows the intent in a turn of its own, once for each key, and the log names the operator", async () => {
  const { customer, id } = await greeted();
  const first = await force(id, "precio", { key: "same" });
  expect(first).toMatchObject({ status: 202, body: { duplicate: false } });
  expect(customer.heard().join("\n")).toContain("79.900");
  expect(await force(id, "precio", { key: "same" })).toMatchObject({
    status: 202,
    body: { duplicate: true, runId: first.body.runId },
  });
  expect(await force(id, "envio", { key: "same" })).toMatchObject({ status: 409, body: { code: "key_reused" } });
  expect(customer.heard()).toEqual([]);

  const run = await runOf(first.body.runId);
  expect(run).toMatchObject({
    outcome: "answered",
    events: [{ inputType: "operator_command" }],
    forced: { intent: "precio", actor: expect.stringContaining("maria"), note: "lo dijo por teléfono" },
  });
  const plan = run.steps.find(({ name }) => name === "plan");
  expect(JSON.stringify(plan)).toContain("intent precio was forced");
  const audit = await readApi(shop.url, `/internal/agent/audit`);
  expect(audit.body).toMatchObject({
    items: [
      {
        actor: expect.stringContaining("maria"),
        subject: expect.objectContaining({ id }),
        runId: first.body.runId,
        detail: { intent: "precio" },
      },
    ],
  });
  // Nothing is ever taken out of the log: the reason, which may name a customer, stays with the run.
  expect(JSON.stringify(audit.body)).not.toContain("lo dijo por teléfono");
});

test("an intent that the agent does not know is refused with the nearest one, and nothing is said", async () => {
  const { customer, id } = await greeted();
  const refused = await force(id, "presio");
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain('the nearest is \\"precio\\"');
  expect((await force("nowhere", "precio")).status).toBe(404);
  expect(customer.heard()).toEqual([]);
});

test("a viewer is refused, an operator is not", async () => {
  const { id } = await greeted();
  expect((await force(id, "precio", { token: await tokenOf("viewer") })).status).toBe(403);
  expect((await force(id, "precio", { token: await tokenOf("operator") })).status).toBe(202);
});

test("where a person answers, the agent is made to say nothing", async () => {
  const { customer, id } = await greeted();
  await shop.command(id, "takeover");
  expect(await force(id, "precio")).toMatchObject({ status: 409, body: { code: "person_answers" } });
  await shop.command(id, "handback");
  expect((await force(id, "precio")).status).toBe(202);
  expect(customer.heard()).not.toEqual([]);
});

test("an operator's intent opens no window: a day after the customer's last words, nothing leaves", async () => {
  const { customer, id } = await greeted();
  await shop.passes(25 * 3_600);
  customer.heard();
  const { status, body } = await force(id, "precio");
  expect(status).toBe(202);
  expect(customer.heard()).toEqual([]);
  expect(await runOf(body.runId)).toMatchObject({ outcome: "window_closed" });
});

test("the command line forces an intent as well, and refuses as the server does", async () => {
  const { customer, id } = await greeted();
  const recado = (...rest: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const entry = fileURLToPath(new URL("../../bin/recado.js", import.meta.url));
      const env = { ...process.env, DATABASE_URL: shop.database.url, LOG_LEVEL: "silent" };
      execFile(process.execPath, [entry, "conversation", "force-intent", ...rest], { env }, (error, out, err) =>
        resolve({ code: error === null ? 0 : 1, said: out + err }),
      );
    });
  expect(await recado(id, "presio", "--by", "maria")).toMatchObject({
    code: 1,
    said: expect.stringContaining('the nearest is "precio"'),
  });
  expect(await recado(id, "precio", "--by", "maria")).toMatchObject({ code: 0, said: expect.stringContaining("run") });
  await eventually("the price is said", () => customer.heard().join("\n").includes("79.900"));
});
