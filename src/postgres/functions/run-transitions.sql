-- The run machine of core/turn/run-machine.ts, so that no other program moves a run where it must not go.
create or replace function check_run_transition() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  if (old.status, new.status) in (
    ('queued', 'running'), ('queued', 'completed'),
    ('running', 'waiting_confirmation'), ('running', 'completed'), ('running', 'failed'),
    ('running', 'dead_letter'), ('running', 'queued'),
    ('waiting_confirmation', 'running'), ('waiting_confirmation', 'completed'),
    ('failed', 'running'), ('failed', 'queued'), ('failed', 'dead_letter'),
    ('dead_letter', 'queued'))
  then return new;
  end if;
  raise exception 'run % cannot go from % to %', old.id, old.status, new.status using errcode = 'RC002';
end $$;
create or replace trigger run_transition before update of status on agent_runs
  for each row when (old.status is distinct from new.status)
  execute function check_run_transition();
