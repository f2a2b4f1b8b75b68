import type { DecidedToolCall } from "../core/agent/agent.ts";
import type { ToolResult, ToolTraits } from "../core/ports/tools.ts";
import type { ToolCallRecord } from "../core/tool-calls/tool-call.ts";

/** The code with which `verify` tells this answer from a tool's own. */
export const IN_DOUBT = "in_doubt";
export const TIMED_OUT = "tool_timeout";

/** The ledger's line of a call: its name, the policy's verdict, and the result. */
export function callRecord(
  { callId, tool, input }: DecidedToolCall,
  traits: ToolTraits | null,
  result: ToolResult,
  times: Pick<ToolCallRecord, "startedAt" | "endedAt">,
): ToolCallRecord {
  // An unknown tool may do anything.
  const riskLevel = traits === null ? "high" : (traits.riskLevel ?? "medium");
  const call = { callId, toolName: tool, riskLevel, input, output: null, error: null, ...times } as const;
  switch (result.kind) {
    case "ok": {
      const policyReason = result.allowedBy ?? "a tool of this agent's";
      return { ...call, output: result.output, status: "ok", policyDecision: "allow", policyReason };
    }
    case "denied":
      return {
        ...call,
        status: "blocked",
        error: result.reason,
        policyDecision: "deny",
        policyReason: denialOf(result),
      };
    case "error": {
      const status = result.code === IN_DOUBT || result.code === TIMED_OUT ? "timeout" : "error";
      const policyReason = result.allowedBy ?? "a tool of this agent's";
      return { ...call, status, error: result.message, policyDecision: "allow", policyReason };
    }
    case "confirm": {
      const policyReason = `${result.rule}: ${result.reason}`;
      return { ...call, status: "blocked", error: null, policyDecision: "confirm", policyReason };
    }
  }
}

function denialOf({ rule, reason }: Extract<ToolResult, { kind: "denied" }>): string {
  return rule === undefined ? reason : `${rule}: ${reason}`;
}
