import { FailedWebhook } from "../../core/answers/desk/failed-webhook.ts";
import type { FailedWebhooks } from "../../core/ports/desk/failed-webhooks.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { andWhere, sql } from "../sql.ts";

const ANSWER = sql`q.id, q.reason, length(q.raw) as bytes, q.status, q.received_at as "receivedAt",
  q.settled_at as "settledAt", q.settled_by as "settledBy", q.note`;

export function createFailedWebhooks(database: Database): FailedWebhooks {
  return {
    async list(workspace, { status, cursor, limit }) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select ${ANSWER} from quarantined_items q
          where q.workspace_id = ${workspace}
            ${andWhere(status, (given) => sql`q.status = ${given}`)}
            ${andWhere(
              readCursor(cursor),
              (last) => sql`(q.received_at, q.id) < (
              select l.received_at, l.id from quarantined_items l where l.workspace_id = ${workspace} and l.id = ${last}::uuid)`,
            )}
          order by q.received_at desc, q.id desc limit ${limit + 1}::int`),
      );
      return pageOf(
        rows.map((row) => FailedWebhook.parse(row)),
        limit,
      );
    },
    async find(workspace, id) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select ${ANSWER}, q.raw from quarantined_items q where q.workspace_id = ${workspace} and q.id = ${id}::uuid`),
      );
      const raw = rows[0]?.["raw"];
      if (rows[0] === undefined || !(raw instanceof Uint8Array)) return null;
      return { ...FailedWebhook.parse(rows[0]), raw: new TextDecoder().decode(raw), body: raw };
    },
    async settle(workspace, id, { status, actor, note }) {
      const { rows } = await database.run(sql`
        with settled as (
          update quarantined_items q set
            status = ${status}, settled_at = recado_now(), settled_by = ${actor}, note = ${note}
          where q.workspace_id = ${workspace} and q.id = ${id}::uuid
            and (q.status = 'open' or (q.status = 'ignored' and ${status} = 'replayed'))
          returning q.*
        ),
        audited as (
          select audit(workspace_id, ${actor}, concat('webhook.', status), 'webhook', id::text, null, '{}') from settled
        )
        select ${ANSWER}, (select count(*) from audited) as told from settled q
        union all
        select ${ANSWER}, 0 from quarantined_items q
        where q.workspace_id = ${workspace} and q.id = ${id}::uuid and not exists (select from settled)`);
      return rows[0] === undefined ? null : FailedWebhook.parse(rows[0]);
    },
  };
}
