import { afterAll, beforeAll, expect, test } from "vitest";
import { approveTemplates } from "../../src/app/approve-templates.ts";
import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../src/core/ids.ts";
import { decision, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const counting = (id: string, name: string) =>
  testAgent(() => decision("hola"), {
    id,
    messageTemplates: [{ name, language: "es_CO", category: "utility", variables: 2 }],
  });
const agents = registryOf(counting("clinic", "cita"), counting("school", "clase"));
const start = () => approveTemplates({ ...database, agents, defaultAgentId: "clinic" });
const listed = async (workspace: string) =>
  (await database.templates.list(workspace as WorkspaceId)).map(({ name, body }) => [name, body]);

test("a workspace has the templates of the agents that answer in it, from the first start on", async () => {
  await database.rows("insert into workspaces (id, name, created_by) values ('second', 'second', 'ana')");
  await database.rows("insert into phone_numbers (id, workspace_id, agent_id) values ('901', 'second', 'school')");
  await start();
  expect(await listed(DEFAULT_WORKSPACE)).toEqual([["cita", "{{1}} {{2}}"]]);
  expect(await listed("second")).toEqual([
    ["cita", "{{1}} {{2}}"],
    ["clase", "{{1}} {{2}}"],
  ]);
});

test("what a person wrote down stays as it is", async () => {
  const own = { name: "cita", language: "es_CO", category: "utility", body: "Su cita: {{1}}, {{2}}.", variables: 2 };
  await database.templates.save(DEFAULT_WORKSPACE, { ...own, category: "utility" }, "ana");
  await start();
  expect(await listed(DEFAULT_WORKSPACE)).toEqual([["cita", own.body]]);
});
