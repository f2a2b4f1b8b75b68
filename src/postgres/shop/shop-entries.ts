import { EntryVersion } from "../../core/answers/shop-entry.ts";
import { MAX_SHOP_ENTRIES, type ShopEntries } from "../../core/ports/shop-entries.ts";
import type { Database } from "../database.ts";
import { instant } from "../json-row.ts";
import { sql } from "../sql.ts";

const Row = EntryVersion.extend({ changedAt: instant });
const ANSWER = sql`e.id, e.version, e.title, e.asks, e.text, e.until::text as until, e.is_deleted as "isDeleted",
  e.changed_at as "changedAt", e.changed_by as "changedBy"`;
const MOST_VERSIONS = 50;
const MOST_DISMISSED = 500;

export function createShopEntries(database: Database): ShopEntries {
  return {
    async current(workspace) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select w.knowledge_version as changes, coalesce((
              select json_agg(n order by n.title, n.id) from (
                select distinct on (e.id) ${ANSWER} from knowledge_entries e
                where e.workspace_id = ${workspace} order by e.id, e.version desc) n
              where not n."isDeleted"), '[]') as entries
          from workspace_agent_config w where w.workspace_id = ${workspace}`),
      );
      return { changes: Number(rows[0]?.["changes"] ?? 0), entries: Row.array().parse(rows[0]?.["entries"] ?? []) };
    },
    async versions(workspace, id) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select coalesce(json_agg(n), '[]') as entries from (
            select ${ANSWER} from knowledge_entries e
            where e.workspace_id = ${workspace} and e.id = ${id} order by e.version desc limit ${MOST_VERSIONS}) n`),
      );
      return Row.array().parse(rows[0]?.["entries"] ?? []);
    },
    async write(workspace, { entry: { id, title, asks, text, until }, after, isDeleted, by }) {
      // One writer at a time for a workspace: the row of its settings is what each of them changes.
      const { rows } = await database.run(sql`
        with held as materialized (
          select w.workspace_id from workspace_agent_config w where w.workspace_id = ${workspace} for update
        ),
        known as materialized (
          select h.workspace_id, coalesce((select max(e.version) from knowledge_entries e
              where e.workspace_id = h.workspace_id and e.id = ${id}), 0) as version,
            (select count(*) from (select distinct on (e.id) e.is_deleted from knowledge_entries e
              where e.workspace_id = h.workspace_id and e.id <> ${id} order by e.id, e.version desc) n
              where not n.is_deleted) as others
          from held h
        ),
        written as (
          insert into knowledge_entries as e (workspace_id, id, version, title, asks, text, until, is_deleted, changed_by)
          select k.workspace_id, ${id}, k.version + 1, ${title}, ${[...asks]}::text[], ${text}, ${until}::date, ${isDeleted}, ${by}
          from known k
          where k.version = ${after} and (${isDeleted} or k.others < ${MAX_SHOP_ENTRIES})
          returning ${ANSWER}
        )
        select k.version <> ${after} as stale, (select to_jsonb(n) from written n) as entry from known k`);
      const [row] = rows;
      if (row?.["entry"] != null) return { kind: "written", entry: Row.parse(row["entry"]) };
      return { kind: row?.["stale"] === true ? "stale" : "full" };
    },
    async dismiss(workspace, { id, text }, by) {
      await database.run(sql`
        with dismissed as (
          insert into dismissed_questions (workspace_id, id, text, dismissed_by)
          values (${workspace}, ${id}::uuid, ${text}, ${by}) on conflict do nothing
          returning workspace_id, id
        )
        select audit(workspace_id, ${by}, 'question.dismissed', 'workspace', id::text, null, '{}') from dismissed`);
    },
    async dismissed(workspace) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select q.text from dismissed_questions q
          where q.workspace_id = ${workspace} order by q.dismissed_at desc limit ${MOST_DISMISSED}`),
      );
      return rows.map(({ text }) => String(text));
    },
  };
}
