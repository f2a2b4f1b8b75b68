-- Who may see and do what.
--
-- ROLES. Nobody who answers customers or callers works with the rights of the tables' owner.
--   recado_runtime  the data plane and the doors. It works for all workspaces at once and names the workspace in every statement;
--                   it makes no tables, bypasses nothing, and writes only what its grants name.
--   recado_tenant   what people and their programs read through us: rows of one workspace, `recado.workspace_id`, set local in the
--                   transaction. No setting, no rows.
--   recado_member   people who read the database itself, as on Supabase (grant recado_member to authenticated): rows of the
--                   workspaces that `sub` of their token is a member of.
-- Every table has row security, forced: it holds for the owner as well. The owner is a member of recado_runtime, so that its
-- migrations still see all rows. secure_tables() gives each of our tables its policies and grants; recado migrate runs it after
-- every migration, and a table of ours is one that has a policy for recado_tenant.
--
-- ACCESS. workspace_members are people, with a role; api_tokens are what they and their programs show, kept as a hash;
-- studio_sessions are browsers that somebody has signed in. None of them is ever deleted: it ends, and says when.

do $$
declare
  new_role text;
begin
  foreach new_role in array array['recado_runtime', 'recado_member'] loop
    begin
      execute format('create role %I nologin', new_role);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
  -- Looked at first: databases of one server share their roles, and two that migrate at once would meet.
  if not pg_has_role(current_user, 'recado_runtime', 'member') then
    execute format('grant recado_runtime to %I', current_user);
  end if;
  if not pg_has_role('recado_runtime', 'recado_tenant', 'member') then
    begin
      -- So that a login of its own, member of recado_runtime alone, can confine itself as well.
      execute 'grant recado_tenant to recado_runtime';
    exception when unique_violation then null;
    end;
  end if;
  execute format('grant usage on schema %I to recado_runtime, recado_member', current_schema());
end $$;

create table workspace_members (
  workspace_id text not null references workspaces,
  -- How the shop knows this person: a name, an address, or `sub` of the tokens of another sign-in (Supabase).
  user_id text not null check (length(user_id) between 1 and 200),
  role text not null check (role in ('owner', 'operator', 'viewer', 'service')),
  -- As it stands in the audit log. `api` is whoever holds RECADO_API_TOKEN.
  name text not null check (length(name) between 1 and 200 and name <> 'api'),
  added_at timestamptz not null,
  changed_by text not null,
  removed_at timestamptz,
  primary key (workspace_id, user_id)
);
create index memberships_of_a_person on workspace_members (user_id) where removed_at is null;

create table api_tokens (
  workspace_id text not null references workspaces,
  id uuid not null,
  -- sha256 of 256 random bits: nothing to guess, so no salt and no slow hash.
  token_hash bytea not null unique check (length(token_hash) = 32),
  name text not null check (length(name) between 1 and 200 and name <> 'api'),
  -- Whose it is: it has that person's role, as it is now, and ends with the membership. Null: of a program, with a role of its own.
  user_id text,
  role text check (role in ('owner', 'operator', 'viewer', 'service')),
  scopes text[],
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- To the hour: who reads it asks whether a token is still in use.
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references workspace_members (workspace_id, user_id),
  constraint role_is_its_own_or_its_persons check ((role is null) <> (user_id is null)),
  constraint revoked_by_somebody check ((revoked_at is null) = (revoked_by is null))
);

create table studio_sessions (
  workspace_id text not null references workspaces,
  id uuid not null,
  cookie_hash bytea not null unique check (length(cookie_hash) = 32),
  -- What was shown to sign in; the session lasts no longer than that does. Null: RECADO_API_TOKEN, by its hash.
  token_id uuid,
  installation_hash bytea,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, token_id) references api_tokens (workspace_id, id),
  constraint opened_by_something check ((token_id is null) <> (installation_hash is null))
);

-- The person a direct connection speaks for, as Supabase says it: claims of a token that it has checked. No claims, nobody.
create function recado_jwt_subject() returns text
  language sql stable
  as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub',
    nullif(current_setting('request.jwt.claim.sub', true), '')) $$;

create function recado_member_workspaces() returns setof text
  language sql stable
  as $$ select m.workspace_id from workspace_members m where m.user_id = recado_jwt_subject() and m.removed_at is null $$;

-- For policies of one's own tables. The setting counts for our own role alone: other people's connections may set what they like.
create function is_workspace_member(of_workspace text) returns boolean
  language sql stable
  as $$ select of_workspace in (select recado_member_workspaces())
    or (pg_has_role('recado_tenant', 'usage') and of_workspace = recado_workspace()) $$;

-- As the owner, whose right alone it is: keeps the planner's picture of a growing table fresh.
create function analyze_table(of_table text) returns void
  language plpgsql security definer
  as $$ begin execute format('analyze (skip_locked) %s', of_table::regclass); end $$;

do $$
declare
  pinned text;
begin
  -- Nobody slips a table or an operator of his own under what runs with other rights, or decides about them.
  foreach pinned in array array['recado_jwt_subject()', 'recado_member_workspaces()', 'is_workspace_member(text)',
    'analyze_table(text)', 'check_run_transition()', 'refuse_audit_change()', 'audit_tool_call()', 'audit_switch()', 'audit_run()',
    'audit_task()', 'audit_alert()', 'seal_audit(int)']
  loop
    execute format('alter function %s set search_path = %I, pg_temp', pinned, current_schema());
  end loop;
end $$;
revoke execute on function analyze_table(text) from public;
grant execute on function analyze_table(text) to recado_runtime;

create function secure_tables() returns void
  language plpgsql
  as $$
declare
  of_table record;
  stranger text;
