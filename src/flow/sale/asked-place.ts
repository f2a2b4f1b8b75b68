import { because, type Draft, hasSaidStep, type Turn } from "../draft/draft.ts";

/** An agent without a model is shown so many lines, and a longer conversation costs no more. */
const LAST_LINES = 8;

/**
 * "¿Llega a Duitama?", and then they buy: it goes to Duitama, unless they tell another place. What a question asked about is taken
 * while data is being collected, when no place is told. The summary says it back, and a yes orders; silence does not (`askOfPlace`).
 */
export function takeAskedPlace(turn: Turn, draft: Draft): Draft {
  const { flow, input } = turn;
  const { askedPlace } = flow.reader;
  if (askedPlace === undefined) return draft;
  const heard = input.history
    .slice(-LAST_LINES)
    .filter(({ role }) => role === "user")
    .map(({ content }) => content);
  const place = askedPlace(heard, draft.data);
  const fields = Object.keys(place);
  const isTold = fields.some((field) => (draft.data[field] ?? "") !== "" && draft.data[field] !== place[field]);
  if (isTold || fields.length === 0 || hasSaidStep(turn, "askPlace")) return draft;
  const taken = { ...draft, data: { ...draft.data, ...place }, onlyAsked: fields };
  return because(taken, "the place that they asked about is where it goes");
}
