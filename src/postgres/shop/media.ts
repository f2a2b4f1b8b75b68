import * as z from "zod";
import { CustomerFile } from "../../core/answers/customer-file.ts";
import type { ConversationId, EventId, PhoneNumberId, WorkspaceId } from "../../core/ids.ts";
import { MEDIA_STATUSES, type MediaItem, type MediaSettlement } from "../../core/inbound/media.ts";
import { isNotKept, understandingSchema } from "../../core/inbound/understanding.ts";
import type { Media, OpenedFile } from "../../core/ports/media.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { readMs } from "../json-row.ts";
import { andWhere, sql } from "../sql.ts";

const KINDS = ["image", "audio", "video", "document", "sticker"] as const;

const itemRow = z.object({
  id: z.string(),
  workspace_id: z.string(),
  conversation_id: z.string(),
  phone_number_id: z.string(),
  media_id: z.string(),
  kind: z.enum(KINDS),
  declared_type: z.string().nullable(),
  declared_sha256: z.string().nullable(),
  file_name: z.string().nullable(),
  attempts: z.number(),
  created_at: z.date(),
  now: z.date(),
});

/** The same limit as a run that kills its process: after so many the fault is the file's. */
const MAX_SILENT_ATTEMPTS = 4;

export function createMedia(database: Database): Omit<Media, "list" | "read"> {
  return {
    async claim(limit, leaseMs) {
      const { rows } = await database.run(sql`
        with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
        -- Each worker that takes it dies: no file is worth the turns that die with its worker.
        fatal as (
          update media_items m set
            status = 'refused', fetch_at = null, settled_at = recado_now(),
            detail = 'the workers that fetched it died, ' || m.silent_attempts || ' in a row'
          from relaxed
          where m.fetch_at <= recado_now() and m.silent_attempts >= ${MAX_SILENT_ATTEMPTS}::int
          returning m.id
        ),
        due as (
          select m.workspace_id, m.id from media_items m, relaxed
          where m.fetch_at <= recado_now() and m.silent_attempts < ${MAX_SILENT_ATTEMPTS}::int
          order by m.fetch_at
          limit ${limit}::int
          for update of m skip locked
        )
        update media_items m set
          attempts = m.attempts + 1, silent_attempts = m.silent_attempts + 1, fetch_at = recado_now() + make_interval(secs => ${leaseMs / 1000}::float8)
        from due where m.workspace_id = due.workspace_id and m.id = due.id
        returning m.id, m.workspace_id, m.conversation_id, m.phone_number_id, m.media_id, m.kind, m.declared_type,
          m.declared_sha256, m.file_name, m.attempts, m.created_at, recado_now() as now`);
      if (rows.length > 0) return { items: rows.map(readItem), nextDueInMs: 0 };
      const next = await database.run(sql`
        select extract(epoch from min(fetch_at) - recado_now()) * 1000 as next_due_ms from media_items
        where fetch_at is not null`);
      return { items: [], nextDueInMs: readMs(next.rows[0]?.["next_due_ms"]) };
    },
    settle: (item, settlement) => settleMedia(database, item, settlement),
    async open(workspaceId, eventIds) {
      const { rows } = await database.run(sql`
        select m.id, m.workspace_id, m.event_id, m.status, m.detected_type, m.understanding,
          case when m.status = 'stored' and m.understanding is null then m.bytes end as bytes
        from media_items m
        where m.workspace_id = ${workspaceId} and m.event_id = any (${eventIds}::uuid[])`);
      return rows.map(readOpened);
    },
    async keepUnderstanding({ workspaceId, id }, understanding) {
      const { rows } = await database.run(sql`
        update media_items m set
          understanding = coalesce(m.understanding, ${JSON.stringify(understanding)}::jsonb),
          understood_at = coalesce(m.understood_at, recado_now()),
          status = case when m.understanding is null and ${isNotKept(understanding)}::boolean then 'erased' else m.status end,
          bytes = case when m.understanding is null and ${isNotKept(understanding)}::boolean then null else m.bytes end
        where m.workspace_id = ${workspaceId} and m.id = ${id}::uuid
        returning m.understanding`);
      return understandingSchema.parse(rows[0]?.["understanding"]);
    },
  };
}

const openedRow = z.object({
  id: z.string(),
  workspace_id: z.string(),
  event_id: z.string(),
  status: z.enum(MEDIA_STATUSES),
  detected_type: z.string().nullable(),
  understanding: understandingSchema.nullable(),
  bytes: z.instanceof(Uint8Array).nullable(),
});

function readOpened(raw: Record<string, unknown>): OpenedFile {
  const { workspace_id, event_id, detected_type, ...row } = openedRow.parse(raw);
  return {
    ...row,
    workspaceId: workspace_id as WorkspaceId,
    eventId: event_id as EventId,
    detectedType: detected_type,
  };
}

