-- A session that ends cancels its timer in the same statement.
create or replace function cancel_timer() returns trigger
  language plpgsql
  as $$
begin
  update timers t set cancelled_at = recado_now()
  where t.workspace_id = new.workspace_id and t.conversation_id = new.conversation_id and t.session_id = new.id
    and t.fired_at is null and t.cancelled_at is null;
  return null;
end $$;
create or replace trigger session_ends_with_its_timer after update of status on agent_sessions
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function cancel_timer();
