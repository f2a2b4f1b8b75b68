import * as z from "zod";
import type { RunId } from "../../core/ids.ts";
import type { Audit } from "../../core/ports/audit.ts";
import { pageOf, readNumberCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { andWhere, sql } from "../sql.ts";
import { AuditProof } from "./audit-proof.ts";

const lineRow = z.object({
  id: z.string(),
  seq: z.number().nullable(),
  at: z.date(),
  actor: z.string(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  run_id: z.string().nullable(),
  detail: z.unknown(),
  hash: z.string().nullable(),
});

/** The log is written by triggers (0026_audit.sql); here it is read, proved and chained. */
export function createAudit(database: Database): Audit {
  const proof = new AuditProof(database);
  return {
    async list(workspace, { subjectId, cursor, limit }) {
      const before = readNumberCursor(cursor);
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select a.id::text, a.seq::float8, a.at, a.actor, a.action, a.subject_kind, a.subject_id, a.run_id, a.detail,
            encode(a.hash, 'hex') as hash
          from audit_log a
          where a.workspace_id = ${workspace}
            ${andWhere(subjectId, (subject) => sql`a.subject_id = ${subject}`)}
            ${andWhere(before, (last) => sql`a.id < ${last}::bigint`)}
          order by a.id desc
          limit ${limit + 1}::int`),
      );
      const { items, nextCursor } = pageOf(
        rows.map((row) => lineRow.parse(row)),
        limit,
      );
      return {
        items: items.map(({ id: _, subject_kind, subject_id, run_id, ...line }) => ({
          ...line,
          subject: { kind: subject_kind, id: subject_id },
          runId: run_id as RunId | null,
        })),
        nextCursor,
      };
    },
    verify: (workspace, { whole }) => proof.verify(workspace, whole),
    async seal(limit) {
      const { rows } = await database.run(sql`select seal_audit(${limit}::int) as sealed`);
      return Number(rows[0]?.["sealed"] ?? 0);
    },
  };
}
