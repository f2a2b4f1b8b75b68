-- Entries that each message wrote into indexes, and that nothing reads. docs/adr/0014 has the measurements.

-- A report is looked up by its message and by its age, never as the newest of a number.
drop index message_statuses_newest;

-- Nearly all runs are completed, and those are found by their conversation or id.
drop index agent_runs_by_status;
create index agent_runs_by_status on agent_runs (status, workspace_id, id desc) where status <> 'completed';

-- A session belongs to one conversation, whose lines have their numbers once; and lines are read by their conversation.
alter table agent_turns drop constraint agent_turns_session_id_turn_number_key;

-- The turn that writes a session holds the lock of its conversation, and one statement writes a session and its state. The key
-- to its contact stays: with its lock a contact that is merged waits for the session, which then moves along. As in 0370, only
-- PostgreSQL 18 can leave the checks out.
do $$
begin
  if current_setting('server_version_num')::int < 180000 then
    return;
  end if;
  alter table agent_sessions alter constraint agent_sessions_workspace_id_conversation_id_fkey not enforced;
  alter table session_state alter constraint session_state_workspace_id_session_id_fkey not enforced;
end
$$;
