import * as z from "zod";
import { DOCUMENT_STATUSES, DocumentRecord } from "../../core/answers/document-record.ts";
import { DOCUMENT_FAULTS, faultSentence } from "../../core/documents/document.ts";
import { type AddedFile, type Documents, MOST_SHOP_DOCUMENTS } from "../../core/ports/documents.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { andWhere, type Statement, sql } from "../sql.ts";
import { reference } from "./document-text.ts";
import { noteReading } from "./media.ts";

type Shelf = Pick<Documents, "add" | "page" | "find" | "chunks" | "content" | "erase">;

/** What people of a shop see of its documents and of those that customers sent, and what they do with them. */
export function createDocumentShelf(database: Database): Shelf {
  return {
    add: (file) => database.transaction((run) => add(run, file)),
    async page(workspaceId, { conversationId, cursor, limit }) {
      const before = readCursor(cursor);
      const { rows } = await database.asTenant(workspaceId, (run) =>
        run(sql`
          ${documentsOf(workspaceId)}
            ${andWhere(conversationId, (one) => sql`d.conversation_id = ${one}::uuid`)}
            ${andWhere(before, (last) => sql`d.id < ${last}::uuid`)}
          order by d.id desc limit ${limit + 1}::int`),
      );
      return pageOf(rows.map(readRecord), limit);
    },
    async find(workspaceId, id) {
      const { rows } = await database.asTenant(workspaceId, (run) =>
        run(sql`${documentsOf(workspaceId)} and d.id = ${id}::uuid`),
      );
      return rows[0] === undefined ? null : readRecord(rows[0]);
    },
    async chunks(workspaceId, id, from, limit) {
      const { rows } = await database.asTenant(workspaceId, (run) =>
        run(sql`
          select c.place, c.reference, c.text from documents d
          left join document_chunks c on c.workspace_id = d.workspace_id and c.document_id = d.id and c.place >= ${from}::int
          where d.workspace_id = ${workspaceId} and d.id = ${id}::uuid
          order by c.place limit ${limit}::int`),
      );
      if (rows.length === 0) return null;
      return rows.filter(({ place }) => place !== null).map((row) => chunkRow.parse(row));
    },
    async content(workspaceId, id, by) {
      const { rows } = await database.asTenant(workspaceId, (run) =>
        run(sql`
          select coalesce(d.bytes, m.bytes) as bytes from documents d
          left join media_items m on m.workspace_id = d.workspace_id and m.id = d.id
          where d.workspace_id = ${workspaceId} and d.id = ${id}::uuid`),
      );
      const [row] = rows;
      if (row === undefined) return null;
      const bytes = row["bytes"] instanceof Uint8Array ? row["bytes"] : null;
      if (bytes !== null) await noteReading(database, workspaceId, id, by);
      return { bytes };
    },
    erase: (workspaceId, id, by) =>
      database.transaction(async (run) => {
        // A worker that settles it holds this row first: its chunks are seen by the statement after this one.
        const { rows } = await run(sql`
          update documents d set status = 'erased', fault = null, title = null, file_name = null, tables = '[]', bytes = null,
            read_at = null, settled_at = coalesce(d.settled_at, recado_now())
          where d.workspace_id = ${workspaceId} and d.id = ${id}::uuid and d.status <> 'erased'
          returning d.id`);
        if (rows.length === 0) return false;
        await run(sql`
          with chunks as (
            delete from document_chunks c where c.workspace_id = ${workspaceId} and c.document_id = ${id}::uuid
            returning c.conversation_id, c.document_id || ':' || c.place as item
          ),
          unindexed as (
            delete from search_items i using chunks c
            where i.workspace_id = ${workspaceId} and i.collection = 'documents:' || coalesce(c.conversation_id::text, 'shop')
              and i.item = c.item
            returning i.item
          ),
          file as (
            update media_items m set status = 'erased', bytes = null, file_name = null, understanding = null
            where m.workspace_id = ${workspaceId} and m.id = ${id}::uuid and m.status = 'stored'
            returning m.id
          )
          select audit(${workspaceId}, ${by}, 'document.erased', 'document', ${id}::uuid::text, null, '{}'),
            (select count(*) from unindexed) as items, (select count(*) from file) as files`);
        return true;
      }),
  };
}

