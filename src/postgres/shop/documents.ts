import * as z from "zod";
import { DOCUMENT_STATUSES } from "../../core/answers/document-record.ts";
import { DOCUMENT_FAULTS } from "../../core/documents/document.ts";
import type { StoredDocument } from "../../core/documents/stored-document.ts";
import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import type { Documents, DueDocument, FoundChunk, KeptDocument } from "../../core/ports/documents.ts";
import type { Database } from "../database.ts";
import { readMs } from "../json-row.ts";
import { createTextSearch, writeTexts } from "../retrieval/text-search.ts";
import { sql } from "../sql.ts";
import { createDocumentShelf } from "./document-shelf.ts";
import { collectionOf, reference } from "./document-text.ts";

/** A file at which this many workers died is at fault itself. */
const MAX_ATTEMPTS = 4;
/** Hits of a conversation that are looked at when one document is asked for. */
const MOST_HITS = 100;

export function createDocuments(database: Database): Documents {
  const texts = createTextSearch(database);
  return {
    ...createDocumentShelf(database),
    async claim(limit, leaseMs) {
      const { rows } = await database.run(sql`
        with fatal as (
          update documents d set status = 'unreadable', fault = 'broken', read_at = null, settled_at = recado_now()
          where d.read_at <= recado_now() and d.attempts >= ${MAX_ATTEMPTS}::int
          returning d.id
        ),
        due as (
          select d.workspace_id, d.id from documents d
          where d.read_at <= recado_now() and d.attempts < ${MAX_ATTEMPTS}::int
          order by d.read_at
          limit ${limit}::int
          for update of d skip locked
        ),
        taken as (
          update documents d set attempts = d.attempts + 1, read_at = recado_now() + make_interval(secs => ${leaseMs / 1000}::float8)
          from due where d.workspace_id = due.workspace_id and d.id = due.id
          returning d.workspace_id, d.id, d.conversation_id, d.file_name, d.attempts
        )
        select t.*, coalesce(d.bytes, m.bytes) as bytes from taken t
        join documents d on d.workspace_id = t.workspace_id and d.id = t.id
        left join media_items m on m.workspace_id = t.workspace_id and m.id = t.id`);
      if (rows.length > 0) return { items: rows.map(readDue), nextDueInMs: 0 };
      const next = await database.run(sql`
        select extract(epoch from min(read_at) - recado_now()) * 1000 as next_due_ms from documents
        where read_at is not null`);
      return { items: [], nextDueInMs: readMs(next.rows[0]?.["next_due_ms"]) };
    },
    settle: (item, reading) =>
      database.transaction(async (run) => {
        // An erasure locks the conversation first: either it sees all of this document, or this document sees it gone.
        await run(sql`
          select from conversations
          where workspace_id = ${item.workspaceId} and id = ${item.conversationId}::uuid for key share`);
        const document = reading.kind === "read" ? reading.document : null;
        const settled = await run(sql`
          update documents d set status = ${reading.kind}, fault = ${reading.kind === "unreadable" ? reading.fault : null},
            title = ${document?.title ?? null}, pages = ${document?.pages ?? null}::int,
            pages_without_text = ${document?.pagesWithoutText ?? []}::int[],
            tables = ${JSON.stringify(document?.tables ?? [])}::jsonb, read_at = null, settled_at = recado_now()
          where d.workspace_id = ${item.workspaceId} and d.id = ${item.id}::uuid
            and d.attempts = ${item.attempt}::int and d.status = 'waiting'
          returning d.id`);
        if (settled.rows.length === 0) return false;
        if (document !== null) await writeChunks(run, item, document);
        return true;
      }),
    async list({ workspaceId, conversationId }, limit) {
      const { rows } = await database.run(sql`
        select d.id, d.conversation_id is null as is_of_shop, d.title, d.file_name, d.status, d.fault, d.pages,
          d.pages_without_text, d.tables, d.created_at
        from documents d
        where d.workspace_id = ${workspaceId} and (d.conversation_id = ${conversationId}::uuid or d.conversation_id is null and d.status <> 'erased')
        order by d.conversation_id is null, d.id desc limit ${limit}::int`);
      return rows.map(readKept);
    },
    async search(of, { text, documentId, limit }) {
      const most = documentId === null ? limit : MOST_HITS;
      const collections = [of, ...(of.conversationId === null ? [] : [{ ...of, conversationId: null }])].map(
        collectionOf,
      );
      const hits = (await Promise.all(collections.map((one) => texts.find(one, text, most)))).flat();
      const wanted = hits
        .toSorted((one, other) => other.share - one.share)
        .filter(({ id }) => documentId === null || id.startsWith(`${documentId}:`))
        .slice(0, limit)
        .map(({ id, share }) => ({ documentId: id.split(":")[0] ?? "", place: Number(id.split(":")[1]), share }));
      if (wanted.length === 0) return [];
      const { rows } = await database.run(sql`
        select c.document_id, c.conversation_id is null as is_of_shop, d.title, d.file_name, c.reference, c.text, w.share
        from unnest(
          ${wanted.map((hit) => hit.documentId)}::uuid[], ${wanted.map(({ place }) => place)}::int[],
          ${wanted.map(({ share }) => share)}::float8[]) with ordinality as w (document_id, place, share, rank)
        join document_chunks c on c.workspace_id = ${of.workspaceId} and c.document_id = w.document_id and c.place = w.place
        join documents d on d.workspace_id = c.workspace_id and d.id = c.document_id
        where c.conversation_id = ${of.conversationId}::uuid or c.conversation_id is null
        order by w.rank`);
      return rows.map(readFound);
    },
  };
}

