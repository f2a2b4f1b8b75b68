import type { Decision } from "../../core/agent/agent.ts";
import { isSameValue } from "../../core/memory/keep-facts.ts";
import { ownLines } from "../../core/turn/learn-facts.ts";
import { permissionQuestion, permissionToAsk } from "../../core/turn/permission.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { TurnDependencies } from "../dependencies.ts";
import type { Context } from "./load-context.ts";

/** A longer answer carries no question beside it. */
const MOST_MESSAGES = 10;

/**
 * The decision with a question behind its words when the customer told something sensitive by the way:
 * may it be remembered? It is asked once for each sort of fact, and until a yes nothing is kept. An
 * agent whose memory is `on_request` does not ask: in the middle of a sale the question would be odd.
 */
export async function askPermission(
  decided: Decision,
  { turn, context: { agent, locale } }: { readonly turn: ClaimedTurn; readonly context: Context },
  { store: { crm } }: Pick<TurnDependencies, "store">,
): Promise<Decision> {
  const { messages, handoff, forgets, closesSession, startsAnew } = decided;
  const goesOn = handoff === null && !closesSession && startsAnew !== true && forgets === undefined;
  const hasRoom = messages.length > 0 && messages.length <= MOST_MESSAGES;
  if (agent.memory !== "always" || !goesOn || !hasRoom || turn.gate.hasOptedOut) return decided;
  const wanted = permissionToAsk(ownLines(turn.events));
  if (wanted === null) return decided;
  const { asked, quote, value } = wanted;
  const { workspaceId } = turn.lease;
  const before = await crm.askedPermissions(workspaceId, turn.contact.id);
  if (before.some(({ sensitivity, key }) => sensitivity === asked.sensitivity && key === asked.key)) return decided;
  const known = await crm.facts(workspaceId, turn.contact.id);
  if (known.some((fact) => fact.key === asked.key && isSameValue(fact.value, value))) return decided;
  return { ...decided, messages: [...messages, permissionQuestion(quote, asked.sensitivity, locale)] };
}
