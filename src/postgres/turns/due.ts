import { z } from "zod";
import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import type { ConversationKey, DueConversation, DueWork } from "../../core/ports/mailbox.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

const workRow = z.object({ inMs: z.number(), id: z.string() });
const dueRow = workRow.extend({
  workspaceId: z.string().transform((id) => id as WorkspaceId),
  conversationId: z.string().transform((id) => id as ConversationId),
});

/** `inMs` and `id` of the instant `at`. */
const workAt = sql`(extract(epoch from at - recado_now()) * 1000)::float8 as "inMs",
      (extract(epoch from at) * 1000000)::bigint::text as id`;

/**
 * Turns to run and replies to send. What waits behind an open circuit is left out: no worker can
 * help it, and it must not fill the list before those who can be helped.
 */
export async function dueConversations(database: Database, limit: number, aheadMs: number): Promise<DueConversation[]> {
  const soon = sql`recado_now() + make_interval(secs => ${aheadMs / 1000}::float8)`;
  const { rows } = await database.run(sql`
    select "workspaceId", "conversationId", ${workAt}
    from (select workspace_id as "workspaceId", id as "conversationId", min(at) as at from (
      (select workspace_id, id, run_at as at from conversations
        where run_at <= ${soon} and (leased_by is null or run_at <= recado_now())
        order by run_at limit ${limit}::int)
      union all
      (select c.workspace_id, c.id, c.send_at from conversations c
        where c.send_at <= ${soon} and (c.sender is null or c.send_at <= recado_now()) and not exists (
          select from circuits k
          where k.workspace_id = c.workspace_id and k.retry_at > recado_now()
            and (k.scope = 'credential' or (k.scope = 'number' and k.key = c.phone_number_id)))
        order by c.send_at limit ${limit}::int)) each
      group by workspace_id, id) due
    order by at
    limit ${limit}::int`);
  return rows.map((row) => dueRow.parse(row));
}

/** While a turn runs or waits, timers and questions of its conversation wait for it. */
export async function nextDue(
  database: Database,
  { workspaceId, conversationId }: ConversationKey,
): Promise<DueWork | null> {
  const { rows } = await database.run(sql`
    select ${workAt} from (select least(c.send_at, c.run_at, case when c.run_at is null then least(
      (select min(t.fire_at) from timers t
        where t.conversation_id = c.id and t.workspace_id = c.workspace_id
          and t.fired_at is null and t.cancelled_at is null),
      (select min(r.due_at) from agent_runs r
        where r.conversation_id = c.id and r.workspace_id = c.workspace_id and r.due_at is not null),
      (select min(s.fire_at) from scheduled_messages s
        where s.conversation_id = c.id and s.workspace_id = c.workspace_id
          and s.status = 'pending' and s.run_id is null)) end) as at
    from conversations c
    where c.workspace_id = ${workspaceId} and c.id = ${conversationId}::uuid) next
    where at is not null`);
  return rows[0] === undefined ? null : workRow.parse(rows[0]);
}
