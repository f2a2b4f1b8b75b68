import * as z from "zod";
import { errorText } from "../../core/errors.ts";
import type { ContactId, ConversationId, OutboxId, PhoneNumberId, RunId, WorkspaceId } from "../../core/ids.ts";
import { outboundContent } from "../../core/outbound/outbound-content.ts";
import { ON_DOUBT, OUTBOX_PURPOSES } from "../../core/outbound/outbox.ts";
import type { SendClaim } from "../../core/ports/outbox.ts";
import { contactHours } from "../business-hours.ts";
import type { Database } from "../database.ts";
import { id, instant } from "../json-row.ts";
import { sql } from "../sql.ts";

/** The JSON of the SQL function `read_sends`. */
const headRow = z.object({
  id: id<OutboxId>(),
  workspaceId: id<WorkspaceId>(),
  conversationId: id<ConversationId>(),
  contactId: id<ContactId>(),
  runId: id<RunId>(),
  phoneNumberId: id<PhoneNumberId>(),
  recipient: z.object({ phone: z.string().nullable(), bsuid: z.string().nullable() }),
  content: outboundContent,
  replyToMessageId: z.string().nullable(),
  status: z.enum(["queued", "in_flight", "accepted", "failed", "in_doubt", "dropped"]),
  attempt: z.number(),
  onDoubt: z.enum(ON_DOUBT),
  createdAt: instant,
  inFlightAt: instant.nullable(),
  lastCustomerMessageAt: instant.nullable(),
  isCancelled: z.boolean(),
  doubtUntil: instant.nullable(),
  hasNewerInbound: z.boolean(),
  isInterrupted: z.boolean(),
  turnIsComing: z.boolean(),
  leavesAt: instant.nullable(),
  now: instant,
  tries: z.record(z.string(), z.number()),
  flowProvenAt: instant.nullable(),
  pairAllowedAt: instant.nullable(),
  marketingStopped: z.boolean(),
  hasOptedOut: z.boolean(),
  purpose: z.enum(OUTBOX_PURPOSES),
  template: z
    .object({ category: z.enum(["marketing", "utility", "authentication"]), variables: z.number() })
    .nullable(),
  usefulUntil: instant.nullable(),
  contactHours,
  proactiveHeldUntil: instant.nullable(),
});

/** Null when there is nothing that could be sent: the head is gone, or cannot be read and was set aside. */
export async function readClaim(database: Database, head: unknown): Promise<SendClaim | null> {
  if (head === null) return null;
  const parsed = headRow.safeParse(head);
  if (!parsed.success) {
    await failUnreadable(database, head, errorText(parsed.error));
    return null;
  }
  const { doubtUntil, hasNewerInbound, isInterrupted, turnIsComing, leavesAt, now, ...others } = parsed.data;
  const { flowProvenAt, pairAllowedAt, marketingStopped, hasOptedOut, proactiveHeldUntil, ...told } = others;
  const { purpose, template, usefulUntil, contactHours, ...message } = told;
  const conditions = {
    ...{ flowProvenAt, pairAllowedAt, marketingStopped, hasOptedOut, proactiveHeldUntil },
    ...{ purpose, template, usefulUntil, contactHours },
  };
  return { message, doubtUntil, hasNewerInbound, isInterrupted, turnIsComing, leavesAt, now, ...conditions };
}

/** A message that this version cannot read must not hold up those behind it. */
async function failUnreadable(database: Database, head: unknown, fault: string): Promise<void> {
  const { workspaceId, id: messageId } = z.object({ workspaceId: z.string(), id: z.string() }).parse(head);
  await database.run(sql`
    with failed as (
      update outbox_messages o set status = 'failed', detail = ${`unreadable: ${fault}`}, settled_at = recado_now()
      where o.workspace_id = ${workspaceId} and o.id = ${messageId}::uuid
        and o.status in ('queued', 'in_flight', 'in_doubt')
      returning o.workspace_id, o.id, o.conversation_id
    ),
    doubted as (
      update outbox_attempts a set
        outcome = 'in_doubt', ended_at = recado_now(), request_written = true, detail = 'its message cannot be read'
      from failed f where a.workspace_id = f.workspace_id and a.outbox_id = f.id and a.outcome = 'in_flight'
      returning a.attempt
    )
    update conversations c set unsent = c.unsent - 1, sender = null,
      send_at = case when c.unsent = 1 then null else recado_now() end
    from failed f where c.workspace_id = f.workspace_id and c.id = f.conversation_id`);
}
