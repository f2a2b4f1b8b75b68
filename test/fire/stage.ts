import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type App, startApp } from "../../src/app/app.ts";
import { readConfig } from "../../src/app/config.ts";
import { withDeadline } from "../../src/server/deadline.ts";
import { READER_IN_THIS_THREAD } from "../support/documents/reader-in-this-thread.ts";
import { type GraphServer, openGraphServer } from "../support/provider/graph-server.ts";
import { API_TOKEN, appEnvironment, COMMAND_FLAGS, postWebhook } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import type { Arm } from "./arm.js";
import { type Thought, worldParts } from "./world.js";

const ENTRY = fileURLToPath(new URL("process.js", import.meta.url));

/** A paused process wakes after this long, by its own clock: past every lease, doubt and deadline. */
const PAUSE_MS = 120_000;

/** Past a lease and a send lease, and past a doubt. */
const STEP_MS = 46_000;

/** How long a living process may have a conversation in hand. A busy machine takes its time. */
const PATIENCE_MS = 6_000;

/**
 * The lock keeps all from taking a conversation between the look and the move: a worker that took one then would lose it a
 * moment later, and ask a model again. While a statement writes, nothing is moved.
 */
const MOVE_UNLESS_HELD = `
  create function move_unless_held(step_ms float8, living text[]) returns boolean language plpgsql as $$
  begin
    lock table conversations in share mode nowait;
    if exists (select from conversations c join workers w on w.id in (c.leased_by, c.sender)
      where w.description like any(living)) then return false; end if;
    insert into test_clock (ahead) values (make_interval(secs => step_ms / 1000))
      on conflict (only_row) do update set ahead = test_clock.ahead + excluded.ahead;
    return true;
  exception when lock_not_available then return false;
  end $$`;

/** The process under fire: a door and a worker of the compiled app. */
export interface Subject {
  readonly url: string;
  readonly child: ChildProcess;
  /** The armed edge was come to and survived. */
  wasHit(): boolean;
  hasEnded(): boolean;
  isStopped(): Promise<boolean>;
  arm(arm: Arm): Promise<void>;
  kill(): Promise<void>;
  /** Ends it in good order, also from a pause. */
  stop(): Promise<void>;
}

/**
 * A database, a provider with its ledger, the door and the worker that outlive the subject, and the test's own voice in the
 * agent's head.
 */
