-- Gives each table of ours its row security, policies and grants. `recado migrate` calls it after every
-- migration. A table of ours has a policy for recado_tenant.
create or replace function secure_tables() returns void
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
      and (c.relname in ('recado_migrations', 'recado_functions', 'workers')
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
        when of_table.relname in ('recado_migrations', 'recado_functions') then 'select'
        when of_table.relname = 'audit_log' then 'select, update (seq, previous_hash, hash)'
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
