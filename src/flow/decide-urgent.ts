import type { AgentInput, DecidedMessage, Decision } from "../core/agent/agent.ts";
import { spokenText } from "../core/outbound/outbound-content.ts";
import { plainText } from "../core/plain-text.ts";
import { plainDecision } from "../core/turn/part-decision.ts";
import { heededIn, infoOf } from "./answers/heed-concerns.ts";
import { composeBlock } from "./compose-block.ts";
import type { FlowDefinition } from "./definition/flow-definition.ts";
import { openDraft } from "./draft/draft.ts";
import { handOver } from "./modes/hand-over.ts";
import { readingContext } from "./sale/reading-context.ts";

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
    if (isSaidLately(input, messages)) continue;
    const why = `${concern} (${heeded.sign}), where a person answers: said and raised, and nothing else`;
    return { ...plainDecision(why, { messages, tools: draft.tools }), intentInfo: infoOf(turn, heeded) };
  }
  return sayOnceMore(flow, input);
}

/** A customer who was told of the emergency line a moment ago and asks what to do hears it once more. No further task is made. */
function sayOnceMore(flow: FlowDefinition, input: AgentInput): Decision | null {
  if (!input.messages.some((text) => ASKS_FOR_HELP.test(text) || ASKS_FOR_HELP_PLAIN.test(plainText(text))))
    return null;
  for (const policy of Object.values(flow.concerns)) {
    if (policy?.does !== "hand_over" || policy.urgent !== true) continue;
    const turn = { flow, input, reading: null };
    const { messages } = composeBlock(turn, handOver(turn, openDraft(turn), policy.notice, "urgent", policy.task));
    if (timesSaid(input, messages, A_MOMENT_MS) === 1 && timesSaid(input, messages, LATELY_MS) === 1)
      return plainDecision("asked what to do in an emergency: said once more", { messages, tools: [] });
  }
  return null;
}

const ASKS_FOR_HELP = /[?¿]/u;
const ASKS_FOR_HELP_PLAIN =
  /\b(?:que (?:hago|hacemos|le (?:hago|doy|damos))|ayud(?:a|e|en|eme|enme)|auxilio|urgente|no (?:me )?contestan?|ya llame|sigue (?:igual|mal|peor))\b/;
const A_MOMENT_MS = 60 * 60_000;

/** A customer who tells more of the same emergency has read it, and the task is open. The next day may be another one. */
const LATELY_MS = 12 * 60 * 60_000;

function isSaidLately(input: AgentInput, messages: readonly DecidedMessage[]): boolean {
  return timesSaid(input, messages, LATELY_MS) > 0;
}

/** How often all of the messages were said in the last `withinMs`. */
function timesSaid({ history, now }: AgentInput, messages: readonly DecidedMessage[], withinMs: number): number {
  const since = now.getTime() - withinMs;
  const said = history.flatMap(({ role, content, createdAt }) =>
    role === "assistant" && createdAt.getTime() >= since ? [content] : [],
  );
  const times = messages.map(({ text, content }) => said.filter((one) => one === (text ?? spokenText(content))).length);
  return Math.min(...times);
}