async function writeChunks(run: Database["run"], item: DueDocument, { chunks }: StoredDocument): Promise<void> {
  await run(sql`
    insert into document_chunks (workspace_id, document_id, place, conversation_id, reference, text)
    select ${item.workspaceId}, ${item.id}::uuid, c.place - 1, ${item.conversationId}::uuid, c.reference::jsonb, c.text
    from unnest(
      ${chunks.map(({ reference }) => JSON.stringify(reference))}::text[], ${chunks.map(({ text }) => text)}::text[])
      with ordinality as c (reference, text, place)`);
  const items = chunks.map(({ text }, place) => ({ id: `${item.id}:${place}`, text }));
  await writeTexts(run, collectionOf(item), items);
}

const dueRow = z.object({
  workspace_id: z.string(),
  id: z.string(),
  conversation_id: z.string().nullable(),
  file_name: z.string().nullable(),
  attempts: z.number(),
  bytes: z.instanceof(Uint8Array).nullable(),
});

function readDue(raw: Record<string, unknown>): DueDocument {
  const { workspace_id, id, conversation_id, file_name, attempts, bytes } = dueRow.parse(raw);
  return {
    ...{ id, bytes, attempt: attempts, fileName: file_name },
    workspaceId: workspace_id as WorkspaceId,
    conversationId: conversation_id as ConversationId | null,
  };
}

const keptRow = z.object({
  id: z.string(),
  is_of_shop: z.boolean(),
  title: z.string().nullable(),
  file_name: z.string().nullable(),
  status: z.enum(DOCUMENT_STATUSES),
  fault: z.enum(DOCUMENT_FAULTS).nullable(),
  pages: z.number().nullable(),
  pages_without_text: z.array(z.number()),
  tables: z.array(z.object({ reference, rows: z.array(z.array(z.string())), isLayoutGuessed: z.boolean() })),
  created_at: z.date(),
});

function readKept(raw: Record<string, unknown>): KeptDocument {
  const { file_name, pages_without_text, created_at, is_of_shop, ...row } = keptRow.parse(raw);
  return {
    ...row,
    isOfShop: is_of_shop,
    fileName: file_name,
    pagesWithoutText: pages_without_text,
    createdAt: created_at,
  };
}

const foundRow = z.object({
  document_id: z.string(),
  is_of_shop: z.boolean(),
  title: z.string().nullable(),
  file_name: z.string().nullable(),
  reference,
  text: z.string(),
  share: z.number(),
});

function readFound(raw: Record<string, unknown>): FoundChunk {
  const { document_id, is_of_shop, file_name, title, ...row } = foundRow.parse(raw);
  return { ...row, isOfShop: is_of_shop, documentId: document_id, title: title ?? file_name };
}
