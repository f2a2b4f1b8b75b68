-- What a person of the shop says of a fact. The newest verdict counts; `open` takes the one before back.
create table fact_verdicts (
  workspace_id text not null references workspaces,
  conversation_id uuid not null,
  fact_id text not null,
  number integer not null check (number > 0),
  verdict text not null check (verdict in ('verified', 'withdrawn', 'open')),
  note text,
  decided_by text not null,
  decided_at timestamptz not null,
  primary key (workspace_id, conversation_id, fact_id, number),
  foreign key (workspace_id, conversation_id, fact_id) references sourced_facts on delete cascade
);
create index sourced_facts_by_id on sourced_facts (workspace_id, id);
create index sourced_facts_by_time on sourced_facts (workspace_id, created_at desc, conversation_id, id);

alter table fact_verdicts enable row level security;
create policy own_workspace on fact_verdicts to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
grant select on fact_verdicts to recado_tenant;
