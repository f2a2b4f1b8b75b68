import { measureCompleteness } from "./completeness.ts";
import type { Step } from "./definition/flow-definition.ts";
import { because, type Draft, keepSilent, say, sentTemplates, stageOf, type Turn } from "./draft.ts";
import { handOver } from "./hand-over.ts";

/**
 * A customer wrote, nothing is said, and no listed reason keeps us silent: ask them, or say what is
 * missing.
 */
export function breakSilence(turn: Turn, draft: Draft): Draft {
  if (turn.reading === null || turn.input.forceIntent !== null || draft.silence !== null || saysSomething(draft))
    return draft;
  const isCollecting = stageOf(turn.flow, draft.mode) === "collect";
  // Repeated when there is an order: there is nothing to add.
  if (draft.captured.length > 0 || isOnlyData(turn)) return keepSilent(draft, "kept");
  return isCollecting
    ? sayProgress(turn, draft)
    : say(because(draft, "nothing else answers: asked what they mean"), "clarify");
}

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

function isOnlyData({ reading }: Turn): boolean {
  return reading?.intent === null && reading.messages.every(({ fields }) => Object.keys(fields).length > 0);
}

function saysSomething({ asked, steps, plainText, choice, spoken, entries, handoff, closesSession }: Draft): boolean {
  const isSaid = plainText !== null || choice !== null || spoken !== null || entries.length > 0;
  return asked.length > 0 || steps.length > 0 || isSaid || handoff !== null || closesSession;
}
