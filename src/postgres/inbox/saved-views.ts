import { InboxView } from "../../core/answers/desk/desk.ts";
import { type Desk, MAX_INBOX_VIEWS, type Written } from "../../core/ports/desk/desk.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { type Statement, sql } from "../sql.ts";

const ANSWER = sql`v.id, v.name, v.query, v.owned_by is not null as "isOwn", v.changed_at as "changedAt",
  v.changed_by as "changedBy"`;

/** A view `v` of all people of the shop, or of this one. */
const visibleTo = (actor: string): Statement => sql`(v.owned_by is null or v.owned_by = ${actor})`;

export function inboxViews(database: Database): Pick<Desk, "views" | "addView" | "changeView" | "removeView"> {
  return {
    async views(workspace, actor) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select ${ANSWER} from inbox_views v where v.workspace_id = ${workspace} and ${visibleTo(actor)} order by v.name, v.id`),
      );
      return rows.map((row) => InboxView.parse(row));
    },
    addView: (workspace, { id, name, query, isOwn }, actor) =>
      written("full", async () => {
        const { rows } = await database.run(sql`
          with written as (
            insert into inbox_views as v (workspace_id, id, name, query, owned_by, changed_by)
            select ${workspace}, ${id}::uuid, ${name}, ${JSON.stringify(query)}::jsonb, ${isOwn ? actor : null}::text, ${actor}
            where (select count(*) from inbox_views v where v.workspace_id = ${workspace} and ${visibleTo(actor)})
              < ${MAX_INBOX_VIEWS}::int
            returning v.*
          )
          select ${ANSWER}, audit(${workspace}, ${actor}, 'inbox_view.added', 'workspace', ${id}::text, null, '{}') as told
          from written v`);
        return rows[0];
      }),
    changeView: (workspace, { id, name, isOwn }, actor) =>
      written("not_found", async () => {
        const { rows } = await database.run(sql`
          with written as (
            update inbox_views v set
              name = coalesce(${name ?? null}::text, v.name),
              owned_by = case when ${isOwn === undefined}::boolean then v.owned_by
                when ${isOwn === true}::boolean then ${actor}::text end,
              changed_at = recado_now(),
              changed_by = ${actor}
            where v.workspace_id = ${workspace} and v.id = ${id}::uuid and ${visibleTo(actor)}
            returning v.*
          )
          select ${ANSWER}, audit(${workspace}, ${actor}, 'inbox_view.changed', 'workspace', ${id}::text, null, '{}') as told
          from written v`);
        return rows[0];
      }),
    async removeView(workspace, id, actor) {
      const { rows } = await database.run(sql`
        with gone as (
          delete from inbox_views v where v.workspace_id = ${workspace} and v.id = ${id}::uuid and ${visibleTo(actor)}
          returning v.id
        )
        select id, audit(${workspace}, ${actor}, 'inbox_view.deleted', 'workspace', ${id}::text, null, '{}') as told from gone`);
      return rows.length > 0;
    },
  };
}

async function written(none: "full" | "not_found", write: () => Promise<unknown>): Promise<Written<InboxView>> {
  try {
    const row = await write();
    return row === undefined ? { kind: none } : { kind: "written", answer: InboxView.parse(row) };
  } catch (error) {
    if (sqlStateOf(error) === "23505") return { kind: "taken" };
    throw error;
  }
}
