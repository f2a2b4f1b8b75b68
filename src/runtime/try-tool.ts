import { errorText } from "../core/errors.ts";
import type { ToolResult, ToolScope, Tools } from "../core/ports/tools.ts";
import { TIMED_OUT } from "./call-record.ts";
import { withinTimeOrAborted } from "./within-time.ts";

interface TriedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly idempotencyKey: string;
  readonly scope: ToolScope;
  /** Milliseconds that the turn has left for it; absent: the tool's own time. */
  readonly limitMs?: number;
}

/**
 * What a tool tells a model in its loop. A read is carried out. A tool that writes our own records
 * is called, which changes nothing: only the decision's own call is committed. A tool of another
 * system is judged and not called: the decision alone carries it out, once.
 */
export async function tryTool(call: TriedCall, tools: Tools): Promise<ToolResult> {
  const { tool, limitMs = Number.POSITIVE_INFINITY } = call;
  const traits = tools.kindOf(tool);
  if (traits === null) return { kind: "denied", reason: `no tool is named "${tool}"` };
  const judge = tools.judge?.bind(tools) ?? denyOutside;
  const ask = traits.kind === "external" ? judge : tools.execute.bind(tools);
  try {
    const timeoutMs = Math.min(traits.timeoutMs, limitMs);
    const answer = await withinTimeOrAborted(timeoutMs, (signal) => ask({ ...call, signal, isTrial: true }));
    if (answer.kind === "late") {
      return {
        kind: "error",
        code: TIMED_OUT,
        type: "timeout",
        message: `"${tool}" has not answered within ${timeoutMs} ms`,
      };
    }
    return judged(answer.value);
  } catch (error) {
    const message = `"${tool}" failed without an answer: ${errorText(error)}`;
    return { kind: "error", code: "tool_failed", type: "unavailable", message };
  }
}

async function denyOutside({ tool }: TriedCall): Promise<ToolResult> {
  return { kind: "denied", reason: `"${tool}" reaches outside, and no judge of such calls is here` };
}

/**
 * null for a tool that writes: the asker puts the call into the decision, which alone leaves the
 * effect.
 */
function judged(result: ToolResult): ToolResult {
  return result.kind === "ok" && result.effect !== undefined ? { ...result, effect: null } : result;
}
