-- Of a conversation that has come free: whether a command, or a run that has its answer, waits for it.
create index runs_to_take_up_in on agent_runs (conversation_id, workspace_id) where due_at is not null;
