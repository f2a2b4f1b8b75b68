import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { SANDBOX_NUMBER } from "./sandbox-places.ts";

export interface NumberAgent {
  readonly phoneNumberId: string;
  readonly agentId: string;
}

/** Numbers that another agent serves than `agentId`; some of them, where there are very many. */
export async function numbersOfOthers(database: Database, agentId: string): Promise<NumberAgent[]> {
  const { rows } = await database.run(
    sql`select id, agent_id from phone_numbers where agent_id <> ${agentId} and not starts_with(id, ${SANDBOX_NUMBER})
      order by created_at desc limit 20`,
  );
  return rows.map((row) => ({ phoneNumberId: String(row["id"]), agentId: String(row["agent_id"]) }));
}
