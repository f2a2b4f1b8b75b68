-- Runs that wait for their next segment, and how they are called off.

-- Stops a run that goes on, or all such runs of a conversation; answers how many. One that is parked
-- ends here and now. One that is at work, or failed, ends at its next edge: its claim or its commit.
-- One that waits for an answer ends with its question (L-36).
create or replace function stop_segments(
  of_workspace text, of_conversation uuid, of_run uuid, why text, who text) returns int
  language plpgsql
  as $$
declare
  stopped_runs uuid[];
begin
  with meant as (
    update agent_runs r set stopped = why, stopped_by = who
    where r.workspace_id = of_workspace and r.conversation_id = of_conversation and r.segment > 0 and r.stopped is null
      and r.status in ('queued', 'running', 'failed', 'waiting_confirmation') and (of_run is null or r.id = of_run)
    returning r.id
  )
  select array_agg(id) into stopped_runs from meant;
  if stopped_runs is null then return 0; end if;
  update agent_runs r set status = 'completed', outcome = 'cancelled', due_at = null, ended_at = recado_now()
  where r.workspace_id = of_workspace and r.id = any (stopped_runs) and r.status = 'queued' and r.due_at is not null
    -- A segment that a limit has turned away has its event, and ends at its claim.
    and not exists (select from agent_events e
      where e.workspace_id = r.workspace_id and e.run_id = r.id and e.status = 'pending');
  update confirmations f set status = 'cancelled', decided_at = recado_now(), decided_by = coalesce(who, 'system'), note = why
  where f.workspace_id = of_workspace and f.run_id = any (stopped_runs) and f.status = 'pending';
  -- What a limit has turned away would wait for that limit before it ends.
  update agent_runs r set due_at = recado_now()
  where r.workspace_id = of_workspace and r.id = any (stopped_runs) and r.status = 'queued' and r.due_at > recado_now();
  return cardinality(stopped_runs);
end $$;

-- Reads a run under the row lock of its conversation, so that it is parked or at work, and not between the two. A run that
-- is not there is a row of nulls.
create or replace function lock_run(of_workspace text, of_run uuid) returns agent_runs
  language plpgsql
  as $$
declare
  found_run agent_runs;
begin
  perform from conversations c where c.workspace_id = of_workspace and c.id = (
    select r.conversation_id from agent_runs r where r.workspace_id = of_workspace and r.id = of_run) for update;
  select * into found_run from agent_runs r where r.workspace_id = of_workspace and r.id = of_run;
  return found_run;
end $$;

-- An operator calls one run off. The version moves: what is being thought commits nothing.
create or replace function cancel_run(of_workspace text, of_run uuid, who text) returns text
  language plpgsql
  as $$
declare
  found_run agent_runs;
begin
  found_run := lock_run(of_workspace, of_run);
  if found_run.id is null then return 'not_found'; end if;
  if found_run.stopped like 'cancelled%' then return 'cancelled'; end if;
  if found_run.status in ('completed', 'dead_letter') then return 'over'; end if;
  if stop_segments(of_workspace, found_run.conversation_id, of_run, 'cancelled_by_operator', who) = 0 then return 'no_segments'; end if;
  update conversations c set version = c.version + 1,
    run_at = case when c.leased_by is null then recado_now() else c.run_at end
  where c.workspace_id = of_workspace and c.id = found_run.conversation_id and c.active_run_id = of_run;
  return 'cancelled';
end $$;

-- A run has ended, however it did: its last segment's state goes with it. A dead letter keeps it,
-- because an operator may retry it.
create or replace function end_segments() returns trigger
  language plpgsql
  as $$
begin
  update run_segments g set state = null, ended_at = recado_now()
  where g.workspace_id = new.workspace_id and g.run_id = new.id and g.ended_at is null
    and (new.status <> 'queued' or g.number < new.segment);
  return null;
end $$;
create or replace trigger segments_end after update of status on agent_runs
  for each row when (new.segment > 0 and new.status in ('completed', 'queued') and old.status is distinct from new.status)
  execute function end_segments();

create or replace function audit_stop() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform audit(new.workspace_id, coalesce(new.stopped_by, 'system'), 'run.stopped',
    'conversation', new.conversation_id::text, new.id, jsonb_build_object('reason', new.stopped, 'segment', new.segment));
  return null;
end $$;
create or replace trigger stop_audited after update of stopped on agent_runs
  for each row when (old.stopped is null and new.stopped is not null) execute function audit_stop();
