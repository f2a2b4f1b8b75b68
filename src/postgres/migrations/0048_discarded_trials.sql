-- What a model tried in a thought that was thrown away, because something newer came before anything was said, stands in the ledger of
-- the run that was thought over again, as `discarded`. It changed nothing, as any trial.

alter table agent_tool_calls drop constraint agent_tool_calls_status_check;
alter table agent_tool_calls add constraint agent_tool_calls_status_check
  check (status in ('started', 'ok', 'error', 'timeout', 'blocked', 'discarded'));
