import type { ConversationId, EventId, RunId, WorkspaceId } from "../../core/ids.ts";
import type { CommandResult } from "../../core/ports/desk/confirmations.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { sql } from "../sql.ts";

/** A person's command of one turn. */
export interface CommandedTurn {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  readonly key: string;
  readonly eventId: EventId;
  readonly runId: RunId;
  readonly source: "api" | "sandbox";
  /** The event's content. */
  readonly content: Readonly<Record<string, unknown>>;
  /** Fields of the content by which a repeat is known as the same command. */
  readonly identifiedBy: readonly string[];
  /** The line of the audit log; null when the turn itself writes one. */
  readonly audited: { readonly action: string; readonly actor: string; readonly detail: object } | null;
}

/** Two commands with one key: the second statement is undone, and finds the first command. */
const UNIQUE_VIOLATION = "23505";

/**
 * Writes an event with a run of its own, which nothing else joins: at once at the head of an idle conversation, else as soon as the
 * conversation is idle (`resume-runs.ts`). The same key again is the same command; for another one it is refused.
 */
export async function placeCommand(database: Database, command: CommandedTurn): Promise<CommandResult> {
  for (;;) {
    const known = await database.run(sql`
      select e.id, e.run_id, e.conversation_id, (
          select jsonb_object_agg(name, e.payload #> array['content', name])
          from unnest(${command.identifiedBy}::text[]) name) = (
          select jsonb_object_agg(name, ${JSON.stringify(command.content)}::jsonb -> name)
          from unnest(${command.identifiedBy}::text[]) name) as is_same
      from agent_events e where e.workspace_id = ${command.workspaceId} and e.idempotency_key = ${command.key}`);
    const former = known.rows[0];
    if (former !== undefined) {
      const isSame = former["is_same"] === true && former["conversation_id"] === command.conversationId;
      if (!isSame) return { kind: "key_reused" };
      return { kind: "taken", eventId: former["id"] as EventId, runId: former["run_id"] as RunId, duplicate: true };
    }
    try {
      const isPlaced = await place(database, command);
      if (!isPlaced) return { kind: "not_found" };
      return { kind: "taken", eventId: command.eventId, runId: command.runId, duplicate: false };
    } catch (error) {
      if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
    }
  }
}

async function place(database: Database, command: CommandedTurn): Promise<boolean> {
  const { workspaceId, conversationId, key, eventId, runId, source, content, audited } = command;
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
    ),
    new_event as (
      insert into agent_events (
        workspace_id, id, conversation_id, seq, run_id, user_id, source, input_type, payload, idempotency_key, occurred_at,
        available_at, created_at)
      select workspace_id, ${eventId}::uuid, id, last_seq, ${runId}::uuid, contact_id, ${source}, 'operator_command',
        jsonb_build_object('content', ${JSON.stringify(content)}::jsonb), ${key}, recado_now(), recado_now(), recado_now()
      from placed
      returning id
    )
    select case when ${audited !== null}::boolean then audit(p.workspace_id, ${audited?.actor ?? null}::text,
      ${audited?.action ?? null}::text, 'conversation', p.id::text, r.id, ${JSON.stringify(audited?.detail ?? {})}::jsonb) end
    from placed p, new_run r, new_event
    where (select count(pg_notify('recado_mailbox', '')) from new_run) = 1`);
  return rowCount === 1;
}
