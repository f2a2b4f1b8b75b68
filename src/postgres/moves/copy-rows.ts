import * as z from "zod";
import type { Database } from "../database.ts";
import { identifier, type Statement, sql, typeName } from "../sql.ts";
import type { ContactNames } from "./contact-names.ts";
import type { MovedTable, Scope } from "./moved-tables.ts";

type Run = Database["run"];

const ROWS_AT_ONCE = 500;
/** A row may hold a file of 16 MB, which is twice as long as text. */
const FILES_AT_ONCE = 4;

const copiedRow = z.object({ row: z.record(z.string(), z.string().nullable()) });

/**
 * Copies the rows of a table that belong to the scope, as text, which every type of PostgreSQL reads back as it was.
 * Returns how many there were, and how many the other database has now that it had not.
 */
export async function copyRows(
  read: Run,
  write: Run,
  { table, scope, names }: { readonly table: MovedTable; readonly scope: Scope; readonly names: ContactNames },
): Promise<{ found: number; added: number }> {
  const told = { found: 0, added: 0 };
  const at = table.hasBytes ? FILES_AT_ONCE : ROWS_AT_ONCE;
  await read(sql`
    declare moved_rows no scroll cursor for
    select row_to_json(x) as row from (
      select ${list(table.columns.map(({ name }, place) => sql`t.${identifier(name)}::text as ${identifier(`c${place}`)}`))}
      from ${identifier(table.name)} t where ${table.isOf(scope)}${orderOf(table)}) x`);
  for (;;) {
    const { rows } = await read({ text: `fetch ${at} from moved_rows`, values: [] });
    if (rows.length === 0) break;
    told.found += rows.length;
    const kept = rows
      .map((row) => names.rename(table, copiedRow.parse(row).row))
      .filter((row): row is NonNullable<typeof row> => row !== null);
    if (kept.length > 0) told.added += await insertRows(write, table, kept);
  }
  await read({ text: "close moved_rows", values: [] });
  return told;
}

async function insertRows(write: Run, table: MovedTable, rows: readonly object[]): Promise<number> {
  const { columns } = table;
  const { rowCount } = await write(sql`
    insert into ${identifier(table.name)} (${list(columns.map(({ name }) => identifier(name)))})
    select ${list(columns.map(({ type }, place) => sql`x.${identifier(`c${place}`)}::${typeName(type)}`))}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (${list(columns.map((_, place) => sql`${identifier(`c${place}`)} text`))})
    ${table.mayBeThere ? sql`on conflict do nothing` : sql``}`);
  return rowCount ?? 0;
}

/** A counter of the source means nothing in the target, the order that it gave does. */
const orderOf = ({ identity }: MovedTable): Statement =>
  identity === null ? sql`` : sql` order by t.${identifier(identity)}`;

const list = (parts: readonly Statement[]): Statement =>
  parts.reduce((all, part, place) => (place === 0 ? part : sql`${all}, ${part}`), sql``);
