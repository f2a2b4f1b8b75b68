import { OpenCircuit } from "../../core/answers/circuit.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** What sending waits for. A pause of templates ends by itself; the others stand until a message has passed. */
export async function listCircuits(database: Database): Promise<OpenCircuit[]> {
  const { rows } = await database.run(sql`
    select workspace_id as "workspaceId", scope, key, kind, code, detail, opened_at as "openedAt", retry_at as "retryAt"
    from circuits
    where scope <> 'proactive' or retry_at > recado_now()
    order by opened_at, scope, key`);
  return rows.map((row) => OpenCircuit.parse(row));
}
