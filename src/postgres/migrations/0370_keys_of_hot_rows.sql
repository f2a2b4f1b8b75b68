-- The rows that each message adds still name their parents, and PostgreSQL no longer looks each parent up.
--
-- One statement writes these rows together with their parents, or under the lock of their conversation, and nothing
-- changes their keys. Each check cost an index read and a row lock.
-- The constraints stay in the catalog as NOT ENFORCED, so erasure, retention and the move of a number still read from
-- there what belongs to what. PostgreSQL can do this from version 18 on. An older server keeps checking.
-- docs/adr/0011 says what holds the rows together instead.
do $$
declare
  key record;
begin
  if current_setting('server_version_num')::int < 180000 then
    return;
  end if;
  for key in
    select k.conrelid::regclass as child, k.conname as name
    from pg_constraint k
    where k.contype = 'f'
      and k.conrelid in (
        'agent_events'::regclass, 'agent_runs'::regclass, 'agent_turns'::regclass, 'message_statuses'::regclass,
        'outbox_attempts'::regclass, 'outbox_messages'::regclass, 'run_steps'::regclass)
  loop
    execute format('alter table %s alter constraint %I not enforced', key.child, key.name);
  end loop;
end
$$;
