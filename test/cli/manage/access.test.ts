import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { runCommand } from "../../support/run-command.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

/** `recado workspace | member | token | number`, on a real database: a second tenant from nothing. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const recado = (...words: readonly string[]) =>
  runCommand(words.includes("list") ? words : [...words, "--by", "ana"], { DATABASE_URL: database.url });

const fails = async (words: string[], message: RegExp) =>
  expect(await recado(...words)).toMatchObject({ exitCode: 1, out: "", err: expect.stringMatching(message) });

test("a second shop is made, gets a number and an owner, and its owner comes in with a token of its own", async () => {
  expect(await recado("workspace", "create", "panaderia", "--name", "La panadería")).toMatchObject({ exitCode: 0 });
  await fails(["workspace", "create", "panaderia"], /already/);
  expect((await recado("workspace", "list")).out).toMatch(/default .*\n.*panaderia +La panadería/);
  expect(await recado("number", "assign", "777", "--workspace", "panaderia", "--agent", "somnio")).toMatchObject({
    exitCode: 0,
  });
  await fails(["number", "assign", "778", "--workspace", "nowhere", "--agent", "somnio"], /no workspace "nowhere"/);
  expect(await recado("member", "add", "eva", "--role", "owner", "--workspace", "panaderia")).toMatchObject({
    exitCode: 0,
  });
  await fails(
    ["member", "add", "eva", "--role", "boss"],
    /"boss" is not a role: use one of owner, operator, viewer, service/,
  );
  const made = await recado("token", "create", "laptop", "--member", "eva", "--workspace", "panaderia", "--json");
  const { id, token } = z.object({ id: z.string(), token: z.string() }).parse(JSON.parse(made.out));
  expect(await database.signIn.principalOf(token)).toMatchObject({
    workspaceId: "panaderia",
    actor: "eva",
    role: "owner",
  });
  const listed = (await recado("token", "list", "--workspace", "panaderia")).out;
  expect(listed).toContain("laptop");
  expect(listed).not.toContain(token.slice(4));
  expect(await recado("token", "revoke", id, "--workspace", "panaderia")).toMatchObject({ exitCode: 0 });
  expect(await database.signIn.principalOf(token)).toBeNull();
  const lines = await database.rows("select action, actor from audit_log where workspace_id = 'panaderia' order by id");
  expect(lines.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
    "workspace.created ana",
    "number.assigned ana",
    "member.added ana",
    "token.created ana",
    "token.revoked ana",
  ]);
});

test("what cannot be meant is refused with what may be", async () => {
  await fails(["token", "create", "x"], /--member <user> or --role <role>/);
  await fails(
    ["token", "create", "x", "--role", "service", "--scopes", "runs:read,everything"],
    /no scope everything: a scope is one of agents/,
  );
  for (const days of ["soon", "0", "-1", "1.5", "3651", "Infinity"]) {
    await fails(
      ["token", "create", "x", "--role", "service", `--days=${days}`],
      new RegExp(`"${days}" must be a whole number from 1 to 3650`),
    );
  }
  expect(await database.rows("select 1 from api_tokens where name = 'x'")).toEqual([]);
  await fails(["token", "revoke", "no-id"], /no token "no-id"/);
  await fails(["member", "remove", "nobody"], /no member "nobody"/);
});

test.each([1, 3_650])("a token of %i days ends when its days are over", async (days) => {
  const name = `for ${days}`;
  expect(await recado("token", "create", name, "--role", "service", "--days", String(days))).toMatchObject({
    exitCode: 0,
  });
  const [row] = await database.rows(
    "select round(extract(epoch from expires_at - created_at) / 86400)::int as days from api_tokens where name = $1",
    [name],
  );
  expect(row).toEqual({ days });
});
