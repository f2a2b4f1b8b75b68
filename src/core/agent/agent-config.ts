import type { AgentConfig } from "../answers/agent-config.ts";
import type { Locale } from "../locale/locale.ts";
import type { Agent, Decision } from "./agent.ts";

/** How fast replies are typed: 1 like a person, 0.2 fast, 0 at once. */
export const RESPONSE_SPEEDS = [1, 0.2, 0] as const;

/** The settings that a turn reads. */
export type TurnSettings = Pick<
  AgentConfig,
  | "handoffMessage"
  | "crmAgentsEnabled"
  | "timerPreset"
  | "responseSpeed"
  | "locale"
  | "timeZone"
  | "businessHours"
  | "sessionEnd"
  | "confirmationMinutes"
>;

/**
 * The locale in which a customer of this agent is read and answered. The workspace's own holds for
 * law and consent.
 */
export function localeOf(agent: Pick<Agent, "locale"> | null, { locale }: Pick<TurnSettings, "locale">): Locale {
  return agent?.locale ?? locale;
}

/** A handoff in the workspace's own words (A23): one message, whatever the agent would have said. */
export function withHandoffMessage(
  decision: Decision,
  { handoffMessage }: Pick<TurnSettings, "handoffMessage">,
): Decision {
  if (decision.handoff === null || decision.handoff.keepsWords === true || handoffMessage === null) return decision;
  return { ...decision, messages: [{ text: handoffMessage, templateId: null }] };
}
