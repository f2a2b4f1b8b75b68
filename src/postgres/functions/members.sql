-- Who a direct connection speaks for, and which workspaces that person belongs to.

-- The person, as Supabase says it: claims of a token that it has checked. No claims, no person.
create or replace function recado_jwt_subject() returns text
  language sql stable set search_path from current
  as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub',
    nullif(current_setting('request.jwt.claim.sub', true), '')) $$;

create or replace function recado_member_workspaces() returns setof text
  language sql stable set search_path from current
  as $$ select m.workspace_id from workspace_members m where m.user_id = recado_jwt_subject() and m.removed_at is null $$;

-- For policies of your own tables. The setting counts for our own role alone: other connections may
-- set what they like.
create or replace function is_workspace_member(of_workspace text) returns boolean
  language sql stable set search_path from current
  as $$ select of_workspace in (select recado_member_workspaces())
    or (pg_has_role('recado_tenant', 'usage') and of_workspace = recado_workspace()) $$;

-- The members table answers for itself, through no other table: what members_read asks of all other
-- tables is answered here.
drop policy if exists members_read on workspace_members;
create policy members_read on workspace_members for select to recado_member
  using (user_id = recado_jwt_subject());
grant select on workspace_members to recado_member;
