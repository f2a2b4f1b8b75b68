import type { AgentInput } from "../../core/agent/agent.ts";
import type { DecisionTrail } from "../../core/agent/decision-trail.ts";
import type { Session } from "../../core/agent/session.ts";
import type { UnsaidMessage } from "../../core/outbound/outbox.ts";
import type { ToolResult } from "../../core/ports/tools.ts";
import type { ArmedTimer } from "../../core/time/timer-policy.ts";

/** `liveRunId`: it was carried out in the books of the shop, by this run. */
export type SandboxToolResult = ToolResult & { readonly liveRunId?: string };

/** How a turn came about, for whoever watches the conversation. */
export interface TurnHow {
  readonly input: AgentInput;
  /** Null where the agent cannot tell. */
  readonly trail: DecisionTrail | null;
  readonly sessionAfter: Session;
  readonly timerAfter: ArmedTimer | null;
  /** What the tools said to the calls, in their order. */
  readonly toolResults: readonly (SandboxToolResult | null)[];
  readonly said: readonly UnsaidMessage[];
}
