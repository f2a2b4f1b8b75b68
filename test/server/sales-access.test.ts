import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { ROLES, type Role } from "../../src/core/operations/principal.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { openDoor } from "./open-door.ts";

/** Who sees what the shop has sold: an operator only where an owner allows it, on every route that tells sums. */
let database: TestDatabase;
let routes: readonly string[];
let owner: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await tokenOf("dueña", "owner");
  const Document = z.object({
    paths: z.record(z.string(), z.record(z.string(), z.object({ "x-access": z.string().optional() }))),
  });
  const { paths } = Document.parse(await (await door().request("/openapi.json")).json());
  routes = Object.entries(paths).flatMap(([path, { get }]) => (get?.["x-access"] === "sales" ? [path] : []));
});
afterAll(() => database.drop());

function door() {
  const { store, signIn, accessAdmin } = database;
  return openDoor({ parts: { store, signIn, accessAdmin } }).app;
}

async function tokenOf(userId: string, role: Role, scopes: readonly string[] | null = null): Promise<string> {
  await database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId, role, name: userId }, "test");
  const asked = { name: "laptop", holder: { userId }, scopes, lifeDays: null, by: "test" };
  return (await database.accessAdmin.createToken(DEFAULT_WORKSPACE, asked))?.token ?? "";
}

const ask = (token: string, path: string) => door().request(path, { headers: { authorization: `Bearer ${token}` } });
const statuses = async (token: string) => Promise.all(routes.map(async (path) => (await ask(token, path)).status));
const put = async (userId: string, body: object) => {
  const answer = await door().request(`/internal/agent/members/${userId}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${owner}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
};
const NONE = () => routes.map(() => 403);
const ALL = () => routes.map(() => 200);

test("sums of sales and costs have an access of their own", () => {
  expect([...routes].sort()).toEqual([
    ...["/internal/agent/costs", "/internal/agent/metrics", "/internal/agent/metrics/money"],
  ]);
});

test.each(ROLES)("the role %s sees them, unless it is an operator's", async (role) => {
  expect(await statuses(await tokenOf(`un ${role}`, role))).toEqual(role === "operator" ? NONE() : ALL());
});

test("an owner allows an operator, and takes it back; another change leaves it as it is", async () => {
  const token = await tokenOf("camila", "operator");
  const body = { role: "operator", name: "Camila" };
  expect(await statuses(token)).toEqual(NONE());
  expect(await put("camila", { ...body, seesSales: true })).toMatchObject({ seesSales: true });
  expect(await statuses(token)).toEqual(ALL());
  expect(await put("camila", { ...body, name: "Camila Ríos" })).toMatchObject({ seesSales: true });
  expect(await statuses(token)).toEqual(ALL());
  await put("camila", { ...body, seesSales: false });
  expect(await statuses(token)).toEqual(NONE());
  const lines = await database.rows(
    "select detail ->> 'seesSales' as sees from audit_log where subject_id = 'camila' order by id",
  );
  expect(lines.map(({ sees }) => sees)).toEqual(["false", "true", "true", "false"]);
});

test("an operator who left and comes back begins without them", async () => {
  await tokenOf("pilar", "operator");
  await put("pilar", { role: "operator", name: "Pilar", seesSales: true });
  await database.accessAdmin.removeMember(DEFAULT_WORKSPACE, "pilar", "test");
  expect(await statuses(await tokenOf("pilar", "operator"))).toEqual(NONE());
});

test("no scope of a token, and no token of a program in that role, goes past it", async () => {
  expect(await statuses(await tokenOf("luis", "operator", ["metrics:read", "costs:read"]))).toEqual(NONE());
  const made = await database.accessAdmin.createToken(DEFAULT_WORKSPACE, {
    ...{ name: "a program", holder: { role: "operator" }, scopes: null, lifeDays: null, by: "test" },
  });
  expect(await statuses(made?.token ?? "")).toEqual(NONE());
  const answer = await ask(made?.token ?? "", "/internal/agent/metrics/money");
  expect(await answer.json()).toMatchObject({ code: "forbidden", detail: expect.stringContaining("see the sales") });
});
