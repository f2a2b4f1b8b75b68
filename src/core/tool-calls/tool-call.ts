export const RISK_LEVELS = ["low", "medium", "high"] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** `discarded`: a model tried it in a thought that was thrown away, because something newer came before it was said. */
export const TOOL_CALL_STATUSES = ["ok", "error", "timeout", "blocked", "discarded"] as const;
export type ToolCallStatus = (typeof TOOL_CALL_STATUSES)[number];

export const POLICY_DECISIONS = ["allow", "confirm", "deny"] as const;
export type PolicyDecision = (typeof POLICY_DECISIONS)[number];

/** A tool call of a run with what the policy said to it and what came of it (requirement R2). */
export interface ToolCallRecord {
  /** Unique in its run. */
  readonly callId: string;
  readonly toolName: string;
  readonly riskLevel: RiskLevel;
  readonly input: unknown;
  readonly output: unknown;
  readonly status: ToolCallStatus;
  readonly error: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly policyDecision: PolicyDecision;
  readonly policyReason: string | null;
  /** Absent: the agent of the run. */
  readonly actorKind?: "agent" | "operator" | "service";
  /** The name of a person or a program; absent for an agent, whose run names it. */
  readonly actor?: string | null;
  /** Nothing was written and no system was called. */
  readonly isDryRun?: boolean;
}
