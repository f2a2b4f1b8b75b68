import * as z from "zod";
import { AuditLine } from "../../core/answers/audit.ts";
import type { Audit } from "../../core/ports/governance/audit.ts";
import { pageOf, readNumberCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { andWhere, sql } from "../sql.ts";
import { AuditProof } from "./audit-proof.ts";

/** With the number that a cursor names. */
const numberedLine = AuditLine.extend({ id: z.string() });

/** Triggers write the log (functions/audit/log.sql). It is read, proved and chained here. */
export function createAudit(database: Database): Audit {
  const proof = new AuditProof(database);
  return {
    async list(workspace, { subjectId, cursor, limit }) {
      const before = readNumberCursor(cursor);
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select a.id::text, a.seq::float8, a.at, a.actor, a.action, a.detail, encode(a.hash, 'hex') as hash,
            jsonb_build_object('kind', a.subject_kind, 'id', a.subject_id) as subject, a.run_id as "runId"
          from audit_log a
          where a.workspace_id = ${workspace}
            ${andWhere(subjectId, (subject) => sql`a.subject_id = ${subject}`)}
            ${andWhere(before, (last) => sql`a.id < ${last}::bigint`)}
          order by a.id desc
          limit ${limit + 1}::int`),
      );
      const { items, nextCursor } = pageOf(
        rows.map((row) => numberedLine.parse(row)),
        limit,
      );
      return { items: items.map(({ id: _, ...line }) => line), nextCursor };
    },
    verify: (workspace, { whole }) => proof.verify(workspace, whole),
    async seal(limit) {
      const { rows } = await database.run(sql`select seal_audit(${limit}::int) as sealed`);
      return Number(rows[0]?.["sealed"] ?? 0);
    },
  };
}
