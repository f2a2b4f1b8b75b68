import type { NewChatLine } from "../../core/agent/session.ts";
import type { NewFact } from "../../core/memory/fact.ts";
import type { NewOutboxMessage } from "../../core/outbound/outbox.ts";
import { permissionSaid } from "../../core/turn/answer-permission.ts";
import type { AskPermission, RememberFacts } from "../../core/turn/effects.ts";
import { learnFacts, ownLines } from "../../core/turn/learn-facts.ts";
import { asksPermission, permissionToAsk, permittedFact } from "../../core/turn/permission.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { TurnDependencies } from "../dependencies.ts";
import type { Input } from "./ingest.ts";
import type { Context } from "./load-context.ts";
import type { Planned } from "./plan.ts";

interface Learning {
  readonly turn: ClaimedTurn;
  readonly input: Input;
  readonly context: Context;
  readonly planned: Planned;
  /** What the turn says. */
  readonly outbox: readonly Pick<NewOutboxMessage, "content">[];
}

export interface Learnt {
  readonly lines: readonly NewChatLine[];
  readonly effects: readonly (RememberFacts | AskPermission)[];
}

/**
 * Writes what was understood on the lines of the chat record, and gathers what the customer told of
 * themselves. The customer's answer does not need this: if it fails, the lines are kept as they were
 * said (requirement R5).
 */
export async function learn(
  said: readonly NewChatLine[],
  turned: Learning,
  dependencies: Pick<TurnDependencies, "store">,
): Promise<Learnt> {
  const facts = [...factsOf(turned), ...(await permittedBy(turned, dependencies))];
  const remembered: RememberFacts[] = facts.length === 0 ? [] : [{ kind: "remember_facts", facts }];
  return { lines: understoodLines(said, turned.planned), effects: [...remembered, ...questionsOf(turned)] };
}

/** The fact that the customer has just let us keep. */
async function permittedBy(
  { turn, context }: Learning,
  { store }: Pick<TurnDependencies, "store">,
): Promise<NewFact[]> {
  const { agent, locale } = context;
  const said = agent.memory === undefined ? null : permissionSaid(turn.events, turn.history, locale);
  if (said?.answer !== "yes") return [];
  const asked = await store.crm.askedPermissions(turn.lease.workspaceId, turn.contact.id);
  const fact = permittedFact(asked, turn.history, { locale, consentEventId: said.eventId });
  return fact === null ? [] : [fact];
}

function questionsOf({ turn, outbox }: Learning): AskPermission[] {
  if (!outbox.some(({ content }) => asksPermission(content))) return [];
  const wanted = permissionToAsk(ownLines(turn.events));
  return wanted === null ? [] : [{ kind: "ask_permission", ...wanted.asked }];
}

/** Facts about the customer, of an agent that remembers. None from words that the customer wants forgotten. */
function factsOf({ turn, input, context, planned }: Learning): NewFact[] {
  const { agent } = context;
  const { decision } = planned;
  if (agent.memory === undefined || decision?.forgets !== undefined || input.spokenAt.length === 0) return [];
  return learnFacts(turn.events, decision?.stateUpdates.newDatosCapturados ?? {});
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
