import type { WorkspaceId } from "../../core/ids.ts";
import { type Statement, sql } from "../sql.ts";
import { IS_ASLEEP, IS_RESOLVED } from "./desk-state.ts";

/** Why conversations wait for a person. What rests does not wait, except with a question, which would expire. */
export function needsPerson(workspace: WorkspaceId): Statement {
  return sql`
    select n.conversation_id, array_agg(distinct n.what) as needs
    from (
      select t.conversation_id, 'task' as what from tasks t
      where t.workspace_id = ${workspace} and t.status = 'open'
      union all
      select r.conversation_id, 'confirmation' from agent_runs r
      where r.workspace_id = ${workspace} and r.status = 'waiting_confirmation'
      union all
      select r.conversation_id, 'dead_letter' from agent_runs r
      where r.workspace_id = ${workspace} and r.status = 'dead_letter' and r.discarded_at is null
      union all
      select c.id, 'unanswered' from conversations c
      left join conversation_desks d on d.workspace_id = c.workspace_id and d.conversation_id = c.id
      where c.workspace_id = ${workspace} and not c.bot_enabled and not ${IS_RESOLVED}
        and c.last_customer_message_at > coalesce((
          select o.created_at from outbox_messages o
          where o.workspace_id = c.workspace_id and o.conversation_id = c.id
          order by o.seq desc limit 1), '-infinity')
    ) n
    where n.what = 'confirmation' or not exists (
      select from conversation_desks d
      join conversations c on c.workspace_id = d.workspace_id and c.id = d.conversation_id
      where d.workspace_id = ${workspace} and d.conversation_id = n.conversation_id and ${IS_ASLEEP})
    group by n.conversation_id`;
}
