import type { Step } from "../definition/flow-definition.ts";
import { because, type Draft, say, sentTemplates, type Turn } from "../draft/draft.ts";
import { handOver } from "../modes/hand-over.ts";
import { measureCompleteness } from "../sale/completeness.ts";

/** After this many unread messages in a row we say what is missing; after that a person looks. */
const MOST_PROGRESS = 2;

/**
 * While data is collected: says what was read, and what is missing. Repeated misunderstanding goes
 * to a person.
 */
export function sayProgress(turn: Turn, draft: Draft): Draft {
  const { flow } = turn;
  const step: Step = flow.templates.some(({ intent }) => intent === flow.steps.progress) ? "progress" : "missingData";
  const own = new Set(flow.templates.flatMap(({ id, intent }) => (intent === flow.steps[step] ? [id] : [])));
  const last = sentTemplates(turn).slice(-MOST_PROGRESS);
  if (last.length === MOST_PROGRESS && last.every((id) => own.has(id))) {
    return handOver(turn, draft, flow.unknownIntent, "not understood while data is collected");
  }
  const isMissing = measureCompleteness(flow, draft.data).missing.length > 0;
  return say(because(draft, "not understood: told what was read and what is missing"), isMissing ? step : "clarify");
}
