-- Pause and resume of a run that goes on in segments. `paused_at` is set from the pause to its end.

create or replace function paused_for(since timestamptz) returns bigint
  language sql stable
  as $$ select greatest(0, extract(epoch from recado_now() - since) * 1000)::bigint $$;

-- A paused run waits at the end of the 60 days that a run may last: its next segment does not begin before. It holds for a
-- run that is parked when it is paused, and for one that parks later.
create or replace function hold_paused_run() returns trigger
  language plpgsql
  as $$
begin
  if new.status = 'completed' then
    new.paused_ms := new.paused_ms + paused_for(new.paused_at);
    new.paused_at := null;
    new.paused_by := null;
  elsif new.status = 'queued' and new.due_at is not null and new.stopped is null then
    new.due_at := greatest(new.due_at, new.created_at + interval '60 days');
  end if;
  return new;
end $$;
create or replace trigger hold_paused before update of status, due_at, paused_at on agent_runs
  for each row when (new.paused_at is not null) execute function hold_paused_run();

-- A person pauses a run, or resumes it. `paused` and `resumed`: now or before.
create or replace function pause_run(of_workspace text, of_run uuid, is_wanted boolean, who text) returns text
  language plpgsql set search_path from current
  as $$
declare
  found_run agent_runs;
  segment_due_at timestamptz;
begin
  found_run := lock_run(of_workspace, of_run);
  if found_run.id is null then return 'not_found'; end if;
  if found_run.status in ('completed', 'dead_letter') or found_run.stopped is not null then return 'over'; end if;
  if found_run.segment = 0 then return 'no_segments'; end if;
  if is_wanted then
    if found_run.paused_at is not null then return 'paused'; end if;
    update agent_runs r set paused_at = recado_now(), paused_by = who where r.workspace_id = of_workspace and r.id = of_run;
  else
    if found_run.paused_at is null then return 'resumed'; end if;
    select g.due_at into segment_due_at from run_segments g
      where g.workspace_id = of_workspace and g.run_id = of_run and g.number = found_run.segment;
    update agent_runs r set paused_at = null, paused_by = null, paused_ms = r.paused_ms + paused_for(r.paused_at),
      due_at = case when r.status = 'queued' and r.due_at is not null then greatest(segment_due_at, recado_now()) else r.due_at end
    where r.workspace_id = of_workspace and r.id = of_run;
  end if;
  perform audit(of_workspace, who, case when is_wanted then 'run.paused' else 'run.resumed' end, 'conversation',
    found_run.conversation_id::text, of_run, jsonb_build_object('segment', found_run.segment));
  return case when is_wanted then 'paused' else 'resumed' end;
end $$;
