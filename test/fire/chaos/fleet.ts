import { type ChildProcess, fork } from "node:child_process";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { COMMAND_FLAGS } from "../../support/recado-process.ts";

const ENTRY = fileURLToPath(new URL("process.js", import.meta.url));

export interface FleetSettings {
  readonly workers: number;
  /** The door alone, or a door that works as well. */
  readonly door: "serve" | "start";
  readonly doorPort: number;
  readonly holds: boolean;
  /** The shipped agent with its tools, or one of the agents of `process.js`. */
  readonly agent: "somnio" | "echo" | "goes on";
  readonly worldUrl: string;
  /** The times of the workers: leases, doubts. */
  readonly times: object;
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
}

export interface Member {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<void>;
  /** Resolves when it works. */
  readonly started: Promise<void>;
  begin(): void;
  isPaused: boolean;
  /** Else it has ended by itself, and is started again as any supervisor would. */
  isMeantToEnd: boolean;
  isGone: boolean;
}

/** The processes of a shop: one door, some workers, and the ones that stand by to take the place of those that are killed. */
export interface Fleet {
  readonly workers: readonly Member[];
  killWorker(place: number): Promise<{ pid: number }>;
  killDoor(): Promise<void>;
  /** Null when too many sleep already. */
  pauseWorker(place: number, forMs: number): Promise<void> | null;
  /** Everybody is awake and in place. */
  settle(): Promise<void>;
  close(): Promise<void>;
  /** What processes printed; empty when all is well. */
  output(): string;
  /** Rejects when processes only die as they start: a supervisor would go on for ever, and a test learns nothing. */
  readonly broken: Promise<never>;
}

const STANDBYS = 3;
/** In a row, without one that came to work between them; a crash of the database ends some that are just starting. */
const STILLBORN_AT_MOST = 20;

export async function openFleet(settings: FleetSettings): Promise<Fleet> {
  let printed = "";
  let stillborn = 0;
  let giveUp = (_: Error) => {};
  const broken = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  broken.catch(() => {});
  const everybody = new Set<Member>();

  const spawn = (half: "worker" | "serve" | "start"): Member => {
    const { times, holds, agent, worldUrl } = settings;
    const child = fork(ENTRY, [], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      execArgv: COMMAND_FLAGS,
      env: {
        PATH: process.env["PATH"],
        ...settings.env,
        RECADO_DATA_DIR: settings.dataDir,
        PORT: String(settings.doorPort),
        CHAOS: JSON.stringify({ half, times, holds, agent, worldUrl }),
      },
    });
    const keep = (chunk: unknown) => {
      if (printed.length < 1_000_000) printed += String(chunk);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const hears = (word: string) =>
      new Promise<void>((resolve) => child.on("message", (message) => message === word && resolve()));
    const loaded = hears("loaded");
    const started = hears("started").then(() => {
      stillborn = 0;
    });
    const member: Member = {
      child,
      pid: child.pid ?? 0,
      ended,
      started: Promise.race([started, ended]),
      begin: () => void loaded.then(() => child.connected && child.send("go")),
      isPaused: false,
      isMeantToEnd: false,
      isGone: false,
    };
    everybody.add(member);
    void ended.then(() => {
      member.isGone = true;
      everybody.delete(member);
      if (member.isMeantToEnd) return;
      stillborn += 1;
      if (stillborn === STILLBORN_AT_MOST) {
        giveUp(new Error(`${stillborn} processes in a row ended before they worked:\n${printed.slice(-4_000)}`));
      }
      if (stillborn >= STILLBORN_AT_MOST) return;
      const at = workers.indexOf(member);
      if (at !== -1) replace(at);
      if (member === door) door = start(settings.door);
    });
    return member;
  };
  const end = async (member: Member) => {
    member.isMeantToEnd = true;
    member.child.kill("SIGKILL");
    await member.ended;
  };

  const start = (half: "worker" | "serve" | "start") => {
    const member = spawn(half);
    member.begin();
    return member;
  };
  const workers: Member[] = [];
  const standbys: Member[] = [];
  function replace(at: number): void {
    const next = standbys.shift() ?? spawn("worker");
    next.begin();
    workers[at] = next;
    standbys.push(spawn("worker"));
  }
  let door = start(settings.door);
  for (let n = 0; n < settings.workers; n += 1) workers.push(start("worker"));
  for (let n = 0; n < STANDBYS; n += 1) standbys.push(spawn("worker"));
  await Promise.all([door, ...workers].map((member) => member.started));

  const awake = () => workers.flatMap((worker, at) => (worker.isPaused || worker.isGone ? [] : [at]));

  return {
    workers,
    async killWorker(place) {
      const at = awake()[Math.floor(place * awake().length)] ?? 0;
      const victim = workers[at] as Member;
      // One that has only begun to load has nothing in hand: a kill there proves nothing.
      await victim.started;
      replace(at);
      await end(victim);
      return { pid: victim.pid };
    },
    async killDoor() {
      await door.started;
      await end(door);
      door = start(settings.door);
    },
    pauseWorker(place, forMs) {
      const places = awake();
      if (places.length <= 2) return null;
      const sleeper = workers[places[Math.floor(place * places.length)] ?? 0] as Member;
      sleeper.isPaused = true;
      sleeper.child.kill("SIGSTOP");
      return new Promise((resolve) => {
        setTimeout(() => {
          sleeper.child.kill("SIGCONT");
          sleeper.isPaused = false;
          resolve();
        }, forMs);
      });
    },
    async settle() {
      await Promise.all([door, ...workers].map((member) => member.started));
    },
    async close() {
      await Promise.all([...everybody].map(end));
      await rm(settings.dataDir, { recursive: true, force: true });
    },
    output: () => printed,
    broken,
  };
}