function readItem(raw: Record<string, unknown>): MediaItem {
  const row = itemRow.parse(raw);
  return {
    id: row.id,
    workspaceId: row.workspace_id as WorkspaceId,
    conversationId: row.conversation_id as ConversationId,
    phoneNumberId: row.phone_number_id as PhoneNumberId,
    reference: {
      mediaId: row.media_id,
      kind: row.kind,
      declaredType: row.declared_type,
      declaredSha256: row.declared_sha256,
      fileName: row.file_name,
    },
    attempt: row.attempts,
    receivedAt: row.created_at,
    now: row.now,
  };
}

async function settleMedia(database: Database, item: MediaItem, settlement: MediaSettlement): Promise<boolean> {
  const fetched = settlement.kind === "fetched" ? settlement : null;
  const delayMs = settlement.kind === "retry" ? settlement.delayMs : null;
  const status = { fetched: "stored", refused: "refused", gone: "gone", retry: "waiting" }[settlement.kind];
  const { rows } = await database.run(sql`
    with settled as (
      update media_items m set
        status = ${status},
        silent_attempts = 0,
        fetch_at = recado_now() + make_interval(secs => ${delayMs}::float8 / 1000),
        detail = ${settlement.kind === "fetched" ? null : settlement.detail},
        detected_type = ${fetched?.detectedType ?? null},
        size_bytes = ${fetched?.bytes.byteLength ?? null}::bigint,
        sha256 = ${fetched?.sha256 ?? null},
        bytes = ${fetched === null ? null : Buffer.from(fetched.bytes)}::bytea,
        settled_at = case when ${delayMs}::float8 is null then recado_now() end
      where m.workspace_id = ${item.workspaceId} and m.id = ${item.id}::uuid
        and m.attempts = ${item.attempt}::int and m.status = 'waiting'
      returning m.workspace_id, m.id, m.conversation_id, m.awaited_by, m.kind, m.status, m.file_name, m.detected_type, m.sha256
    ),
    -- A document is due to be read as soon as its bytes are here.
    filed as (
      insert into documents (workspace_id, id, conversation_id, file_name, media_type, sha256, read_at, created_at)
      select s.workspace_id, s.id, s.conversation_id, s.file_name, s.detected_type, s.sha256, recado_now(), recado_now()
      from settled s where s.kind = 'document' and s.status = 'stored'
      on conflict do nothing
      returning id
    ),
    -- A turn that waits for it. What has parked a moment ago is not in our snapshot: the row itself is asked.
    woken as (
      update conversations c set
        run_at = case when c.leased_by is null and c.active_run_id = s.awaited_by and c.run_at > recado_now()
          then recado_now() else c.run_at end
      from settled s
      where s.awaited_by is not null and ${delayMs}::float8 is null
        and c.workspace_id = s.workspace_id and c.id = s.conversation_id
      returning c.id
    )
    select (select count(*) from settled)::int as settled, (select count(pg_notify('recado_mailbox', '')) from woken) as woken`);
  return rows[0]?.["settled"] === 1;
}

const ANSWER = sql`m.id, m.conversation_id as "conversationId", m.event_id as "eventId", m.kind, m.status,
    m.declared_type as "declaredType", m.detected_type as "detectedType", m.file_name as "fileName",
    m.size_bytes::float8 as "sizeBytes", m.sha256, m.attempts, m.detail, m.created_at as "createdAt"`;

/** What people see of the files. */
export function createMediaReads(database: Database): Pick<Media, "list" | "read"> {
  return {
    async list(workspace, filter) {
      const before = readCursor(filter.cursor);
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select ${ANSWER} from media_items m
          where m.workspace_id = ${workspace}
            ${andWhere(filter.conversationId, (conversation) => sql`m.conversation_id = ${conversation}::uuid`)}
            ${andWhere(before, (last) => sql`m.id < ${last}::uuid`)}
          order by m.id desc limit ${filter.limit + 1}::int`),
      );
      return pageOf(
        rows.map((row) => CustomerFile.parse(row)),
        filter.limit,
      );
    },
    async read(workspace, id, by) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select ${ANSWER}, m.bytes from media_items m
          where m.workspace_id = ${workspace} and m.id = ${id}::uuid`),
      );
      const [row] = rows;
      if (row === undefined) return null;
      const bytes = row["bytes"] instanceof Uint8Array ? row["bytes"] : null;
      if (bytes !== null) await noteReading(database, workspace, id, by);
      return { media: CustomerFile.parse(row), bytes };
    },
  };
}

/** Who has looked at what a customer sent: a line for each person, file and hour. A browser asks again and again. */
export async function noteReading(database: Database, workspace: WorkspaceId, id: string, by: string): Promise<void> {
  await database.run(sql`
    select audit(${workspace}, ${by}, 'file.read', 'file', ${id}::uuid::text, null, '{}')
    where not exists (
      select from audit_log a
      where a.workspace_id = ${workspace} and a.subject_kind = 'file' and a.subject_id = ${id}::uuid::text and a.actor = ${by}
        and a.action = 'file.read' and a.at > recado_now() - interval '1 hour')`);
}
