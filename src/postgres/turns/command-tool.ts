import type { EventId, RunId } from "../../core/ids.ts";
import type { CommandResult, ToolCommand } from "../../core/ports/confirmations.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { sql } from "../sql.ts";

/** Two commands under one key: the second one's statement is undone, and finds the first. */
const UNIQUE_VIOLATION = "23505";

/**
 * An event with a run of its own, that nothing else joins: at once at the head of an idle conversation, else as soon as it is idle
 * (`resume-runs.ts`). The same key again is the same command; for another call it is refused.
 */
export async function commandTool(database: Database, command: ToolCommand): Promise<CommandResult> {
  const key = `tool:${command.idempotencyKey}`;
  for (;;) {
    const known = await database.run(sql`
      select e.id, e.run_id, e.payload #>> '{content,argumentsHash}' as hash, e.conversation_id,
        coalesce((e.payload #> '{content,isDryRun}')::boolean, false) as is_dry_run
      from agent_events e where e.workspace_id = ${command.workspaceId} and e.idempotency_key = ${key}`);
    const former = known.rows[0];
    if (former !== undefined) {
      const isSame =
        former["hash"] === command.argumentsHash &&
        former["conversation_id"] === command.conversationId &&
        former["is_dry_run"] === command.isDryRun;
      if (!isSame) return { kind: "key_reused" };
      return { kind: "taken", eventId: former["id"] as EventId, runId: former["run_id"] as RunId, duplicate: true };
    }
    try {
      const isPlaced = await place(database, command, key);
      if (!isPlaced) return { kind: "not_found" };
      return { kind: "taken", eventId: command.eventId, runId: command.runId, duplicate: false };
    } catch (error) {
      if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
    }
  }
}

async function place(database: Database, command: ToolCommand, key: string): Promise<boolean> {
  const { workspaceId, conversationId, tool, input, argumentsHash, eventId, runId, ...by } = command;
  const { actor, identity, role, isDryRun, tried } = by;
  const said = { type: "tool", tool, input: input ?? null, argumentsHash, actor, identity, role, isDryRun, tried };
  const content = JSON.stringify(said);
  const { rowCount } = await database.run(sql`
    with placed as (
      update conversations c set
        last_seq = c.last_seq + 1,
        pending = c.pending + case when c.run_at is null then 1 else 0 end,
        active_run_id = case when c.run_at is null then ${runId}::uuid else c.active_run_id end,
        run_at = coalesce(c.run_at, recado_now())
      where c.workspace_id = ${workspaceId} and c.id = ${conversationId}::uuid
      returning c.workspace_id, c.id, c.contact_id, c.last_seq, coalesce(c.active_run_id = ${runId}::uuid, false) as is_first
    ),
    new_run as (
      insert into agent_runs (workspace_id, id, conversation_id, event_id, status, created_at, due_at)
      select workspace_id, ${runId}::uuid, id, ${eventId}::uuid, 'queued', recado_now(),
        case when not is_first then recado_now() end
      from placed
      returning id
    )
    insert into agent_events (
      workspace_id, id, conversation_id, seq, run_id, user_id, source, input_type, payload, idempotency_key, occurred_at,
      available_at, created_at)
    select workspace_id, ${eventId}::uuid, id, last_seq, ${runId}::uuid, contact_id, ${tried === undefined ? "api" : "sandbox"}, 'operator_command',
      jsonb_build_object('content', ${content}::jsonb), ${key}, recado_now(), recado_now(), recado_now()
    from placed where (select count(pg_notify('recado_mailbox', '')) from new_run) = 1`);
  return rowCount === 1;
}
