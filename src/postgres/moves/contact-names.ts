import * as z from "zod";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import type { MovedTable, Scope } from "./moved-tables.ts";

type Run = Database["run"];
type CopiedRow = Readonly<Record<string, string | null>>;

/** The customers of the number that the target knows already, by another id. */
export interface ContactNames {
  readonly known: number;
  /** The row as it stands in the target. Null: that customer's own record is there. */
  rename(table: MovedTable, row: CopiedRow): CopiedRow | null;
}

const NAMES_AT_ONCE = 2_000;
const aliasRow = z.object({ contact: z.string(), kind: z.string(), value: z.string() });
const matchRow = z.object({ contact: z.string(), known: z.string() });

/**
 * A customer may have written to another number of the shop, which the target serves: WhatsApp calls them the same in
 * both. Their conversation of this number then belongs to the record that is there, and a BSUID decides before a phone.
 */
export async function matchContacts(read: Run, write: Run, contacts: MovedTable, scope: Scope): Promise<ContactNames> {
  const matched = new Map<string, string>();
  const { rows } = await read(sql`
    select a.contact_id::text as contact, a.kind, a.value
    from contact_aliases a join contacts t on t.workspace_id = a.workspace_id and t.id = a.contact_id
    where ${contacts.isOf(scope)} order by 1`);
  const aliases = rows.map((row) => aliasRow.parse(row));
  for (let from = 0; from < aliases.length; from += NAMES_AT_ONCE) {
    const some = aliases.slice(from, from + NAMES_AT_ONCE);
    const found = await write(sql`
      select x.contact, a.contact_id::text as known
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as x (contact text, kind text, value text)
      join contact_aliases a on a.workspace_id = ${scope.workspace} and a.kind = x.kind and a.value = x.value
      order by x.contact, a.kind = 'bsuid'`);
    for (const row of found.rows) {
      const { contact, known } = matchRow.parse(row);
      if (contact !== known) matched.set(contact, known);
    }
  }
  return {
    known: matched.size,
    rename: (table, row) => {
      if (matched.size === 0) return row;
      if (table.name === "contacts" && matched.has(row[placeOf(table, "id")] ?? "")) return null;
      return Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, value === null ? null : (matched.get(value) ?? value)]),
      );
    },
  };
}

const placeOf = (table: MovedTable, column: string) => `c${table.columns.findIndex(({ name }) => name === column)}`;
