import type { ToolResult, ToolScope } from "../core/ports/tools.ts";
import type { ToolCallRecord } from "../core/tools/tool-call.ts";

/** What the ledger says of who called, and whether anything was done. An agent is named by its run. */
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
