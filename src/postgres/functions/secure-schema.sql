-- Takes back what a database gives to strangers by itself. PostgreSQL lets PUBLIC execute every new
-- function; Supabase's default privileges give anon, authenticated and service_role all rights on new
-- functions, sequences and tables, and PostgREST serves what they may. `recado migrate` calls it last,
-- with the names of our functions: what else lives here is not ours.
create or replace function secure_schema(our_functions text[]) returns void
  language plpgsql
  as $$
declare
  strangers text;
  ours record;
begin
  select string_agg(format('%I', rolname), ', ') into strangers
  from pg_roles where rolname in ('anon', 'authenticated', 'service_role');

  for ours in
    select p.oid::regprocedure as signature, p.prosecdef as is_definer,
      exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0) as is_open,
      exists (select from aclexplode(p.proacl) a join pg_roles r on r.oid = a.grantee
        where r.rolname in ('anon', 'authenticated', 'service_role')) as is_known_to_strangers
    from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.proname = any (our_functions)
    order by 1
  loop
    if ours.is_open then
      execute format('revoke execute on function %s from public', ours.signature);
      -- A function with its owner's rights is for the data plane alone. Policies, views and defaults
      -- call the others too.
      execute format('grant execute on function %s to recado_runtime%s', ours.signature,
        case when ours.is_definer then '' else ', recado_tenant, recado_member' end);
    end if;
    if ours.is_known_to_strangers then
      execute format('revoke all on function %s from %s', ours.signature, strangers);
    end if;
  end loop;

  if strangers is null then return; end if;
  for ours in
    select c.oid::regclass as name, case c.relkind when 'S' then 'sequence' else 'table' end as kind
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace
      and exists (select from aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
        where r.rolname in ('anon', 'authenticated', 'service_role'))
      and (c.relname = 'test_clock'
        or c.relkind = 'v' and 'security_invoker=true' = any (c.reloptions) and has_table_privilege('recado_tenant', c.oid, 'select')
        or c.relkind = 'S' and exists (
          select from pg_depend d join pg_policy p on p.polrelid = d.refobjid and p.polname = 'runtime'
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass))
    order by 1
  loop
    execute format('revoke all on %s %s from %s', ours.kind, ours.name, strangers);
  end loop;
end $$;
revoke execute on function secure_schema(text[]) from public;
