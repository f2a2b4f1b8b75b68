import * as z from "zod";
import { LOCAL_TRUST } from "../../core/agent/local-trust.ts";
import type { OutboxStatus } from "../../core/outbound/outbox.ts";
import { CIRCUIT_SCOPES } from "../../core/outbound/refusal.ts";
import type { Health, StoreCounts } from "../../core/ports/health.ts";
import { RUN_STATUSES } from "../../core/turn/run-machine.ts";
import type { Database } from "../database.ts";
import { auditedModels } from "../learning/nlu-audits.ts";
import { openAlertCount } from "../shop/alerts.ts";
import { sql } from "../sql.ts";

/** `door` counts, for people and programs. `intake` is where webhooks write: it must answer and take rows. */
export function createHealth(door: Database, intake: Database): Health {
  return {
    async ping() {
      const startedAt = performance.now();
      await intake.run({ text: "select 1", values: [] });
      return performance.now() - startedAt;
    },
    /**
     * Writes a table of its own: an old one may have room for a row more when the disk has none. The table is temporary,
     * because the runtime role makes no other, and ends with its transaction.
     */
    async proveWrites() {
      await intake.transaction(async (run) => {
        await run(sql`
          create temporary table recado_write_proof on commit drop as
          select repeat('recado', 200) as filler from generate_series(1, 1000)`);
      });
    },
    counts: () => countAll(door),
  };
}

const OUTBOX_STATUSES: readonly OutboxStatus[] = ["queued", "in_flight", "accepted", "failed", "in_doubt", "dropped"];

const localModelCount = z.object({
  agentId: z.string(),
  localModel: z.string(),
  audited: z.number(),
  right: z.number(),
  isStopped: z.boolean(),
  isInUse: z.boolean(),
});

/** All runs but the completed ones are few and have an index; the completed ones are the rest. */
async function countAll(database: Database): Promise<StoreCounts> {
  const { rows } = await database.run(sql`
    select
      (select jsonb_object_agg(status, n) from (
        select status, count(*) n from agent_runs where status <> 'completed' group by status
        union all
        select 'completed', n from (
          select (select count(*) from agent_runs) - (select count(*) from agent_runs where status <> 'completed') as n) c
        where n > 0) r) as runs,
      (select jsonb_object_agg(status, n) from (select status, count(*) n from outbox_messages group by status) o)
        as outbox,
      (select jsonb_object_agg(scope, n) from (
        select scope, count(*) n from circuits where scope <> 'proactive' or retry_at > recado_now() group by scope) k)
        as circuits,
      (select count(*)::int from agent_runs where status = 'dead_letter' and discarded_at is null) as dead_letters,
      (select count(*)::int from quarantined_items) as quarantined,
      (select jsonb_agg(jsonb_build_object('kind', kind, 'severity', severity, 'count', n))
        from (select kind, severity, count(*) n from alerts where resolved_at is null group by kind, severity) a) as alerts,
      (select jsonb_agg(jsonb_build_object('agentId', m.agent_id, 'localModel', m.local_model, 'audited', m.audited,
          'right', m.correct, 'isStopped', m.is_stopped, 'isInUse', m.is_in_use))
        from ${auditedModels(LOCAL_TRUST.days)} m) as local_models,
      (select greatest(0, extract(epoch from recado_now() - min(run_at)))::float8 from conversations
        where run_at is not null) as oldest_due_seconds`);
  const row = rows[0] ?? {};
  return {
    runsByStatus: tally(RUN_STATUSES, row["runs"]),
    outboxByStatus: tally(OUTBOX_STATUSES, row["outbox"]),
    openCircuits: tally(CIRCUIT_SCOPES, row["circuits"]),
    deadLetters: Number(row["dead_letters"] ?? 0),
    quarantined: Number(row["quarantined"] ?? 0),
    openAlerts: openAlertCount.array().parse(row["alerts"] ?? []),
    localModels: localModelCount.array().parse(row["local_models"] ?? []),
    oldestDueSeconds: Number(row["oldest_due_seconds"] ?? 0),
  };
}

function tally<Key extends string>(keys: readonly Key[], counts: unknown): Record<Key, number> {
  const found = new Map(Object.entries(counts ?? {}));
  return Object.fromEntries(keys.map((key) => [key, Number(found.get(key) ?? 0)])) as Record<Key, number>;
}
