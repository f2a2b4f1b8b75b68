import { type Statement, sql } from "../sql.ts";

/**
 * CTEs that take back what was written down as said, for the messages of the CTE `unsaid` (workspace_id, conversation_id, id,
 * template_id), which never left: their lines of the chat record, and their templates in the session that they were sent for
 * (requirement A30). `unsaid` comes after the row of the conversation is locked. `isConcerned` leaves out sessions (`session_id`)
 * that the statement writes itself, from what a turn has read without them.
 */
export function takeBackUnsaid(isConcerned: Statement): Statement {
  return sql`
    unsaid_line as (
      update agent_turns t set is_unsaid = true
      from unsaid u
      where t.workspace_id = u.workspace_id and t.conversation_id = u.conversation_id and t.message_id = u.id
      returning t.workspace_id, t.session_id, u.template_id
    ),
    unsaid_template as (
      update session_state t set templates_enviados = said_templates(t.templates_enviados, l.templates)
      from (
        select workspace_id, session_id, array_agg(template_id) as templates from unsaid_line
        where session_id is not null and template_id is not null and ${isConcerned}
        group by workspace_id, session_id) l
      where t.workspace_id = l.workspace_id and t.session_id = l.session_id
      returning t.workspace_id, t.session_id
    ),
    unsaid_session as (
      update agent_sessions s set version = s.version + 1, updated_at = recado_now()
      from unsaid_template t where s.workspace_id = t.workspace_id and s.id = t.session_id
      returning s.id
    )`;
}
