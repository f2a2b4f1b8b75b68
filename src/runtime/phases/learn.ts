import type { NewChatLine } from "../../core/agent/session.ts";
import type { RememberFacts } from "../../core/turn/effects.ts";
import { learnFacts } from "../../core/turn/learn-facts.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { Input } from "./ingest.ts";
import type { Context } from "./load-context.ts";
import type { Planned } from "./plan.ts";

interface Learning {
  readonly turn: ClaimedTurn;
  readonly input: Input;
  readonly context: Context;
  readonly planned: Planned;
}

export interface Learnt {
  readonly lines: readonly NewChatLine[];
  readonly effects: readonly RememberFacts[];
}

/**
 * Writes what was understood on the lines of the chat record, and gathers what the customer told of
 * themselves. The customer's answer does not need this: if it fails, the lines are kept as they were
 * said (requirement R5).
 */
export function learn(said: readonly NewChatLine[], turned: Learning): Learnt {
  return { lines: understoodLines(said, turned.planned), effects: factsOf(turned) };
}

/** Facts about the customer, of an agent that remembers. None from words that the customer wants forgotten. */
function factsOf({ turn, input, context, planned }: Learning): RememberFacts[] {
  const { agent } = context;
  const { decision } = planned;
  if (agent.memory === undefined || decision?.forgets !== undefined || input.spokenAt.length === 0) return [];
  const facts = learnFacts(turn.events, decision?.stateUpdates.newDatosCapturados ?? {});
  return facts.length === 0 ? [] : [{ kind: "remember_facts", facts }];
}

function understoodLines(said: readonly NewChatLine[], { decision, decided }: Planned): NewChatLine[] {
  const { intent, confidence } = decision?.intentInfo ?? { intent: null, confidence: null };
  // The intent belongs to all of the customer's words together. It is written on the last message
  // of the burst.
  const newest = said.findLast(({ role }) => role === "user");
  const understood = said.map((line): NewChatLine => {
    if (line === newest) return { ...line, intent, confidence };
    return line.messageId === undefined ? line : { ...line, intent };
  });
  return withTokens(understood, decided?.totalTokens ?? 0);
}

/** Each token is written once, so that the lines of a conversation add up. */
function withTokens([first, ...others]: readonly NewChatLine[], tokensUsed: number): NewChatLine[] {
  if (first === undefined) return [];
  return [tokensUsed === 0 ? first : { ...first, tokensUsed }, ...others];
}