begin
  for of_table in
    select c.oid, format('%I', c.relname) as name, c.relname, c.relforcerowsecurity as is_forced,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'runtime') as is_known,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'members_read') as is_read_by_members,
      has_table_privilege('recado_tenant', c.oid, 'select') as is_read_by_tenants,
      case when c.relname = 'workspaces' then 'id' else 'workspace_id' end as of_workspace
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'test_clock'
      and (c.relname in ('recado_migrations', 'workers')
        or exists (select from pg_policy p where p.polrelid = c.oid and 'recado_tenant'::regrole = any (p.polroles)))
    order by c.relname
  loop
    if not of_table.is_forced then
      execute format('alter table %s enable row level security', of_table.name);
      execute format('alter table %s force row level security', of_table.name);
    end if;
    if not of_table.is_known then
      execute format('create policy runtime on %s to recado_runtime using (true) with check (true)', of_table.name);
      execute format('revoke all on %s from public', of_table.name);
      for stranger in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
        execute format('revoke all on %s from %I', of_table.name, stranger);
      end loop;
      execute format('grant %s on %s to recado_runtime', case
        when of_table.relname = 'recado_migrations' then 'select'
        when of_table.relname = 'audit_log' then 'select, insert, update (seq, previous_hash, hash)'
        when of_table.relname in ('workspaces', 'workspace_members', 'api_tokens', 'studio_sessions') then 'select, insert, update'
        else 'select, insert, update, delete' end, of_table.name);
    end if;
    if of_table.is_read_by_tenants and not of_table.is_read_by_members then
      execute format('create policy members_read on %s for select to recado_member
        using (%I in (select recado_member_workspaces()))', of_table.name, of_table.of_workspace);
      execute format('grant select on %s to recado_member', of_table.name);
    end if;
  end loop;
  for of_table in
    select format('%I', c.relname) as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'v' and 'security_invoker=true' = any (c.reloptions)
      and has_table_privilege('recado_tenant', c.oid, 'select') and not has_table_privilege('recado_member', c.oid, 'select')
  loop
    execute format('revoke all on %s from public', of_table.name);
    execute format('grant select on %s to recado_runtime, recado_member', of_table.name);
  end loop;
end $$;
revoke execute on function secure_tables() from public;

do $$
declare
  of_table text;
begin
  foreach of_table in array array['workspace_members', 'api_tokens', 'studio_sessions'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format('create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
      with check (workspace_id = recado_workspace())', of_table);
  end loop;
end $$;
grant select (workspace_id, user_id, role, name, added_at, changed_by, removed_at) on workspace_members to recado_tenant;
grant select (workspace_id, id, name, user_id, role, scopes, created_by, created_at, expires_at, last_used_at, revoked_at, revoked_by)
  on api_tokens to recado_tenant;
grant select (workspace_id, id, token_id, created_at, seen_at, expires_at, ended_at) on studio_sessions to recado_tenant;
-- By itself, and by no other table: what members_read asks is answered from here.
create policy members_read on workspace_members for select to recado_member using (user_id = recado_jwt_subject());
grant select on workspace_members to recado_member;
-- A clock that is ahead is read by whoever asks for the time; recado_runtime reads it as a member of recado_tenant.
alter table test_clock force row level security;
create policy members_read on test_clock for select to recado_member using (true);
grant select on test_clock to recado_member;

create function audit_member() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, new.changed_by,
    case when new.removed_at is not null then 'member.removed' when tg_op = 'UPDATE' and old.removed_at is null then 'member.changed'
      else 'member.added' end,
    'member', new.user_id, null, jsonb_build_object('role', new.role, 'name', new.name));
  return null;
end $$;
create trigger audited_from_the_start after insert on workspace_members for each row execute function audit_member();
create trigger audited after update on workspace_members
  for each row when (old is distinct from new) execute function audit_member();

create function audit_token() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, coalesce(new.revoked_by, new.created_by),
    case when new.revoked_at is null then 'token.created' else 'token.revoked' end, 'token', new.id::text, null,
    jsonb_build_object('name', new.name, 'member', new.user_id, 'role', new.role, 'scopes', new.scopes));
  return null;
end $$;
create trigger audited_from_the_start after insert on api_tokens for each row execute function audit_token();
create trigger audited after update of revoked_at on api_tokens
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function audit_token();

create function audit_sign_in() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, coalesce((
      select t.name from api_tokens t where t.workspace_id = new.workspace_id and t.id = new.token_id), 'api'),
    case when new.ended_at is null then 'session.opened' else 'session.ended' end, 'session', new.id::text, null, '{}');
  return null;
end $$;
create trigger audited_from_the_start after insert on studio_sessions for each row execute function audit_sign_in();
create trigger audited after update of ended_at on studio_sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function audit_sign_in();

alter table workspaces add column created_by text;
create function audit_workspace() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.id, new.created_by, 'workspace.created', 'workspace', new.id, null, jsonb_build_object('name', new.name));
  return null;
end $$;
create trigger audited_from_the_start after insert on workspaces for each row execute function audit_workspace();

-- Who gave a number to a workspace. Set by whoever does; null for one that was first seen in a webhook.
alter table phone_numbers add column assigned_by text;
create function audit_number() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, new.assigned_by, 'number.assigned', 'number', new.id, null, jsonb_build_object('agent', new.agent_id));
  if tg_op = 'UPDATE' and old.workspace_id <> new.workspace_id then
    perform audit(old.workspace_id, new.assigned_by, 'number.left', 'number', new.id, null, '{}');
  end if;
  return null;
end $$;
create trigger audited_from_the_start after insert on phone_numbers
  for each row when (new.assigned_by is not null) execute function audit_number();
create trigger audited after update of workspace_id, agent_id on phone_numbers
  for each row when (old.workspace_id <> new.workspace_id or old.agent_id <> new.agent_id) execute function audit_number();
