-- What people and judging models say of a run; the papers that operators keep; evaluations that were run; and the
-- versions of an agent's prompts.

-- A score from 0 to 1. The scores that follow from the ledger itself stand in the view trace_scores.
create table run_scores (
  workspace_id text not null,
  run_id uuid not null,
  conversation_id uuid not null,
  name text not null check (length(name) between 1 and 60),
  source text not null check (source in ('human', 'llm_judge')),
  value real not null check (value between 0 and 1),
  comment text check (length(comment) <= 1000),
  -- What should have been said: the run becomes an example of kind `correction`.
  correct text check (length(correct) <= 4096),
  given_by text not null,
  given_at timestamptz not null default recado_now(),
  primary key (workspace_id, run_id, name, given_by),
  foreign key (workspace_id, run_id) references agent_runs on delete cascade
);
create index scores_by_conversation on run_scores (conversation_id, workspace_id);

-- Reports and notes of the shop's own people and of their agent. They may quote customers.
create table desk_papers (
  workspace_id text not null references workspaces,
  id uuid not null,
  kind text not null check (kind in ('report', 'note')),
  title text not null check (length(title) between 1 and 200),
  text text not null check (length(text) between 1 and 20000),
  -- The same call tried again writes one paper.
  idempotency_key text not null,
  written_by text not null,
  written_at timestamptz not null default recado_now(),
  primary key (workspace_id, id)
);
create unique index one_paper_a_call on desk_papers (workspace_id, idempotency_key);
create index papers_by_age on desk_papers (workspace_id, kind, written_at desc);

-- How an agent did on a dataset. Ids and counts: no word of a customer.
create table evaluation_runs (
  workspace_id text not null references workspaces,
  id uuid not null,
  agent_id text not null,
  agent_version text not null,
  model text,
  dataset text not null check (length(dataset) between 1 and 200),
  examples integer not null check (examples > 0),
  passed integer not null check (passed between 0 and examples),
  by_kind jsonb not null,
  guardrails jsonb not null,
  -- [{ id, kind }]
  failures jsonb not null,
  run_by text not null,
  run_at timestamptz not null default recado_now(),
  primary key (workspace_id, id)
);
create index evaluations_by_age on evaluation_runs (workspace_id, run_at desc);

-- What stands in place of a prompt that an agent ships with. A version is proposed, then approved; one of the approved
-- ones may be in use. Without one the agent's own words are used.
create table prompt_versions (
  workspace_id text not null references workspaces,
  agent_id text not null check (length(agent_id) between 1 and 100),
  part text not null check (length(part) between 1 and 60),
  version integer not null check (version > 0),
  text text not null check (length(text) between 1 and 32000),
  note text check (length(note) <= 1000),
  proposed_by text not null,
  proposed_at timestamptz not null default recado_now(),
  approved_by text,
  approved_at timestamptz,
  is_used boolean not null default false,
  primary key (workspace_id, agent_id, part, version),
  constraint only_approved_is_used check (approved_at is not null or not is_used),
  constraint approved_by_someone check ((approved_by is null) = (approved_at is null))
);
create unique index one_prompt_in_use on prompt_versions (workspace_id, agent_id, part) where is_used;

-- Counts the changes of what is in use: a worker that knows an older number reads them again.
alter table workspace_agent_config add prompts_version integer not null default 0;

do $$
declare of_table text;
begin
  foreach of_table in array array['run_scores', 'desk_papers', 'evaluation_runs', 'prompt_versions'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
end $$;
