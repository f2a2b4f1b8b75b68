-- A sandbox with a live CRM (requirement A36): what its agent's tools do is written into the workspace's own books, each call by an event
-- of source 'sandbox', in a conversation that no customer writes in. So whoever reads a run, the ledger of calls or the audit log sees
-- that it was tried out.

alter table agent_events drop constraint agent_events_source_check;
alter table agent_events add constraint agent_events_source_check
  check (source in ('whatsapp', 'api', 'system', 'sandbox')) not valid;
alter table agent_events validate constraint agent_events_source_check;

create or replace function audit_tool_use() returns trigger language plpgsql as $$
declare
  of_run agent_runs;
  is_tried boolean := false;
begin
  select * into of_run from agent_runs r where r.workspace_id = new.workspace_id and r.id = new.run_id;
  -- No agent's own turn comes from a sandbox.
  if new.actor_kind <> 'agent' then
    select e.source = 'sandbox' into is_tried from agent_events e
      where e.workspace_id = new.workspace_id and e.id = of_run.event_id;
  end if;
  perform audit(new.workspace_id, coalesce(new.actor, 'agent:' || coalesce(of_run.agent_id || '@' || of_run.agent_version, '?')),
    case when new.is_dry_run then 'tool.dry_run' else 'tool.' || new.status end,
    'conversation', of_run.conversation_id::text, new.run_id,
    jsonb_build_object('tool', new.tool_name, 'call', new.call_id, 'risk', new.risk_level, 'policy', new.policy_decision,
      'reason', case when new.policy_decision = 'allow' then new.policy_reason
        else substring(new.policy_reason from '^([a-z][a-z_ ]{0,40}): ') end,
      'inputHash', encode(sha256(convert_to(coalesce(new.input, 'null')::text, 'UTF8')), 'hex'))
      || case when is_tried then '{"from": "sandbox"}'::jsonb else '{}'::jsonb end);
  return null;
end $$;
do $$ begin execute format('alter function audit_tool_use() set search_path = %I, pg_temp', current_schema()); end $$;
