-- What was made for a customer beside the words of an answer, and the facts that follow from it. Both
-- are written with their turn, and no row is ever changed (functions/artifacts.sql).

create table artifacts (
  workspace_id text not null references workspaces,
  id text not null,
  conversation_id uuid not null,
  run_id uuid not null,
  type text not null,
  -- The whole record: core/artifacts/artifact.ts has its schema.
  record jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs
);
create index artifacts_by_conversation on artifacts (conversation_id, workspace_id, created_at desc);
create index artifacts_by_time on artifacts (workspace_id, created_at, id);
create index artifacts_by_run on artifacts (run_id, workspace_id);

-- One row for the same topic, fact and source in a conversation. Whether it is verified or contradicted
-- follows from the others of its conversation, and is computed when it is read.
create table sourced_facts (
  workspace_id text not null references workspaces,
  conversation_id uuid not null,
  id text not null,
  artifact_id text not null,
  topic text not null,
  fact text not null,
  source text not null,
  confidence text not null check (confidence in ('high', 'medium')),
  domain text not null,
  tags text[] not null,
  evidence_snippet text not null,
  created_at timestamptz not null,
  primary key (workspace_id, conversation_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, artifact_id) references artifacts on delete cascade
);
create index sourced_facts_by_artifact on sourced_facts (artifact_id, workspace_id);

do $$
declare of_table text;
begin
  foreach of_table in array array['artifacts', 'sourced_facts'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
end $$;
