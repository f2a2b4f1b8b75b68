import { DEFAULT_WORKSPACE } from "../core/ids.ts";
import type { Mailbox } from "../core/ports/store.ts";
import { absorbNewer, claimTurns, reloadTurn } from "./claim-turns.ts";
import { buryTurn, commitTurn } from "./commit-turn.ts";
import { type Database, persistently, refusingPoison } from "./database.ts";
import { failTurn, flushSteps, parkTurn, releaseTurns, renewLeases } from "./end-attempt.ts";
import { createEnqueue } from "./enqueue.ts";
import { sql } from "./sql.ts";

/** The inbound side of the store: each method's statement stands in a file of its own. */
export function createMailbox(database: Database, sendLeaseMs: number): Mailbox {
  const enqueue = createEnqueue(database);
  return {
    enqueue: (request) => refusingPoison("an inbound item", () => enqueue(request)),
    async quarantine(items) {
      if (items.length === 0) return;
      await database.run(sql`
        insert into quarantined_items (workspace_id, reason, raw)
        select ${DEFAULT_WORKSPACE}, reason, raw
        from unnest(${items.map((item) => item.reason)}::text[], ${items.map((item) => Buffer.from(item.raw))}::bytea[])
          as q (reason, raw)`);
    },
    async keepNotices(notices) {
      if (notices.length === 0) return;
      const rows = JSON.stringify(
        notices.map((notice) => ({
          field: notice.field,
          phone_number_id: notice.phoneNumberId,
          waba_id: notice.wabaId,
          raw: notice.raw,
        })),
      );
      await database.run(sql`
        insert into channel_notices (workspace_id, field, phone_number_id, waba_id, raw)
        select coalesce(p.workspace_id, ${DEFAULT_WORKSPACE}), n.field, n.phone_number_id, n.waba_id, n.raw
        from jsonb_to_recordset(${rows}::jsonb) as n (field text, phone_number_id text, waba_id text, raw jsonb)
        left join phone_numbers p on p.id = n.phone_number_id`);
    },
    claim: (offer) => claimTurns(database, offer),
    reload: (lease) => reloadTurn(database, lease),
    absorbNewer: (turn) => absorbNewer(database, turn),
    flushSteps: (turn, steps, agent) => flushSteps(database, turn, steps, agent),
    park: (turn, parking) => persistently(() => parkTurn(database, turn, parking)),
    commit: (turn, commit) => persistently(() => commitTurn(database, turn, commit, sendLeaseMs)),
    fail: (turn, failure, delayMs) => persistently(() => failTurn(database, turn, failure, delayMs)),
    bury: (turn, failure, fallback) => persistently(() => buryTurn(database, turn, failure, fallback)),
    release: (leases) => releaseTurns(database, leases),
    renew: (worker, working, leaseMs) => renewLeases(database, worker, working, leaseMs),
  };
}
