import { mkdtemp } from "node:fs/promises";
import { type AddressInfo, createServer as createSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SEND_TIMES } from "../../../src/core/outbound/send-policy.ts";
import { watch } from "../../support/oracle-watch.ts";
import { API_TOKEN, APP_SECRET } from "../../support/recado-process.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { countPurchases, openBuyers, type PurchaseCount } from "./buyers.ts";
import { openCrowd } from "./customers.ts";
import { openEffects } from "./effects.ts";
import { type Fleet, openFleet } from "./fleet.ts";
import { countOpen, judge, persistently, untilQuiet } from "./judge-run.ts";
import { type Fault, planFaults, type SuiteName } from "./plan.ts";
import { openProvider } from "./provider.ts";
import { countSegments, type SegmentCount } from "./segments.ts";
import { measureTakeovers, takeoverTimes } from "./takeovers.ts";

export interface SuiteOrder {
  readonly suite: SuiteName;
  readonly seed: number;
  /** How many faults of the suite's own kind. */
  readonly count: number;
}

export interface SuiteResult extends SuiteOrder {
  readonly tookMs: number;
  readonly faults: Readonly<Record<Fault["kind"], number>> & { readonly connections_cut: number };
  /** Messages that were answered with 200. */
  readonly accepted: number;
  /** Events that are not in the database, or have no answer and are not with a person. */
  readonly lost: number;
  /** Events whose answer may or may not have gone out, so a person decides. */
  readonly held: number;
  /** Events answered by the fallback; a person looks at them. */
  readonly deadLetters: number;
  /** Runs that ended so, by their error code. */
  readonly deadLetterCodes: Readonly<Record<string, number>>;
  readonly effects: number;
  readonly duplicateEffects: number;
  /** What the provider took, and how often it was the same message again. */
  readonly sends: number;
  readonly duplicateSends: number;
  readonly outOfOrder: number;
  /** Conversations with work left after the time in which all of it should have been done. */
  readonly stuck: number;
  /** Null in all suites but the one in which customers buy. */
  readonly purchases: PurchaseCount | null;
  /** The runs of the suite `segments`; null in the other suites. */
  readonly segments: SegmentCount | null;
  /** Everything that the oracle found. */
  readonly violations: readonly string[];
  /** From a SIGKILL until another worker held its conversations, in ms. */
  readonly takeovers: { readonly count: number; readonly p50: number | null; readonly p99: number | null };
  readonly output: string;
}

/** The share of messages sent again when in doubt that may arrive twice: a process can sleep between its last look at the clock and the socket. */
export const GATED_DUPLICATES_AT_MOST = 0.005;

const CUSTOMERS = 24;
const BUYERS = 16;
/** How long the provider's process takes to start on a machine with nothing else to do. */
const PROVIDER_STARTS_MS = 700;
/** So many conversations with something left to do, and the customers hold back. */
const BACKLOG = 300;

/**
 * Leases and doubts. Production's, but where processes are to sleep past their leases: a pause of two seconds is past
 * everything there. A doubt must outlast what it takes the provider to tell us again after a door that was closed for a
 * moment; in the short runs of `npm test` it lasts as long as this machine needs for that, which `slowness` says.
 */
function timesOf(suite: SuiteName, slowness: number): object {
  const doubt = { doubtMs: SEND_TIMES.doubtMs, doubtWithoutProofMs: SEND_TIMES.doubtWithoutProofMs };
  const short = { doubtMs: 6_000 * slowness, doubtWithoutProofMs: 12_000 * slowness };
  const pausing = { leaseMs: 900, sendLeaseMs: 1_200, socketDeadlineMs: 400 };
  const { leaseMs, ...lease } = pausing;
  switch (suite) {
    case "pauses":
      return { leaseMs, sendTimes: { ...lease, ...doubt } };
    case "mixed":
      return { leaseMs, sendTimes: { ...lease, ...short } };
    case "kills-on-hold":
      return { sendTimes: { ...SEND_TIMES, ...short } };
    default:
      return { sendTimes: SEND_TIMES };
  }
}

/** It takes a message and says nothing, says 500 before and after, or answers late. */
const LOST_ANSWERS: readonly object[] = [
  { kind: "drop_response", probability: 0.03, seed: 1 },
  { kind: "drop_response", probability: 0.02, cut: "in_body", seed: 2 },
  { kind: "error_after_accept", probability: 0.03, seed: 3 },
  { kind: "error_before_accept", probability: 0.03, seed: 4 },
  { kind: "delay_response", probability: 0.1, delayMs: 400, seed: 5 },
];
/** It reports early, late, twice, and in any order. */
const ODD_REPORTS: readonly object[] = [
  { kind: "webhook_first", probability: 0.2, seed: 6 },
  { kind: "late_sent", probability: 0.1, seed: 7 },
  { kind: "missing_sent", probability: 0.1, seed: 8 },
  { kind: "duplicate", probability: 0.2, seed: 9 },
  { kind: "reorder", probability: 0.3, windowMs: 150, seed: 10 },
];
/** Three reports a message are a load of their own: those of a moment come together, as Meta's do under load. */
const TOGETHER = { kind: "batch", updates: "statuses", windowMs: 60 };

