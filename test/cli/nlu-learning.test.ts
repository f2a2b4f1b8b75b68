import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textKey } from "../../src/nlu/text/text-key.ts";
import { copyDecisions, LEARNER_DEFAULTS } from "../../src/runtime/learner.ts";
import { runCommand } from "../support/run-command.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let folder: string;

/** A shop that is unsure of Nequi, and one audit that contradicts it. */
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "recado-harvest-"));
  const shop = openShop(database.store, {
    channel: recordingChannel().channel,
    agents: registryOf(
      testAgent(({ message }) => {
        const isUnsure = message.includes("nequi");
        return decision("listo", {
          intentInfo: {
            intent: isUnsure ? "modopago" : "hola+precio",
            confidence: isUnsure ? 58 : 97,
            alternatives: isUnsure ? [{ intent: "metodos_de_pago", confidence: 30 }] : [],
            reasoning: "the test says so",
            engine: "linear",
            modelHash: "ab12",
            isSettled: !isUnsure,
          },
        });
      }),
    ),
  });
  const said = [
    "puedo por nequi? mi cel es 3105550188",
    "Puedo por nequi! mi cel es 3105550188",
    "buenas, y el precio",
  ];
  for (const [n, text] of said.entries()) await shop.says(text, { phone: `57300000000${n}` });
  await eventually("all are answered", async () => {
    return (await database.rows("select from agent_runs where status = 'completed'")).length === 3;
  });
  await database.advance(31_000);
  await copyDecisions(
    {
      learning: database.learning,
      fold: textKey,
      settings: { ...LEARNER_DEFAULTS, auditPercent: 100 },
      metrics: { decisionLearnt() {} },
      logger: silentLogger,
    },
    0,
  );
  await database.rows(
    `update nlu_samples set label = 'envio', label_confidence = 91, labelled_by = 'model:claude-test', labelled_at = recado_now(), is_right = false
     where is_audited`,
  );
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A command, in this process: starting seven of them would take half a minute. */
const nlu = (...words: readonly string[]) => runCommand(["nlu", ...words], { DATABASE_URL: database.url });

test("from traffic to training lines: allowed, harvested, labelled by a person, appended once, and counted", async () => {
  const review = join(folder, "review.tsv");
  const training = join(folder, "shop.tsv");
  const refused = await nlu("harvest", "--out", review);
  expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining("`recado nlu texts on` allows it") });

  expect(await nlu("texts", "on", "--by", "ana")).toMatchObject({ exitCode: 0 });
  expect(await nlu("harvest", "--agent", "somnio", "--out", review)).toMatchObject({ exitCode: 0 });
  const written = await readFile(review, "utf8");
  const rows = written.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(rows.map((line) => line.split("\t").filter((_, column) => column !== 5))).toEqual([
    [
      "modopago",
      "58",
      "2",
      "unsure: modopago 58, metodos_de_pago 30",
      "somnio",
      expect.stringMatching(/nequi.*3005550001/i),
    ],
    ["envio", "91", "1", "linear said hola+precio, an audit envio", "somnio", "buenas, y el precio"],
  ]);

  await writeFile(training, "precio\tcuánto vale");
  const corrected = written.replace(/^modopago/m, "metodos_de_pago").replace(/^envio/m, "preico");
  await writeFile(review, corrected);
  const faulty = await nlu("review", review, "--append", training, "--by", "ana");
  expect(faulty).toMatchObject({ exitCode: 1, err: expect.stringMatching(/line 5: "preico".*nearest is "precio"/) });
  await writeFile(review, corrected.replace(/^preico/m, "precio"));
  for (let times = 0; times < 2; times += 1) {
    expect(await nlu("review", review, "--append", training, "--by", "ana")).toMatchObject({ exitCode: 0, out: "" });
  }
  const lines = (await readFile(training, "utf8")).split("\n");
  expect(lines).toEqual([
    "precio\tcuánto vale",
    expect.stringMatching(/^metodos_de_pago\t.*nequi/i),
    "precio\tbuenas, y el precio",
    "",
  ]);

  const status = await nlu("status", "--json");
  expect(JSON.parse(status.out)).toMatchObject({
    keepsTexts: true,
    agents: [{ agentId: "somnio", decisions: 3, byEngine: { linear: 3 }, settled: 1, audited: 1, precision: 1 }],
  });
});
