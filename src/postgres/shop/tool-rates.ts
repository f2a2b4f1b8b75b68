import type { ToolRates } from "../../core/ports/tool-rates.ts";
import type { ToolModule } from "../../core/ports/tools.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** Calls of a workspace in a minute (requirement B13); what is someone else's is counted like WhatsApp. */
export const CALLS_A_MINUTE: Readonly<Record<ToolModule, number>> = {
  crm: 120,
  whatsapp: 30,
  system: 60,
  external: 30,
};

/** Counted by the clock of the database, so that all processes count together. */
export function createToolRates(database: Database, limits = CALLS_A_MINUTE): ToolRates {
  return {
    async take(workspaceId, module) {
      const limit = limits[module];
      const { rows } = await database.run(sql`
        insert into tool_rates as r (workspace_id, module, minute, calls)
        values (${workspaceId}, ${module}, date_trunc('minute', recado_now()), 1)
        on conflict (workspace_id, module) do update set
          minute = excluded.minute,
          -- One more than the limit says that it is spent, however many are turned away.
          calls = case when r.minute = excluded.minute then least(r.calls + 1, ${limit + 1}::int) else 1 end
        returning r.calls, r.minute + interval '1 minute' as again_at`);
      const [row] = rows;
      const againAt = row?.["again_at"];
      if (!(againAt instanceof Date)) throw new Error("the count of a tool call came back without its minute");
      return Number(row?.["calls"]) <= limit ? { kind: "free" } : { kind: "spent", limit, againAt };
    },
  };
}
