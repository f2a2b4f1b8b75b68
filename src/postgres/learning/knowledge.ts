import * as z from "zod";
import { Doubt, Known, type KnownDatum, KnownSession } from "../../core/answers/knowledge.ts";
import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import type { Knowledge } from "../../core/ports/knowledge.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { instant } from "../json-row.ts";
import { andWhere, sql } from "../sql.ts";

const SESSIONS_SHOWN = 20;

const heardDatum = z.object({ message: z.string(), fieldsExtracted: z.array(z.string()), timestamp: instant });

/** What is known of a customer, with each session's data and messages before one is looked up for each datum. */
const knownRow = Known.pick({ contact: true, summary: true }).extend({
  sessions: z.array(
    KnownSession.omit({ known: true }).extend({
      data: z.record(z.string(), z.string()),
      timeline: z.array(z.unknown()),
    }),
  ),
});

export function createKnowledge(database: Database): Knowledge {
  return {
    ofConversation: (workspace, conversation) => readKnown(database, workspace, conversation),
    async forgetDatum(workspace, conversation, { field, actor }) {
      // The version moves, as with every command: a turn that has read the datum is read again, and does not write it back.
      const { rowCount } = await database.run(sql`
        with seen as materialized (
          select c.version, case when k.merged_into is null then k.id else k.merged_into end as person, array(
              select s.id from agent_sessions s
              join session_state t on t.workspace_id = s.workspace_id and t.session_id = s.id
              where s.workspace_id = c.workspace_id and s.conversation_id = c.id and t.datos_capturados ? ${field}::text) as sessions
          from conversations c
          join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
          where c.workspace_id = ${workspace} and c.id = ${conversation}::uuid
        ),
        held as (
          update conversations c set version = c.version + 1
          from seen
          where c.workspace_id = ${workspace} and c.id = ${conversation}::uuid and cardinality(seen.sessions) > 0
          returning c.workspace_id, c.id, case when c.version <> seen.version + 1
            then recado_again('a turn committed meanwhile') else true end as yes
        ),
        moved as (
          update agent_sessions s set version = s.version + 1
          from held h, seen
          where s.workspace_id = h.workspace_id and s.id = any (seen.sessions) and h.yes
          returning s.id
        ),
        forgotten as (
          update session_state t set datos_capturados = t.datos_capturados - ${field}::text,
            ingest_status = forgotten_ingest(t.ingest_status, array[${field}::text])
          from held h, seen
          where t.workspace_id = h.workspace_id and t.session_id = any (seen.sessions) and h.yes
          returning t.session_id
        )
        select audit(h.workspace_id, ${actor}, 'datum.forgotten', 'conversation', h.id::text, null,
          jsonb_build_object('field', ${field}::text)),
          forget_sold(h.workspace_id, seen.person, array[${field}::text]),
          forget_facts(h.workspace_id, seen.person, array(
            select f.id from contact_facts f
            where f.workspace_id = h.workspace_id and f.contact_id = seen.person and f.subject = 'self' and f.valid_to is null
              and f.key = ${field}::text), false, '{}', false, null)
        from held h, seen where (select count(*) from forgotten) = (select count(*) from moved)`);
      return rowCount === 1;
    },
    async forgetSummary(workspace, conversation, actor) {
      // One that is being made on the former one loses its claim.
      const { rowCount } = await database.run(sql`
        with forgotten as (
          update conversation_summaries m set text = null, updated_at = recado_now(), claim = null, claimed_until = null
          where m.workspace_id = ${workspace} and m.conversation_id = ${conversation}::uuid and m.text is not null
          returning m.workspace_id, m.conversation_id
        )
        select audit(workspace_id, ${actor}, 'summary.forgotten', 'conversation', conversation_id::text, null, '{}')
        from forgotten`);
      return rowCount === 1;
    },
    async doubts(workspace, { cursor, limit }) {
      const before = readCursor(cursor);
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select d.id, d.conversation_id as "conversationId", d.run_id as "runId", d.message, d.mode, d.intent,
            d.confidence::float8, d.alternatives, d.reasoning, d.created_at as "createdAt"
          from disambiguation_log d
          where d.workspace_id = ${workspace} ${andWhere(before, (last) => sql`d.id < ${last}::uuid`)}
          order by d.id desc limit ${limit + 1}::int`),
      );
      return pageOf(
        rows.map((row) => Doubt.parse(row)),
        limit,
      );
    },
  };
}

async function readKnown(
  database: Database,
  workspace: WorkspaceId,
  conversation: ConversationId,
): Promise<Known | null> {
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`
      select jsonb_build_object('id', k.id, 'name', ${customerName(sql`k`)}, 'whatsappName', k.name, 'phone', newest_alias(c.workspace_id, c.contact_id, 'phone'),
          'bsuid', newest_alias(c.workspace_id, c.contact_id, 'bsuid'), 'tags', k.tags, 'since', k.created_at,
          'marketingStoppedAt', k.marketing_stopped_at,
          'sold', jsonb_build_object('name', k.profile ->> 'name', 'address', k.profile ->> 'address',
            'city', k.profile ->> 'city', 'otherPhone', k.profile ->> 'otherPhone')) as contact,
        (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'agent', s.agent_id, 'status', s.status,
            'mode', s.current_mode, 'pack', t.pack_seleccionado, 'createdAt', s.created_at, 'data', t.datos_capturados,
            'timeline', coalesce(t.ingest_status -> 'timeline', '[]')) order by s.created_at desc), '[]')
          from (select * from agent_sessions n where n.workspace_id = c.workspace_id and n.conversation_id = c.id
            order by n.created_at desc limit ${SESSIONS_SHOWN}::int) s
          join session_state t on t.workspace_id = s.workspace_id and t.session_id = s.id) as sessions,
        (select jsonb_build_object('text', m.text, 'throughTurn', m.through_turn, 'model', m.model, 'updatedAt', m.updated_at)
          from conversation_summaries m
          where m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.text is not null) as summary
      from conversations c
      join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
      join contacts k on k.workspace_id = own.workspace_id and k.id = case when own.merged_into is null then own.id else own.merged_into end
      where c.workspace_id = ${workspace} and c.id = ${conversation}::uuid`),
  );
  if (rows[0] === undefined) return null;
  const { contact, sessions, summary } = knownRow.parse(rows[0]);
  return {
    conversationId: conversation,
    contact,
    sessions: sessions.map(({ data, timeline, ...session }) => ({ ...session, known: knownOf(data, timeline) })),
    summary,
  };
}

/** Finds for each datum the newest message on record that gave it. The record keeps only the newest messages. */
function knownOf(data: Readonly<Record<string, string>>, timeline: readonly unknown[]): KnownDatum[] {
  const heard = timeline.flatMap((entry) => heardDatum.safeParse(entry).data ?? []);
  return Object.entries(data).map(([field, value]) => {
    const said = heard.findLast(({ fieldsExtracted }) => fieldsExtracted.includes(field));
    return { field, value, source: said === undefined ? null : { message: said.message, at: said.timestamp } };
  });
}
