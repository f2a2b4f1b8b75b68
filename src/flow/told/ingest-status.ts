import type { IngestEntry, IngestStatus } from "../../core/agent/session.ts";
import { type Draft, stageOf, type Turn } from "../draft/draft.ts";
import { readBackOf } from "../orders/price-read-back.ts";
import { measureCompleteness } from "../sale/completeness.ts";

/** More than this tells a reader nothing. */
const KEPT_ENTRIES = 20;
const SHOWN_CHARACTERS = 100;

/** So much of a message stands in the record of what was captured. */
export function shownMessage(text: string): string {
  return [...text].slice(0, SHOWN_CHARACTERS).join("");
}

const NOTHING: IngestStatus = {
  active: false,
  startedAt: null,
  firstDataAt: null,
  minDataAt: null,
  offeredAt: null,
  fieldsAccumulated: [],
  timerType: null,
  lastClassification: null,
  timeline: [],
};

/**
 * How the capture of data stands after this turn (requirement A17); null when the turn does not
 * concern it.
 */
export function nextIngestStatus(turn: Turn, draft: Draft): IngestStatus | null {
  const { flow, input, reading } = turn;
  const before = input.session.ingestStatus ?? null;
  const isActive = stageOf(flow, draft.mode) === "collect";
  const wasActive = stageOf(flow, input.session.mode) === "collect";
  const isFirstOffer = stageOf(flow, draft.mode) === "offer" && before?.offeredAt == null;
  const isCaptured = isActive || wasActive || draft.captured.length > 0;
  const isPlaceSettled = (before?.onlyAsked ?? []).length !== draft.onlyAsked.length;
  const isReadBack = draft.steps.includes("summary");
  if (!isCaptured && !isFirstOffer && !isPlaceSettled && !isReadBack) return null;
  const now = input.now.toISOString();
  const status = before ?? NOTHING;
  const readBack = isReadBack ? readBackOf(turn, draft) : status.readBack;
  const { answered, hasMinimum } = measureCompleteness(flow, draft.data);
  const entries = (reading?.messages ?? []).map(
    ({ text, messageClass, confidence, fields, raw }): IngestEntry => ({
      message: shownMessage(text),
      classification: messageClass,
      confidence,
      fieldsExtracted: Object.keys(fields),
      ...(Object.keys(raw).length === 0 ? {} : { raw }),
      timestamp: now,
    }),
  );
  return {
    active: isActive,
    startedAt: status.startedAt ?? (isCaptured ? now : null),
    firstDataAt: status.firstDataAt ?? (answered.length > 0 ? now : null),
    minDataAt: status.minDataAt ?? (hasMinimum ? now : null),
    offeredAt: status.offeredAt ?? (isFirstOffer ? now : null),
    fieldsAccumulated: answered,
    ...(draft.onlyAsked.length === 0 ? {} : { onlyAsked: draft.onlyAsked }),
    ...(readBack === undefined ? {} : { readBack }),
    timerType: isActive ? (answered.length > 0 ? "partial" : "no_data") : null,
    lastClassification: entries.at(-1)?.classification ?? status.lastClassification,
    timeline: [...status.timeline, ...entries].slice(-KEPT_ENTRIES),
  };
}
