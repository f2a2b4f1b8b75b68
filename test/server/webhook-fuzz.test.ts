import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Logger } from "../../src/core/ports/logger.ts";
import { newId } from "../support/inbound.ts";
import { announceShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { CANARY } from "./hostile-values.ts";
import { type HostileCase, hostileCase } from "./hostile-webhooks.ts";
import { API_TOKEN, APP_SECRET, openDoor, VERIFY_TOKEN, WEBHOOK } from "./open-door.ts";

/**
 * Hostile webhooks against the server before a real database. `npm run test:fuzz` for 100,000 of them; RECADO_FUZZ says how
 * many, RECADO_FUZZ_SEED which, RECADO_FUZZ_CASE runs one alone.
 */
const CASES = Number(process.env["RECADO_FUZZ"] ?? 600);
const WHOLE = 100_000;
/** `npm test` sends other cases each day. */
const FIRST = process.env["RECADO_FUZZ"] === undefined ? (SEED_OF_THE_DAY * CASES) % WHOLE : 0;
const SEED = Number(process.env["RECADO_FUZZ_SEED"] ?? 1);
const ONLY = process.env["RECADO_FUZZ_CASE"];
announceShare({
  stage: "hostile webhooks",
  played: CASES,
  of: WHOLE,
  seed: SEED_OF_THE_DAY,
  whole: "npm run test:fuzz",
});

/** Requests under way at once, and between two looks at the database. */
const AT_ONCE = 6;
const BETWEEN_LOOKS = 240;

/** What a slow machine does not store within its second is `overloaded`: it is delivered again, as Meta would. */
const REDELIVERY_MS = 1_000;
const REDELIVERED_FOR_MS = 60_000;
const MOST_GROWTH_BYTES = 96 * 1024 * 1024;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(() => database.drop());

const leaks: string[] = [];

function openFuzzedDoor() {
  const secrets = [APP_SECRET, VERIFY_TOKEN, API_TOKEN, CANARY];
  const look = (fields: Readonly<Record<string, unknown>>, message: string) => {
    const line = `${message} ${JSON.stringify(fields, (_, value) => (value instanceof Error ? { ...value, text: `${value.stack}` } : value))}`;
    if (secrets.some((secret) => line.includes(secret))) leaks.push(line.slice(0, 500));
  };
  const logger: Logger = { debug: () => {}, info: look, warn: look, error: look };
  return openDoor({ parts: { store: database.store, newId, logger } });
}

const door: { app: ReturnType<typeof openFuzzedDoor>["app"] | null } = { app: null };

async function post({ body, headers, chunkBytes }: HostileCase): Promise<Response> {
  door.app ??= openFuzzedDoor().app;
  const request: RequestInit & { duplex?: "half" } =
    chunkBytes === 0
      ? { method: "POST", headers, body }
      : { method: "POST", headers, body: inChunks(body, chunkBytes), duplex: "half" };
  return door.app.request(WEBHOOK, request);
}

function inChunks(body: Uint8Array, chunkBytes: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= body.byteLength) return controller.close();
      controller.enqueue(body.subarray(sent, sent + chunkBytes));
      sent += chunkBytes;
    },
  });
}

let redelivered = 0;

/** Null when all is well, else what was wrong. */
async function faultOf(hostile: HostileCase, isSigned: boolean): Promise<string | null> {
  let response = await post(hostile);
  let answer = await response.text();
  if (hostile.expected === "taken" && response.status === 503 && answer.includes('"overloaded"')) {
    redelivered += 1;
    const isTaken = async () => {
      await new Promise((resolve) => setTimeout(resolve, REDELIVERY_MS));
      response = await post(hostile);
      answer = await response.text();
      return response.status !== 503;
    };
    await eventually(`case ${hostile.name} is taken`, isTaken, REDELIVERED_FOR_MS);
  }
  if (answer.includes(CANARY)) return "the answer holds the customer's words";
  // These bodies tell no length. A stranger's is not read far enough to know that it is too large.
  const tooLarge = isSigned ? [413] : [401, 413];
  const allowed = { refused: [401, 403], taken: [200], too_large: tooLarge }[hostile.expected];
  return allowed.includes(response.status)
    ? null
    : `${response.status} where ${allowed.join(" or ")} was due: ${answer}`;
}

