import type { ConfirmationId } from "../../core/ids.ts";
import type { ToolResult } from "../../core/ports/tools.ts";
import { IN_DOUBT } from "../call-record.ts";
import type { Deed } from "../deed.ts";
import type { Planned } from "./plan.ts";

/**
 * Checks that what the decision counted on has really happened. "No exception" is not success
 * (requirement R13).
 */
export type Verdict =
  | { readonly kind: "sound" }
  /** A call waits for a yes: words that depend on it are not said yet. */
  | {
      readonly kind: "waits";
      readonly callId: string;
      readonly confirmationId: ConfirmationId;
      readonly question: Extract<ToolResult, { kind: "confirm" }>;
    }
  /** The decided reply may claim something that no effect proves, so it must not leave. */
  | {
      readonly kind: "unproved";
      readonly callId: string;
      readonly code: "tool_denied" | "tool_in_doubt" | "tool_failed";
      readonly reason: string;
      /** The tool itself says that the same call will never succeed. */
      readonly isFinal?: boolean;
      /** The policy would ask about it, and a dry run asks no question. */
      readonly isAsked?: boolean;
    };

interface Done {
  readonly planned: Planned;
  readonly deeds: readonly Deed[];
}

export function verify({ planned, deeds }: Done): Verdict {
  for (const { callId } of planned.decision?.tools ?? []) {
    const deed = deeds.find((one) => one.callId === callId);
    if (deed === undefined) return { kind: "unproved", callId, code: "tool_failed", reason: "it was not carried out" };
    const { result } = deed;
    if (result.kind === "denied") return { kind: "unproved", callId, code: "tool_denied", reason: result.reason };
    // Later calls of the decision wait as well.
    if (result.kind === "confirm" && deed.confirmationId !== undefined) {
      return { kind: "waits", callId, confirmationId: deed.confirmationId, question: result };
    }
    if (result.kind === "confirm")
      return { kind: "unproved", callId, code: "tool_denied", reason: "it asks no question", isAsked: true };
    if (result.kind === "error") {
      const code = result.code === IN_DOUBT ? "tool_in_doubt" : "tool_failed";
      return { kind: "unproved", callId, code, reason: result.message, isFinal: result.retryable === false };
    }
    if (deed.isTransactional && result.effect === undefined) {
      const reason = "it said that it was done, and left nothing that could be committed";
      return { kind: "unproved", callId, code: "tool_failed", reason };
    }
  }
  return { kind: "sound" };
}
