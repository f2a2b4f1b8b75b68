import { setTimeout as wait } from "node:timers/promises";
import { RecadoError } from "../../core/errors.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { identifier, sql } from "../sql.ts";
import type { MovedTable } from "./moved-tables.ts";

const TRIES = 60;

/**
 * Puts the guard of functions/number-moves.sql before every table of the number. A table is locked for a moment; where a
 * long write holds it, this waits a little and tries again, so that no line of writers forms behind it.
 */
export async function guardTables(database: Database, tables: readonly MovedTable[]): Promise<void> {
  const guarded = await readGuarded(database);
  for (const { name, guard } of tables) {
    if (guard === null || guarded.has(name)) continue;
    await briefly(database, async (run) => {
      await run({
        text: `create or replace trigger "0_guard_moving" before insert or update or delete on ${identifier(name).text}
          for each row execute function guard_moving('${guard.link}', '${guard.column}')`,
        values: [],
        isScript: true,
      });
    });
  }
}

/** Takes the guards away, unless another number is still on its way. */
export async function unguardTables(database: Database): Promise<void> {
  const { rows } = await database.run(sql`
    select exists (select from phone_numbers where move_phase in ('draining', 'copying')) as yes`);
  if (rows[0]?.["yes"] === true) return;
  for (const name of await readGuarded(database)) {
    await briefly(database, async (run) => {
      await run({
        text: `drop trigger if exists "0_guard_moving" on ${identifier(name).text}`,
        values: [],
        isScript: true,
      });
    });
  }
}

async function readGuarded(database: Database): Promise<Set<string>> {
  const { rows } = await database.run(sql`
    select tgrelid::regclass::text as name from pg_trigger where tgname = '0_guard_moving'`);
  return new Set(rows.map(({ name }) => String(name)));
}

async function briefly(database: Database, work: (run: Database["run"]) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction(async (run) => {
        await run(sql`set local lock_timeout = '300ms'`);
        await work(run);
      });
    } catch (thrown) {
      const isBusy =
        ["55P03", "40P01"].includes(sqlStateOf(thrown) ?? "") ||
        (thrown instanceof RecadoError && thrown.code === "overloaded");
      if (!isBusy || tries === TRIES) throw thrown;
      await wait(200);
    }
  }
}
