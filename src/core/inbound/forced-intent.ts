import { nearestName } from "../nearest-name.ts";

/** Intents that time alone decides; forced, they count as time's deed and not as a customer's. */
const OF_TIME = "timer_";

export function isIntentOfTime(intent: string): boolean {
  return intent.startsWith(OF_TIME);
}

/** Why an agent cannot be made to follow an intent; null when it can. */
export function forcedIntentFault(intent: string, agentId: string, known: readonly string[]): string | null {
  if (known.includes(intent)) return null;
  if (known.length === 0) return `the agent "${agentId}" has no intents that could be forced`;
  return `the agent "${agentId}" has no intent "${intent}"; the nearest is "${nearestName(intent, known)}"`;
}
