import { because, type Draft, keepSilent, say, stageOf, type Turn } from "./draft/draft.ts";
import { sayProgress } from "./told/say-progress.ts";

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

function isOnlyData({ reading }: Turn): boolean {
  return reading?.intent === null && reading.messages.every(({ fields }) => Object.keys(fields).length > 0);
}

function saysSomething({ asked, steps, plainText, choice, spoken, entries, handoff, closesSession }: Draft): boolean {
  const isSaid = plainText !== null || choice !== null || spoken !== null || entries.length > 0;
  return asked.length > 0 || steps.length > 0 || isSaid || handoff !== null || closesSession;
}
