import type { ToolResult, ToolScope } from "../core/ports/tools.ts";
import type { ToolCallRecord } from "../core/tool-calls/tool-call.ts";

/** The ledger's record of the caller, and whether the call did anything. A run names its agent. */
export function actedBy(
  { actor, isDryRun }: Pick<ToolScope, "actor" | "isDryRun">,
  result: ToolResult,
): Pick<ToolCallRecord, "actorKind" | "actor" | "isDryRun"> {
  return {
    actorKind: actor.kind,
    actor: actor.kind === "agent" ? null : actor.name,
    isDryRun: isDryRun || (result.kind === "ok" && result.isDryRun === true),
  };
}
