import { type ClaimedSegment, type ParkedRun, SEGMENT_LIMITS } from "../agent/segment.ts";
import type { ChatLine } from "../agent/session.ts";
import type { MessageContent } from "../inbound/content.ts";
import type { TurnEnding } from "../turn/turn.ts";
import type { ConversationSegment, ConversationState } from "./conversation-state.ts";

/**
 * A turn's run is parked for its next segment, keeps its segment while it waits for an answer, or
 * leaves it.
 */
export function applySegment(state: ConversationState, { turn, commit }: TurnEnding, now: Date): ConversationState {
  const { goesOn = null, asks = null, agentId, agentVersion } = commit;
  const isWaiting = ({ run, hasBegun }: ConversationSegment) =>
    !hasBegun || state.questions.some((asked) => asked.run.id === run.id);
  const others = state.parked.filter((one) => one.run.id !== turn.run.id && isWaiting(one));
  if (goesOn === null) {
    const own = asks === null ? [] : state.parked.filter(({ run }) => run.id === turn.run.id);
    return { ...state, parked: [...others, ...own] };
  }
  const { at, ...segment } = goesOn;
  const parked: ConversationSegment = {
    ...segment,
    run: {
      ...turn.run,
      // Each segment has attempts of its own.
      ...{ attempts: 0, failures: 0 },
      agentId: agentId ?? turn.run.agentId,
      agentVersion: agentVersion ?? turn.run.agentVersion,
    },
    dueAt: at === null || at < now ? now : at,
    sinceTurn: state.turnCount,
    hasBegun: false,
  };
  return { ...state, parked: [...others, parked] };
}

/** Calls off what is to go on: every run that waits, and the questions that their segments asked. */
export function stopSegments(state: ConversationState): ConversationState {
  if (state.parked.length === 0) return state;
  const stopped = new Set<string>(state.parked.map(({ run }) => run.id));
  return { ...state, parked: [], questions: state.questions.filter(({ run }) => !stopped.has(run.id)) };
}

/** A segment is due: it waits no more, and its event opens its turn. */
export function beginSegment(
  state: ConversationState,
  due: ConversationSegment,
): { readonly state: ConversationState; readonly content: Extract<MessageContent, { type: "segment" }> } {
  const parked = state.parked.map((one) => (one === due ? { ...one, hasBegun: true } : one));
  return { state: { ...state, parked }, content: { type: "segment", key: due.key, number: due.number } };
}

/** The segment that is due first; null when none waits for its time. */
export function nextSegmentOf({ parked }: ConversationState): ConversationSegment | null {
  const waiting = parked.filter(({ hasBegun }) => !hasBegun);
  return waiting.toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime())[0] ?? null;
}

/** The segment of a run, as its turn reads it; null for a run without one. No person pauses a run in memory. */
export function segmentOf(state: ConversationState, runId: string): ClaimedSegment | null {
  const found = state.parked.find(({ run }) => run.id === runId);
  if (found === undefined) return null;
  const { key, number, state: own, sessionId, origin, sinceTurn } = found;
  return { key, number, state: own, sessionId, origin, pausedMs: 0, since: linesSince(state, sinceTurn) };
}

function linesSince({ lines, turnCount }: ConversationState, sinceTurn: number): ChatLine[] {
  const first = turnCount - lines.length + 1;
  return lines
    .filter(({ role, content }, index) => first + index > sinceTurn && role === "user" && content !== "")
    .slice(-SEGMENT_LIMITS.since)
    .map(({ role, content, intent, confidence, createdAt }) => ({ role, content, intent, confidence, createdAt }));
}

/** The other runs of the conversation that wait for a segment, or for an answer in one, as a turn reads them. */
export function parkedBeside({ parked, questions }: ConversationState, runId: string): ParkedRun[] {
  const isAsking = (id: string) => questions.some(({ run, status }) => run.id === id && status === "pending");
  return parked
    .filter(({ run, hasBegun }) => run.id !== runId && (!hasBegun || isAsking(run.id)))
    .map(({ run, key, number, dueAt }) => ({ runId: run.id, key, number, dueAt, isPaused: false }))
    .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || (one.runId < other.runId ? -1 : 1));
}
