import * as z from "zod";
import type { SavedSandbox } from "../../core/answers/lab/sandbox.ts";
import type { SavedSandboxes } from "../../core/ports/lab/saved-sandboxes.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

const savedRow = z.object({
  id: z.string(),
  name: z.string(),
  agent_id: z.string(),
  mode: z.string(),
  turns: z.number(),
  saved_at: z.date(),
});
const bodyRow = z.object({ body: z.string() });

const COLUMNS = sql`s.id, s.name, s.agent_id, s.mode, s.turns, s.saved_at`;

/** Two that want the last free place at once: one gets it, the other looks again. */
const TRIES = 20;
const UNIQUE_VIOLATION = "23505";

export function createSavedSandboxes(database: Database): SavedSandboxes {
  return {
    async save(workspace, { id, name, agent, mode, turns }, { body, by }) {
      for (let left = TRIES; ; left -= 1) {
        try {
          const { rows } = await database.run(sql`
            with place as (
              select coalesce(
                (select place from sandbox_saved_sessions where workspace_id = ${workspace} and name = ${name}),
                (select min(free) from generate_series(1, 20) free where not exists (
                  select 1 from sandbox_saved_sessions where workspace_id = ${workspace} and place = free))) as place),
            kept as (insert into sandbox_saved_sessions as s (workspace_id, id, place, name, agent_id, mode, turns, body)
            select ${workspace}, ${id}::uuid, place.place, ${name}, ${agent}, ${mode}, ${turns}::int, ${body} from place
            where place.place is not null
            on conflict (workspace_id, name) do update set
              agent_id = excluded.agent_id, mode = excluded.mode, turns = excluded.turns, body = excluded.body,
              saved_at = recado_now()
            returning ${COLUMNS})
            select s.*, audit(${workspace}, ${by}, 'sandbox.saved', 'saved_sandbox', s.id::text, null, '{}') from kept s`);
          return rows[0] === undefined ? null : readSaved(rows[0]);
        } catch (thrown) {
          if (left === 0 || !isTaken(thrown)) throw thrown;
        }
      }
    },
    async list(workspace) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(
          sql`select ${COLUMNS} from sandbox_saved_sessions s where s.workspace_id = ${workspace} order by s.saved_at desc, s.place`,
        ),
      );
      return rows.map(readSaved);
    },
    async load(workspace, id) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(
          sql`select ${COLUMNS}, s.body from sandbox_saved_sessions s where s.workspace_id = ${workspace} and s.id = ${id}::uuid`,
        ),
      );
      return rows[0] === undefined ? null : { saved: readSaved(rows[0]), ...bodyRow.parse(rows[0]) };
    },
    async forget(workspace, id, by) {
      const { rows } = await database.run(sql`
        with gone as (
          delete from sandbox_saved_sessions where workspace_id = ${workspace} and id = ${id}::uuid returning id
        )
        select audit(${workspace}, ${by}, 'sandbox.deleted', 'saved_sandbox', id::text, null, '{}') from gone`);
      return rows.length > 0;
    },
  };
}

function isTaken(thrown: unknown): boolean {
  return typeof thrown === "object" && thrown !== null && Reflect.get(thrown, "code") === UNIQUE_VIOLATION;
}

function readSaved(row: unknown): SavedSandbox {
  const { agent_id, saved_at, ...saved } = savedRow.parse(row);
  return { ...saved, agent: agent_id, savedAt: saved_at };
}
