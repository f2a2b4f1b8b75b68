-- When the last turn of a session was committed. `updated_at` also moves when a night closes it.
alter table agent_sessions add column last_activity_at timestamptz;
