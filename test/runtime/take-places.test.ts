import { afterAll, beforeAll, expect, test } from "vitest";
import { takePlaces } from "../../src/app/take-places.ts";
import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../src/core/ids.ts";
import { decision, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** A workspace is where its agent is, until a person says where it is. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const agents = registryOf(
  testAgent(() => decision("oi"), { id: "padaria", locale: "pt-BR" }),
  testAgent(() => decision("hi"), { id: "bakery", locale: "en-US" }),
  testAgent(() => decision("hola"), { id: "anywhere" }),
);
const start = (defaultId: string) => takePlaces(database.store.agentConfigs, agents, defaultId);

async function place(workspace: string) {
  const config = await database.store.agentConfigs.get(workspace as WorkspaceId);
  return [config?.locale, config?.timeZone];
}

async function open(id: string, ...numbers: readonly (readonly [id: string, agent: string])[]) {
  await database.rows("insert into workspaces (id, name, created_by) values ($1, $1, 'ana')", [id]);
  for (const [number, agent] of numbers) {
    await database.rows("insert into phone_numbers (id, workspace_id, agent_id) values ($1, $2, $3)", [
      number,
      id,
      agent,
    ]);
  }
}

const COLOMBIA = ["es-CO", "America/Bogota"];
const BRAZIL = ["pt-BR", "America/Sao_Paulo"];

test("a workspace without a number is where the default agent is, from the first start on", async () => {
  expect(await place(DEFAULT_WORKSPACE)).toEqual(COLOMBIA);
  await start("padaria");
  expect(await place(DEFAULT_WORKSPACE)).toEqual(BRAZIL);
  await start("padaria");
  const audited = await database.rows("select actor from audit_log where action = 'workspace.config'");
  expect(audited).toEqual([{ actor: "system" }]);
});

test("its own number's agent counts; two agents, and one without a country, move nothing", async () => {
  await open("one", ["901", "bakery"]);
  await open("two", ["902", "bakery"], ["903", "padaria"]);
  await open("three", ["904", "anywhere"]);
  await start("padaria");
  expect((await place("one"))[0]).toBe("en-US");
  expect(await place("two")).toEqual(COLOMBIA);
  expect(await place("three")).toEqual(COLOMBIA);
});

test("what a person has set stays, whichever setting it was", async () => {
  await open("four", ["905", "padaria"]);
  await database.store.agentConfigs.change("four" as WorkspaceId, { quietMinutes: 20 }, "ana");
  await start("padaria");
  expect(await place("four")).toEqual(COLOMBIA);
});
