-- What nights did not reach: the body of a delivery report as it came (class webhooks), why a question was asked (journals), and
-- the note of a takeover or handback (messages). What a report says, who switched and when, and what was decided stay.

alter table message_statuses alter column raw drop not null;
-- What is forgotten leaves the index, so that a batch reads no more than it takes. A statement that forgets says these conditions
-- in the same words.
create index reports_to_forget on message_statuses (workspace_id, received_at) where raw is not null;
create index switch_notes_to_forget on agent_turns (workspace_id, created_at)
  where role = 'system' and run_id is null and content like '%: %';

-- Of runs whose journals are gone already, no night would come by again.
update confirmations f set reason = '' from agent_runs r
  where r.workspace_id = f.workspace_id and r.id = f.run_id and r.kept <> 'all' and f.status <> 'pending' and f.reason <> '';
update agent_runs set discard_note = null where kept <> 'all' and discard_note is not null;
