import * as z from "zod";
import type { AuditVerdict } from "../../core/answers/audit.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

const proofRow = z.object({
  is_mark_there: z.boolean(),
  lines: z.number(),
  unsealed: z.number(),
  last_hash: z.instanceof(Uint8Array).nullable(),
  broken_at: z.number().nullable(),
});

/** Up to this line the chain was found whole. */
interface Mark {
  readonly seq: number;
  readonly hash: Buffer;
}

const BEGINNING: Mark = { seq: 0, hash: Buffer.alloc(0) };

/**
 * Proves that the chain of a workspace holds. What this process has proved stays proved until an
 * operator asks for the whole: the marks are kept in its memory, where no thief with the database's
 * password moves them. A mark costs what has come since.
 */
export class AuditProof {
  readonly #database: Database;
  readonly #marks = new Map<WorkspaceId, Mark>();
  /** Who asks for a whole proof while one is under way gets that one's verdict. */
  readonly #wholes = new Map<WorkspaceId, Promise<AuditVerdict>>();

  constructor(database: Database) {
    this.#database = database;
  }

  verify(workspace: WorkspaceId, whole: boolean): Promise<AuditVerdict> {
    const mark = whole ? undefined : this.#marks.get(workspace);
    if (mark !== undefined) return this.#proveFrom(workspace, mark);
    const underWay = this.#wholes.get(workspace);
    if (underWay !== undefined) return underWay;
    const proving = this.#proveFrom(workspace, BEGINNING).finally(() => this.#wholes.delete(workspace));
    this.#wholes.set(workspace, proving);
    return proving;
  }

  async #proveFrom(workspace: WorkspaceId, mark: Mark): Promise<AuditVerdict> {
    const { rows } = await this.#database.asTenant(workspace, (run) =>
      run(sql`
        select
          ${mark.seq}::bigint = 0 or exists (
            select from audit_log m
            where m.workspace_id = ${workspace} and m.seq = ${mark.seq}::bigint and m.hash = ${mark.hash}::bytea) as is_mark_there,
          lines::float8, unsealed::float8, last_hash, broken_at::float8
        from verify_audit(${workspace}, ${mark.seq}::bigint, ${mark.hash}::bytea)`),
    );
    const { is_mark_there, lines, unsealed, last_hash, broken_at } = proofRow.parse(rows[0]);
    if (!is_mark_there || broken_at !== null) {
      this.#marks.delete(workspace);
      // What is wrong may begin before the mark.
      if (mark !== BEGINNING) return this.verify(workspace, true);
    }
    const reached = last_hash === null ? mark : { seq: mark.seq + lines, hash: Buffer.from(last_hash) };
    if (broken_at === null && reached !== BEGINNING) this.#marks.set(workspace, reached);
    return {
      lines: mark.seq + lines,
      verifiedFrom: mark.seq + 1,
      unsealed,
      lastHash: reached === BEGINNING ? null : reached.hash.toString("hex"),
      brokenAt: broken_at,
    };
  }
}
