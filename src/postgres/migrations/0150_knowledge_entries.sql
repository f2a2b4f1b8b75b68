-- What a shop's people write for its agents to say. Each change is a row: the newest version of an id counts.
create table knowledge_entries (
  workspace_id text not null references workspaces,
  id text not null check (length(id) <= 80 and id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  version integer not null check (version > 0),
  title text not null check (length(title) between 1 and 200),
  -- Questions as customers ask them.
  asks text[] not null default '{}' check (cardinality(asks) <= 60),
  text text not null check (length(text) between 1 and 1024),
  -- The last day on which it is true.
  until date,
  -- The entry ends with this version.
  is_deleted boolean not null default false,
  changed_at timestamptz not null default recado_now(),
  changed_by text not null,
  primary key (workspace_id, id, version)
);

-- Questions of customers that the shop will not answer, masked as they are listed.
create table dismissed_questions (
  workspace_id text not null references workspaces,
  id uuid not null,
  text text not null check (length(text) between 1 and 1000),
  dismissed_at timestamptz not null default recado_now(),
  dismissed_by text not null,
  primary key (workspace_id, id)
);

-- Counts the changes of knowledge_entries: a worker that knows an older number reads them again.
alter table workspace_agent_config add knowledge_version integer not null default 0;

do $$
declare of_table text;
begin
  foreach of_table in array array['knowledge_entries', 'dismissed_questions'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
end $$;