/** One at a time for a workspace, so that neither the count nor the comparison with what is there can be overtaken. */
async function add(run: Database["run"], file: AddedFile): ReturnType<Shelf["add"]> {
  const { workspaceId, conversationId } = file;
  await run(sql`select from workspace_agent_config where workspace_id = ${workspaceId} for update`);
  if (conversationId !== null) {
    // For the same reason as a settlement: an erasure of the customer locks the conversation first.
    const { rows } = await run(sql`
      select from conversations where workspace_id = ${workspaceId} and id = ${conversationId}::uuid for key share`);
    if (rows.length === 0) return { kind: "no_conversation" };
  }
  const known = await run(sql`
    ${documentsOf(workspaceId)} and d.conversation_id is not distinct from ${conversationId}::uuid
      and d.sha256 = ${file.sha256} and d.status <> 'erased' order by d.id desc limit 1`);
  if (known.rows[0] !== undefined) return { kind: "known", document: readRecord(known.rows[0]) };
  if (conversationId === null) {
    const { rows } = await run(sql`
      select count(*)::int as count from documents
      where workspace_id = ${workspaceId} and conversation_id is null and status <> 'erased'`);
    if (Number(rows[0]?.["count"]) >= MOST_SHOP_DOCUMENTS) return { kind: "full" };
  }
  await run(sql`
    insert into documents (workspace_id, id, conversation_id, file_name, media_type, sha256, bytes, uploaded_by, read_at, created_at)
    values (${workspaceId}, ${file.id}::uuid, ${conversationId}::uuid, ${file.fileName}, ${mediaTypeOf(file.bytes)}, ${file.sha256},
      ${Buffer.from(file.bytes)}::bytea, ${file.by}, recado_now(), recado_now())`);
  await run(sql`select audit(${workspaceId}, ${file.by}, 'document.added', 'document', ${file.id}::uuid::text, null,
    jsonb_build_object('conversation', ${conversationId}::text))`);
  const { rows } = await run(sql`${documentsOf(workspaceId)} and d.id = ${file.id}::uuid`);
  if (rows[0] === undefined) throw new Error(`the document ${file.id} was written and is not there`);
  return { kind: "added", document: readRecord(rows[0]) };
}

/** Only a PDF is shown by a browser; every other file is saved. */
function mediaTypeOf(bytes: Uint8Array): string | null {
  return Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-" ? "application/pdf" : null;
}

function documentsOf(workspaceId: string): Statement {
  return sql`
    select d.id, d.conversation_id as "conversationId", d.file_name as "fileName", d.title, d.media_type as "mediaType", d.status,
      d.fault, d.pages, d.pages_without_text as "pagesWithoutText", octet_length(coalesce(d.bytes, m.bytes))::float8 as "sizeBytes",
      d.uploaded_by as "uploadedBy", d.created_at as "createdAt", d.settled_at as "settledAt"
    from documents d
    left join media_items m on m.workspace_id = d.workspace_id and m.id = d.id
    where d.workspace_id = ${workspaceId}`;
}

const recordRow = DocumentRecord.omit({ sentence: true }).extend({
  status: z.enum(DOCUMENT_STATUSES),
  fault: z.enum(DOCUMENT_FAULTS).nullable(),
});

function readRecord(raw: Record<string, unknown>): DocumentRecord {
  const { fault, ...row } = recordRow.parse(raw);
  return { ...row, sentence: fault === null ? null : faultSentence(fault) };
}

const chunkRow = z.object({ place: z.number(), reference, text: z.string() });
