/**
 * The life of a run (requirement R4), as one total table: a cell left out does not compile. The same table
 * stands in the database as a trigger on `agent_runs`; a test walks all pairs and compares the two.
 *
 * A `failed` run waits for its next attempt: it keeps its place at the head of its conversation. A
 * `waiting_confirmation` run does not: other events of the conversation go on without it.
 */
export const RUN_STATUSES = [
  "queued",
  "running",
  "waiting_confirmation",
  "completed",
  "failed",
  "dead_letter",
] as const;

export type RunStatus = (typeof RUN_STATUSES)[number];

export const RUN_TRANSITIONS = [
  "start",
  "recover",
  "wait",
  "complete",
  "fail",
  "bury",
  "requeue",
  "release",
  "stop",
] as const;

/**
 * - `start`: a worker claims the run and counts an attempt
 * - `recover`: its worker died or lost the lease; another claims it and counts an attempt
 * - `wait`: it asks a person before it goes on
 * - `complete`: it ended well, or a confirmation was declined or expired
 * - `fail`: this attempt ended badly
 * - `bury`: no attempt is left
 * - `requeue`: an operator asks for it again
 * - `release`: its worker stops in good order and gives it back unfinished, or parks it until its next segment
 * - `stop`: it waits for its next segment and is called off
 */
export type RunTransition = (typeof RUN_TRANSITIONS)[number];

type Next = RunStatus | "illegal";

export const RUN_MACHINE: Readonly<Record<RunStatus, Readonly<Record<RunTransition, Next>>>> = {
  queued: {
    start: "running",
    recover: "illegal",
    wait: "illegal",
    complete: "illegal",
    fail: "illegal",
    bury: "illegal",
    requeue: "illegal",
    release: "illegal",
    stop: "completed",
  },
  running: {
    start: "illegal",
    recover: "running",
    wait: "waiting_confirmation",
    complete: "completed",
    fail: "failed",
    bury: "dead_letter",
    requeue: "illegal",
    release: "queued",
    stop: "illegal",
  },
  waiting_confirmation: {
    start: "running",
    recover: "illegal",
    wait: "illegal",
    complete: "completed",
    fail: "illegal",
    bury: "illegal",
    requeue: "illegal",
    release: "illegal",
    stop: "illegal",
  },
  completed: {
    start: "illegal",
    recover: "illegal",
    wait: "illegal",
    complete: "illegal",
    fail: "illegal",
    bury: "illegal",
    requeue: "illegal",
    release: "illegal",
    stop: "illegal",
  },
  failed: {
    start: "running",
    recover: "illegal",
    wait: "illegal",
    complete: "illegal",
    fail: "illegal",
    bury: "dead_letter",
    requeue: "queued",
    release: "illegal",
    stop: "illegal",
  },
  dead_letter: {
    start: "illegal",
    recover: "illegal",
    wait: "illegal",
    complete: "illegal",
    fail: "illegal",
    bury: "illegal",
    requeue: "queued",
    release: "illegal",
    stop: "illegal",
  },
};

export type RunTransitionResult = { kind: "moved"; to: RunStatus } | { kind: "illegal"; from: RunStatus };

/** @internal */
export function moveRun(from: RunStatus, transition: RunTransition): RunTransitionResult {
  const to = RUN_MACHINE[from][transition];
  return to === "illegal" ? { kind: "illegal", from } : { kind: "moved", to };
}

/**
 * True when some transition leads from one status to the other: what the database trigger lets through.
 *
 * @internal
 */
export function canRunMove(from: RunStatus, to: RunStatus): boolean {
  return Object.values(RUN_MACHINE[from]).includes(to);
}

/**
 * A run that will not move again by itself.
 *
 * @internal
 */
export function isRunOver(status: RunStatus): boolean {
  return status === "completed" || status === "dead_letter";
}
