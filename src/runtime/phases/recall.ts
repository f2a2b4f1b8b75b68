import type { Decision } from "../../core/agent/agent.ts";
import type { AgentMemory } from "../../core/memory/fact.ts";
import { profileOf } from "../../core/memory/keep-facts.ts";
import { readMemoryWish } from "../../core/memory/memory-wish.ts";
import { readsFacts, recollectingFor } from "../../core/memory/recall.ts";
import { answerMemoryWish } from "../../core/turn/answer-memory-wish.ts";
import { answerPermission, permissionSaid } from "../../core/turn/answer-permission.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { TurnDependencies } from "../dependencies.ts";
import { QUIET, type Route } from "./classify.ts";
import type { Input } from "./ingest.ts";
import type { Context } from "./load-context.ts";

export interface Recalled {
  readonly memory: AgentMemory;
  /** The answer to the customer's own word about their data; null when they said none. */
  readonly answer: Decision | null;
}

/**
 * What is remembered of the customer. It is read for an agent that always wants it, and for a customer
 * who asks about it or wants something forgotten; null in all other turns.
 */
export async function recall(
  {
    turn,
    input,
    route,
    context,
  }: { readonly turn: ClaimedTurn; readonly input: Input; readonly route: Route; readonly context: Context },
  { store, clock, metrics }: Pick<TurnDependencies, "store" | "clock" | "metrics">,
): Promise<Recalled | null> {
  const { agent, session, locale } = context;
  const said = agent.memory === undefined ? null : permissionSaid(turn.events, turn.history, locale);
  // Beside other words a yes is kept, and the agent answers those words.
  if (said !== null && input.contents.length === 1) {
    const asked = await store.crm.askedPermissions(turn.lease.workspaceId, turn.contact.id);
    const answer = answerPermission(said, { asked, history: turn.history, locale });
    if (answer !== null) return { memory: { profile: null, facts: [], windows: [] }, answer };
  }
  // The last word of a burst counts.
  const wish = agent.memory === undefined ? null : readMemoryWish(input.messages.at(-1) ?? "");
  if (agent.memory !== "always" && wish === null) return null;
  const startedMs = clock.monotonicMs();
  const { workspaceId, conversationId } = turn.lease;
  const inputClass = (route.kind === "record" ? null : route.inputClass) ?? QUIET;
  const asked = recollectingFor(inputClass, input.message, conversationId);
  const { profile, ...found } = await store.crm.recollect(workspaceId, turn.contact.id, asked);
  const memory = { profile: profileOf(profile), ...found };
  metrics.memoryRead({
    durationMs: clock.monotonicMs() - startedMs,
    hasProfile: memory.profile !== null,
    hasFacts: readsFacts(inputClass) ? memory.facts.length + memory.windows.length > 0 : null,
  });
  if (wish === null) return { memory, answer: null };
  const facts = await store.crm.facts(workspaceId, turn.contact.id);
  const { marks = {} } = agent;
  const known = { facts, session, knownData: turn.knownData, marks, locale, timeZone: turn.settings.timeZone };
  return { memory, answer: answerMemoryWish(wish, known) };
}
