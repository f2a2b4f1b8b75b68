import { type Conversation, NEVER, NOBODY, type RunRow, type SegmentRow } from "./tables.ts";
import type { World } from "./world.ts";

/** Requirement Q1: the longest that a run may last. */
const SIXTY_DAYS_MS = 5_184_000_000;

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
  const isParked = run.segment > 0 && run.status === "queued" && run.dueAt !== NEVER;
  if (run.isPaused && run.status === "completed")
    world.violate("segments", `run ${run.id} is over, and it is still paused`);
  const decided = run.segments[run.segment - 1]?.dueAt ?? NEVER;
  if (isParked && !run.isPaused && run.dueAt > Math.max(decided, world.latestNow, world.now()))
    world.violate("segments", `run ${run.id} is not paused, and waits longer than it was to`);
  if (isParked && !conversation.botEnabled)
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
  if (run.isPaused && Math.max(world.latestNow, world.now()) - run.createdAt < SIXTY_DAYS_MS)
    world.violate("segments", `segment ${number} of run ${run.id} came back while the run was paused`);
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
