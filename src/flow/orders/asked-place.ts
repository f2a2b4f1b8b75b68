import { captureFields } from "../capture-fields.ts";
import { measureCompleteness } from "../completeness.ts";
import { because, type Draft, type Turn } from "../draft.ts";

/**
 * "¿Llega a Duitama?", and later everything but the city: it goes to Duitama. The place of a question fills what nothing else is
 * missing beside, and the summary says it back before anything is ordered.
 */
export function takeAskedPlace({ flow, input }: Turn, draft: Draft): Draft {
  if (flow.reader.askedPlace === undefined || measureCompleteness(flow, draft.data).hasMinimum) return draft;
  const told = (input.session.ingestStatus?.timeline ?? []).map(({ message }) => message);
  const heard = input.history.filter(({ role }) => role === "user").map(({ content }) => content);
  const place = flow.reader.askedPlace([...told, ...heard]);
  const isOther = Object.entries(place).some(([field, value]) => (draft.data[field] ?? value) !== value);
  const isEnough = measureCompleteness(flow, { ...draft.data, ...place }).hasMinimum;
  if (isOther || !isEnough) return draft;
  return captureFields(because(draft, "the place that they asked about is where it goes"), place, []);
}
