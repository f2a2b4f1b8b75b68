import * as z from "zod";
import type { WorkspaceId } from "../../core/ids.ts";
import { CIRCUIT_SCOPES, REFUSAL_KINDS } from "../../core/outbound/refusal.ts";
import type { OpenCircuit } from "../../core/ports/ledger.ts";
import type { Database } from "../database.ts";
import { id } from "../json-row.ts";
import { sql } from "../sql.ts";

const circuitRow = z.object({
  workspace_id: id<WorkspaceId>(),
  scope: z.enum(CIRCUIT_SCOPES),
  key: z.string(),
  kind: z.enum(REFUSAL_KINDS).catch("unknown"),
  code: z.number().nullable(),
  detail: z.string().nullable(),
  opened_at: z.date(),
  retry_at: z.date(),
});

/** What sending waits for. A pause of templates ends by itself; the others stand until a message has passed. */
export async function listCircuits(database: Database): Promise<OpenCircuit[]> {
  const { rows } = await database.run(sql`
    select workspace_id, scope, key, kind, code, detail, opened_at, retry_at from circuits
    where scope <> 'proactive' or retry_at > recado_now()
    order by opened_at, scope, key`);
  return rows.map((row) => {
    const { workspace_id, opened_at, retry_at, ...circuit } = circuitRow.parse(row);
    return { workspaceId: workspace_id, ...circuit, openedAt: opened_at, retryAt: retry_at };
  });
}
