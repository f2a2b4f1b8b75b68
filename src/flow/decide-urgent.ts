import type { AgentInput, DecidedMessage, Decision } from "../core/agent/agent.ts";
import { spokenText } from "../core/outbound/outbound-content.ts";
import { plainDecision } from "../core/turn/part-decision.ts";
import { composeBlock } from "./compose-block.ts";
import type { FlowDefinition } from "./definition/flow-definition.ts";
import { openDraft } from "./draft.ts";
import { handOver } from "./hand-over.ts";
import { heededIn, infoOf } from "./heed-concerns.ts";
import { readingContext } from "./reading-context.ts";

/**
 * Where a person answers already and the agent is silent: what a customer in danger is told at once, and the task that calls
 * the shop's people. Null when no urgent concern is heard, or when the same was said a short while ago.
 */
export async function decideUrgent(flow: FlowDefinition, input: AgentInput): Promise<Decision | null> {
  const reading = await flow.reader.read(input.messages, readingContext(flow, input), input.pause);
  const turn = { flow, input, reading };
  for (const heeded of heededIn(flow, reading.concerns)) {
    const { concern, policy } = heeded;
    if (policy.does !== "hand_over" || policy.urgent !== true) continue;
    const draft = handOver(turn, openDraft(turn), policy.notice, concern, policy.task);
    const { messages } = composeBlock(turn, draft);
    if (isSaidLately(input, messages)) return null;
    const why = `${concern} (${heeded.sign}), where a person answers: said and raised, and nothing else`;
    return { ...plainDecision(why, { messages, tools: draft.tools }), intentInfo: infoOf(turn, heeded) };
  }
  return null;
}

/** A customer who tells more of the same emergency has read it, and the task is open. The next day may be another one. */
const LATELY_MS = 12 * 60 * 60_000;

function isSaidLately({ history, now }: AgentInput, messages: readonly DecidedMessage[]): boolean {
  const since = now.getTime() - LATELY_MS;
  const said = history.flatMap(({ role, content, createdAt }) =>
    role === "assistant" && createdAt.getTime() >= since ? [content] : [],
  );
  return messages.every(({ text, content }) => said.includes(text ?? spokenText(content)));
}
