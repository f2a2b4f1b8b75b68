import type { Desk, SentFile } from "../../core/ports/desk/desk.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** The files that people of the shop send, as the shop sees them in its conversations. */
export function sentFiles(database: Database): Pick<Desk, "keepFile" | "findFile" | "readFile"> {
  return {
    async keepFile(workspace, id, file, actor) {
      await database.run(sql`
        insert into sent_files (
          workspace_id, id, conversation_id, media_id, kind, media_type, file_name, size_bytes, sha256, bytes, uploaded_by)
        values (${workspace}, ${file.id}::uuid, ${id}::uuid, ${file.mediaId}, ${file.kind}, ${file.type}, ${file.fileName},
          ${file.bytes.byteLength}, ${file.sha256}, ${Buffer.from(file.bytes)}::bytea, ${actor})`);
    },
    async findFile(workspace, id, fileId) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select f.media_id, f.kind, f.media_type, f.file_name from sent_files f
          where f.workspace_id = ${workspace} and f.conversation_id = ${id}::uuid and f.id = ${fileId}::uuid`),
      );
      const [row] = rows;
      if (row === undefined) return null;
      return {
        mediaId: String(row["media_id"]),
        kind: row["kind"] as SentFile["kind"],
        type: String(row["media_type"]),
        fileName: row["file_name"] === null ? null : String(row["file_name"]),
      };
    },
    async readFile(workspace, fileId) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select f.media_type, f.file_name, f.bytes from sent_files f
          where f.workspace_id = ${workspace} and f.id = ${fileId}::uuid`),
      );
      const [row] = rows;
      if (row === undefined) return null;
      const { bytes } = row;
      return {
        type: String(row["media_type"]),
        fileName: row["file_name"] === null ? null : String(row["file_name"]),
        bytes: bytes instanceof Uint8Array ? bytes : null,
      };
    },
  };
}
