import type { TestDatabase } from "./test-database.ts";

/**
 * The schema as the server knows it, in a form that two versions of PostgreSQL print alike: tables with their columns,
 * keys and checks, indexes, row security, functions, triggers.
 */
export async function dumpSchema(database: TestDatabase): Promise<string> {
  const tables = await database.rows(`
    select c.oid::int as oid, c.relname as name, c.relrowsecurity as has_row_security, c.relforcerowsecurity as is_forced,
      array_to_string(c.reloptions, ', ') as options
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`);
  const parts: string[] = [];
  for (const table of tables) {
    parts.push(await dumpTable(database, table));
  }
  const views = await database.rows(`
    select format('-- view %I with (%s): %s', c.relname, array_to_string(c.reloptions, ', '),
      (select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0)) as text
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' order by c.relname`);
  parts.push(...views.map((one) => String(one["text"])));
  const functions = await database.rows(`
    select pg_get_functiondef(p.oid) as text from pg_proc p
    where p.pronamespace = 'public'::regnamespace order by p.proname`);
  parts.push(...functions.map((one) => `${String(one["text"]).trim()};`));
  return `${parts.join("\n\n")}\n`;
}

async function dumpTable(database: TestDatabase, table: Record<string, unknown>): Promise<string> {
  const lines = async (text: string) =>
    (await database.rows(text, [table["oid"]])).map((row) => String(row["line"]).replaceAll("public.", ""));
  const columns = await lines(`
    select format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' else '' end,
      coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')) as line
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = $1::int::oid and a.attnum > 0 and not a.attisdropped order by a.attnum`);
  const constraints = await lines(`
    select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as line
    from pg_constraint where conrelid = $1::int::oid and contype in ('p', 'u', 'f', 'c')
    order by array_position(array['p', 'u', 'f', 'c'], contype::text), conname`);
  const indexes = await lines(`
    select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i
    where i.indrelid = $1::int::oid
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
    order by 1`);
  const policies = await lines(`
    select format('create policy %I on %I for %s to %s using (%s)%s;', p.polname, c.relname,
      case p.polcmd when '*' then 'all' when 'r' then 'select' else p.polcmd::text end,
      (select string_agg(r.rolname, ', ' order by r.rolname) from pg_roles r where r.oid = any (p.polroles)),
      pg_get_expr(p.polqual, p.polrelid),
      coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '')) as line
    from pg_policy p join pg_class c on c.oid = p.polrelid where p.polrelid = $1::int::oid order by p.polname`);
  const grants = await lines(`
    select format('grant %s on %I to %I;', lower(string_agg(g.privilege_type, ', ' order by g.privilege_type)),
      g.table_name, g.grantee) as line
    from information_schema.role_table_grants g
    where g.table_schema = 'public' and g.grantee in ('recado_tenant', 'recado_runtime', 'recado_member')
      and g.table_name = (select relname from pg_class where oid = $1::int::oid)
    group by g.table_name, g.grantee order by g.grantee`);
  const triggers = await lines(`
    select pg_get_triggerdef(oid) || ';' as line from pg_trigger
    where tgrelid = $1::int::oid and not tgisinternal order by tgname`);
  const name = String(table["name"]);
  const options = table["options"] === null ? "" : ` with (${table["options"]})`;
  return [
    `create table ${name} (\n  ${[...columns, ...constraints].join(",\n  ")}\n)${options};`,
    ...(table["has_row_security"] === true ? [`alter table ${name} enable row level security;`] : []),
    ...(table["is_forced"] === true ? [`alter table ${name} force row level security;`] : []),
    ...indexes,
    ...policies,
    ...grants,
    ...triggers,
  ].join("\n");
}
