import { release } from "./attempts.ts";
import {
  answerWebhooks,
  approve,
  callOffRuns,
  fireTimers,
  nights,
  operate,
  pauseRuns,
  renewLeases,
  speak,
  sweepWorkers,
} from "./collaborators.ts";
import { Host, Process } from "./host.ts";
import { judgeEnd, judgeStep } from "./oracle.ts";
import { isBarred } from "./outbox.ts";
import { Fate, isIdlePoint, POINT_NAMES, Point } from "./points.ts";
import { sendMessages } from "./send-messages.ts";
import { NEVER, NOBODY } from "./tables.ts";
import { workTurns } from "./work-turns.ts";
import { NO_FAULTS, type World } from "./world.ts";

/** Longest schedule after the faults have stopped; an honest one takes some hundreds of steps. */
const DRAIN_STEPS = 6_000;
const POLL_MS = 1_000;

/** Chance picks who makes the next step and what befalls him; then the faults stop, all is worked off, and all is judged. */
export class Scheduler {
  readonly #world: World;
  readonly #hosts: Host[] = [];
  readonly #runnable: Process[] = [];
  #isDraining = false;

  constructor(world: World) {
    this.#world = world;
    const first = this.#host("worker 1", true);
    this.#member(first, "door of worker 1", (process) => answerWebhooks(world, process));
    const workers = [first, this.#host("worker 2", true)];
    if (world.random.chance(0.3)) workers.push(this.#host("worker 3", true));
    for (const host of workers) {
      this.#member(host, "turns", (process) => workTurns(world, process));
      this.#member(host, "sender", (process) => sendMessages(world, process));
      this.#member(host, "renewal", (process) => renewLeases(world, process));
      this.#member(host, "sweep", () => sweepWorkers(world));
    }
    this.#member(first, "other turns", (process) => workTurns(world, process));
    const door = this.#host("door", false);
    this.#member(door, "webhooks", (process) => answerWebhooks(world, process));
    for (const name of ["timers 1", "timers 2"]) {
      this.#member(this.#host(name, false), name, (process) => fireTimers(world, process));
    }
    const people = this.#host("people", false);
    this.#member(people, "customers", (process) => speak(world, process));
    this.#member(people, "operator", (process) => operate(world, process));
    const approvers = world.asksAtAll ? ["approver 1", "approver 2"] : [];
    for (const name of approvers) this.#member(people, name, (process) => approve(world, process));
    if (world.goesOnAtAll) this.#member(people, "canceller", (process) => callOffRuns(world, process));
    if (world.pausesAtAll) this.#member(people, "pauser", (process) => pauseRuns(world, process));
    this.#member(people, "nights", (process) => nights(world, process));
    for (const host of this.#hosts) host.start(world);
  }

  run(chaosSteps: number): void {
    const world = this.#world;
    const lastStep = chaosSteps + DRAIN_STEPS;
    while (world.step < lastStep) {
      if (!this.#isDraining && world.step >= chaosSteps) this.#drain();
      const process = this.#next();
      if (process === null) {
        if (this.#isDraining && world.isQuiet()) break;
        if (!this.#jump()) break;
        continue;
      }
      world.step += 1;
      if (!this.#isDraining) this.#strike(process);
      if (process.host.downUntil === NOBODY && process.pausedUntil <= world.monotonicMs) this.#step(process);
      judgeStep(world);
      if (world.announced !== 0) this.#announce();
      world.monotonicMs += world.random.below(4) === 0 ? world.random.below(120) : 1;
    }
    judgeEnd(world, world.isQuiet());
  }

  #host(name: string, isWorker: boolean): Host {
    const host = new Host(name, isWorker);
    this.#hosts.push(host);
    return host;
  }

  #member(host: Host, name: string, begin: (process: Process) => Process["steps"]): void {
    host.members.push(new Process(host.isWorker ? `${host.name}, ${name}` : name, host, begin));
  }

  /** Faults stop: everybody is up, awake and connected. */
  #drain(): void {
    const world = this.#world;
    this.#isDraining = true;
    world.faults = NO_FAULTS;
    if (world.trace !== null) world.trace.push("-- the faults stop --");
    for (const host of this.#hosts) {
      if (host.downUntil !== NOBODY) host.start(world);
      if (host.presenceBackAt !== NOBODY) host.regainLock(world);
      for (const process of host.members) {
        process.pausedUntil = 0;
        process.isCutOff = false;
      }
    }
  }

  #next(): Process | null {
    const world = this.#world;
    const nowMs = world.monotonicMs;
    const runnable = this.#runnable;
    runnable.length = 0;
    const due = this.#due(world.now(), nowMs);
    for (const host of this.#hosts) {
      if (host.downUntil !== NOBODY) {
        if (host.downUntil > nowMs) continue;
        host.start(world);
      }
      if (host.presenceBackAt !== NOBODY && host.presenceBackAt <= nowMs) host.regainLock(world);
      for (const process of host.members) {
        if (process.pausedUntil > nowMs || process.point === Point.done) continue;
        if (process.point === Point.sleep ? process.wakesAt <= nowMs : this.#isWanted(process, due, nowMs)) {
          runnable.push(process);
        }
      }
    }
    return runnable.length === 0 ? null : (runnable[world.random.below(runnable.length)] as Process);
  }

  /** What is due for those who wait: bits in the order of the idle points. */
  #due(now: number, nowMs: number): number {
    const world = this.#world;
    let due = 0;
    const { number, credential } = world.circuits;
    const mayTry = !isBarred(world) || (number?.retryAt ?? NEVER) <= now || (credential?.retryAt ?? NEVER) <= now;
    for (const conversation of world.conversations) {
      if (conversation.runAt <= now) due |= 1;
      if (conversation.sendAt <= now && mayTry) due |= 2;
      if (conversation.runAt === NEVER) for (const run of conversation.runs) if (run.dueAt <= now) due |= 4;
      if (conversation.runAt !== NEVER && world.mutant !== "timer_among_messages") continue;
      for (const timer of conversation.timers) if (timer.dueAt <= now && timer.isPending) due |= 4;
    }
    for (const delivery of world.deliveries) if (delivery.dueAt <= nowMs) due |= 8;
    for (const worker of world.workers) {
      if (!worker.hasLock && !worker.isBuried && worker.missingSince <= now - 400) due |= 32;
      if (!worker.hasLock && !worker.isBuried && worker.missingSince === NEVER) due |= 32;
    }
    return due;
  }

  #isWanted(process: Process, due: number, nowMs: number): boolean {
    const { point, host } = process;
    if (!isIdlePoint(point)) return true;
    if (point === Point.idleMailbox && host.waiting.length > 0) return true;
    if (process.wakesAt > nowMs) return false;
    if (point === Point.idleRenewal) return this.#holdsLeases(host);
    return (due & (1 << (point - Point.idleMailbox))) !== 0;
  }

  #holdsLeases(host: Host): boolean {
    for (const conversation of this.#world.conversations) if (conversation.leasedBy === host.worker) return true;
    return false;
  }

  /** Nobody can do anything now: on to the next moment at which somebody can. False when there is none. */
  #jump(): boolean {
    const world = this.#world;
    const nowMs = world.monotonicMs;
    let at = NEVER;
    const earlier = (ms: number) => {
      if (ms > nowMs && ms < at) at = ms;
    };
    for (const conversation of world.conversations) {
      earlier(conversation.runAt - world.skewMs);
      earlier(conversation.sendAt - world.skewMs);
      for (const run of conversation.runs) earlier(run.dueAt - world.skewMs);
      for (const timer of conversation.timers) if (timer.isPending) earlier(timer.dueAt - world.skewMs);
    }
    for (const delivery of world.deliveries) earlier(delivery.dueAt);
    for (const circuit of [world.circuits.number, world.circuits.credential]) {
      if (circuit !== null) earlier(circuit.retryAt - world.skewMs);
    }
    for (const worker of world.workers) {
      if (!worker.hasLock && !worker.isBuried) earlier(worker.missingSince - world.skewMs + 400);
    }
    for (const host of this.#hosts) {
      if (host.downUntil !== NOBODY) earlier(host.downUntil);
      if (host.presenceBackAt !== NOBODY) earlier(host.presenceBackAt);
      for (const process of host.members) {
        if (process.point === Point.done) continue;
        earlier(
          Math.max(
            process.pausedUntil,
            isIdlePoint(process.point) || process.point === Point.sleep ? process.wakesAt : 0,
          ),
        );
      }
    }
    if (at === NEVER) return false;
    world.monotonicMs = at;
    return true;
  }

