import type { ContactId, WorkspaceId } from "../../core/ids.ts";
import type { ExportResult, PersonalData } from "../../core/ports/governance/personal-data.ts";
import type { Database } from "../database.ts";
import { identifier, type Statement, sql } from "../sql.ts";
import { findContact, readSubject } from "./contact-subject.ts";
import { type PersonalTable, readPersonalTables, type Subject } from "./personal-tables.ts";

type Run = Database["run"];

/** Files of one answer: with base64 and the rest of it a few hundred megabytes of memory. */
const FILES_LIMIT_BYTES = 64 * 1024 * 1024;

export async function exportContact(
  run: Run,
  workspace: WorkspaceId,
  contact: ContactId,
  { actor, withFiles }: Parameters<PersonalData["export"]>[2],
): Promise<ExportResult> {
  // One moment for all tables.
  await run(sql`set transaction isolation level repeatable read`);
  const found = await findContact(run, workspace, contact);
  if (found === null) return { kind: "not_found" };
  const subject = await readSubject(run, { workspace, contact: found.id, lock: false });
  const fileBytes = withFiles ? await weighFiles(run, subject) : 0;
  if (fileBytes > FILES_LIMIT_BYTES) return { kind: "too_big", fileBytes };
  const { tables } = await readPersonalTables(run);
  const exported: Record<string, readonly unknown[]> = {};
  for (const table of [...tables].sort((a, b) => a.name.localeCompare(b.name))) {
    if (table.exportedFrom === null) continue;
    const { rows } = await run(exportStatement(table, table.exportedFrom, subject, withFiles));
    if (rows.length > 0) exported[table.exportedFrom] = rows.map((row) => row["row"]);
  }
  await run(sql`
    select audit(${workspace}, ${actor}, 'contact.exported', 'contact', ${found.id}, null,
      jsonb_build_object('withFiles', ${withFiles}::boolean))`);
  const [now] = (await run(sql`select recado_now() as now`)).rows;
  const exportedAt = now?.["now"] instanceof Date ? now["now"] : new Date(Number.NaN);
  const format = "recado.contact-export.v1";
  return { kind: "exported", export: { format, exportedAt, contact: found, tables: exported } };
}

const FILES: ReadonlySet<string> = new Set(["media_items", "documents"]);

function exportStatement(
  { name, byteColumns, isTheirs }: PersonalTable,
  exportedFrom: string,
  subject: Subject,
  withFiles: boolean,
): Statement {
  const row = byteColumns.reduce((rest, column) => {
    // A customer's file; other bytes are what came, or hashes.
    const isLeftOut = FILES.has(name) && !withFiles;
    const bytes = isLeftOut ? sql`null::text` : sql`translate(encode(t.${identifier(column)}, 'base64'), E'\\n', '')`;
    return sql`${rest} || jsonb_build_object(${column}::text, ${bytes})`;
  }, sql`to_jsonb(t) - ${byteColumns}::text[]`);
  return sql`
    select ${row} as row from ${identifier(exportedFrom)} t
    where t.workspace_id = ${subject.workspace} and ${isTheirs(subject)}`;
}

async function weighFiles(run: Run, { workspace, conversations }: Subject): Promise<number> {
  const { rows } = await run(sql`
    select coalesce(sum(octet_length(f.bytes)), 0)::float8 as bytes from (
      select m.workspace_id, m.conversation_id, m.bytes from media_items m
      union all select d.workspace_id, d.conversation_id, d.bytes from documents d) f
    where f.workspace_id = ${workspace} and f.conversation_id = any (${conversations}::uuid[])`);
  return Number(rows[0]?.["bytes"]);
}
