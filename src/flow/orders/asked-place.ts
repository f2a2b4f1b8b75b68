import { isPickedUp } from "../completeness.ts";
import { because, type Draft, stageOf, type Turn } from "../draft.ts";

/** This rule goes through so many lines at most, however long a conversation is. */
const LAST_LINES = 8;

/**
 * "¿Llega a Duitama?", and then they buy: it goes to Duitama, unless they tell another place. What a question asked about is taken
 * while data is being collected, when no place is told, and the summary says it back before anything is ordered.
 */
export function takeAskedPlace({ flow, input }: Turn, draft: Draft): Draft {
  const { askedPlace } = flow.reader;
  if (askedPlace === undefined || stageOf(flow, draft.mode) !== "collect" || isPickedUp(flow, draft.data)) return draft;
  const heard = input.history
    .slice(-LAST_LINES)
    .filter(({ role }) => role === "user")
    .map(({ content }) => content);
  const place = askedPlace(heard);
  const isTold = Object.keys(place).some((field) => (draft.data[field] ?? "") !== "");
  if (isTold || Object.keys(place).length === 0) return draft;
  return because({ ...draft, data: { ...draft.data, ...place } }, "the place that they asked about is where it goes");
}
