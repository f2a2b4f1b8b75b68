import type { ConversationQuestion } from "../../core/conversation/conversation-state.ts";
import type { ConfirmationId } from "../../core/ids.ts";
import { COMMAND_TTL_MS } from "../../core/tool-calls/confirmation.ts";
import type { EndedRun } from "./run-in-memory.ts";
import type { SandboxToolResult } from "./turn-how.ts";

export type LiveQuestion = Extract<SandboxToolResult, { kind: "confirm" }> & { readonly liveRunId: string };

export function isLiveQuestion(result: SandboxToolResult): result is LiveQuestion {
  return result.kind === "confirm" && result.liveRunId !== undefined;
}

/**
 * The shop's own CRM asks a person about a call that was judged here before. Its question waits in
 * the conversation as any other, for as long as a person's command has there.
 */
export function withLiveQuestion(
  ended: EndedRun,
  live: LiveQuestion,
  approved: ConversationQuestion | null,
  { now, id }: { readonly now: Date; readonly id: ConfirmationId },
): { readonly ended: EndedRun; readonly id: ConfirmationId } {
  const expiresAt = new Date(now.getTime() + COMMAND_TTL_MS);
  const { state, ending } = ended;
  const own = ending.commit.asks?.id;
  if (own !== undefined || approved === null) {
    const questions = state.questions.map((one) => (one.id === own ? { ...one, expiresAt } : one));
    return { ended: { ...ended, state: { ...state, questions } }, id: own ?? id };
  }
  // It had its yes here, and is asked about once more there: the run waits on, and says nothing
  // yet.
  const { rule, reason, audience, question } = live;
  const again: ConversationQuestion = {
    ...{ ...approved, id, rule, reason, audience, question, askedAt: now, expiresAt },
    ...{ status: "pending", decidedBy: null, note: null },
  };
  const commit = { ...ending.commit, outbox: [], lines: [], asks: again };
  return {
    ended: {
      ...ended,
      state: { ...state, questions: [...state.questions, again] },
      ending: { ...ending, commit },
      failure: null,
    },
    id,
  };
}
