import type { Steps } from "./points.ts";
import { NEVER, NOBODY, type Turn } from "./tables.ts";
import type { World } from "./world.ts";

/** One thread of work of a host: it is cut off with its host, and begins anew with it. */
export class Process {
  readonly name: string;
  readonly host: Host;
  readonly begin: (process: Process) => Steps;
  steps: Steps;
  point = 0;
  wakesAt = 0;
  pausedUntil = 0;
  /** Its next statement fails: the connection has gone under it. */
  isCutOff = false;
  /** How long it wants to sleep, when it sleeps. */
  sleepMs = 0;

  constructor(name: string, host: Host, begin: (process: Process) => Steps) {
    this.name = name;
    this.host = host;
    this.begin = begin;
    this.steps = begin(this);
  }

  restart(): void {
    this.steps = this.begin(this);
    this.point = 0;
    this.wakesAt = 0;
    this.pausedUntil = 0;
    this.isCutOff = false;
  }
}

/** An operating-system process. What it holds in memory dies with it. */
export class Host {
  readonly name: string;
  readonly members: Process[] = [];
  readonly isWorker: boolean;
  /** Its id among the workers; a new one with each start. */
  worker = NOBODY;
  downUntil = NOBODY;
  /** Its sign of life comes back then. */
  presenceBackAt = NOBODY;
  /** Turns that a webhook's statement leased, and those that are being worked on. */
  waiting: Turn[] = [];
  working: Turn[] = [];
  /** It has heard that sending is closed. */
  isBarred = false;

  constructor(name: string, isWorker: boolean) {
    this.name = name;
    this.isWorker = isWorker;
  }

  start(world: World): void {
    this.downUntil = NOBODY;
    this.waiting = [];
    this.working = [];
    this.isBarred = false;
    if (this.isWorker) {
      this.worker = world.workers.length;
      world.workers.push({ hasLock: true, missingSince: NEVER, isBuried: false });
    }
    for (const process of this.members) process.restart();
  }

  crash(world: World, downMs: number): void {
    this.downUntil = world.monotonicMs + downMs;
    this.loseLock(world);
  }

  loseLock(world: World): void {
    const row = world.workers[this.worker];
    if (row !== undefined) row.hasLock = false;
  }

  regainLock(world: World): void {
    this.presenceBackAt = NOBODY;
    const row = world.workers[this.worker];
    if (row === undefined) return;
    row.hasLock = true;
    row.missingSince = NEVER;
    row.isBuried = false;
  }
}
