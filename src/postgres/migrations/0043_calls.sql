-- What a conversation has that no agent began: commands, their questions, and what is said by ourselves.
--
--   confirmations.asked_by              whose own command asks; null: an agent. A takeover, the end of a session and an opt-out call
--                                       off what an agent asked, and no operator's command.
--   scheduled_messages.arguments_hash   of what was asked for: its key never stands for anything else. Null: older than this.

-- Of a conversation that has come free: whether a command, or a run that has its answer, waits for it.
create index runs_to_take_up_in on agent_runs (conversation_id, workspace_id) where due_at is not null;

alter table scheduled_messages add column arguments_hash text;

alter table confirmations add column asked_by text;
update confirmations f set asked_by = e.payload #>> '{content,actor}'
from agent_events e
where e.workspace_id = f.workspace_id and e.run_id = f.run_id and e.input_type = 'operator_command';

create or replace function pg_temp.change_function(of_function regprocedure, was text, becomes text) returns void
  language plpgsql
  as $$
declare
  definition text := pg_get_functiondef(of_function);
begin
  if position(was in definition) = 0 then raise exception '% does not say %', of_function, was; end if;
  execute replace(definition, was, becomes);
end $$;

select pg_temp.change_function('cancel_confirmations(text, uuid, uuid, text, text)',
  $$f.status = 'pending'$$, $$f.status = 'pending' and f.asked_by is null$$);
select pg_temp.change_function('audit_confirmation()',
  $$then 'agent:' || new.agent_id || '@' || new.agent_version$$,
  $$then coalesce(new.asked_by, 'agent:' || new.agent_id || '@' || new.agent_version)$$);
select pg_temp.change_function('check_confirmation()',
  $$new.agent_version, new.audience,$$, $$new.agent_version, new.asked_by, new.audience,$$);
select pg_temp.change_function('check_confirmation()',
  $$old.agent_id, old.agent_version, old.audience,$$, $$old.agent_id, old.agent_version, old.asked_by, old.audience,$$);

-- The hours that a timer's tools keep are the workspace's.
select pg_temp.change_function('read_turns(text[], uuid[])',
  $$'responseSpeed', w.response_speed,$$,
  $$'responseSpeed', w.response_speed, 'timeZone', w.time_zone, 'businessHours', w.business_hours,$$);
