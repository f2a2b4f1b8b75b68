import { fenceHolds, LEASE_MS, move } from "./mailbox.ts";
import { NEVER, NOBODY, type RunRow, type Turn } from "./tables.ts";
import type { World } from "./world.ts";

const UNHEARD_OF_MS = 2_000;
const MISSED_MS = 400;

/** This attempt failed; the conversation waits. False when the lease is lost. */
export function fail(world: World, turn: Turn, delayMs: number, tool: RunRow["tool"]): boolean {
  const { conversation, run } = turn;
  const isHeld = fenceHolds(turn) && conversation.activeRun === run.id;
  if (!isHeld) {
    if (world.mutant !== "revived_run") return false;
    run.status = "failed";
    world.touch(conversation);
    return false;
  }
  world.wrote(conversation, turn);
  conversation.leasedBy = NOBODY;
  conversation.runAt = world.now() + delayMs;
  move(world, run, "fail");
  run.failures += 1;
  if (run.tool !== "ok" && tool !== "none") run.tool = tool;
  world.synced();
  return true;
}

/** The barrier before an outside call. False when the lease is lost. */
export function flushStep(world: World, turn: Turn, tool: "started" | "ok"): boolean {
  if (!fenceHolds(turn)) return false;
  world.wrote(turn.conversation, turn);
  if (turn.run.tool !== "ok") turn.run.tool = tool;
  world.synced();
  return true;
}

/** The reply is being typed: nobody holds the conversation meanwhile. False when the lease is lost, or a newer message waits. */
export function park(world: World, turn: Turn, until: number, refuseIfNewer: boolean): boolean {
  const { conversation, run } = turn;
  const isHeld = fenceHolds(turn) && conversation.activeRun === run.id;
  if (!isHeld || (refuseIfNewer && conversation.queuedRun !== NOBODY)) return false;
  world.wrote(conversation, turn);
  conversation.leasedBy = NOBODY;
  conversation.runAt = Math.max(world.now(), until);
  move(world, run, "release");
  run.attempts -= 1;
  run.uncounted += 1;
  world.synced();
  return true;
}

/** A worker that stops in good order gives its turn back, and the attempt does not count. */
export function release(world: World, turn: Turn): void {
  const { conversation } = turn;
  if (!fenceHolds(turn)) return;
  world.wrote(conversation, turn);
  const run = world.run(conversation.activeRun);
  conversation.leasedBy = NOBODY;
  conversation.runAt = world.now();
  move(world, run, "release");
  run.attempts -= 1;
  run.uncounted += 1;
  world.announced |= 1;
  world.synced();
}

/** One statement for all leases of a worker; those that it holds without knowing are given back. */
export function renew(world: World, worker: number, working: readonly Turn[]): void {
  const now = world.now();
  for (const conversation of world.conversations) {
    if (conversation.leasedBy !== worker) continue;
    const isWorking = working.some((turn) => turn.conversation === conversation && turn.fence === conversation.fence);
    if (!isWorking && conversation.runAt >= now + LEASE_MS - UNHEARD_OF_MS) continue;
    world.beforeUnsynced(conversation, null);
    world.touch(conversation);
    conversation.runAt = now + (isWorking ? LEASE_MS : 0);
  }
}

/** Frees what dead workers held: those whose lock was free at two looks. */
export function sweep(world: World): void {
  const now = world.now();
  for (let id = 0; id < world.workers.length; id += 1) {
    const worker = world.workers[id];
    if (worker === undefined || worker.isBuried || worker.hasLock) continue;
    if (worker.missingSince === NEVER) {
      worker.missingSince = now;
      continue;
    }
    if (worker.missingSince > now - MISSED_MS) continue;
    worker.isBuried = true;
    for (const conversation of world.conversations) {
      const isLeased = conversation.leasedBy === id;
      const isSending = conversation.sender === id;
      if (!isLeased && !isSending) continue;
      world.touch(conversation);
      if (isLeased) conversation.runAt = Math.min(conversation.runAt, now);
      if (isSending) conversation.sendAt = Math.min(conversation.sendAt, now);
      world.announced |= 3;
    }
    world.synced();
  }
}
