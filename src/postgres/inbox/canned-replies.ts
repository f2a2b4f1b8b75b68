import { CannedReply } from "../../core/answers/desk/desk.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { type Desk, MAX_CANNED_REPLIES } from "../../core/ports/desk/desk.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { sql } from "../sql.ts";

const ANSWER = sql`r.id, r.shortcut, r.body, r.changed_at as "changedAt", r.changed_by as "changedBy"`;

/** The column that writes the line of the audit log, in the statement that does the deed. */
const audited = (workspace: WorkspaceId, actor: string, id: string, action: string) =>
  sql`audit(${workspace}, ${actor}, ${action}, 'workspace', ${id}::text, null, '{}') as told`;

type CannedReplies = Pick<Desk, "cannedReplies" | "writeCannedReply" | "removeCannedReply">;

export function cannedReplies(database: Database): CannedReplies {
  return {
    async cannedReplies(workspace) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`select ${ANSWER} from canned_replies r where r.workspace_id = ${workspace} order by r.shortcut`),
      );
      return rows.map((row) => CannedReply.parse(row));
    },
    async writeCannedReply(workspace, { id, shortcut, body }, { actor, isNew }) {
      try {
        const { rows } = await database.run(
          isNew
            ? sql`
              with written as (
                insert into canned_replies as r (workspace_id, id, shortcut, body, changed_by)
                select ${workspace}, ${id}::uuid, ${shortcut}, ${body}, ${actor}
                where (select count(*) from canned_replies k where k.workspace_id = ${workspace}) < ${MAX_CANNED_REPLIES}::int
                returning r.*
              )
              select ${ANSWER}, ${audited(workspace, actor, id, "canned_reply.added")} from written r`
            : sql`
              with written as (
                update canned_replies r set shortcut = ${shortcut}, body = ${body}, changed_at = recado_now(), changed_by = ${actor}
                where r.workspace_id = ${workspace} and r.id = ${id}::uuid
                returning r.*
              )
              select ${ANSWER}, ${audited(workspace, actor, id, "canned_reply.changed")} from written r`,
        );
        if (rows[0] === undefined) return { kind: isNew ? "full" : "not_found" };
        return { kind: "written", answer: CannedReply.parse(rows[0]) };
      } catch (error) {
        if (sqlStateOf(error) === "23505") return { kind: "taken" };
        throw error;
      }
    },
    async removeCannedReply(workspace, id, actor) {
      const { rows } = await database.run(sql`
        with gone as (
          delete from canned_replies r where r.workspace_id = ${workspace} and r.id = ${id}::uuid returning r.id
        )
        select id, ${audited(workspace, actor, id, "canned_reply.deleted")} from gone`);
      return rows.length > 0;
    },
  };
}
