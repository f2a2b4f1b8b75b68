import { afterAll, beforeAll, expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { readScenarioFile } from "../../../src/lab/scenarios/read-scenario-file.ts";
import { runCommand } from "../../support/run-command.ts";
import { eventually, openShop, recordingChannel, registryOf } from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

const DAY_MS = 86_400_000;

let database: TestDatabase;
let conversationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { shop, sent } = openSomnio();
  ({ conversationId } = await shop.says("hola"));
  await eventually("the greeting", () => sent.length === 1);
  await database.advance(60_000);
  await shop.says("soy Yolanda Zuluaga, mi cel es 3109876543");
  await eventually("the data", async () => {
    const [row] = await database.rows("select datos_capturados from session_state");
    return JSON.stringify(row).includes("Zuluaga");
  });
  await shop.worker.stop(5_000);
  // A night that its worker had begun would go on where it was, behind what the test wants to be forgotten.
  await forgetWhatIsDue();
});
afterAll(() => database?.drop());

function openSomnio() {
  const { channel, sent } = recordingChannel();
  const shop = openShop(database.store, { channel, agents: registryOf(somnioFlow) });
  shop.worker.start();
  return { shop, sent };
}

const record = (...words: readonly string[]) =>
  runCommand(["test", "--record", ...words], { DATABASE_URL: database.url });

test("a stored conversation is printed as a scenario that is decided the same in memory", async () => {
  const { exitCode, out, err } = await record(conversationId);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
  const read = readScenarioFile(out);
  if (read.kind === "faulty") throw new Error(JSON.stringify(read.faults));
  const [scenario] = read.file.scenarios ?? [];
  const steps = scenario?.steps ?? [];
  expect(steps[0]).toMatchObject({ says: ["hola"], expect: { intent: "hola", mode: "conversacion" } });
  expect(steps[1]?.wait).toMatch(/^(1m|6\d+s)$/);
  expect(steps[2]).toMatchObject({
    says: ["soy Ana Gómez, mi cel es 3005550001"],
    expect: { mode: "collecting_data", data: { nombre: "Ana", apellido: "Gómez", telefono: "573005550001" } },
  });
  expect(out).not.toMatch(/Yolanda|Zuluaga|9876543|In memory it is not decided/);
});

test("--keep-data leaves what was said; a conversation that is not there is told", async () => {
  expect((await record(conversationId, "--keep-data")).out).toContain("soy Yolanda Zuluaga, mi cel es 3109876543");
  const { exitCode, err } = await record("nobody");
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^recado: There is no conversation nobody: /);
});

test("what has been forgotten is left out, and a comment says so; of what is forgotten whole nothing is recorded", async () => {
  await database.advance(91 * DAY_MS);
  const { shop, sent } = openSomnio();
  await shop.says("¿cuánto vale?", { occurredAt: new Date(Date.now() + 91 * DAY_MS) });
  await eventually("the answer", () => sent.length > 0);
  await shop.worker.stop(5_000);
  await forgetWhatIsDue();
  const { exitCode, out } = await record(conversationId);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^# Not the whole conversation: 2 turns are left out, because .* has been forgotten/);
  const read = readScenarioFile(out);
  expect(read.kind === "faulty" ? read.faults : read.file.scenarios?.[0]?.steps).toMatchObject([
    { says: ["¿cuánto vale?"] },
  ]);
  await database.advance(91 * DAY_MS);
  await forgetWhatIsDue();
  const nothing = await record(conversationId);
  expect([nothing.exitCode, nothing.out]).toEqual([1, ""]);
  expect(nothing.err).toMatch(/^recado: Nothing of conversation .* can be recorded: 3 turns are left out, because /);
});

async function forgetWhatIsDue(): Promise<void> {
  while ((await database.store.retention.forget()).kind !== "nothing_due");
}