export interface Stage {
  readonly database: TestDatabase;
  readonly graph: GraphServer;
  /** Keys of the tool calls that were really made. */
  readonly effects: string[];
  /** How often the model was really asked, since the stage was opened. */
  modelCalls(): number;
  /** From now on the model refuses; until `false`. */
  refuse(isRefused: boolean): void;
  /** Address of the door that is never armed. */
  readonly doorUrl: string;
  /** What the agent says from now on. */
  think(thought: (messages: readonly string[]) => Thought | Promise<Thought>): void;
  /** From now on the provider takes messages and cuts the line, and keeps its reports to itself; until `false`. */
  silence(isSilent: boolean): void;
  /** The one that lives, where it was started with the same. */
  subject(env?: Readonly<Record<string, string>>): Promise<Subject>;
  /** Delivery reports go to this door first, from now on. */
  reportTo(door: string): void;
  /** Signed, delivered again until it is taken in: to the first door that answers. */
  deliver(body: unknown, ...doors: readonly string[]): Promise<void>;
  read(url: string, path: string): Promise<number>;
  command(url: string, path: string, body?: unknown, method?: string): Promise<number>;
  /** Starts the worker that goes on with what the subject leaves. */
  succeed(): Promise<void>;
  /** Until nothing is left to do; time is moved where something waits for it. */
  untilQuiet(): Promise<void>;
  advance(): Promise<void>;
  /** Ends what this case started; the next one finds a subject that lives. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "recado-fire-"));
  let isSilent = false;
  let isClosing = false;
  const heldBack: (() => Promise<void>)[] = [];
  const graph = await openGraphServer((_line, response) => {
    if (isSilent) response.destroy();
  });
  const effects: string[] = [];
  let modelCalls = 0;
  let isRefused = false;
  let thinks: (messages: readonly string[]) => Thought | Promise<Thought> = () => ({ texts: [] });
  const world = await openWorld(async (path, body) => {
    if (path === "/think") return thinks(body["messages"] as string[]);
    if (path === "/model") {
      modelCalls += 1;
      return { fails: isRefused };
    }
    effects.push(String(body["key"]));
    return {};
  });
  const env = appEnvironment({ dataDir, databaseUrl: database.url, graphUrl: graph.url });
  const config = readConfig(env, { agentIds: ["somnio"], cwd: dataDir });
  const door = await startApp(config, { http: true, worker: false, access: "shared", logStyle: "json" });
  const doorUrl = door.address as string;

  const deliver = async (body: unknown, ...doors: readonly string[]) => {
    for (let n = 0; !isClosing; n += 1) {
      // A door that is stopped does not answer; what it was given it may still take in when it wakes.
      const posted = postWebhook(doors[n] ?? doorUrl, body).catch(() => 0);
      const answer = await withDeadline(posted, doors[n] === undefined ? 5_000 : 500);
      if (answer.kind === "done" && answer.value === 200) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  let statusDoors: readonly string[] = [];
  const reports = new Set<Promise<void>>();
  graph.reportTo(async (status) => {
    const report = () => {
      const underWay = deliver(status, ...statusDoors).finally(() => reports.delete(underWay));
      reports.add(underWay);
      return underWay;
    };
    if (isSilent) heldBack.push(report);
    else await report();
  });

  let subject: Promise<Subject> | null = null;
  let successor: App | null = null;
  let startedWith = "";
  const spawn = (more: Readonly<Record<string, string>> = {}) => {
    startedWith = JSON.stringify(more);
    subject ??= startSubject({
      ...env,
      ...more,
      PATH: process.env["PATH"] ?? "",
      FIRE_WORLD_URL: world.url,
      FIRE_LEAP_MS: String(PAUSE_MS),
    });
    return subject;
  };
  await database.rows(MOVE_UNLESS_HELD);
  // Time is moved for those who died or sleep. Moved under somebody who is at work, or past a report on its way, it would
  // make a lease end and a doubt begin that no clock of theirs knows of.
  const moves = async () => {
    const one = await subject?.catch(() => null);
    const sleeps = one === undefined || one === null || one.hasEnded() || (await one.isStopped());
    const living = [process.pid, ...(sleeps ? [] : [one.child.pid])].map((pid) => `% pid ${pid}`);
    if (reports.size > 0) return false;
    const [row] = await database.rows("select move_unless_held($1, $2) as has_moved", [STEP_MS, living]);
    return row?.["has_moved"] === true;
  };
  const advance = async () => {
    // Who holds on longer waits for something that time alone brings.
    await eventually("those who live have nothing in hand", moves, PATIENCE_MS).catch(() => database.advance(STEP_MS));
  };
  const isQuiet = async () => {
    // A run whose question is answered goes on when a worker has looked (resume-runs.ts): until then no conversation is due.
    const waiting = await database.rows(`select from conversations where run_at is not null or send_at is not null
      union all select from agent_runs r where r.status = 'waiting_confirmation' and exists (
        select from confirmations c where c.workspace_id = r.workspace_id and c.run_id = r.id and c.status <> 'pending')
      union all select from media_items where status = 'waiting'
      union all select from documents where status = 'waiting' limit 1`);
    return waiting.length === 0;
  };
  const stage: Stage = {
    database,
    graph,
    effects,
    modelCalls: () => modelCalls,
    refuse(refused) {
      isRefused = refused;
    },
    doorUrl,
    think(thought) {
      thinks = thought;
    },
    silence(silent) {
      isSilent = silent;
      if (!silent) for (const report of heldBack.splice(0)) void report();
    },
    async subject(more = {}) {
      if (subject !== null && startedWith !== JSON.stringify(more)) {
        await (await subject).stop();
        subject = null;
      }
      return spawn(more);
    },
    reportTo(url) {
      statusDoors = [url];
    },
    deliver,
    async command(url, path, body = {}, method = "POST") {
      const headers = { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" };
      const signal = AbortSignal.timeout(url === doorUrl ? 5_000 : 700);
      const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body), signal });
      await answer.arrayBuffer();
      return answer.status;
    },
    async read(url, path) {
      const signal = AbortSignal.timeout(url === doorUrl ? 5_000 : 700);
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${API_TOKEN}` }, signal });
      await answer.arrayBuffer();
      return answer.status;
    },
    async succeed() {
      successor ??= await startApp(
        config,
        { http: false, worker: true, access: "shared", logStyle: "json" },
        {
          ...worldParts(world.url),
          worker: {
            pollMs: 50,
            sweepMs: 100,
            dayMs: 100,
            sealMs: 100,
            retry: { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1 },
          },
          documentReader: READER_IN_THIS_THREAD,
          graceMs: 1_000,
        },
      );
    },
    advance,
    async untilQuiet() {
      for (let n = 0; n < 12; n += 1) {
        const isDone = await eventually("it is quiet", isQuiet, n === 0 ? 350 : 250).then(
          () => true,
          () => false,
        );
        if (isDone) return;
        await advance();
      }
      await eventually("nothing is left to do", isQuiet, 5_000);
    },
    async clear() {
      stage.silence(false);
      stage.refuse(false);
      graph.holdFiles(null);
      await successor?.stop();
      successor = null;
      statusDoors = [];
      const one = await subject?.catch(() => null);
      if (one === null || one?.hasEnded() || (await one?.isStopped())) {
        if (one !== null) await one?.kill();
        subject = null;
        // The next one starts while this case is judged.
        spawn().catch(() => {});
      }
    },
    async close() {
      isClosing = true;
      await stage.clear();
      await (await subject)?.stop();
      await door.stop();
      await graph.close();
      await world.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return stage;
}

async function startSubject(env: Record<string, string>): Promise<Subject> {
  const child = fork(ENTRY, [], { env, stdio: ["ignore", "pipe", "pipe", "ipc"], execArgv: COMMAND_FLAGS });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  let hits = 0;
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  void ended.then(() => (hasEnded = true));
  const told = new Map<string, (message: { url?: string }) => void>();
  child.on("message", (message: { kind: string; url?: string }) => {
    if (message.kind === "hit") hits += 1;
    told.get(message.kind)?.(message);
  });
  const hears = (kind: string) =>
    Promise.race([
      new Promise<{ url?: string }>((resolve) => told.set(kind, resolve)),
      ended.then(() => Promise.reject(new Error(`the process under fire ended:\n${output}`))),
    ]);
  const { url = "" } = await hears("ready");
  return {
    url,
    child,
    wasHit: () => hits > 0,
    hasEnded: () => hasEnded,
    isStopped: async () => /^\d+ \(.*\) T/.test(await readFile(`/proc/${child.pid}/stat`, "utf8").catch(() => "")),
    async arm(arm) {
      hits = 0;
      child.send({ kind: "arm", arm });
      await hears("armed");
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      if (hasEnded) return;
      child.kill("SIGCONT");
      if (child.connected) child.send({ kind: "stop" });
      const cut = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await ended;
      clearTimeout(cut);
    },
  };
}

/** The test's own little server: the agent asks it what to say, and the tool keeps its ledger there. */
async function openWorld(
  answer: (path: string, body: Record<string, unknown>) => Promise<unknown>,
): Promise<{ url: string; close(): Promise<void> }> {
  // Longer than any case: a busy process would send its question into a connection that is just being closed.
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body: Record<string, unknown> = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      answer(request.url ?? "", body).then(
        (value) => response.end(JSON.stringify(value)),
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
