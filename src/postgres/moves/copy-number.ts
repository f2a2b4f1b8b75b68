import { RecadoError } from "../../core/errors.ts";
import type { Database } from "../database.ts";
import { identifier, type Statement, sql } from "../sql.ts";
import { type Cell, silenceTriggers } from "./cell.ts";
import { type ContactNames, matchContacts } from "./contact-names.ts";
import { copyRows } from "./copy-rows.ts";
import { wakeNumber } from "./drain-number.ts";
import { type Catalog, type MovedTable, type Scope, wholeNumber } from "./moved-tables.ts";

type Run = Database["run"];

export interface CopyOrder {
  readonly source: Cell;
  readonly target: Cell;
  readonly catalog: Catalog;
  readonly move: { readonly id: string; readonly workspace: string; readonly number: string; readonly by: string };
  readonly onTable?: (table: string, rows: number) => Promise<void> | void;
}

export interface Copied {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Customers whom the target knew by another number of the shop. */
  readonly knownContacts: number;
  /** Whether the settings of the workspace came along: only where it had no customer yet. */
  readonly tookSettings: boolean;
}

/**
 * Copies all rows of the number into the target in one transaction, which also makes it serve the number. Nothing
 * changes in the source meanwhile: the guards refuse it, and what looks for due work passes over the locked rows.
 */
export async function copyNumber({ source, target, catalog, move, onTable }: CopyOrder): Promise<Copied> {
  const scope = wholeNumber(move.workspace, move.number);
  return source.asRuntime(async (read) => {
    await lockWork(read, catalog, scope);
    return target.database.transaction(async (write) => {
      await write(sql`set local statement_timeout = 0`);
      await write(sql`set local idle_in_transaction_session_timeout = 0`);
      await silenceTriggers(target, write);
      await write(sql`set local role recado_runtime`);
      await requireBegun(write, move);
      const rows: Record<string, number> = {};
      const tookSettings = await copySettings(read, write, catalog, scope);
      const names = await matchContacts(read, write, named(catalog, "contacts"), scope);
      for (const table of catalog.tables) {
        const { found } = await copyRows(read, write, { table, scope, names });
        rows[table.name] = found;
        await onTable?.(table.name, found);
      }
      await requireWhole(read, write, catalog, scope);
      await write(sql`
        update phone_numbers set move_phase = null where workspace_id = ${move.workspace} and id = ${move.number}`);
      await wakeNumber(write, move.workspace, move.number);
      await write(sql`
        update number_moves set phase = 'over', ended_at = recado_now(), copied = ${JSON.stringify(rows)}::jsonb
        where workspace_id = ${move.workspace} and id = ${move.id}::uuid`);
      await write(sql`
        select audit(${move.workspace}, ${move.by}, 'number.arrived', 'number', ${move.number}, null,
          jsonb_build_object('move', ${move.id}::text))`);
      return { rows, knownContacts: names.known, tookSettings };
    });
  });
}

/** Holds the move's line until the commit: another copy waits, and one that was called off ends here. */
async function requireBegun(write: Run, { id, workspace }: CopyOrder["move"]): Promise<void> {
  const { rows } = await write(sql`
    select phase from number_moves where workspace_id = ${workspace} and id = ${id}::uuid for update`);
  if (rows[0]?.["phase"] === "begun") return;
  throw new RecadoError("changed_meanwhile", "The move was called off, or ended, by another command at this moment.");
}

/** What workers look for by its time, of this number: they pass over locked rows, and take those of other numbers. */
const LOOKED_FOR: Readonly<Record<string, Statement>> = {
  conversations: sql`true`,
  scheduled_messages: sql`t.status = 'pending'`,
  media_items: sql`t.status = 'waiting'`,
  documents: sql`t.status = 'waiting'`,
  feed_deliveries: sql`t.due_at is not null`,
  memory_queue: sql`true`,
  agent_sessions: sql`t.closed_at is not null and t.memory_read_at is null`,
};

async function lockWork(run: Run, catalog: Catalog, scope: Scope): Promise<void> {
  for (const [name, isDue] of Object.entries(LOOKED_FOR)) {
    const table = named(catalog, name);
    await run(sql`
      select count(*) from (
        select from ${identifier(name)} t where ${table.isOf(scope)} and ${isDue} for update of t) locked`);
  }
}

/** A workspace without a customer takes the settings of the source; one that has some keeps its own. */
async function copySettings(read: Run, write: Run, catalog: Catalog, scope: Scope): Promise<boolean> {
  const { rows } = await write(sql`
    select not exists (select from contacts where workspace_id = ${scope.workspace}) as yes`);
  const isEmpty = rows[0]?.["yes"] === true;
  const asTheyAre: ContactNames = { known: 0, rename: (_, row) => row };
  for (const table of catalog.settings) {
    if (!isEmpty && !NEEDED_BY_ROWS.has(table.name)) continue;
    if (isEmpty && table.name !== "workspaces") {
      await write(sql`delete from ${identifier(table.name)} t where ${table.isOf(scope)}`);
    }
    await copyRows(read, write, { table, scope, names: asTheyAre });
  }
  return isEmpty;
}

/** Rows of customers refer to them. */
const NEEDED_BY_ROWS: ReadonlySet<string> = new Set(["contact_fields", "feed_endpoints", "message_templates"]);

/** Rows came in past the checks of foreign keys, so those are made here, and every table is counted in both databases. */
async function requireWhole(read: Run, write: Run, catalog: Catalog, scope: Scope): Promise<void> {
  for (const table of catalog.tables) {
    const count = sql`select count(*)::int as n from ${identifier(table.name)} t where ${table.isOf(scope)}`;
    const [there, here] = await Promise.all([read(count), write(count)]);
    const [was, is] = [Number(there.rows[0]?.["n"]), Number(here.rows[0]?.["n"])];
    if (table.mayBeThere ? is === 0 && was > 0 : is !== was) {
      throw notWhole(`${table.name} has ${is} rows of it and ${was} were to come`);
    }
    for (const { child, parent, columns, parentColumns } of catalog.references) {
      if (child !== table.name) continue;
      const own = columns.map((column) => sql`t.${identifier(column)}`);
      const theirs = parentColumns.map((column) => sql`p.${identifier(column)}`);
      const { rows } = await write(sql`
        select count(*)::int as n from ${identifier(child)} t
        where ${table.isOf(scope)} and ${all(own.map((one) => sql`${one} is not null`))}
          and not exists (select from ${identifier(parent)} p where ${all(own.map((one, place) => sql`${one} = ${theirs[place]}`))})`);
      if (Number(rows[0]?.["n"]) > 0)
        throw notWhole(`${String(rows[0]?.["n"])} rows of ${child} name a row of ${parent} that did not come`);
    }
  }
}

const all = (conditions: readonly Statement[]): Statement =>
  conditions.reduce((some, one, place) => (place === 0 ? one : sql`${some} and ${one}`), sql`true`);

function notWhole(fault: string): RecadoError {
  return new RecadoError("internal", `The copy is not whole, so nothing was kept of it: ${fault}.`);
}

function named(catalog: Catalog, name: string): MovedTable {
  const found = catalog.tables.find((table) => table.name === name);
  if (found === undefined) throw new Error(`no table ${name}`);
  return found;
}
