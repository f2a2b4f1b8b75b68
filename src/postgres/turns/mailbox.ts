import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import type { Mailbox } from "../../core/ports/mailbox.ts";
import { type Database, persistently, refusingPoison } from "../database.ts";
import { sql } from "../sql.ts";
import { absorbNewer, claimTurns, reloadTurn } from "./claim-turns.ts";
import { closeSession } from "./close-session.ts";
import { buryTurn, createCommitTurn } from "./commit-turn.ts";
import { createNextDue, dueConversations } from "./due.ts";
import { createEnqueue } from "./enqueue.ts";
import { readNumbersAway } from "./numbers-away.ts";
import { failTurn, flushSteps, parkTurn, releaseTurns, renewLeases, tellMeanwhile } from "./release-turn.ts";

/** The inbound side of the store: each method's statement stands in a file of its own. */
export function createMailbox(database: Database, sendLeaseMs: number): Mailbox {
  const enqueue = createEnqueue(database);
  const commit = createCommitTurn(database, sendLeaseMs);
  return {
    enqueue: (request) => refusingPoison("an inbound item", () => enqueue(request)),
    async unkept(keys) {
      if (keys.length === 0) return new Set();
      const { rows } = await database.run(sql`
        select k.key from unnest(${keys}::text[]) as k (key)
        where not exists (select from channel_notices n where n.content_key = k.key)
          and not exists (select from quarantined_items q where q.content_key = k.key)`);
      return new Set(rows.map(({ key }) => String(key)));
    },
    away: (numbers) => readNumbersAway(database, numbers),
    async quarantine(items) {
      if (items.length === 0) return;
      await database.run(sql`
        insert into quarantined_items (workspace_id, content_key, reason, raw)
        select ${DEFAULT_WORKSPACE}, key, reason, raw
        from unnest(${items.map((item) => item.key)}::text[], ${items.map((item) => item.reason)}::text[],
          ${items.map((item) => Buffer.from(item.raw))}::bytea[]) as q (key, reason, raw)
        where not names_erased(${DEFAULT_WORKSPACE}, encode(raw, 'escape'))
        order by key
        on conflict (content_key, workspace_id) do nothing`);
    },
    async keepNotices(notices) {
      if (notices.length === 0) return;
      const rows = JSON.stringify(
        notices.map((notice) => ({
          key: notice.key,
          field: notice.field,
          phone_number_id: notice.phoneNumberId,
          waba_id: notice.wabaId,
          raw: notice.raw,
        })),
      );
      await database.run(sql`
        insert into channel_notices (workspace_id, content_key, field, phone_number_id, waba_id, raw)
        select coalesce(p.workspace_id, ${DEFAULT_WORKSPACE}), n.key, n.field, n.phone_number_id, n.waba_id,
          -- What WhatsApp says may be null; a record's field turns that into nothing at all.
          coalesce(n.raw, 'null')
        from jsonb_to_recordset(${rows}::jsonb) as n (
          key text, field text, phone_number_id text, waba_id text, raw jsonb)
        left join phone_numbers p on p.id = n.phone_number_id
        where not names_erased(coalesce(p.workspace_id, ${DEFAULT_WORKSPACE}), n.raw::text)
        order by n.key
        on conflict (content_key, workspace_id) do nothing`);
    },
    claim: (offer) => claimTurns(database, offer),
    due: (limit, aheadMs) => dueConversations(database, limit, aheadMs),
    nextDue: createNextDue(database),
    reload: (lease) => reloadTurn(database, lease),
    closeSession: (turn) => persistently(() => closeSession(database, turn)),
    absorbNewer: (turn) => absorbNewer(database, turn),
    flushSteps: (turn, steps, agent) => persistently(() => flushSteps(database, turn, steps, agent)),
    park: (turn, parking) => persistently(() => parkTurn(database, turn, parking)),
    tell: (turn, message) => persistently(() => tellMeanwhile(database, turn, message)),
    commit: (turn, changes) => persistently(() => commit(turn, changes)),
    fail: (turn, failure, delayMs) => persistently(() => failTurn(database, turn, failure, delayMs)),
    bury: (turn, failure, fallback) => persistently(() => buryTurn(database, turn, failure, fallback)),
    release: (leases) => releaseTurns(database, leases),
    renew: (worker, working, leaseMs) => renewLeases(database, worker, working, leaseMs),
  };
}