  /** NOTIFY reaches those who wait, or does not; the poll is the net. */
  #announce(): void {
    const world = this.#world;
    const { announced } = world;
    world.announced = 0;
    if (!this.#isDraining && world.random.chance(0.1)) return;
    for (const host of this.#hosts) {
      for (const process of host.members) {
        const isMeant =
          (process.point === Point.idleMailbox && (announced & 1) !== 0) ||
          (process.point === Point.idleOutbox && (announced & 2) !== 0);
        if (isMeant) process.wakesAt = 0;
      }
    }
  }

  #step(process: Process): void {
    const world = this.#world;
    const { point } = process;
    const fate = point >= Point.claim && point <= Point.answer ? this.#fate(process) : Fate.done;
    if (world.trace !== null && !isIdlePoint(point) && point !== Point.sleep && point !== Point.start) {
      const outcome =
        fate === Fate.done ? "" : fate === Fate.refused ? " -> fails" : " -> done, and its answer is lost";
      world.trace.push(
        `${world.step} +${world.monotonicMs - 1_000_000} ms  ${process.name} ${POINT_NAMES[point]}${outcome}`,
      );
    }
    const { value } = process.steps.next(fate);
    process.point = typeof value === "number" ? value : Point.done;
    if (process.point === Point.sleep) process.wakesAt = world.monotonicMs + process.sleepMs;
    else if (process.point === Point.idleRenewal)
      process.wakesAt = world.monotonicMs + 2_000 + world.random.below(4_000);
    else if (isIdlePoint(process.point)) process.wakesAt = world.monotonicMs + world.random.below(POLL_MS);
    else if (process.point === Point.die) this.#crash(process.host, "killed by what it worked on");
  }

  #fate(process: Process): number {
    if (this.#isDraining || process.point === Point.think || process.point === Point.socket) return Fate.done;
    if (process.point === Point.wire) return Fate.done;
    if (process.isCutOff) {
      process.isCutOff = false;
      return Fate.refused;
    }
    const { random, faults } = this.#world;
    if (faults.refused + faults.lostAck === 0) return Fate.done;
    const drawn = random.fraction();
    if (drawn < faults.refused) return Fate.refused;
    return drawn < faults.refused + faults.lostAck ? Fate.lostAnswer : Fate.done;
  }

  #crash(host: Host, why: string): void {
    const { random } = this.#world;
    this.#tell(`${host.name} dies: ${why}`);
    host.crash(this.#world, random.below(10) === 0 ? random.below(120_000) : random.below(2_000));
  }

  #tell(what: string): void {
    this.#world.trace?.push(`${this.#world.step}   !! ${what}`);
  }

  /** At most one blow a step, and only where it hurts: at the process whose turn it is. */
  #strike(process: Process): void {
    const { faults, random } = this.#world;
    let drawn = random.fraction();
    const isMeant = (probability: number) => {
      drawn -= probability;
      return drawn < 0;
    };
    const isPerson = process.host.name === "people";
    if (isMeant(faults.crash)) {
      if (!isPerson) this.#crash(process.host, "kill -9");
    } else if (isMeant(faults.pause)) {
      if (!isPerson) this.#pause(process);
    } else if (isMeant(faults.clock)) this.#moveClock();
    else if (isMeant(faults.databaseCrash)) this.#crashDatabase();
    else if (isMeant(faults.lostPresence)) this.#losePresence(process.host);
    else if (isMeant(faults.stop)) this.#stop(process.host);
  }

  /** One thread (a slow call) or the whole process (SIGSTOP), for less than a lease or much more. */
  #pause(process: Process): void {
    const { random, monotonicMs } = this.#world;
    const ms = random.below(2) === 0 ? random.below(9_000) : 20_000 + random.below(100_000);
    const isWhole = random.below(2) === 0;
    this.#tell(`${isWhole ? process.host.name : process.name} is paused for ${ms} ms`);
    for (const one of isWhole ? process.host.members : [process]) one.pausedUntil = monotonicMs + ms;
  }

  /** The database's clock is set, a little; or the whole machine sleeps for hours. */
  #moveClock(): void {
    const world = this.#world;
    const { random } = world;
    if (random.below(4) === 0) {
      const ms = random.below(25) * 3_600_000;
      this.#tell(`everything sleeps for ${ms} ms`);
      world.monotonicMs += ms;
      return;
    }
    const ms = random.below(120_000) - 60_000;
    this.#tell(`the database's clock moves by ${ms} ms`);
    world.latestNow = Math.max(world.latestNow, world.now());
    world.skewMs += ms;
  }

  #crashDatabase(): void {
    const world = this.#world;
    this.#tell("the database crashes; what was not fsynced may be gone");
    world.crashDatabase();
    for (const host of this.#hosts) {
      if (host.name === "people" || host.downUntil !== NOBODY) continue;
      for (const process of host.members) process.isCutOff = true;
      if (host.isWorker) this.#losePresence(host);
    }
  }

  #losePresence(host: Host): void {
    const { random, monotonicMs } = this.#world;
    if (!host.isWorker || host.downUntil !== NOBODY) return;
    this.#tell(`${host.name} loses its sign of life`);
    host.loseLock(this.#world);
    host.presenceBackAt = monotonicMs + random.below(1_500);
  }

  /** SIGTERM: what it has in hand is given back uncounted, and it says goodbye. */
  #stop(host: Host): void {
    const world = this.#world;
    if (!host.isWorker || host.downUntil !== NOBODY) return;
    this.#tell(`${host.name} stops in good order`);
    for (const turn of [...host.waiting, ...host.working]) {
      release(world, turn);
      judgeStep(world);
    }
    const row = world.workers[host.worker];
    if (row !== undefined) row.isBuried = true;
    host.crash(world, world.random.below(1_000));
  }
}
