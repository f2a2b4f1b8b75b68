-- Conversations that were tried out and kept under a name (requirement A36). body is what the sandbox wrote of itself, as text: nobody
-- asks the database what stands in it. There are twenty places in a workspace; a place that two want at once goes to one of them.

create table sandbox_saved_sessions (
  workspace_id text not null references workspaces,
  id uuid not null,
  place integer not null check (place between 1 and 20),
  name text not null check (length(name) between 1 and 80),
  agent_id text not null,
  mode text not null,
  turns integer not null,
  body text not null,
  saved_at timestamptz not null default recado_now(),
  primary key (workspace_id, id),
  unique (workspace_id, place),
  unique (workspace_id, name)
);

alter table sandbox_saved_sessions enable row level security;
create policy own_workspace on sandbox_saved_sessions to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
grant select on sandbox_saved_sessions to recado_tenant;
