import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../support/run-command.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** `recado retention`, on a real database. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const recado = (...words: readonly string[]) =>
  runCommand(words, { DATABASE_URL: database.url, RECADO_MEDIA_KEEP_DAYS: "45" });

const set = (...words: readonly string[]) => recado("retention", "set", ...words, "--by", "ana");
const own = async () => (await database.rows("select days from retention_settings"))[0]?.["days"];

test("one class is set and the others stay; it is audited, shown with who says so, and taken back", async () => {
  const fresh = (await recado("retention")).out;
  expect(fresh).toMatch(/^journals +90 days +default /m);
  expect(fresh).toMatch(/^messages +forever +default /m);
  expect(fresh).toMatch(/^files +45 days +the environment /m);
  expect(fresh).toMatch(/Nothing was ever set here\.\nNo night has run yet\./);

  const shortened = await set("journals", "30");
  expect(shortened.out).toBe(
    "journals: 30 days from now on (before: 90 days).\nWhat is older goes in the next night, and cannot be brought back.\n",
  );
  expect((await set("alerts", "forever")).out).toBe("alerts: forever from now on (before: 365 days).\n");
  expect(await own()).toEqual({ journals: 30, alerts: null });
  expect((await set("journals", "default")).out).toBe("journals: 90 days from now on (before: 30 days).\n");
  expect(await own()).toEqual({ alerts: null });
  expect((await recado("retention")).out).toMatch(/^alerts +forever +the workspace \(default: 365 days\) /m);

  const lines = await database.rows(
    "select actor, detail from audit_log where action = 'workspace.retention' order by id",
  );
  expect(lines).toMatchObject([
    { actor: "ana", detail: { from: "{}", to: '{"journals": 30}' } },
    { actor: "ana" },
    { actor: "ana", detail: { to: '{"alerts": null}' } },
  ]);
});

test("the last night stands there, for people and for scripts", async () => {
  await database.rows("insert into quarantined_items (workspace_id, reason, raw) values ('default', 'no', 'raw')");
  await database.advance(40 * 86_400_000);
  while ((await database.store.retention.forget()).kind !== "nothing_due");
  expect((await recado("retention")).out).toMatch(/The last night ended at 20\S+Z and forgot webhooks 1\.\n$/);
  expect(JSON.parse((await recado("retention", "--json")).out)).toMatchObject({
    classes: expect.arrayContaining([
      expect.objectContaining({ class: "files", days: 45, isOwn: false, leastDays: 1 }),
    ]),
    setBy: "ana",
    lastNight: { endedAt: expect.stringMatching(/Z$/), removed: { webhooks: 1 } },
  });
});

test.each([
  [["orders", "30"], /"orders" is no class of data: journals, messages, files, webhooks, nlu_samples, memory, alerts/],
  [["webhooks", "7"], /"7" is not how long webhooks may be kept: a whole number of days from 8 to 36500, or forever/],
  [["webhooks", "soon"], /"soon" is not how long/],
  [
    ["messages", "30"],
    /journals: must not be kept for longer than messages.*first `recado retention set journals <days>`/,
  ],
  [["journals", "30", "--workspace", "nowhere"], /there is no workspace "nowhere": `recado workspace list` lists them/],
])("%j is refused with what may be, and changes nothing", async (words, message) => {
  const before = await own();
  expect(await set(...words)).toMatchObject({ exitCode: 1, out: "", err: expect.stringMatching(message) });
  expect(await own()).toEqual(before);
});
