-- The event feed: what happens in a shop, posted to addresses of the shop's choice. A trigger writes a
-- delivery in the commit that makes the event (functions/feed.sql); a worker posts it until it is taken.

create table feed_endpoints (
  workspace_id text not null references workspaces,
  id uuid not null,
  url text not null check (length(url) between 1 and 2000),
  kinds text[] not null check (cardinality(kinds) between 1 and 50),
  -- It signs every post, so it is kept as it is. No tenant may read it.
  secret text not null,
  -- Signs too until then, so that the receiver can change over.
  former_secret text,
  former_until timestamptz,
  created_at timestamptz not null,
  changed_by text not null,
  -- Failed posts in a row, and the rest that they earn: a dead receiver costs the others nothing.
  failures integer not null default 0,
  rests_until timestamptz,
  primary key (workspace_id, id),
  check ((former_secret is null) = (former_until is null))
);

-- One event on its way to one endpoint. `id` is what the receiver knows it by, through every retry and replay.
create table feed_deliveries (
  workspace_id text not null,
  id uuid not null,
  endpoint_id uuid not null,
  -- Grows within a conversation as its events follow one another.
  seq bigint generated always as identity,
  conversation_id uuid not null,
  kind text not null,
  -- Ids, states and numbers: no word of a customer.
  data jsonb not null,
  happened_at timestamptz not null,
  -- The next post, or the end of the lease of the one under way. Null when it was taken or is parked.
  due_at timestamptz default now(),
  -- The fence of a post.
  attempt integer not null default 0,
  failures integer not null default 0,
  failure text,
  delivered_at timestamptz,
  parked_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references feed_endpoints on delete cascade,
  foreign key (workspace_id, conversation_id) references conversations,
  check ((due_at is null) = (delivered_at is not null or parked_at is not null))
);
create unique index feed_by_seq on feed_deliveries (workspace_id, seq);
create index feed_by_conversation on feed_deliveries (conversation_id, workspace_id);
create index feed_by_endpoint on feed_deliveries (endpoint_id, workspace_id, seq);
create index feed_due on feed_deliveries (endpoint_id, workspace_id, due_at) where due_at is not null;
create index feed_waiting on feed_deliveries (endpoint_id, conversation_id, workspace_id, seq) where due_at is not null;
create index feed_over on feed_deliveries (workspace_id, happened_at) where due_at is null;

alter table feed_endpoints enable row level security;
create policy own_workspace on feed_endpoints to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
grant select (workspace_id, id, url, kinds, created_at, changed_by, failures, rests_until) on feed_endpoints to recado_tenant;
alter table feed_deliveries enable row level security;
create policy own_workspace on feed_deliveries to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
grant select on feed_deliveries to recado_tenant;
