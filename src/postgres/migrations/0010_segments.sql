-- A run that goes on: the turn that opens it may decide that it comes back, at once or at a time.
-- Each time is a segment, counted from 1. `agent_runs.segment` is the newest one, 0 for a run that
-- ends with its first turn. Between two segments the run is `queued` with a `due_at`.

alter table agent_runs
  add column segment int not null default 0 check (segment between 0 and 50),
  -- Why a run that was to go on does not, and who said so.
  add column stopped text,
  add column stopped_by text,
  add constraint stopped_says_who check (stopped_by is null or stopped is not null);

-- One row for each segment, written with the commit that decides it. Its state is the author's, and
-- may hold what a customer said: it goes when the segment has ended.
create table run_segments (
  workspace_id text not null,
  run_id uuid not null,
  number int not null check (number between 1 and 50),
  key text not null check (length(key) between 1 and 64),
  -- Twice what the runtime lets through: PostgreSQL writes JSON with spaces.
  state jsonb check (octet_length(state::text) <= 131072),
  -- What the segment inherits from the turn that opened its run: who asked, and who waits.
  origin jsonb not null,
  session_id uuid not null,
  -- The number of the conversation's newest line when the run was parked.
  since_turn int not null,
  due_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (workspace_id, run_id, number),
  foreign key (workspace_id, run_id) references agent_runs,
  constraint state_goes_with_its_segment check (ended_at is null or state is null)
);
alter table run_segments enable row level security;
create policy own_workspace on run_segments to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
grant select on run_segments to recado_tenant;

-- A question belongs to the segment that asked it.
alter table confirmations add column segment int not null default 0;

alter table agent_events
  drop constraint agent_events_input_type_check,
  add constraint agent_events_input_type_check check (
    input_type in ('message', 'echo', 'operator_command', 'timer', 'scheduled', 'confirmation', 'segment'));

-- Each segment may arm the session's timer, so a run no longer names one timer. The timer of
-- a run's first turn keeps the run's id.
alter table timers
  add column segment int not null default 0,
  add column id uuid not null generated always as (
    case when segment = 0 then run_id else md5(run_id::text || ':' || segment)::uuid end) stored,
  drop constraint timers_pkey,
  add primary key (workspace_id, id);
create unique index timers_of_run on timers (run_id, workspace_id, segment);
drop index timers_newest;
create index timers_newest on timers (armed_at, id, workspace_id);
drop index timers_to_fire;
create index timers_to_fire on timers (fire_at, id, workspace_id)
  where fired_at is null and cancelled_at is null and fire_at is not null;
