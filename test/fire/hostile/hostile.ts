import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "../../support/oracle.ts";
import { type GraphServer, openGraphServer } from "../../support/provider/graph-server.ts";
import { Random } from "../../support/random.ts";
import { postWebhook, startRecado, textWebhook } from "../../support/recado-process.ts";
import { eventually } from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { attacksOn } from "./attacks.ts";

/** A server and a worker as their users start them, strangers who do what they can, and customers who write meanwhile. */
const minutes = Number(process.env["RECADO_HOSTILE_MINUTES"] ?? 60);
const seed = Number(process.env["RECADO_HOSTILE_SEED"] ?? Math.floor(Date.now() / 1_000) % 1_000_000);
const MESSAGE_EVERY_MS = 250;

let database: TestDatabase;
let graph: GraphServer;
beforeAll(async () => {
  database = await createTestDatabase();
  graph = await openGraphServer();
});
afterAll(async () => {
  await graph.close();
  await database.drop();
});

test(`${minutes} hostile minutes, seed ${seed}: no signed webhook is refused, and the ledger is whole`, async () => {
  const settings = { databaseUrl: database.url, graphUrl: graph.url, env: { RECADO_RESPONSE_SPEED: "0" } };
  const server = await startRecado("serve", settings);
  const worker = await startRecado("worker", settings);
  const url = server.url ?? "";
  const struck = new Map<string, number>();
  const refused: string[] = [];
  const takenMs: number[] = [];
  let written = 0;
  try {
    const isOver = AbortSignal.timeout(minutes * 60_000);
    const repeat = async (everyMs: number, work: () => Promise<void>) => {
      while (!isOver.aborted) {
        await work();
        await pause(everyMs, undefined, { signal: isOver }).catch(() => {});
      }
    };
    const webhookAnswered = (status: number) => {
      if (status !== 200) refused.push(`${new Date().toISOString()} ${status} (a hundred messages)`);
    };
    const customers = repeat(MESSAGE_EVERY_MS, async () => {
      const n = written;
      written += 1;
      const startedMs = performance.now();
      const body = textWebhook(`57301${String(n % 500).padStart(7, "0")}`, `wamid.HOSTILE.${n}`, "hola, cuánto vale?");
      const status = await postWebhook(url, body).catch((thrown: unknown) => String(thrown));
      if (status === 200) takenMs.push(performance.now() - startedMs);
      else refused.push(`${new Date().toISOString()} ${status}`);
    });
    const strangers = attacksOn({ url, random: new Random(seed), signal: isOver, webhookAnswered }).map(
      ({ name, everyMs, strike }) =>
        repeat(everyMs, async () => {
          const count = await strike().catch(() => 0);
          struck.set(name, (struck.get(name) ?? 0) + count);
        }),
    );
    await Promise.all([customers, ...strangers]);
    await eventually(
      "all that came is answered",
      async () => {
        const [row] = await database.rows("select count(*)::int as n from conversations where pending > 0");
        return row?.["n"] === 0;
      },
      600_000,
    );
  } finally {
    await Promise.all([worker.stop(), server.stop()]);
  }
  const broken = await violations(database, { ledger: graph.ledger });
  const sorted = [...takenMs].sort((a, b) => a - b);
  const quantile = (q: number) => `${Math.round(sorted[Math.floor(sorted.length * q)] ?? 0)} ms`;
  process.stdout.write(
    [
      `${minutes} hostile minutes, seed ${seed}`,
      ...[...struck].map(([name, count]) => `  ${name}: ${count}`),
      `signed webhooks meanwhile: ${takenMs.length} taken, ${refused.length} refused`,
      `acknowledged: p50 ${quantile(0.5)}, p95 ${quantile(0.95)}, p99 ${quantile(0.99)}, last ${quantile(0.9999)}`,
      `invariants broken: ${broken.length}`,
      "",
    ].join("\n"),
  );
  expect(refused).toEqual([]);
  expect(broken).toEqual([]);
});
