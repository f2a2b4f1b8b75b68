import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type EmbeddedDatabase, openEmbedded } from "../../src/postgres/embedded/open-embedded.ts";
import { openPostgres } from "../../src/postgres/open-postgres.ts";
import { violations } from "../support/oracle.ts";
import { type GraphServer, openGraphServer } from "../support/provider/graph-server.ts";
import { postWebhook, type RecadoProcess, startRecado, textWebhook } from "../support/recado-process.ts";
import { announceShare, drawShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { eventually } from "../support/shop.ts";
import { silentLogger } from "../support/silent-logger.ts";

/**
 * A real disk that is full: a small file system in memory. Only root may mount one.
 */
const SIZE_MB = 320;
const disk = mkdtempSync(join(tmpdir(), "recado-disk-"));
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MB}m,mode=755`, "tmpfs", disk]);
const isMounted = mounted.status === 0;
if (!isMounted) console.info(`No full disk is tried: a file system cannot be mounted here (${mounted.stderr ?? ""}).`);
afterAll(() => {
  if (isMounted) spawnSync("umount", [disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** Takes all the room that is left, to the last block. */
function fill(): { free(): void } {
  const path = join(disk, "filler");
  const file = openSync(path, "w");
  for (const size of [1_048_576, 4_096]) {
    const block = Buffer.alloc(size, "x");
    try {
      while (writeSync(file, block) === size);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(file);
  return { free: () => rmSync(path) };
}

interface Mode {
  readonly name: string;
  /** Opens everything; the processes that must live, and the address of the door. */
  open(
    dataDir: string,
    graph: GraphServer,
  ): Promise<{ processes: RecadoProcess[]; url: string; database: EmbeddedDatabase }>;
}

const QUICK = { RECADO_RESPONSE_SPEED: "0", RECADO_LEASE_MS: "2000" };

const embedded = (dataDir: string) => openEmbedded({ dataDir, access: "shared", logger: silentLogger });

const MODES: readonly Mode[] = [
  {
    name: "start with the simulator",
    async open(dataDir) {
      const env = { ...QUICK, RECADO_DATA_DIR: dataDir, WHATSAPP_ACCESS_TOKEN: "" };
      const one = await startRecado("start", { databaseUrl: "", graphUrl: "", env });
      return { processes: [one], url: String(one.url), database: await embedded(dataDir) };
    },
  },
  {
    name: "start with WhatsApp",
    async open(dataDir, graph) {
      const env = { ...QUICK, RECADO_DATA_DIR: dataDir };
      const one = await startRecado("start", { databaseUrl: "", graphUrl: graph.url, env });
      return { processes: [one], url: String(one.url), database: await embedded(dataDir) };
    },
  },
  {
    name: "a door and a worker",
    async open(dataDir, graph) {
      const database = await embedded(dataDir);
      const databaseUrl = database.ownerUrl;
      const settings = { databaseUrl, graphUrl: graph.url, env: QUICK };
      const migrated = await openPostgres({ url: databaseUrl, applicationName: "recado test", logger: silentLogger });
      await migrated.migrate();
      await migrated.close();
      const processes = [await startRecado("serve", settings), await startRecado("worker", settings)];
      return { processes, url: String(processes[0]?.url), database };
    },
  },
];

const PLAYED = process.env["RECADO_FULL_DISK"] === "all" ? MODES : drawShare(MODES, 1);
announceShare({
  ...{ stage: "full disk", played: isMounted ? PLAYED.length : 0, of: MODES.length, seed: SEED_OF_THE_DAY },
  whole: "RECADO_FULL_DISK=all npm test -- test/end-to-end/full-disk",
});

test.skipIf(!isMounted).each(PLAYED)(
  "$name: what was accepted is answered, what was refused is accepted later, and no process ends",
  { timeout: 240_000 },
  async ({ name, open }) => {
    const graph = await openGraphServer();
    const folder = join(disk, String(MODES.findIndex((mode) => mode.name === name)));
    const { processes, url, database } = await open(folder, graph);
    const accepted: string[] = [];
    const refused: string[] = [];
    const post = async (wamid: string) => {
      const phone = `5730${wamid.replace(/\D/g, "").padStart(8, "0")}`;
      const status = await postWebhook(url, textWebhook(phone, wamid, `¿cuánto vale? ${"de verdad ".repeat(300)}`));
      (status === 200 ? accepted : refused).push(wamid);
      if (status !== 200) expect(status).toBe(503);
    };
    const ready = async () => (await fetch(`${url}/readyz`)).status;
    try {
      for (let n = 0; n < 5; n += 1) await post(`wamid.1${n}`);
      expect(refused).toEqual([]);

      const filler = fill();
      for (let n = 0; n < 2_000 && refused.length < 5; n += 1) await post(`wamid.2${n}`);
      expect(refused.length).toBeGreaterThanOrEqual(5);
      expect(await ready()).toBe(503);
      expect(processes.map(({ child }) => child.exitCode ?? child.signalCode)).toEqual(processes.map(() => null));

      filler.free();
      await eventually("it is ready again", async () => (await ready()) === 200, 60_000);
      // Delivered again, as Meta does for days.
      for (const wamid of refused.splice(0)) await post(wamid);
      await post("wamid.30");
      expect(refused).toEqual([]);
      const opened = await openPostgres({
        ...{ url: database.ownerUrl, applicationName: "recado test", logger: silentLogger },
        ...{ maxConnections: 1, connectTimeoutMs: 10_000 },
      });
      try {
        const rows = async (text: string, values: readonly unknown[] = []) =>
          (await opened.owner.run({ text, values })).rows;
        // The simulator's shop has examples too, whose timers wait for hours.
        const waiting = (what: string) => `select count(*)::int as n from ${what}
          where conversation_id in (select conversation_id from agent_events where source_message_id = any($1::text[]))`;
        await eventually(
          "every message that was accepted has been answered",
          async () => {
            const events = await rows(`${waiting("agent_events")} and status = 'pending'`, [accepted]);
            const replies = await rows(`${waiting("outbox_messages")} and status in ('queued', 'in_flight')`, [
              accepted,
            ]);
            return events[0]?.["n"] === 0 && replies[0]?.["n"] === 0;
          },
          90_000,
        );
        const known = await rows(
          "select source_message_id as wamid from agent_events where source_message_id = any($1::text[])",
          [accepted],
        );
        expect(new Set(known.map((row) => row["wamid"])).size).toBe(new Set(accepted).size);
        const [runs] = await rows(
          "select count(*) filter (where status = 'dead_letter')::int as dead, count(*)::int as all from agent_runs",
        );
        expect(runs).toMatchObject({ dead: 0 });
        expect(Number(runs?.["all"])).toBeGreaterThanOrEqual(new Set(accepted).size);
        expect(await violations({ rows }, { when: "any time" })).toEqual([]);
      } finally {
        await opened.close();
      }
      expect(processes.map(({ child }) => child.exitCode ?? child.signalCode)).toEqual(processes.map(() => null));
    } finally {
      await Promise.all(processes.map((one) => one.stop()));
      await database.close();
      await graph.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
