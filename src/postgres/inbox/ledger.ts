import * as z from "zod";
import { LOCAL_TRUST } from "../../core/agent/local-trust.ts";
import type { PhoneNumberId } from "../../core/ids.ts";
import { EVENT_SOURCES, INPUT_TYPES } from "../../core/inbound/event.ts";
import type { OutboxStatus } from "../../core/outbound/outbox.ts";
import { CIRCUIT_SCOPES } from "../../core/outbound/refusal.ts";
import type { Ledger, LedgerCounts } from "../../core/ports/ledger.ts";
import { RUN_STATUSES } from "../../core/turn/run-machine.ts";
import type { Database } from "../database.ts";
import { id as idOf } from "../json-row.ts";
import { auditedModels } from "../learning/nlu-audits.ts";
import { listCircuits } from "../outbox/circuits.ts";
import { openAlertCount } from "../shop/alerts.ts";
import { createMediaLedger } from "../shop/media.ts";
import { sql } from "../sql.ts";
import { getConversation, listConversations } from "./conversation-view.ts";
import { discardRun, retryRun, setBotEnabled } from "./operator-commands.ts";
import { getRun, listRuns } from "./run-view.ts";

/** What people and programs read and command. */
export function createLedger(database: Database): Ledger {
  return {
    getRun: (workspace, id) => getRun(database, workspace, id),
    listRuns: (workspace, filter) => listRuns(database, workspace, filter),
    getConversation: (workspace, id) => getConversation(database, workspace, id),
    listConversations: (workspace, filter) => listConversations(database, workspace, filter),
    async findEvent(workspace, id) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          -- Whose words a night has taken says no more what it was.
          select e.source, e.input_type as "inputType", nullif(e.payload #>> '{content,body}', '') as text, e.payload -> 'identity' as identity,
            c.phone_number_id as "phoneNumberId"
          from agent_events e
          join conversations c on c.workspace_id = e.workspace_id and c.id = e.conversation_id
          where e.workspace_id = ${workspace} and e.id = ${id}::uuid`),
      );
      return rows[0] === undefined ? null : knownEvent.parse(rows[0]);
    },
    async findConversation(workspace, id) {
      const found = await getConversation(database, workspace, id);
      if (found === null) return null;
      return { phoneNumberId: found.phoneNumberId, phone: found.contact.phone, bsuid: found.contact.bsuid };
    },
    retryRun: (workspace, id, by) => retryRun(database, workspace, id, by),
    discardRun: (workspace, id, by) => discardRun(database, workspace, id, by),
    setBotEnabled: (workspace, id, change) => setBotEnabled(database, workspace, id, change),
    ...createMediaLedger(database),
    counts: () => countLedger(database),
    openCircuits: () => listCircuits(database),
  };
}

const OUTBOX_STATUSES: readonly OutboxStatus[] = ["queued", "in_flight", "accepted", "failed", "in_doubt", "dropped"];

const knownEvent = z.object({
  source: z.enum(EVENT_SOURCES),
  inputType: z.enum(INPUT_TYPES),
  text: z.string().nullable(),
  identity: z.object({ phone: z.string().nullable(), bsuid: z.string().nullable() }),
  phoneNumberId: idOf<PhoneNumberId>(),
});

const localModelCount = z.object({
  agentId: z.string(),
  localModel: z.string(),
  audited: z.number(),
  right: z.number(),
  isStopped: z.boolean(),
  isInUse: z.boolean(),
});

async function countLedger(database: Database): Promise<LedgerCounts> {
  const { rows } = await database.run(sql`
    select
      (select jsonb_object_agg(status, n) from (select status, count(*) n from agent_runs group by status) r) as runs,
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
