import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { API_TOKEN, readApi } from "../support/recado-process.ts";
import { runCommand } from "../support/run-command.ts";
import { decision, testAgent } from "../support/shop.ts";
import { openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

/** An operator calls off a run that goes on in segments. */
const agent = testAgent(({ segment = null, message, now }) => {
  if (message === "hola") return decision("buenas");
  if (segment !== null) return decision("no debe salir");
  return decision("estoy en eso", { next: { key: "look", at: new Date(now.getTime() + 600_000) } });
});

let shop: SomnioShop;
beforeAll(async () => {
  const agents = { ids: ["somnio"], get: () => agent, versionsOf: () => [agent.version] };
  shop = await openSomnioShop({}, { agents });
});
afterAll(() => shop.close());

async function runOf(words: string) {
  const customer = shop.customer();
  await customer.says(words);
  customer.heard();
  const [run] = await shop.database.rows("select id::text from agent_runs order by created_at desc limit 1");
  return { customer, runId: String(run?.["id"]) };
}

async function cancel(runId: string, token = API_TOKEN) {
  const response = await fetch(`${shop.url}/internal/agent/runs/${runId}/cancel`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  const body = z.looseObject({ code: z.string().optional() }).parse(await response.json());
  return { status: response.status, body };
}

async function viewersToken(): Promise<string> {
  const access = shop.database.accessAdmin;
  await access.putMember(DEFAULT_WORKSPACE, { userId: "vera", role: "viewer", name: "Vera" }, "the owner");
  const asked = { name: "laptop", holder: { userId: "vera" }, scopes: null, lifeDays: null, by: "the owner" };
  return (await access.createToken(DEFAULT_WORKSPACE, asked))?.token ?? "";
}

test("by HTTP: the customer hears nothing more, and the audit log has it once", async () => {
  const { customer, runId } = await runOf("¿dónde va mi pedido?");
  expect(await cancel(runId, await viewersToken())).toMatchObject({ status: 403 });
  const done = { status: 200, body: { id: runId, status: "completed", stopped: "cancelled_by_operator" } };
  expect(await cancel(runId)).toMatchObject(done);
  expect(await cancel(runId)).toMatchObject(done);
  await shop.passes(1_200);
  expect(customer.heard()).toEqual([]);
  const { body } = await readApi(shop.url, "/internal/agent/audit");
  const { items } = z.object({ items: z.array(z.looseObject({ action: z.string() })) }).parse(body);
  expect(items.filter(({ action }) => action === "run.stopped")).toMatchObject([
    { runId, detail: { reason: "cancelled_by_operator" } },
  ]);
});

test("by HTTP: a run that is over, and one that is not there, say so", async () => {
  const { runId } = await runOf("hola");
  expect(await cancel(runId)).toMatchObject({ status: 409, body: { code: "run_not_cancellable" } });
  expect(await cancel("01900000-0000-7000-8000-000000000000")).toMatchObject({ status: 404 });
});

test("by command: the customer hears nothing more, and the run names who called it off", async () => {
  const { customer, runId } = await runOf("¿dónde va mi pedido?");
  const recado = (...words: string[]) => runCommand(words, { DATABASE_URL: shop.database.url });
  expect(await recado("run", "cancel", runId, "--workspace", "otra")).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("has no run"),
  });
  expect(await recado("run", "cancel", runId, "--by", "ana")).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining(`Run ${runId} is cancelled.`),
  });
  await shop.passes(1_200);
  expect(customer.heard()).toEqual([]);
  const [run] = await shop.database.rows("select stopped_by from agent_runs where id = $1", [runId]);
  expect(run).toEqual({ stopped_by: expect.stringContaining("ana") });
});
