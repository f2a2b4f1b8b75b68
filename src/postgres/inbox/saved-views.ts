import { InboxView } from "../../core/answers/desk/desk.ts";
import { type Desk, MAX_INBOX_VIEWS } from "../../core/ports/desk/desk.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { sql } from "../sql.ts";

const ANSWER = sql`v.id, v.name, v.query, v.changed_at as "changedAt", v.changed_by as "changedBy"`;

export function inboxViews(database: Database): Pick<Desk, "views" | "addView" | "removeView"> {
  return {
    async views(workspace) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`select ${ANSWER} from inbox_views v where v.workspace_id = ${workspace} order by v.name`),
      );
      return rows.map((row) => InboxView.parse(row));
    },
    async addView(workspace, { id, name, query }, actor) {
      try {
        const { rows } = await database.run(sql`
          with written as (
            insert into inbox_views as v (workspace_id, id, name, query, changed_by)
            select ${workspace}, ${id}::uuid, ${name}, ${JSON.stringify(query)}::jsonb, ${actor}
            where (select count(*) from inbox_views k where k.workspace_id = ${workspace}) < ${MAX_INBOX_VIEWS}::int
            returning v.*
          )
          select ${ANSWER}, audit(${workspace}, ${actor}, 'inbox_view.added', 'workspace', ${id}::text, null, '{}') as told
          from written v`);
        return rows[0] === undefined ? { kind: "full" } : { kind: "written", answer: InboxView.parse(rows[0]) };
      } catch (error) {
        if (sqlStateOf(error) === "23505") return { kind: "taken" };
        throw error;
      }
    },
    async removeView(workspace, id, actor) {
      const { rows } = await database.run(sql`
        with gone as (
          delete from inbox_views v where v.workspace_id = ${workspace} and v.id = ${id}::uuid returning v.id
        )
        select id, audit(${workspace}, ${actor}, 'inbox_view.deleted', 'workspace', ${id}::text, null, '{}') as told from gone`);
      return rows.length > 0;
    },
  };
}
