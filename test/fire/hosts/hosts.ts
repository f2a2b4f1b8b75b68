import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { watch } from "../../support/oracle-watch.ts";
import { Random } from "../../support/random.ts";
import { API_TOKEN, APP_SECRET } from "../../support/recado-process.ts";
import { createTestDatabase } from "../../support/test-database.ts";
import { openCrowd } from "../chaos/customers.ts";
import { openEffects } from "../chaos/effects.ts";
import { countOpen, judge, untilQuiet } from "../chaos/judge-run.ts";
import { openProvider } from "../chaos/provider.ts";
import { openFront } from "./front.ts";
import { type Member, openMember } from "./members.ts";
import { CUT_CABLE, GOOD_CABLE, type Host, openNetwork, SLOW_CABLE, whyNoNetwork } from "./network.ts";
import { openPooler } from "./pooler.ts";
import { openRelay } from "./relay.ts";

/**
 * `npm run test:hosts`: two doors and three workers, each on a host of its own, with one PostgreSQL behind a pooler in
 * transaction mode. Cables are slow or cut, processes and the pooler are killed, and two clocks are minutes wrong.
 */
const seconds = Number(process.env["RECADO_HOSTS_SECONDS"] ?? 60);
const customers = Number(process.env["RECADO_HOSTS_CUSTOMERS"] ?? 12);
const seed = Number(process.env["RECADO_HOSTS_SEED"] ?? Math.floor(Date.now() / 1_000) % 1_000_000);

const PLACES = [
  { name: "door-1", half: "serve", skewMs: 0 },
  { name: "door-2", half: "serve", skewMs: -240_000 },
  { name: "worker-1", half: "worker", skewMs: 0 },
  { name: "worker-2", half: "worker", skewMs: 0 },
  { name: "worker-3", half: "worker", skewMs: 420_000 },
] as const;
const DOOR_PORT = 4600;
/** So many conversations with work left, and the customers hold back. */
const BACKLOG = 150;

test(`hosts under fire for ${seconds} s, seed ${seed}`, async () => {
  const why = whyNoNetwork();
  if (why !== null) throw new Error(`No hosts can be made here: ${why}.`);
  const closing: (() => Promise<unknown> | unknown)[] = [];
  try {
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    await watch(database);
    const network = openNetwork(PLACES.map(({ name }) => name));
    closing.push(() => network.close());
    const { gateway, hosts } = network;
    const pooler = await openPooler(database.url, gateway);
    closing.push(() => pooler.close());
    const world = await openEffects(gateway);
    closing.push(() => world.close());
    const doors = hosts
      .slice(0, 2)
      .map((host) => ({ address: host.address, port: DOOR_PORT, delayMs: () => delayOf(host) }));
    const front = await openFront(gateway, doors);
    closing.push(() => front.close());
    const dataDir = await mkdtemp(join(tmpdir(), "recado-hosts-"));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    const webhookUrl = `${front.url}/api/whatsapp/webhook`;
    const provider = await openProvider({ dataDir, webhookUrl, appSecret: APP_SECRET, host: gateway });
    closing.push(() => provider.close());
    /** The same address, by way of this host's cable. */
    const through = async (host: Host, address: string) => {
      const url = new URL(address);
      const to = { host: url.hostname, port: Number(url.port) };
      const relay = await openRelay(gateway, to, () => delayOf(host));
      closing.push(() => relay.close());
      url.port = String(relay.port);
      return url.toString();
    };
    const members: Member[] = [];
    for (const [place, host] of hosts.entries()) {
      const { half = "worker", skewMs = 0 } = PLACES[place] ?? {};
      const member = openMember(host, {
        ...{ half, skewMs, worldUrl: world.url },
        env: {
          RECADO_DATA_DIR: join(dataDir, host.name),
          PORT: String(DOOR_PORT),
          RECADO_API_TOKEN: API_TOKEN,
          DATABASE_URL: await through(host, pooler.urlOf(database.url)),
          WHATSAPP_API_URL: await through(host, provider.apiUrl),
          WHATSAPP_ACCESS_TOKEN: provider.accessToken,
          WHATSAPP_APP_SECRET: APP_SECRET,
          WHATSAPP_VERIFY_TOKEN: "hosts-verify",
          RECADO_RESPONSE_SPEED: "0",
          LOG_LEVEL: process.env["RECADO_HOSTS_LOG"] ?? "fatal",
        },
      });
      closing.push(() => member.close());
      members.push(member);
    }
    await Promise.all(members.map((member) => member.started()));

    let backlog = 0;
    const watching = setInterval(() => void countOpen(database).then((open) => (backlog = open)), 500);
    closing.push(() => clearInterval(watching));
    const crowd = openCrowd({ url: front.url, customers, seed, isTooMuch: () => backlog > BACKLOG });
    closing.push(() => crowd.leave());
    const faults = await strike(members, () => pooler.crash());
    const beganMs = performance.now();
    await crowd.leave();
    await Promise.all(members.map((member) => member.started()));
    const stuck = await untilQuiet(database, provider);
    const quietAfterMs = Math.round(performance.now() - beganMs);
    const told = {
      ...{ seed, seconds, customers, faults, stuck, quietAfterMs },
      ...(await judge(database, provider, crowd.accepted)),
      effects: world.keys.length,
      duplicateEffects: world.keys.length - new Set(world.keys).size,
    };
    console.log(JSON.stringify(told));
    for (const member of members) if (member.output() !== "") console.log(member.host.name, member.output());
    const { lost, duplicateSends, duplicateEffects, outOfOrder, violations } = told;
    expect({ lost, duplicateSends, duplicateEffects, outOfOrder, stuck, violations }).toEqual({
      ...{ lost: 0, duplicateSends: 0, duplicateEffects: 0, outOfOrder: 0, stuck: 0, violations: [] },
    });
    expect(told.accepted).toBeGreaterThan(0);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}, 1_800_000);

/** One thing goes wrong every two seconds or so, and at most two cables are bad at once. */
async function strike(members: readonly Member[], crashPooler: () => Promise<void>) {
  const random = new Random(seed);
  const counts = { cut: 0, slow: 0, killed: 0, poolerCrashed: 0 };
  const bad = new Map<Member, Promise<void>>();
  const untilMs = performance.now() + seconds * 1_000;
  while (performance.now() < untilMs) {
    await pause(1_000 + random.below(2_000));
    const member = random.pick(members);
    const drawn = random.below(10);
    if (drawn < 6) {
      if (bad.has(member) || bad.size >= 2) continue;
      const kind = drawn < 4 ? "cut" : "slow";
      counts[kind] += 1;
      member.host.setCable(kind === "cut" ? CUT_CABLE : SLOW_CABLE);
      const mended = pause(2_000 + random.below(10_000)).then(() => {
        member.host.setCable(GOOD_CABLE);
        bad.delete(member);
      });
      bad.set(member, mended);
    } else if (drawn < 9) {
      counts.killed += 1;
      member.kill();
    } else {
      counts.poolerCrashed += 1;
      await crashPooler();
    }
  }
  await Promise.all(bad.values());
  return counts;
}

function delayOf({ cable: { delayMs, jitterMs } }: Host): number {
  return delayMs + Math.random() * jitterMs;
}
