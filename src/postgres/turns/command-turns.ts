import type { CommandResult, IntentCommand, ToolCommand } from "../../core/ports/desk/confirmations.ts";
import type { Database } from "../database.ts";
import { placeCommand } from "./place-command.ts";

/** One call of a tool. Its line in the audit log is written with the call. */
export function commandTool(database: Database, command: ToolCommand): Promise<CommandResult> {
  const { workspaceId, conversationId, eventId, runId, idempotencyKey, tool, input, argumentsHash, ...by } = command;
  const { actor, identity, role, isDryRun, tried } = by;
  return placeCommand(database, {
    ...{ workspaceId, conversationId, eventId, runId },
    key: `tool:${idempotencyKey}`,
    source: tried === undefined ? "api" : "sandbox",
    content: { type: "tool", tool, input: input ?? null, argumentsHash, actor, identity, role, isDryRun, tried },
    identifiedBy: ["argumentsHash", "isDryRun"],
    audited: null,
  });
}

/** One turn with an intent that a person decides. */
export function forceIntent(database: Database, command: IntentCommand): Promise<CommandResult> {
  const { workspaceId, conversationId, eventId, runId, idempotencyKey, intent, actor, note } = command;
  return placeCommand(database, {
    ...{ workspaceId, conversationId, eventId, runId },
    key: `intent:${idempotencyKey}`,
    source: "api",
    content: { type: "intent", intent, actor, note },
    identifiedBy: ["intent"],
    audited: { action: "intent.forced", actor, detail: { intent } },
  });
}
