import type { WorkerId } from "../../core/ids.ts";
import type { OutboxMessage } from "../../core/outbound/outbox.ts";
import type { Outbox } from "../../core/ports/outbox.ts";
import type { Database } from "../database.ts";
import { gather } from "../gather.ts";
import { lockedInOrder } from "../lock-order.ts";
import { rowset, type Statement, sql } from "../sql.ts";

interface Mark {
  readonly worker: WorkerId;
  readonly message: OutboxMessage;
  readonly sendLeaseMs: number;
}

/**
 * Marks messages in flight and opens the journal of their attempts, each unless its turn has passed, a takeover has called it back,
 * or the customer has interrupted it or wants no more messages: null for those. The conversations are looked at under their lock,
 * after the messages: what came in between is seen. What one claim took is marked in one statement.
 */
export function createMarkInFlight(database: Database): Outbox["markInFlight"] {
  const markTogether = gather(
    async (marks: readonly Mark[]) => readMarked(marks, (await database.run(mark(marks))).rows),
    ({ message }) => message.conversationId,
  );
  return (worker, message, sendLeaseMs) => markTogether({ worker, message, sendLeaseMs });
}

function mark(marks: readonly Mark[]): Statement {
  const rows = marks.map(({ worker, message, sendLeaseMs }, n) => ({
    n,
    workspace_id: message.workspaceId,
    id: message.id,
    attempt: message.attempt,
    worker,
    lease_ms: sendLeaseMs,
  }));
  const columns = sql`n int, workspace_id text, id uuid, attempt int, worker uuid, lease_ms float8`;
  return sql`
    with given as materialized (
      select * from ${rowset(rows, columns)} g
    ),
    target as materialized (
      select g.n, g.worker, g.lease_ms, o.workspace_id, o.id
      from given g
      join outbox_messages o on o.workspace_id = g.workspace_id and o.id = g.id
      where o.attempt = g.attempt and o.status in ('queued', 'in_doubt')
      order by o.id
      for update of o
    ),
    marked as (
      update outbox_messages o set
        status = 'in_flight', attempt = o.attempt + 1, in_flight_at = recado_now(), doubt_until = null
      from target t
      join conversations c on c.workspace_id = t.workspace_id and c.sender = t.worker
      where o.workspace_id = t.workspace_id and o.id = t.id and c.id = o.conversation_id
        and o.status in ('queued', 'in_doubt')
        and o.seq > c.cancelled_through and o.inbound_seq >= c.opted_out_seq
        and (o.position < 2 or o.inbound_seq >= c.last_speech_seq)
      returning t.n, t.worker, t.lease_ms, o.workspace_id, o.id, o.conversation_id, o.seq, o.position, o.inbound_seq, o.attempt,
        o.in_flight_at
    ),
    journaled as (
      insert into outbox_attempts (workspace_id, outbox_id, attempt, started_at)
      select workspace_id, id, attempt, in_flight_at from marked
      returning attempt
    ),
    locked as materialized (
      select c.workspace_id, c.id
      from marked m
      join conversations c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
      ${lockedInOrder}
    ),
    kept as (
      update conversations c set
        send_at = recado_now() + make_interval(secs => m.lease_ms / 1000),
        pair_tat = recado_next_pair_tat(c.pair_tat, recado_now())
      from locked l
      join marked m on m.workspace_id = l.workspace_id and m.conversation_id = l.id
      where c.workspace_id = l.workspace_id and c.id = l.id and c.sender = m.worker
        and m.seq > c.cancelled_through and m.inbound_seq >= c.opted_out_seq
        and (m.position < 2 or m.inbound_seq >= c.last_speech_seq)
      returning c.id
    )
    select m.n, m.attempt, m.in_flight_at, (select count(*) from journaled) as journaled,
      case when (select count(*) from kept) <> (select count(*) from marked)
        then recado_again('the sender changed') end as kept
    from marked m`;
}

function readMarked(marks: readonly Mark[], rows: readonly Record<string, unknown>[]): (OutboxMessage | null)[] {
  const answers = new Map(rows.map((row) => [Number(row["n"]), row]));
  return marks.map(({ message }, n) => {
    const { attempt, in_flight_at: inFlightAt } = answers.get(n) ?? {};
    return inFlightAt instanceof Date
      ? { ...message, status: "in_flight", attempt: Number(attempt), inFlightAt }
      : null;
  });
}
