/**
 * A segment: a run that goes on. The turn that opens a run may decide that the run comes back, at
 * once or at a time; what was decided so far is committed and the conversation is free meanwhile.
 * Each time that the run comes back is one segment: a turn of its own, counted from 1.
 */

import { RecadoError } from "../errors.ts";
import type { RunId, SessionId } from "../ids.ts";
import type { ChatLine } from "./session.ts";

/** What a decision says: the run goes on. */
export interface NextSegment {
  /** The author's word for the part that comes: `pay.check`, `task.3`. At most 64 characters. */
  readonly key: string;
  /** When; null for at once. At most 30 days ahead. */
  readonly at: Date | null;
  /** Handed to the next segment as it is. JSON of at most 64 KiB; absent means null. */
  readonly state?: unknown;
}

/** What an agent reads of the segment that it decides; null in the turn that opens a run. */
export interface SegmentInput {
  readonly key: string;
  /** 1 for the first time that the run comes back. */
  readonly number: number;
  /** How many more the run may have. With 0 a `next` ends the run with `segment_limit`. */
  readonly left: number;
  readonly state: unknown;
  /** The customer's lines since the run was parked, oldest first, at most the newest 20. */
  readonly since: readonly ChatLine[];
  /** True when the session of the run has ended meanwhile: changes of the session are not written. */
  readonly isSessionOver: boolean;
  /** How long a person has paused the run so far: an agent's own limit of time stands still meanwhile. */
  readonly pausedMs: number;
}

/**
 * A run of this conversation that waits for its next segment, or in one for an answer. `dueAt` is the segment's; a paused run
 * waits until a person resumes it.
 */
export interface ParkedRun {
  readonly runId: RunId;
  readonly key: string;
  readonly number: number;
  readonly dueAt: Date;
  readonly isPaused: boolean;
}

/** What a segment inherits from the turn that opened its run. */
export interface SegmentOrigin {
  /** True when a customer spoke and waits for what comes of it. */
  readonly customerWaits: boolean;
  /** Who asked for the run's calls, as JSON: they are judged by it (`src/runtime/checkpoint.ts`). */
  readonly asker: unknown;
}

/** The segment of a claimed turn. */
export interface ClaimedSegment {
  readonly key: string;
  readonly number: number;
  readonly state: unknown;
  readonly sessionId: SessionId;
  readonly origin: SegmentOrigin;
  readonly pausedMs: number;
  readonly since: readonly ChatLine[];
}

/** A segment that is committed with the turn before it. */
export interface SegmentWrite extends Omit<ClaimedSegment, "since" | "pausedMs"> {
  /** null: at once. */
  readonly at: Date | null;
}

/**
 * Why a run that was to go on went no further; written on the run.
 * - `cancelled_by_operator`, `cancelled_by_customer`: a person called it off
 * - `taken_over`: a person answers in this conversation
 * - `bot_off`: the bot was off when the segment came due
 * - `opted_out`: the customer wants no more messages
 * - `window_closed`: the 24-hour window closed, so what it had to say was not said
 * - `segment_limit`, `time_limit`: the run had its 50 segments, or its 60 days
 */
export const STOP_REASONS = [
  "cancelled_by_operator",
  "cancelled_by_customer",
  "taken_over",
  "bot_off",
  "opted_out",
  "window_closed",
  "segment_limit",
  "time_limit",
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * `segments`: a plan of six tasks with five calls each takes 30; a loop ends here. `aheadMs`: a
 * month, as for timers; a longer wait is no part of a conversation. `lifeMs`: two of the longest
 * waits, so that a customer's data does not live on in a state that moves itself ahead for ever.
 */
export const SEGMENT_LIMITS = {
  segments: 50,
  aheadMs: 30 * DAY_MS,
  lifeMs: 60 * DAY_MS,
  stateBytes: 64 * 1024,
  keyCharacters: 64,
  since: 20,
} as const;

export type GoingOn =
  | { readonly kind: "goes_on"; readonly at: Date | null }
  | { readonly kind: "stops"; readonly reason: StopReason };

/** Whether a run may have one more segment. Throws `decision_invalid` for a time too far ahead. */
export function judgeNext(
  { at }: Pick<NextSegment, "at">,
  run: { readonly id: string; readonly createdAt: Date; readonly segment: number },
  now: Date,
): GoingOn {
  const atMs = at?.getTime() ?? now.getTime();
  if (atMs > now.getTime() + SEGMENT_LIMITS.aheadMs) {
    throw new RecadoError(
      "decision_invalid",
      `The decision of run ${run.id} goes on at ${at?.toISOString()}: at most 30 days ahead is allowed.`,
    );
  }
  if (run.segment >= SEGMENT_LIMITS.segments) return { kind: "stops", reason: "segment_limit" };
  if (atMs > run.createdAt.getTime() + SEGMENT_LIMITS.lifeMs) return { kind: "stops", reason: "time_limit" };
  return { kind: "goes_on", at };
}

/**
 * Names what belongs to one segment of a run: `segment.3.plan`. Two segments of one run share no
 * name of a step or of a call, so neither takes the other's for its own.
 */
export function nameInSegment(segment: Pick<ClaimedSegment, "number"> | null, name: string): string {
  return segment === null ? name : `segment.${segment.number}.${name}`;
}

/** The name as its own segment knows it. */
export function nameWithoutSegment(segment: Pick<ClaimedSegment, "number"> | null, name: string): string {
  const prefix = nameInSegment(segment, "");
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
