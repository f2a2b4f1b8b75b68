-- A closed session is read once by a model for what its customer told, or never. Claiming it is marking it read: a
-- worker that dies on the way costs its facts, and no second call.
alter table agent_sessions
  add column memory_read_at timestamptz,
  add column memory_due_at timestamptz;
create index agent_sessions_to_read on agent_sessions (closed_at) where closed_at is not null and memory_read_at is null;