/** Counts every table that there is, a new one too. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await database.rows(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`,
  );
  const counts = tables
    .map(({ name }) => `select '${name}' as name, count(*)::int as n from "${name}"`)
    .join(" union all ");
  return Object.fromEntries((await database.rows(counts)).map(({ name, n }) => [String(name), Number(n)]));
}

async function missingSentinels(cases: readonly HostileCase[]): Promise<string[]> {
  const wamids = cases.flatMap(({ sentinel }) => sentinel ?? []);
  const rows = await database.rows(
    "select source_message_id as id from agent_events where source_message_id = any($1)",
    [wamids],
  );
  const found = new Set(rows.map(({ id }) => id));
  return wamids.filter((wamid) => !found.has(wamid));
}

const howToReplay = (number: number, isSigned: boolean) =>
  `RECADO_FUZZ_SEED=${SEED} RECADO_FUZZ_CASE=${number} npm test -- test/server/webhook-fuzz.test.ts -t "${isSigned ? "signed" : "nobody"}"`;

/** Sends the cases of these numbers, some at once. Their faults, with how to see each again. */
async function send(
  numbers: readonly number[],
  isSigned: boolean,
): Promise<{ cases: HostileCase[]; faults: string[] }> {
  const cases: HostileCase[] = [];
  const faults: string[] = [];
  const left = [...numbers];
  const sendSome = async () => {
    for (let number = left.shift(); number !== undefined; number = left.shift()) {
      const hostile = hostileCase(SEED, number, isSigned);
      const fault = await faultOf(hostile, isSigned).catch((thrown: unknown) => `the server threw ${thrown}`);
      if (fault !== null) faults.push(`case ${number} (${hostile.name}): ${fault}\n  ${howToReplay(number, isSigned)}`);
      // The bytes are not kept.
      cases.push({ ...hostile, body: new Uint8Array(0) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
  return { cases, faults };
}

function* looks(count: number): Generator<number[]> {
  if (ONLY !== undefined) return yield [Number(ONLY)];
  for (let from = 0; from < count; from += BETWEEN_LOOKS) {
    yield Array.from({ length: Math.min(BETWEEN_LOOKS, count - from) }, (_, n) => FIRST + from + n);
  }
}

const patienceMs = Math.max(180_000, CASES * 50);
const UNSIGNED = Math.round(CASES / 3);

test(
  `${UNSIGNED} webhooks that nobody we know has signed are refused, and not one row is written`,
  async () => {
    const before = await countRows();
    for (const numbers of looks(UNSIGNED)) {
      const { faults } = await send(numbers, false);
      expect(faults).toEqual([]);
      expect(await countRows(), `after cases ${numbers[0]} to ${numbers.at(-1)} of seed ${SEED}`).toEqual(before);
    }
    expect(leaks).toEqual([]);
  },
  patienceMs,
);

test(
  `${CASES - UNSIGNED} hostile webhooks that are signed are taken in, and good messages survive their neighbours`,
  async () => {
    const collectGarbage = exposeGarbageCollector();
    const startedMs = performance.now();
    let warmBytes: number | null = null;
    for (const numbers of looks(CASES - UNSIGNED)) {
      const { cases, faults } = await send(numbers, true);
      expect(faults).toEqual([]);
      const missing = await missingSentinels(cases);
      expect(missing, missing.map((wamid) => howToReplay(Number(wamid.split(".").at(-1)), true)).join("\n")).toEqual(
        [],
      );
      collectGarbage();
      warmBytes ??= process.memoryUsage().heapUsed;
    }
    const grownBytes = process.memoryUsage().heapUsed - (warmBytes ?? 0);
    const perMinute = Math.round(((CASES - UNSIGNED) / (performance.now() - startedMs)) * 60_000);
    console.info(
      `${CASES - UNSIGNED} signed hostile webhooks, ${perMinute} a minute, ${redelivered} delivered again; ` +
        `the heap grew by ${Math.round(grownBytes / 1024 / 1024)} MB`,
    );
    expect(leaks).toEqual([]);
    expect(grownBytes).toBeLessThan(MOST_GROWTH_BYTES);
    expect(Object.prototype).not.toHaveProperty("polluted");
  },
  patienceMs,
);

function exposeGarbageCollector(): () => void {
  setFlagsFromString("--expose_gc");
  return runInNewContext("gc") as () => void;
}
