import { moveRun } from "../../src/core/turn/run-machine.ts";
import { type Conversation, NEVER, NOBODY, type Part, type RunRow, SegmentRow } from "./tables.ts";
import type { World } from "./world.ts";

/**
 * Runs that go on: parked by the commit of a turn (write-segments.ts), called off by people (segments.sql), and judged. They are
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
  if (world.mutant !== "segments_share_journal") run.tool = "none";
  [run.attempts, run.failures, run.begun, run.uncounted] = [0, 0, 0, 0];
}

export function isParked({ segment, status, dueAt }: RunRow): boolean {
  return segment > 0 && status === "queued" && dueAt !== NEVER;
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
  }
  return isAnyStopped;
}

/** What is decided comes back once, in its order, in time; what was called off says nothing and goes no further. */
export function judgeSegments(world: World, conversation: Conversation, run: RunRow): void {
  const fresh = run.segments.slice(run.wasSegments);
  run.wasSegments = run.segments.length;
  for (const { number } of fresh) {
    if (number !== run.segments[number - 1]?.number || number !== run.segment)
      world.violate("segments", `run ${run.id} has its segment ${number} as number ${run.segments.length}`);
    if (run.stoppedStep !== NOBODY && run.stoppedStep < world.step)
      world.violate("segments", `run ${run.id} was called off and goes on with segment ${number}`);
  }
  if (isParked(run) && !conversation.botEnabled)
    world.violate("segments", `run ${run.id} waits for its segment where a person has taken over`);
  for (const segment of run.segments) judgeResumed(world, conversation, run, segment);
}

function judgeResumed(world: World, { events }: Conversation, run: RunRow, segment: SegmentRow): void {
  if (segment.resumed === segment.wasResumed) return;
  segment.wasResumed = segment.resumed;
  const { number, resumed, dueAt } = segment;
  const early = dueAt - Math.max(world.latestNow, world.now());
  if (resumed > 1) world.violate("segments", `segment ${number} of run ${run.id} came back ${resumed} times`);
  if (early > 0) world.violate("segments", `segment ${number} of run ${run.id} came back ${early} ms early`);
  if (run.stoppedStep !== NOBODY) world.violate("segments", `run ${run.id} was called off, and it came back`);
  const waits = events.find((event) => event.status === "pending" && event.run !== run);
  if (waits !== undefined) world.violate("segments", `segment ${number} came back while event ${waits.seq} waited`);
}

/** A message of a run that was called off before; the fallback of a dead letter is no part of what it had to say. */
export function judgeSaid(world: World, run: RunRow, position: number): void {
  if (position > 0 && run.stoppedStep !== NOBODY && run.stoppedStep < world.step)
    world.violate("segments", `run ${run.id} was called off, and it speaks`);
}

/** After the drain: every run is over, and one that nobody called off has had the segments that it was to have. */
export function judgeSegmentsEnd(world: World, run: RunRow): void {
  if (run.segment === 0) return;
  const { status, stoppedStep, segments } = run;
  if (status !== "completed" && status !== "dead_letter")
    world.violate("L1", `run ${run.id} is ${status}, and its segment ${run.segment} never comes`);
  if (status === "dead_letter" || stoppedStep !== NOBODY) return;
  const left = segments.at(-1)?.part.left ?? 0;
  if (left > 0) world.violate("segments", `run ${run.id} ended, and ${left} of its segments were lost`);
  const missed = segments.find(({ resumed }) => resumed === 0);
  if (missed !== undefined) world.violate("segments", `segment ${missed.number} of run ${run.id} never came back`);
}
