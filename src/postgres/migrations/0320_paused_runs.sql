-- A run that goes on can be paused: the part that is worked on ends, and no other begins before a person resumes it.
-- The time of pauses is counted, so that a plan's own time stands still meanwhile.

alter table agent_runs
  add column paused_at timestamptz,
  add column paused_by text,
  add column paused_ms bigint not null default 0 check (paused_ms >= 0),
  add constraint pause_says_who check ((paused_at is null) = (paused_by is null));

-- Plans are listed newest first (functions/plans.sql).
create index runs_that_went_on on agent_runs (id desc, workspace_id) where segment > 0;
