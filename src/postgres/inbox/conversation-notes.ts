import { Note } from "../../core/answers/desk/note.ts";
import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import type { Inbox, NoteResult } from "../../core/ports/desk/inbox.ts";
import type { Page } from "../../core/ports/page.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { andWhere, sql } from "../sql.ts";

export async function addNote(
  database: Database,
  workspace: WorkspaceId,
  conversation: ConversationId,
  note: Parameters<Inbox["addNote"]>[2],
): Promise<NoteResult> {
  const { rows } = await database.run(sql`
    with written as (
      insert into contact_notes (workspace_id, id, contact_id, conversation_id, author, body, idempotency_key, created_at)
      select c.workspace_id, ${note.id}::uuid, coalesce(k.merged_into, k.id), c.id, ${note.author}, ${note.text},
        c.id || ':' || ${note.idempotencyKey}::text, recado_now()
      from conversations c
      join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
      where c.workspace_id = ${workspace} and c.id = ${conversation}::uuid
      -- A note sent twice stands once. The update only makes the row come back.
      on conflict (idempotency_key, workspace_id) where idempotency_key is not null
        do update set author = contact_notes.author
      returning *
    ),
    audited as (
      select audit(w.workspace_id, ${note.author}, 'conversation.note', 'conversation', w.conversation_id::text, null,
        jsonb_build_object('note', w.id))
      from written w where w.id = ${note.id}::uuid
    )
    select w.id, w.conversation_id as "conversationId", w.author, w.body as text, w.created_at as "createdAt", w.body = ${note.text} as is_same,
      (select count(*) from audited) as audited
    from written w`);
  if (rows[0] === undefined) return { kind: "not_found" };
  return rows[0]["is_same"] === true ? { kind: "noted", note: Note.parse(rows[0]) } : { kind: "key_reused" };
}

export async function listNotes(
  database: Database,
  workspace: WorkspaceId,
  conversation: ConversationId,
  { cursor, limit }: Parameters<Inbox["listNotes"]>[2],
): Promise<Page<Note> | null> {
  const before = readCursor(cursor);
  return database.asTenant(workspace, async (run) => {
    const known = await run(
      sql`select from conversations where workspace_id = ${workspace} and id = ${conversation}::uuid`,
    );
    if (known.rowCount === 0) return null;
    const { rows } = await run(sql`
      select id, conversation_id as "conversationId", author, body as text, created_at as "createdAt" from contact_notes
      where workspace_id = ${workspace} and conversation_id = ${conversation}::uuid and deleted_at is null
        ${andWhere(before, (last) => sql`id < ${last}::uuid`)}
      order by id desc limit ${limit + 1}::int`);
    return pageOf(
      rows.map((row) => Note.parse(row)),
      limit,
    );
  });
}
