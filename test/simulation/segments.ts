import { moveRun } from "../../src/core/turn/run-machine.ts";
import { type Conversation, NEVER, NOBODY, type Part, type RunRow, SegmentRow } from "./tables.ts";
import type { World } from "./world.ts";

/**
 * Runs that go on: parked by the commit of a turn (write-segments.ts), called off by people (segments.sql). They are
 * taken up again with the runs that wait for an answer (resume-runs.ts).
 */

/** Part of the commit: its run waits for its next segment, whose journal and attempts are its own. */
export function goOn(world: World, run: RunRow, part: Part): void {
  const moved = moveRun(run.status, "release");
  // The trigger on agent_runs: the whole statement is undone. In the model nothing may ever meet it.
  if (moved.kind === "moved") run.status = moved.to;
  else world.violate("S8", `run ${run.id} cannot go on from ${run.status}`);
  run.segment += 1;
  const dueAt = world.now() + part.waitMs;
  run.segments.push(new SegmentRow(run.segment, dueAt, part));
  if (world.mutant !== "segment_parked_apart") run.dueAt = dueAt;
  if (world.mutant !== "pause_forgets_what_parks_later") holdPaused(run);
  if (world.mutant !== "segments_share_journal") run.tool = "none";
  [run.attempts, run.failures, run.begun, run.uncounted] = [0, 0, 0, 0];
}

function isParked({ segment, status, dueAt }: RunRow): boolean {
  return segment > 0 && status === "queued" && dueAt !== NEVER;
}

/** A run may last this long, paused or not. */
export const LONGEST_RUN_MS = 60 * 24 * 3_600_000;

/** A trigger (hold_paused_run): a paused run that is parked waits for the end of its time. */
function holdPaused(run: RunRow): void {
  if (run.isPaused && isParked(run) && run.stoppedStep === NOBODY)
    run.dueAt = Math.max(run.dueAt, run.createdAt + LONGEST_RUN_MS);
}

/** A person pauses a run that goes on, or resumes it; the second time finds it done. */
export function pauseRun(world: World, conversation: Conversation, run: RunRow, isPaused: boolean): void {
  const isOver = run.status === "completed" || run.status === "dead_letter" || run.stoppedStep !== NOBODY;
  if (run.segment === 0 || isOver || run.isPaused === isPaused) return;
  run.isPaused = isPaused;
  if (isPaused) holdPaused(run);
  else if (isParked(run) && world.mutant !== "resume_forgets_the_time")
    run.dueAt = Math.max(run.segments[run.segment - 1]?.dueAt ?? 0, world.now());
  world.touch(conversation);
  world.announced |= 1;
  world.synced();
}

/** What its turn reads (read-turns.sql): a pause that lasts until the end of its time ends it. */
export function isTimeOver(run: RunRow, now: number): boolean {
  return run.isPaused && run.createdAt + LONGEST_RUN_MS <= now;
}

/** Calls off one run that goes on, or all of a conversation. One that is parked ends now; another at its next edge. */
export function stopSegments(world: World, { runs }: Conversation, only: RunRow | null): boolean {
  let isAnyStopped = false;
  for (const run of runs) {
    const isOver = run.status === "completed" || run.status === "dead_letter";
    if (run.segment === 0 || run.stoppedStep !== NOBODY || isOver || (only !== null && run !== only)) continue;
    isAnyStopped = true;
    const wasParked = isParked(run);
    run.stoppedStep = world.step;
    if (!wasParked) continue;
    const moved = moveRun(run.status, "stop");
    if (moved.kind === "moved") run.status = moved.to;
    run.dueAt = NEVER;
    run.isPaused = false;
  }
  return isAnyStopped;
}
