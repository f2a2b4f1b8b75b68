/** A database that can be asked. */
interface Rows {
  rows(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

/**
 * Rows whose parent is not there, by the keys that PostgreSQL no longer checks (docs/adr/0011). The catalog names the
 * keys, so that a new one is judged without a word here.
 */
export async function orphans(database: Rows): Promise<string[]> {
  const keys = await database.rows(`
    select k.conname as name, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
      (select string_agg(format('p.%I = c.%I', pa.attname, ca.attname), ' and ')
        from unnest(k.conkey, k.confkey) as u (own, named)
        join pg_attribute ca on ca.attrelid = k.conrelid and ca.attnum = u.own
        join pg_attribute pa on pa.attrelid = k.confrelid and pa.attnum = u.named) as "isParent",
      (select string_agg(format('c.%I is not null', ca.attname), ' and ')
        from unnest(k.conkey) as u (own)
        join pg_attribute ca on ca.attrelid = k.conrelid and ca.attnum = u.own) as "namesOne"
    from pg_constraint k
    -- The column is PostgreSQL 18's; an older server checks all keys by itself.
    where k.contype = 'f' and to_jsonb(k) ->> 'conenforced' = 'false'`);
  const found: string[] = [];
  for (const { name, child, parent, isParent, namesOne } of keys) {
    const [row] = await database.rows(`
      select count(*)::int as n from ${child} c
      where ${namesOne} and not exists (select from ${parent} p where ${isParent})`);
    if (row?.["n"] !== 0)
      found.push(`a row of ${child} names a row of ${parent} that is not there (${name}, ${row?.["n"]})`);
  }
  return found;
}
