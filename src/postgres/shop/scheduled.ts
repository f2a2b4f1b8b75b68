import * as z from "zod";
import { NamedContact } from "../../core/answers/contact.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { StoredScheduledMessage } from "../../core/outbound/scheduled-message.ts";
import type { NewScheduledMessage, Scheduled, ScheduleResult } from "../../core/ports/scheduled.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { customerName } from "../customer-name.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { andWhere, sql } from "../sql.ts";
import { claimScheduled, concludeScheduled, settleScheduled } from "./fire-scheduled.ts";
import { SCHEDULED } from "./scheduled-row.ts";

/** Two under one key at once: the second one's statement is undone, and finds the first. */
const UNIQUE_VIOLATION = "23505";

/** A clock that is a little behind ours, and the time that a request takes, make no past. */
const GRACE_MS = 60_000;

export function createScheduled(database: Database): Scheduled {
  return {
    async create(workspace, message) {
      for (;;) {
        try {
          return await createOne(database, workspace, message);
        } catch (error) {
          if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
        }
      }
    },
    async list(workspace, { kind, status, conversationId, dueFrom, dueBefore, cursor, limit }) {
      const before = readCursor(cursor);
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select ${SCHEDULED} as message, coalesce(${customerName(sql`merged`)}, ${customerName(sql`k`)}) as name,
            newest_alias(c.workspace_id, c.contact_id, 'phone') as phone
          from scheduled_messages s
          join conversations c on c.workspace_id = s.workspace_id and c.id = s.conversation_id
          join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
          left join contacts merged on merged.workspace_id = k.workspace_id and merged.id = k.merged_into
          where s.workspace_id = ${workspace}
            ${andWhere(kind, (wanted) => sql`s.kind = ${wanted}`)}
            ${andWhere(status, (given) => sql`s.status = ${given}`)}
            ${andWhere(conversationId, (conversation) => sql`s.conversation_id = ${conversation}::uuid`)}
            ${andWhere(dueFrom, (from) => sql`s.due_at >= ${from}`)}
            ${andWhere(dueBefore, (end) => sql`s.due_at < ${end}`)}
            ${andWhere(before, (last) => sql`s.id < ${last}::uuid`)}
          order by s.id desc
          limit ${limit + 1}::int`),
      );
      return pageOf(
        rows.map(({ message, ...contact }) => ({
          ...StoredScheduledMessage.parse(message),
          contact: NamedContact.parse(contact),
        })),
        limit,
      );
    },
    async cancel(workspace, messageId, actor) {
      const { rows } = await database.run(sql`
        with cancelled as (
          update scheduled_messages s set
            status = 'cancelled', reason = 'cancelled', settled_at = recado_now(), settled_by = ${actor}
          where s.workspace_id = ${workspace} and s.status = 'pending' and s.run_id is null
            and (s.id = ${messageId}::uuid or s.series_id = (
              select series_id from scheduled_messages o where o.workspace_id = ${workspace} and o.id = ${messageId}::uuid))
          returning ${SCHEDULED} as message, s.is_continued
        )
        (select message from cancelled order by is_continued limit 1)
        union all
        select ${SCHEDULED} from scheduled_messages s
        where s.workspace_id = ${workspace} and s.id = ${messageId}::uuid and not exists (select from cancelled)`);
      return rows[0] === undefined ? null : StoredScheduledMessage.parse(rows[0]["message"]);
    },
    claim: (request) => claimScheduled(database, request),
    settle: (judged, newId) => settleScheduled(database, judged, newId),
    conclude: () => concludeScheduled(database),
  };
}

const created = z.object({
  place: z.object({ has_opted_out: z.boolean(), is_past: z.boolean() }).nullable(),
  added: StoredScheduledMessage.nullable(),
  known: StoredScheduledMessage.nullable(),
  is_same: z.boolean().nullable(),
});

async function createOne(
  database: Database,
  workspace: WorkspaceId,
  message: NewScheduledMessage,
): Promise<ScheduleResult> {
  const { rows } = await database.run(sql`
        with place as materialized (
          select c.workspace_id, c.id, w.time_zone, w.window_maintenance, k.marketing_stopped_at is not null as has_opted_out,
            ${message.dueAt}::timestamptz < recado_now() - make_interval(secs => ${GRACE_MS / 1000}::float8) as is_past
          from conversations c
          join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
          join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
          join workspace_agent_config w on w.workspace_id = c.workspace_id
          where c.workspace_id = ${workspace} and c.id = ${message.conversationId}::uuid
        ),
        known as materialized (
          select s.* from scheduled_messages s
          where s.workspace_id = ${workspace} and s.idempotency_key = ${message.idempotencyKey}
        ),
        welcome as materialized (
          select p.* from place p
          where not p.has_opted_out and not p.is_past and not exists (select from known)
            and (p.window_maintenance or ${message.category}::text is distinct from 'window_maintenance')
        ),
        replaced as (
          update scheduled_messages s set
            status = 'cancelled', reason = 'replaced', settled_at = recado_now(), settled_by = ${message.createdBy}
          from welcome p
          where s.workspace_id = p.workspace_id and s.conversation_id = p.id and s.category = ${message.category}::text
            and s.status = 'pending' and s.run_id is null
          returning s.id
        ),
        added as (
          insert into scheduled_messages as s (
            workspace_id, id, idempotency_key, conversation_id, kind, category, text, template, is_requested, time_zone,
            due_at, useful_until, fire_at, created_by, created_at, arguments_hash, rule, series_id)
          select p.workspace_id, ${message.id}::uuid, ${message.idempotencyKey}, p.id, ${message.kind}, ${message.category},
            ${message.text}, ${message.template === null ? null : JSON.stringify(message.template)}::jsonb,
            ${message.isRequested}::boolean, coalesce(${message.timeZone}::text, p.time_zone), ${message.dueAt}::timestamptz,
            ${message.usefulUntil}::timestamptz, ${message.dueAt}::timestamptz, ${message.createdBy}, recado_now(),
            ${message.argumentsHash}, ${message.rule}::text, case when ${message.rule}::text is not null then ${message.id}::uuid end
          from welcome p
          -- The place of the old one must be free before the new one takes it.
          cross join (select count(*) from replaced) gone
          returning ${SCHEDULED} as message
        )
        select (select row_to_json(p) from place p) as place, (select message from added) as added,
          (select ${SCHEDULED} from known s) as known,
          -- A message that is older than this column has no hash to compare.
          (select coalesce(s.arguments_hash = ${message.argumentsHash}, true) from known s) as is_same`);
  const { place, added, known, is_same } = created.parse(rows[0]);
  if (added !== null) return { kind: "scheduled", message: added, isNew: true };
  if (known !== null)
    return is_same === true ? { kind: "scheduled", message: known, isNew: false } : { kind: "key_reused" };
  if (place === null) return { kind: "not_found" };
  if (place.is_past) return { kind: "past" };
  return { kind: place.has_opted_out ? "opted_out" : "window_maintenance_off" };
}
