import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../support/run-command.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** `recado settings`, on a real database. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const recado = (...words: readonly string[]) => runCommand(words, { DATABASE_URL: database.url });

test("the country of a shop is set, told with its time zone, shown and audited", async () => {
  expect((await recado("settings")).out).toMatch(/^locale +es-CO$/m);
  const set = await recado("settings", "set", "locale", "pt-BR", "--by", "ana");
  expect(set).toMatchObject({ exitCode: 0 });
  expect(set.out).toContain("settings set timeZone America/Sao_Paulo");
  await recado("settings", "set", "timeZone", "America/Sao_Paulo", "--by", "ana");
  await recado("settings", "set", "agentEnabled", "off", "--by", "ana");
  const shown = JSON.parse((await recado("settings", "--json")).out);
  expect(shown).toMatchObject({
    ...{ locale: "pt-BR", timeZone: "America/Sao_Paulo", agentEnabled: false, updatedBy: "ana" },
  });
  const lines = await database.rows("select actor from audit_log where action = 'workspace.config'");
  expect(lines).toEqual([{ actor: "ana" }, { actor: "ana" }, { actor: "ana" }]);
});

test.each([
  [["locale", "pt_BR"], /"pt_BR" is no locale: es-CO, es-MX, pt-BR, en-US/],
  [["timeZone", "Bogota"], /an IANA name/],
  [["agentEnabled", "yes"], /on, off/],
  [["locales", "pt-BR"], /the nearest is "locale"/],
  [["locale", "pt-BR", "--workspace", "nowhere"], /there is no workspace "nowhere"/],
])("%j is refused in words", async (words, refusal) => {
  const { exitCode, err } = await recado("settings", "set", ...words);
  expect(exitCode).toBe(1);
  expect(err).toMatch(refusal);
});
