import * as z from "zod";
import { id } from "../../core/answers/json-values.ts";
import type { ContactId, ConversationId, RunId, SessionId, WorkspaceId } from "../../core/ids.ts";
import type { ClosedSession, SessionMemory } from "../../core/ports/learning/session-memory.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { queuedFacts } from "../turns/queued-facts.ts";
import { eventRow } from "../turns/turn-row.ts";

const MOST_EVENTS = 30;

const claimedRow = z.object({
  workspaceId: id<WorkspaceId>(),
  sessionId: id<SessionId>(),
  conversationId: id<ConversationId>(),
  contactId: id<ContactId>(),
  events: z.array(eventRow.extend({ runId: id<RunId>() })),
});

export function createSessionMemory(database: Database): SessionMemory {
  return {
    async claim(agents) {
      if (agents.length === 0) return null;
      const { rows } = await database.run(sql`
        with first as (
          select s.workspace_id, s.id from agent_sessions s
          where s.closed_at > recado_now() - interval '1 day' and s.memory_read_at is null
            and coalesce(s.memory_due_at, s.closed_at) <= recado_now() and s.agent_id = any (${agents}::text[])
          order by s.closed_at limit 1 for update skip locked),
        claimed as (
          update agent_sessions s set memory_read_at = recado_now() from first f
          where s.workspace_id = f.workspace_id and s.id = f.id
          returning s.workspace_id, s.id, s.conversation_id, s.contact_id, s.created_at, s.closed_at)
        select s.workspace_id as "workspaceId", s.id as "sessionId", s.conversation_id as "conversationId",
          s.contact_id as "contactId", coalesce((
            select json_agg(json_build_object(
              'id', e.id, 'seq', e.seq, 'source', e.source, 'inputType', e.input_type, 'content', e.payload -> 'content',
              'context', nullif(e.payload -> 'context', 'null'), 'sourceMessageId', e.source_message_id,
              'occurredAt', e.occurred_at, 'receivedAt', e.created_at, 'runId', e.run_id) order by e.seq)
            from (
              select e.* from agent_events e
              where e.workspace_id = s.workspace_id and e.conversation_id = s.conversation_id and e.input_type = 'message'
                and e.created_at <= s.closed_at
                and e.created_at > coalesce((
                  select max(p.closed_at) from agent_sessions p
                  where p.workspace_id = s.workspace_id and p.conversation_id = s.conversation_id and p.created_at < s.created_at),
                  '-infinity')
                and e.created_at > coalesce(k.memory_forgotten_at, '-infinity')
              order by e.seq desc limit ${MOST_EVENTS}::int) e), '[]') as events
        from claimed s
        join contacts own on own.workspace_id = s.workspace_id and own.id = s.contact_id
        join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)`);
      if (rows[0] === undefined) return null;
      const { events, ...session } = claimedRow.parse(rows[0]);
      const newest = events.at(-1);
      // A session whose words are gone has nothing to be read.
      return { ...session, runId: newest?.runId ?? (String(session.sessionId) as RunId), events };
    },
    async queue({ workspaceId, contactId, runId }: ClosedSession, facts) {
      await database.run(sql`
        insert into memory_queue (workspace_id, contact_id, run_id, facts, queued_at, due_at)
        select k.workspace_id, k.id, ${runId}::uuid, ${JSON.stringify(queuedFacts(facts))}::jsonb, recado_now(), recado_now()
        from contacts k where k.workspace_id = ${workspaceId} and k.id = ${contactId}::uuid`);
    },
    async postpone({ workspaceId, sessionId }, delayMs) {
      await database.run(sql`
        update agent_sessions s set memory_read_at = null, memory_due_at = recado_now() + ${delayMs}::float8 * interval '1 ms'
        where s.workspace_id = ${workspaceId} and s.id = ${sessionId}::uuid`);
    },
  };
}
