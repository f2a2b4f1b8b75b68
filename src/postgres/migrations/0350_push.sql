-- Browsers of the shop's people that are told of what waits. Each is an endpoint of the event feed, so an event
-- is written with its cause and posted until the push service takes it.

-- Whose browser it is, as the identity of a sign-in. Null: an address of the shop's own.
alter table feed_endpoints add column device_of text check (length(device_of) between 1 and 300);
-- What the browser made for messages that it alone can read: `p256dh` and `auth` (RFC 8291).
alter table feed_endpoints add column device_keys jsonb;
alter table feed_endpoints add constraint feed_endpoints_device_check check ((device_of is null) = (device_keys is null));
create unique index feed_devices on feed_endpoints (workspace_id, url) where device_of is not null;
grant select (device_of) on feed_endpoints to recado_tenant;

-- The pair of keys by which push services know a workspace (VAPID, RFC 8292). Browsers subscribe with the public one,
-- so the pair stays. Made when a first person of the shop wants to be told. No tenant may read it.
create table push_keys (
  workspace_id text not null references workspaces,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null,
  primary key (workspace_id)
);
alter table push_keys enable row level security;
create policy own_workspace on push_keys to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
grant select (workspace_id, public_key, created_at) on push_keys to recado_tenant;
