import * as z from "zod";
import type { ConversationId, RunId, SessionId, WorkspaceId } from "../../core/ids.ts";
import type { Knowledge, KnownDatum, KnownOfConversation } from "../../core/ports/knowledge.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { id, instant } from "../json-row.ts";
import { andWhere, sql } from "../sql.ts";

const SESSIONS_SHOWN = 20;

const heardDatum = z.object({ message: z.string(), fieldsExtracted: z.array(z.string()), timestamp: instant });

const knownRow = z.object({
  name: z.string().nullable(),
  phone: z.string().nullable(),
  bsuid: z.string().nullable(),
  tags: z.array(z.string()),
  since: z.date(),
  marketing_stopped_at: z.date().nullable(),
  sessions: z.array(
    z.object({
      id: id<SessionId>(),
      agent: z.string(),
      status: z.enum(["active", "paused", "closed", "handed_off"]),
      mode: z.string(),
      pack: z.string().nullable(),
      createdAt: instant,
      data: z.record(z.string(), z.string()),
      timeline: z.array(z.unknown()),
    }),
  ),
  summary: z
    .object({ text: z.string(), throughTurn: z.number(), model: z.string().nullable(), updatedAt: instant.nullable() })
    .nullable(),
});

const doubtRow = z.object({
  id: z.string(),
  conversation_id: id<ConversationId>(),
  run_id: id<RunId>(),
  message: z.string(),
  mode: z.string().nullable(),
  intent: z.string(),
  confidence: z.number(),
  alternatives: z.array(z.object({ intent: z.string(), confidence: z.number() })),
  reasoning: z.string(),
  created_at: z.date(),
});

export function createKnowledge(database: Database): Knowledge {
  return {
    ofConversation: (workspace, conversation) => readKnown(database, workspace, conversation),
    async forgetDatum(workspace, conversation, { field, actor }) {
      // The version moves, as with every command: a turn that has read the datum is read again, and does not write it back.
      const { rowCount } = await database.run(sql`
        with seen as materialized (
          select c.version, array(
              select s.id from agent_sessions s
              join session_state t on t.workspace_id = s.workspace_id and t.session_id = s.id
              where s.workspace_id = c.workspace_id and s.conversation_id = c.id and t.datos_capturados ? ${field}::text) as sessions
          from conversations c where c.workspace_id = ${workspace} and c.id = ${conversation}::uuid
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
            ingest_status = case when t.ingest_status ? 'fieldsAccumulated' then jsonb_set(
              t.ingest_status, '{fieldsAccumulated}', (t.ingest_status -> 'fieldsAccumulated') - ${field}::text)
              else t.ingest_status end
          from held h, seen
          where t.workspace_id = h.workspace_id and t.session_id = any (seen.sessions) and h.yes
          returning t.session_id
        )
        select audit(h.workspace_id, ${actor}, 'datum.forgotten', 'conversation', h.id::text, null,
          jsonb_build_object('field', ${field}::text))
        from held h where (select count(*) from forgotten) = (select count(*) from moved)`);
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
          select d.id, d.conversation_id, d.run_id, d.message, d.mode, d.intent, d.confidence::float8, d.alternatives,
            d.reasoning, d.created_at
          from disambiguation_log d
          where d.workspace_id = ${workspace} ${andWhere(before, (last) => sql`d.id < ${last}::uuid`)}
          order by d.id desc limit ${limit + 1}::int`),
      );
      const page = pageOf(
        rows.map((row) => doubtRow.parse(row)),
        limit,
      );
      return {
        ...page,
        items: page.items.map(({ conversation_id, run_id, created_at, ...doubt }) => ({
          ...doubt,
          conversationId: conversation_id,
          runId: run_id,
          createdAt: created_at,
        })),
      };
    },
  };
}

async function readKnown(
  database: Database,
  workspace: WorkspaceId,
  conversation: ConversationId,
): Promise<KnownOfConversation | null> {
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`
      select k.name, newest_alias(c.workspace_id, c.contact_id, 'phone') as phone,
        newest_alias(c.workspace_id, c.contact_id, 'bsuid') as bsuid, k.tags, k.created_at as since, k.marketing_stopped_at,
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
  const { sessions, summary, marketing_stopped_at, ...contact } = knownRow.parse(rows[0]);
  return {
    conversationId: conversation,
    contact: { ...contact, marketingStoppedAt: marketing_stopped_at },
    sessions: sessions.map(({ data, timeline, ...session }) => ({ ...session, known: knownOf(data, timeline) })),
    summary,
  };
}

/** Each datum with the newest message that is on record for it. The record keeps the newest messages alone. */
function knownOf(data: Readonly<Record<string, string>>, timeline: readonly unknown[]): KnownDatum[] {
  const heard = timeline.flatMap((entry) => heardDatum.safeParse(entry).data ?? []);
  return Object.entries(data).map(([field, value]) => {
    const said = heard.findLast(({ fieldsExtracted }) => fieldsExtracted.includes(field));
    return { field, value, source: said === undefined ? null : { message: said.message, at: said.timestamp } };
  });
}
