-- The one ledger of tool calls (requirement D14) under the names of requirement B14.
create or replace view tool_executions with (security_invoker = true) as
select t.workspace_id, t.run_id, t.call_id, t.session_id as agent_session_id, r.conversation_id, c.contact_id as user_id,
  t.tool_name, t.input, t.output,
  case when t.is_dry_run then 'dry_run' when t.status = 'ok' then 'success' else 'error' end as status, t.error,
  extract(epoch from t.ended_at - t.started_at) * 1000 as duration_ms,
  case t.actor_kind when 'operator' then 'ui' when 'service' then 'api' else 'agent' end as context, t.snapshots,
  t.started_at as created_at,
  coalesce(t.actor, 'agent:' || coalesce(r.agent_id || '@' || r.agent_version, '?')) as actor
from agent_tool_calls t
join agent_runs r on r.workspace_id = t.workspace_id and r.id = t.run_id
join conversations c on c.workspace_id = r.workspace_id and c.id = r.conversation_id;
grant select on tool_executions to recado_tenant;
