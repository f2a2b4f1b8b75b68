import { z } from "zod";
import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import type { ConversationKey, DueConversation, Mailbox, NextWork } from "../../core/ports/mailbox.ts";
import type { Database } from "../database.ts";
import { gather } from "../gather.ts";
import { rowset, sql } from "../sql.ts";

const workRow = z.object({ inMs: z.number(), id: z.string() });
const nextRow = workRow.extend({ isTurnDue: z.boolean(), isReplyDue: z.boolean() });
const dueRow = workRow.extend({
  workspaceId: z.string().transform((id) => id as WorkspaceId),
  conversationId: z.string().transform((id) => id as ConversationId),
});

/**
 * `inMs` and `id` of the instant `at`. The fence is in the id: work that a dead worker held is due since the instant at
 * which it was asked for first, and an engine would take it for a repetition.
 */
const workAt = sql`(extract(epoch from at - recado_now()) * 1000)::float8 as "inMs",
      concat((extract(epoch from at) * 1000000)::bigint, '-', fence) as id`;

/**
 * Turns to run and replies to send. What waits behind an open circuit is left out: no worker can
 * help it, and it must not fill the list before those who can be helped.
 */
export async function dueConversations(database: Database, limit: number, aheadMs: number): Promise<DueConversation[]> {
  const soon = sql`recado_now() + make_interval(secs => ${aheadMs / 1000}::float8)`;
  const { rows } = await database.run(sql`
    select "workspaceId", "conversationId", ${workAt}
    from (select workspace_id as "workspaceId", id as "conversationId", min(at) as at, max(fence) as fence from (
      (select workspace_id, id, run_at as at, fence from conversations
        where run_at <= ${soon} and (leased_by is null or run_at <= recado_now())
        order by run_at limit ${limit}::int)
      union all
      (select c.workspace_id, c.id, c.send_at, c.fence from conversations c
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

/** No customer waits for the end of a call: those that end within this ask in one statement, and leave their slots together. */
const END_TOGETHER_MS = 10;

export function createNextDue(database: Database): Mailbox["nextDue"] {
  return gather(
    (conversations) => nextOfEach(database, conversations),
    ({ conversationId }) => conversationId,
    { lingerMs: END_TOGETHER_MS },
  );
}

/** While a turn runs or waits, timers and questions of its conversation wait for it. */
async function nextOfEach(database: Database, conversations: readonly ConversationKey[]): Promise<(NextWork | null)[]> {
  const asked = conversations.map((key, n) => ({ n, workspace_id: key.workspaceId, id: key.conversationId }));
  const { rows } = await database.run(sql`
    select n, "isTurnDue", "isReplyDue", ${workAt}
    from (select g.n, c.fence,
      coalesce(c.run_at <= recado_now(), false) as "isTurnDue", coalesce(c.send_at <= recado_now(), false) as "isReplyDue",
      least(c.send_at, c.run_at, case when c.run_at is null then least(
        (select min(t.fire_at) from timers t
          where t.conversation_id = c.id and t.workspace_id = c.workspace_id
            and t.fired_at is null and t.cancelled_at is null),
        (select min(r.due_at) from agent_runs r
          where r.conversation_id = c.id and r.workspace_id = c.workspace_id and r.due_at is not null),
        (select min(s.fire_at) from scheduled_messages s
          where s.conversation_id = c.id and s.workspace_id = c.workspace_id
            and s.status = 'pending' and s.run_id is null)) end) as at
      from ${rowset(asked, sql`n int, workspace_id text, id uuid`)} g
      join conversations c on c.workspace_id = g.workspace_id and c.id = g.id) next
    where at is not null`);
  const found = new Map(rows.map((row) => [row["n"], nextRow.parse(row)]));
  return conversations.map((_, n) => found.get(n) ?? null);
}
