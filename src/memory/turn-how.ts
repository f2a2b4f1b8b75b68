import type { AgentInput } from "../core/agent.ts";
import type { DecisionTrail } from "../core/decision-trail.ts";
import type { UnsaidMessage } from "../core/outbox.ts";
import type { ToolResult } from "../core/ports/tools.ts";
import type { Session } from "../core/session.ts";
import type { ArmedTimer } from "../core/timer-policy.ts";

/** How a turn came about, for whoever watches the conversation. */
export interface TurnHow {
  readonly input: AgentInput;
  /** Null where the agent cannot tell. */
  readonly trail: DecisionTrail | null;
  readonly sessionAfter: Session;
  readonly timerAfter: ArmedTimer | null;
  /** What the tools said to the decision's calls, in their order; nothing of it has left the memory. */
  readonly toolResults: readonly (ToolResult | null)[];
  readonly said: readonly UnsaidMessage[];
}
