/** The category `shell`: empty for all, and for a developer one command at a time, after a person's yes. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openOperator, operator } from "../../src/agents/operator/operator.ts";
import { withDeveloperShell } from "../../src/app/agents/equip-operator.ts";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { Role } from "../../src/core/operations/principal.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { openShell } from "../../src/outside/shell.ts";
import { definePlanner } from "../../src/planner/define-planner.ts";
import { createOperatorDesk } from "../../src/postgres/inbox/operator-desk.ts";
import { createShopTools, SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { PLANNER_OPTIONS, partOf, step } from "../planner/planner-models.ts";
import { openModelGate } from "../support/model-gate.ts";
import { eventually, openShop, recordingChannel, registryOf, type Shop } from "../support/shop.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let shop: Shop;
const { channel, sent } = recordingChannel();
let command = "";
const model = createScriptedModel((request) => {
  if (partOf(request) === "plan") return { json: { tasks: [step("a", [], "coder"), step("b", ["a"], "coder")] } };
  const said = JSON.stringify(request.messages);
  if (!said.includes("Your task: mirar la parte a") || said.includes("tool_result")) return "Esa parte salió.";
  return { calls: [{ name: "run_command", input: { command } }] };
});

beforeAll(async () => {
  database = await createTestDatabase();
  const tools = createShopTools({ operatorDesk: createOperatorDesk(database.database), shell: openShell() });
  const modelGate = openModelGate(database.store, model, { tools, settings: { tokenLimit: 1_000_000 } });
  const agents = registryOf({ ...openOperator({ hasShell: true }), id: "somnio" });
  shop = openShop(database.store, { channel, tools, agents, modelGate }, { pollMs: 100 });
  shop.worker.start();
});
afterAll(async () => {
  await shop.worker.stop(1_000);
  await database.drop();
});

async function boundPhone(role: Role, phone: string) {
  const userId = `${role}-${randomUUID()}`;
  await database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId, role, name: userId }, "test");
  const code = (await database.accessAdmin.issuePhoneCode(DEFAULT_WORKSPACE, userId, "test"))?.code ?? "";
  await shop.says(`/vincular ${code}`, { phone });
  await eventually("the phone is bound", () => heard(phone).includes("quedó vinculado"));
}
const heard = (phone: string) =>
  JSON.stringify(
    sent.filter(({ recipient }) => JSON.stringify(recipient).includes(phone)).map(({ content }) => content),
  );
const statusOf = async (runId: string) =>
  (await database.rows("select status from agent_runs where id = $1", [runId]))[0]?.["status"];

test("no agent has a shell, none may put other tools there, and without a developer's wish there is no such tool", () => {
  expect(operator.tools).not.toContain("run_command");
  expect(SHOP_TOOLS.list().map(({ tool }) => tool.name)).not.toContain("run_command");
  expect(() => definePlanner({ ...PLANNER_OPTIONS, tools: { shell: ["crm.note.create"] } })).toThrow(
    /only run_command/,
  );
  // An agent that names it anyway does not start.
  const greedy = definePlanner({ ...PLANNER_OPTIONS, tools: { shell: ["run_command"] } });
  expect(() => SHOP_TOOLS.toolsFor(greedy)).toThrow(/run_command/);
  const equipped = withDeveloperShell(registryOf(operator));
  expect(equipped.get("operator")?.tools).toContain("run_command");
  expect(equipped.get("operator", operator.version)?.tools).toContain("run_command");
});

test("an owner's plan asks before the command runs, and it sees no secret of Recado's environment", async () => {
  const phone = "573150000001";
  await boundPhone("owner", phone);
  process.env["RECADO_CANARY"] = "canary-of-our-environment";
  const proof = join(temporaryFolder("recado-shell-"), "proof");
  command = `env; echo hecho > ${proof}; exit 3`;
  const { runId } = await shop.says("/agent mire el equipo", { phone });
  await eventually("the command waits for a yes", async () => (await statusOf(runId)) === "waiting_confirmation");
  const [asked] = await database.rows("select audience, question from confirmations where run_id = $1", [runId]);
  expect(asked).toEqual({ audience: "operator", question: expect.stringContaining(command) });
  expect(existsSync(proof)).toBe(false);
  await shop.says("/confirmar 1 sí", { phone });
  await eventually("the plan is over", async () => (await statusOf(runId)) === "completed");
  expect(existsSync(proof)).toBe(true);
  const [call] = await database.rows(
    "select output from agent_tool_calls where run_id = $1 and tool_name = 'run_command' and status = 'ok' and output is not null",
    [runId],
  );
  expect(call?.["output"]).toMatchObject({ exitCode: 3, output: expect.stringContaining("PATH=") });
  expect(JSON.stringify(call)).not.toContain("canary");
  delete process.env["RECADO_CANARY"];
});

test("a member who is no owner gets no command carried out, even with a yes", async () => {
  const phone = "573150000002";
  await boundPhone("operator", phone);
  const proof = join(temporaryFolder("recado-shell-"), "second");
  command = `echo hecho > ${proof}`;
  const { runId } = await shop.says("/agent mire el equipo", { phone });
  await eventually("the command waits for a yes", async () => (await statusOf(runId)) === "waiting_confirmation");
  await database.store.confirmations.decide({
    ...{ workspaceId: DEFAULT_WORKSPACE, of: { runId: runId as never }, decision: "approve", note: null },
    ...{ actor: "ana", identity: "ana" },
  });
  await eventually("the plan is over", async () => (await statusOf(runId)) === "dead_letter");
  const [run] = await database.rows("select failure_code from agent_runs where id = $1", [runId]);
  expect(run).toEqual({ failure_code: "tool_denied" });
  expect(existsSync(proof)).toBe(false);
});

test("a command that takes too long is killed with all that it began, and its words are cut", async () => {
  const proof = join(temporaryFolder("recado-shell-"), "late");
  const slow = await openShell({ patienceMs: 300 }).run(`echo antes; (sleep 2; echo tarde > ${proof}) & sleep 60`);
  expect(slow).toEqual({ exitCode: null, output: "antes\n" });
  const long = await openShell().run("head -c 100000 /dev/zero | tr '\\0' x");
  expect([long.exitCode, long.output.length]).toEqual([0, 8_000]);
  // What it left behind would have written by now.
  await openShell().run("sleep 2.2");
  expect(existsSync(proof)).toBe(false);
});
