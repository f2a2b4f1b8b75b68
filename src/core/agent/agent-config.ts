import type { BusinessHours } from "../time/contact-hours.ts";
import type { TimerPreset } from "../time/timer-policy.ts";
import type { Decision } from "./agent.ts";

/** How fast replies are typed: 1 like a person, 0.2 fast, 0 at once. */
export const RESPONSE_SPEEDS = [1, 0.2, 0] as const;

/** What a workspace has set for itself (requirements A24, B15). Null: as the environment of the processes says. */
export interface AgentConfig {
  /** Off: what customers write is kept, and no agent answers. */
  readonly agentEnabled: boolean;
  /** Serves all numbers of the workspace in the place of each number's own. A session that has begun keeps its agent. */
  readonly conversationalAgentId: string | null;
  /** Said at a handoff in the place of the agent's own words. */
  readonly handoffMessage: string | null;
  /** Off: agents use no tool of the books (module `crm`). Orders and tasks that a flow itself makes go on, and so do people. */
  readonly crmAgentsEnabled: boolean;
  readonly timerPreset: TimerPreset | null;
  readonly responseSpeed: number | null;
  /** An IANA name: where the shop's customers are. */
  readonly timeZone: string;
  /** When the shop is open; it narrows the hours of the law (`contact-hours.ts`). Null: the law alone. */
  readonly businessHours: BusinessHours | null;
  /** What is said by ourselves: how often a day, how far apart, and how long after the customer's last words. */
  readonly proactivePerDay: number;
  readonly proactiveSpacingMinutes: number;
  readonly quietMinutes: number;
  /** Whether something may be said only to keep a window open. */
  readonly windowMaintenance: boolean;
}

/** The part of it that a turn reads; whether it may speak at all is its gate. */
export type TurnSettings = Pick<
  AgentConfig,
  "handoffMessage" | "crmAgentsEnabled" | "timerPreset" | "responseSpeed" | "timeZone" | "businessHours"
>;

/** A handoff in the workspace's own words (A23): one message, whatever the agent would have said. */
export function withHandoffMessage(
  decision: Decision,
  { handoffMessage }: Pick<TurnSettings, "handoffMessage">,
): Decision {
  if (decision.handoff === null || handoffMessage === null) return decision;
  return { ...decision, messages: [{ text: handoffMessage, templateId: null }] };
}
