-- What becomes of an order after the sale, and who brought it there.
alter table orders drop constraint orders_status_check;
alter table orders add constraint orders_status_check check (
  status in ('confirmed', 'pending', 'cancelled', 'packed', 'sent', 'delivered', 'returned'));
alter table orders
  add column carrier text,
  add column guide text,
  add column sent_at timestamptz,
  -- Each writer names itself; the trigger of order_changes reads it.
  add column changed_by text not null default 'agent',
  add constraint sent_order_names_its_parcel check (status <> 'sent' or (carrier is not null and guide is not null));
create index orders_by_status on orders (workspace_id, status, id desc) where deleted_at is null;

-- One line for each change of an order, written in the commit that changes it. It names the fields, and holds
-- values of those that say nothing about the customer.
create table order_changes (
  workspace_id text not null references workspaces,
  seq bigint generated always as identity,
  order_id uuid not null,
  conversation_id uuid not null,
  changed_by text not null,
  fields text[] not null,
  -- status, stage, carrier, guide, total: what it was and what it is.
  was jsonb not null,
  becomes jsonb not null,
  changed_at timestamptz not null,
  primary key (workspace_id, seq),
  foreign key (workspace_id, order_id) references orders on delete cascade,
  foreign key (workspace_id, conversation_id) references conversations
);
create index order_changes_by_order on order_changes (order_id, workspace_id, seq desc);
create index order_changes_by_conversation on order_changes (conversation_id, workspace_id);

-- The answer that a request had: the same key again is the same request.
create table order_requests (
  workspace_id text not null references workspaces,
  idempotency_key text not null check (length(idempotency_key) between 1 and 200),
  order_id uuid not null,
  conversation_id uuid not null,
  arguments_hash text not null,
  notice jsonb,
  created_at timestamptz not null,
  primary key (workspace_id, idempotency_key),
  foreign key (workspace_id, order_id) references orders on delete cascade,
  foreign key (workspace_id, conversation_id) references conversations
);
create index order_requests_by_order on order_requests (order_id, workspace_id);
create index order_requests_by_conversation on order_requests (conversation_id, workspace_id);

do $$
declare of_table text;
begin
  foreach of_table in array array['order_changes', 'order_requests'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
end $$;
