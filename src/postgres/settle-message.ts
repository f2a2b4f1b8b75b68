import type { OutboxMessage } from "../core/outbox.ts";
import type { Outbox, Settlement } from "../core/ports/store.ts";
import { type Database, persistently } from "./database.ts";
import { sql } from "./sql.ts";

/** Records what came of an attempt. An older attempt than the row's changes nothing: the attempt is the fence here. */
export async function settleMessage(
  database: Database,
  message: OutboxMessage,
  settlement: Settlement,
): ReturnType<Outbox["settle"]> {
  const row = settlementRow(settlement);
  const statement = sql`
    with settled as (
      update outbox_messages o set
        status = ${row.status},
        wamid = coalesce(o.wamid, ${row.wamid}),
        detail = ${row.detail},
        error_code = ${row.errorCode}::int,
        doubt_until = recado_now() + make_interval(secs => ${row.doubtMs}::float8 / 1000),
        settled_at = case when ${row.isFinal}::boolean then recado_now() end,
        -- Reports that came before the answer to the send have waited for us (whatsapp.md §8).
        delivery = coalesce(o.delivery, (
          select s.status from message_statuses s
          where s.workspace_id = o.workspace_id and s.phone_number_id = ${message.phoneNumberId}
            and s.wamid = ${row.wamid} and delivery_rank(s.status) > 0
          order by delivery_rank(s.status) desc limit 1))
      where o.workspace_id = ${message.workspaceId} and o.id = ${message.id}::uuid
        and o.attempt = ${message.attempt}::int and o.status in ('queued', 'in_flight', 'in_doubt')
      returning o.workspace_id, o.conversation_id, (o.status in ('accepted', 'failed', 'dropped'))::int as ended
    ),
    learned as (
      insert into contact_aliases (workspace_id, kind, value, contact_id)
      select s.workspace_id, 'phone', ${row.learnedPhone(message)}, ${message.contactId}::uuid
      from settled s where ${row.learnedPhone(message)}::text is not null
      on conflict (workspace_id, kind, value) do nothing
      returning value
    ),
    place as (
      update conversations c set
        unsent = c.unsent - s.ended,
        sender = null,
        send_at = case
          when c.unsent - s.ended = 0 then null
          else recado_now() + make_interval(secs => ${row.delayMs}::float8 / 1000) end
      from settled s where c.workspace_id = s.workspace_id and c.id = s.conversation_id
      returning c.unsent
    )
    select p.unsent > 0 as has_more, (select count(*) from learned) as learned from place p`;
  // An accepted send that is not recorded would have to be doubted; and a second recording changes nothing.
  const { rows } = await persistently(() => database.run(statement));
  return { hasMore: rows[0]?.["has_more"] === true };
}

interface SettlementRow {
  readonly status: string;
  readonly isFinal: boolean;
  readonly wamid: string | null;
  readonly detail: string | null;
  readonly errorCode: number | null;
  readonly doubtMs: number | null;
  /** Before the conversation's next message, or this one again. */
  readonly delayMs: number;
  /** The number that WhatsApp really uses for this person, when it is not the one we wrote to. */
  learnedPhone(message: OutboxMessage): string | null;
}

function settlementRow(settlement: Settlement): SettlementRow {
  const base = { wamid: null, detail: null, errorCode: null, doubtMs: null, delayMs: 0, learnedPhone: () => null };
  switch (settlement.kind) {
    case "accepted":
      return {
        ...base,
        status: "accepted",
        isFinal: true,
        wamid: settlement.wamid,
        learnedPhone: (message) =>
          settlement.recipientPhone === message.recipient.phone ? null : settlement.recipientPhone,
      };
    case "retry":
      return { ...base, status: "queued", isFinal: false, detail: settlement.detail, delayMs: settlement.delayMs };
    case "failed":
      return { ...base, status: "failed", isFinal: true, detail: settlement.detail, errorCode: settlement.code };
    case "in_doubt":
      return {
        ...base,
        status: "in_doubt",
        isFinal: false,
        detail: settlement.detail,
        doubtMs: settlement.doubtMs,
        delayMs: settlement.doubtMs,
      };
    case "dropped":
      return { ...base, status: "dropped", isFinal: true, detail: settlement.reason };
  }
}
