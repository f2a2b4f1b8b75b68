-- What people of the shop do with what is left to them: a task is given to somebody and done; a dead letter that nobody will
-- try again is discarded. It stays a dead letter, with who said so.

alter table tasks add column assigned_at timestamptz;
alter table tasks add column closed_at timestamptz;
alter table tasks add column closed_by text;
alter table tasks add column closing_note text;
alter table tasks add constraint task_is_done_by_somebody check ((status = 'done') = (closed_at is not null) and (closed_at is null) = (closed_by is null));

alter table agent_runs add column discarded_at timestamptz;
alter table agent_runs add column discarded_by text;
alter table agent_runs add column discard_note text;
alter table agent_runs add constraint only_a_dead_letter_is_discarded
  check ((discarded_at is null) = (discarded_by is null) and (discarded_at is null or status = 'dead_letter'));
create index dead_letters_to_look_at on agent_runs (workspace_id, id) where status = 'dead_letter' and discarded_at is null;
