-- The phones by which the shop's own people speak with its operator agent. A code is waiting, bound to the
-- contact who typed it, or over. Only a bound row gives rights, and only those of the member today.
create table member_phones (
  workspace_id text not null,
  id uuid not null,
  user_id text not null,
  -- sha256 of `<id>:<code>`. The code itself is shown once and kept nowhere.
  code_hash bytea not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  contact_id uuid,
  bound_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references workspace_members (workspace_id, user_id),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id),
  constraint phone_is_bound_whole check ((contact_id is null) = (bound_at is null)),
  constraint phone_ended_by_someone check ((ended_at is null) = (ended_by is null))
);
create unique index one_phone_per_member on member_phones (workspace_id, user_id) where bound_at is not null and ended_at is null;
create unique index one_member_per_phone on member_phones (contact_id, workspace_id) where ended_at is null and contact_id is not null;
create index phones_of_a_member on member_phones (workspace_id, user_id, created_at desc);

alter table member_phones enable row level security;
create policy own_workspace on member_phones to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
grant select (workspace_id, id, user_id, created_at, created_by, expires_at, contact_id, bound_at, ended_at, ended_by)
  on member_phones to recado_tenant;
