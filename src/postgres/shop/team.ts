import * as z from "zod";
import { isWindowOpen } from "../../core/outbound/service-window.ts";
import type { TeamMember } from "../../core/ports/crm.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

const memberRow = z.object({
  name: z.string(),
  conversationId: z.string(),
  isSpeaker: z.boolean(),
  lastCustomerMessageAt: z.date().nullable(),
  hasOptedOut: z.boolean(),
  now: z.date(),
});

/** Members with a phone that is bound and was not said to have changed hands, each with the newest conversation of it. */
export async function readTeam(
  database: Database,
  workspaceId: string,
  contactId: string,
): Promise<readonly TeamMember[] | null> {
  const { rows } = await database.run(sql`
    select distinct on (m.user_id) m.name, c.id as "conversationId", c.contact_id = ${contactId}::uuid as "isSpeaker",
      c.last_customer_message_at as "lastCustomerMessageAt", k.marketing_stopped_at is not null as "hasOptedOut",
      recado_now() as now
    from member_phones p
    join workspace_members m on m.workspace_id = p.workspace_id and m.user_id = p.user_id and m.removed_at is null
    join contacts k on k.workspace_id = p.workspace_id and k.id = p.contact_id
    join conversations c on c.workspace_id = p.workspace_id and c.contact_id = p.contact_id
    where p.workspace_id = ${workspaceId} and p.bound_at is not null and p.ended_at is null
      and not coalesce(k.identity_changed_at > p.bound_at, false)
    order by m.user_id, c.last_customer_message_at desc nulls last`);
  const members = rows.map((row) => memberRow.parse(row));
  if (!members.some(({ isSpeaker }) => isSpeaker)) return null;
  return members
    .filter(({ isSpeaker }) => !isSpeaker)
    .map(({ name, conversationId, lastCustomerMessageAt, hasOptedOut, now }) => ({
      ...{ name, conversationId },
      mayBeWritten: !hasOptedOut && isWindowOpen(lastCustomerMessageAt, now),
    }));
}
