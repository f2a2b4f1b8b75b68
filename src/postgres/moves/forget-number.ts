import * as z from "zod";
import type { Database } from "../database.ts";
import { identifier, sql } from "../sql.ts";
import type { Cell } from "./cell.ts";
import { type Catalog, type Scope, wholeNumber } from "./moved-tables.ts";

type Run = Database["run"];

const CONVERSATIONS_AT_ONCE = 100;
const idRow = z.object({ id: z.string() });

/**
 * Takes the rows of a number that has arrived elsewhere out of the database that it left, some conversations at a time.
 * A customer who also writes to another number of the shop here stays.
 */
export async function forgetNumber(
  source: Cell,
  catalog: Catalog,
  { workspace, number }: { readonly workspace: string; readonly number: string },
  onProgress?: (conversations: number) => Promise<void> | void,
): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const some = await source.asRuntime(async (run) => {
      await run(sql`select set_config('recado.moves_number', 'on', true)`);
      return forgetSome(run, catalog, workspace, number);
    });
    if (some === 0) break;
    forgotten += some;
    await onProgress?.(forgotten);
  }
  await source.asRuntime(async (run) => {
    const scope = wholeNumber(workspace, number);
    for (const name of ["message_statuses", "circuits"]) {
      const table = catalog.tables.find((one) => one.name === name);
      if (table !== undefined) await run(sql`delete from ${identifier(name)} t where ${table.isOf(scope)}`);
    }
  });
  return forgotten;
}

async function forgetSome(run: Run, catalog: Catalog, workspace: string, number: string): Promise<number> {
  const { rows } = await run(sql`
    select c.id from conversations c where c.workspace_id = ${workspace} and c.phone_number_id = ${number}
    order by c.id limit ${CONVERSATIONS_AT_ONCE}::int`);
  const ids = rows.map((row) => idRow.parse(row).id);
  if (ids.length === 0) return 0;
  const scope: Scope = { workspace, number, conversations: sql`select unnest(${ids}::uuid[]) as id` };
  const contacts = await contactsOf(run, catalog, scope);
  // The bill stays, without its customer.
  await run(sql`
    update model_calls set conversation_id = null, session_id = null, run_id = null
    where workspace_id = ${workspace} and conversation_id = any (${ids}::uuid[])`);
  const childrenFirst = [...catalog.tables].reverse();
  for (const { name, guard, isOf } of childrenFirst) {
    if (guard?.link === "contact" || name === "message_statuses" || name === "circuits") continue;
    await run(sql`delete from ${identifier(name)} t where ${isOf(scope)}`);
  }
  await forgetContacts(run, catalog, workspace, contacts);
  return ids.length;
}

async function contactsOf(run: Run, catalog: Catalog, scope: Scope): Promise<string[]> {
  const table = catalog.tables.find(({ name }) => name === "contacts");
  if (table === undefined) throw new Error("no table contacts");
  const { rows } = await run(sql`select t.id from contacts t where ${table.isOf(scope)}`);
  return rows.map((row) => idRow.parse(row).id);
}

/** Contacts without a remaining row: no other number has them, and they are not members of the shop. */
async function forgetContacts(
  run: Run,
  catalog: Catalog,
  workspace: string,
  contacts: readonly string[],
): Promise<void> {
  const ownTables = catalog.tables.filter(({ guard }) => guard?.link === "contact").map(({ name }) => name);
  const naming = catalog.references.filter(
    ({ child, parent, columns }) =>
      parent === "contacts" && columns.includes("contact_id") && !ownTables.includes(child),
  );
  const isNamed = naming.reduce(
    (some, { child }) =>
      sql`${some} or exists (select from ${identifier(child)} x where x.workspace_id = k.workspace_id and x.contact_id in (k.id, k.merged_into))`,
    sql`false`,
  );
  const { rows } = await run(sql`
    select k.id from contacts k where k.workspace_id = ${workspace} and k.id = any (${contacts}::uuid[]) and not (${isNamed})`);
  const free = rows.map((row) => idRow.parse(row).id);
  for (const name of [...ownTables].reverse()) {
    const column = identifier(name === "contacts" ? "id" : "contact_id");
    await run(
      sql`delete from ${identifier(name)} t where t.workspace_id = ${workspace} and t.${column} = any (${free}::uuid[])`,
    );
  }
}
