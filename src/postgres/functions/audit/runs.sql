-- Lines for what happens to runs and conversations, and for what is said through our own routes.

create or replace function audit_run() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform audit(new.workspace_id, case when new.status = 'queued' then new.retried_by else new.discarded_by end,
    case when new.status = 'queued' then 'run.retried' when new.discarded_at is null then 'run.dead_letter' else 'run.discarded' end,
    'conversation', new.conversation_id::text, new.id, jsonb_build_object('failure', new.failure_code));
  return null;
end $$;
create or replace trigger audited after update of status, discarded_at on agent_runs
  for each row when (
    (old.status is distinct from new.status
      and (new.status = 'dead_letter' or (old.status in ('failed', 'dead_letter') and new.status = 'queued')))
    or (old.discarded_at is null and new.discarded_at is not null))
  execute function audit_run();

-- The bot is switched on or off in a conversation; switched_by says who did it.
create or replace function audit_switch() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform audit(new.workspace_id, new.switched_by, case when new.bot_enabled then 'conversation.bot_on' else 'conversation.bot_off' end,
    'conversation', new.id::text, null, '{}');
  return null;
end $$;
create or replace trigger audited after update of bot_enabled on conversations
  for each row when (old.bot_enabled is distinct from new.bot_enabled)
  execute function audit_switch();
create or replace trigger audited_from_the_start after insert on conversations
  for each row when (not new.bot_enabled) execute function audit_switch();

-- What came through a route of ours says who brought it, whatever becomes of it.
create or replace function audit_event() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, new.payload -> 'saidBy' ->> 'display',
    case when new.source = 'rehearsal' then 'event.said_as_customer' when new.input_type = 'message' then 'event.said'
      else 'event.commanded' end,
    'conversation', new.conversation_id::text, new.run_id, jsonb_build_object(
      'event', new.id, 'kind', new.payload -> 'saidBy' ->> 'kind', 'id', new.payload -> 'saidBy' ->> 'id'));
  return null;
end $$;
create or replace trigger audited after insert on agent_events
  for each row when (new.source in ('api', 'rehearsal') and new.payload ? 'saidBy')
  execute function audit_event();

-- A tool call, by its caller. Its input stands as a hash, so that no word of the customer is here. Of a
-- denial only its rule is told: the rest may quote the call.
create or replace function audit_tool_use() returns trigger
  language plpgsql set search_path from current
  as $$
declare
  of_run agent_runs;
  is_tried boolean := false;
begin
  select * into of_run from agent_runs r where r.workspace_id = new.workspace_id and r.id = new.run_id;
  -- An agent's own turn never comes from a sandbox.
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
create or replace trigger audited after insert or update of status on agent_tool_calls
  for each row execute function audit_tool_use();

-- A question or a decision. Of a customer the event that answered stands here, not their words.
create or replace function audit_confirmation() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id,
    case when new.status = 'pending' then coalesce(new.asked_by, 'agent:' || new.agent_id || '@' || new.agent_version) else new.decided_by end,
    'confirmation.' || case new.status when 'pending' then 'asked' else new.status end,
    'conversation', new.conversation_id::text, new.run_id,
    jsonb_build_object('confirmation', new.id, 'tool', new.tool, 'call', new.call_id, 'risk', new.risk, 'rule', new.rule,
      'audience', new.audience, 'argumentsHash', new.arguments_hash, 'event', new.answered_by_event));
  return null;
end $$;
create or replace trigger audited after insert on confirmations
  for each row execute function audit_confirmation();
create or replace trigger decision_audited after update of status on confirmations
  for each row when (old.status is distinct from new.status) execute function audit_confirmation();
