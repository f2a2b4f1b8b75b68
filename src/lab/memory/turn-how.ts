import type { DecisionTrail } from "../../core/agent/decision-trail.ts";
import type { Session } from "../../core/agent/session.ts";
import type { InputClass } from "../../core/inbound/input-class.ts";
import type { UnsaidMessage } from "../../core/outbound/outbox.ts";
import type { ToolResult } from "../../core/ports/tools.ts";
import type { ArmedTimer } from "../../core/time/timer-policy.ts";
import type { ToolCallRecord } from "../../core/tool-calls/tool-call.ts";

/** `liveRunId`: the run that carried the call out in the shop's own CRM. */
export type SandboxToolResult = ToolResult & { readonly liveRunId?: string };

/** How a turn came about, for a person who watches the conversation. */
export interface TurnHow {
  readonly at: Date;
  readonly inputClass: InputClass;
  readonly modeBefore: string;
  /** The level of the timer that opened the turn; null when none did. */
  readonly dueLevel: string | null;
  /** Null when the agent cannot tell. */
  readonly trail: DecisionTrail | null;
  readonly sessionAfter: Session;
  readonly timerAfter: ArmedTimer | null;
  /** What the agent read before it decided. */
  readonly reads: readonly ToolCallRecord[];
  /** What the tools said to the calls, in their order. */
  readonly toolResults: readonly (SandboxToolResult | null)[];
  readonly said: readonly UnsaidMessage[];
}
