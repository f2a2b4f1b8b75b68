-- What a customer says that they spent. A row is never deleted by the customer's word: it is undone.
create table expenses (
  workspace_id text not null references workspaces,
  id uuid not null,
  conversation_id uuid not null,
  run_id uuid not null,
  -- Whole units of the currency.
  amount bigint not null check (amount > 0),
  currency text not null,
  category text not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations
);
create index expenses_by_conversation on expenses (conversation_id, workspace_id, created_at desc);

alter table expenses enable row level security;
create policy own_workspace on expenses to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
grant select on expenses to recado_tenant;