export async function runSuite(order: SuiteOrder): Promise<SuiteResult> {
  const { suite, seed, count } = order;
  const startedMs = performance.now();
  const database = await createTestDatabase();
  await watch(database);
  await measureTakeovers(database);
  const dataDir = await mkdtemp(join(tmpdir(), "recado-chaos-"));
  const doorPort = await freePort();
  const doorUrl = `http://127.0.0.1:${doorPort}`;
  const world = await openEffects();
  const openingMs = performance.now();
  const provider = await openProvider({
    dataDir,
    webhookUrl: `${doorUrl}/api/whatsapp/webhook`,
    appSecret: APP_SECRET,
  });
  const slowness = Math.min(6, Math.max(1, (performance.now() - openingMs) / PROVIDER_STARTS_MS));
  for (const one of providerFaults(suite)) await provider.order(one);
  const fleet = await openFleet({
    workers: suite === "pauses" ? 6 : 4,
    door: suite === "kills-on-hold" ? "serve" : "start",
    doorPort,
    dataDir,
    holds: suite === "kills-on-hold",
    agent: suite === "purchases" ? "somnio" : suite === "segments" ? "goes on" : "echo",
    worldUrl: world.url,
    times: timesOf(suite, slowness),
    env: {
      RECADO_API_TOKEN: API_TOKEN,
      DATABASE_URL: database.url,
      WHATSAPP_API_URL: provider.apiUrl,
      WHATSAPP_ACCESS_TOKEN: provider.accessToken,
      WHATSAPP_APP_SECRET: APP_SECRET,
      WHATSAPP_VERIFY_TOKEN: "chaos-verify",
      RECADO_RESPONSE_SPEED: "0",
      LOG_LEVEL: process.env["RECADO_CHAOS_LOG"] ?? "fatal",
    },
  });
  let backlog = 0;
  const watching = setInterval(() => {
    countOpen(database).then(
      (open) => (backlog = open),
      () => {},
    );
  }, 400);
  const buyers = suite === "purchases" ? openBuyers({ url: doorUrl, database, buyers: BUYERS, seed }) : null;
  const crowd = buyers ?? openCrowd({ url: doorUrl, customers: CUSTOMERS, seed, isTooMuch: () => backlog > BACKLOG });
  const orBroken = <Result>(work: Promise<Result>) => Promise.race([work, fleet.broken]);
  try {
    const faults = await orBroken(strike({ plan: planFaults(suite, seed, count), fleet, database }));
    await orBroken(crowd.leave());
    await orBroken(fleet.settle());
    await provider.clearFaults();
    const stuck = await untilQuiet(database, provider);
    const judged = await judge(database, provider, crowd.accepted);
    const { kills, ...counts } = faults;
    const purchases = buyers === null ? null : await countPurchases(database, buyers.begun, await provider.accepted());
    return {
      ...order,
      ...judged,
      tookMs: Math.round(performance.now() - startedMs),
      faults: counts,
      stuck,
      purchases,
      segments: suite === "segments" ? await countSegments(database) : null,
      effects: world.keys.length,
      duplicateEffects: world.keys.length - new Set(world.keys).size,
      takeovers: await takeoverTimes(database, kills),
      output: fleet.output(),
    };
  } finally {
    clearInterval(watching);
    await orBroken(crowd.leave()).catch(() => {});
    await fleet.close();
    await provider.close();
    await world.close();
    await database.drop();
  }
}

interface Ground {
  readonly plan: ReturnType<typeof planFaults>;
  readonly fleet: Fleet;
  readonly database: TestDatabase;
}

function providerFaults(suite: SuiteName): readonly object[] {
  if (suite === "lost-answers") return [...LOST_ANSWERS, ...ODD_REPORTS, TOGETHER];
  return suite === "mixed" ? [...ODD_REPORTS, TOGETHER] : [TOGETHER];
}

async function strike({ plan, fleet, database }: Ground) {
  const counts = { kill_worker: 0, kill_door: 0, pause_worker: 0, crash_database: 0, cut_connections: 0 };
  const kills: { pid: number; at: Date }[] = [];
  const sleeping = new Set<Promise<void>>();
  let connectionsCut = 0;
  for (const { afterMs, fault } of plan) {
    await pause(afterMs);
    counts[fault.kind] += 1;
    switch (fault.kind) {
      case "kill_worker": {
        const { pid } = await fleet.killWorker(fault.place);
        kills.push({ pid, at: new Date() });
        break;
      }
      case "kill_door":
        await fleet.killDoor();
        break;
      case "pause_worker": {
        let sleep = fleet.pauseWorker(fault.place, fault.forMs);
        for (; sleep === null; sleep = fleet.pauseWorker(fault.place, fault.forMs)) await pause(50);
        const slept = sleep.then(() => void sleeping.delete(slept));
        sleeping.add(slept);
        break;
      }
      case "crash_database":
        await crashDatabase(database);
        break;
      case "cut_connections":
        connectionsCut += await cutConnections(database, fault);
        break;
    }
  }
  await Promise.all(sleeping);
  return { ...counts, connections_cut: connectionsCut, kills };
}

/** A power cut for the server's processes: no goodbye, no checkpoint. Its supervisor starts it again, which recovers. */
async function crashDatabase(database: TestDatabase): Promise<void> {
  const [row] = await persistently(() =>
    database.rows("select split_part(pg_read_file('postmaster.pid'), e'\\n', 1) as pid"),
  );
  process.kill(Number(row?.["pid"]), "SIGQUIT");
  await pause(100);
  await persistently(() => database.rows("select 1"));
}

async function cutConnections(
  database: TestDatabase,
  { count, seed }: { count: number; seed: number },
): Promise<number> {
  const [row] = await persistently(() =>
    database.rows(
      `with s as materialized (select setseed($2::float8))
       select count(pg_terminate_backend(pid))::int as n from (
         select pid from pg_stat_activity, s
         where datname = current_database() and application_name ~ '^recado (worker|serve|start)'
         order by random() limit $1) chosen`,
      [count, (seed % 1_000) / 1_000],
    ),
  );
  return Number(row?.["n"]);
}

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((resolve) => socket.listen(0, "127.0.0.1", resolve));
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return port;
}
