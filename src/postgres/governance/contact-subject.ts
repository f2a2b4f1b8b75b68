import * as z from "zod";
import { FoundContact } from "../../core/answers/contact.ts";
import { type ContactId, isUuid, type WorkspaceId } from "../../core/ids.ts";
import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import type { Subject } from "./personal-tables.ts";
import { tellingMarks } from "./telling-marks.ts";

type Run = Database["run"];

const ids = z.array(z.string());
const subjectRow = z.object({
  sessions: ids,
  runs: ids,
  events: ids,
  messages: ids,
  wamids: ids,
  names: ids,
});
/**
 * Finds a contact by id, phone or BSUID; a contact that was merged away is found as the survivor.
 */
export async function findContact(run: Run, workspace: WorkspaceId, name: string): Promise<FoundContact | null> {
  const { rows } = await run(sql`
    select k.id, ${customerName(sql`k`)} as name, newest_alias(k.workspace_id, k.id, 'phone') as phone,
      newest_alias(k.workspace_id, k.id, 'bsuid') as bsuid
    from contacts k
    where k.workspace_id = ${workspace} and k.id = (
      select coalesce(n.merged_into, n.id) from contacts n
      where n.workspace_id = ${workspace} and (n.id = ${isUuid(name) ? name : null}::uuid or n.id = (
        select a.contact_id from contact_aliases a
        where a.workspace_id = ${workspace} and a.value = ${name} limit 1)) limit 1)`);
  return rows[0] === undefined ? null : FoundContact.parse(rows[0]);
}

/**
 * All that is theirs. With `lock` no other transaction changes it until this one ends: a statement
 * that begins a conversation waits for the contact's row, one that writes to a conversation for the
 * conversation's.
 */
export async function readSubject(
  run: Run,
  { workspace, contact, lock }: { workspace: WorkspaceId; contact: ContactId; lock: boolean },
): Promise<Subject> {
  const locked = lock ? sql`for update` : sql``;
  const contacts = idsOf(
    await run(sql`
      select id from contacts
      where workspace_id = ${workspace} and (id = ${contact}::uuid or merged_into = ${contact}::uuid)
      order by id ${locked}`),
  );
  const conversations = idsOf(
    await run(sql`
      select id from conversations
      where workspace_id = ${workspace} and contact_id = any (${contacts}::uuid[])
      order by workspace_id, phone_number_id, contact_id ${locked}`),
  );
  const { rows } = await run(sql`
    with event as materialized (
      select id, payload -> 'identity' as identity from agent_events
      where workspace_id = ${workspace} and conversation_id = any (${conversations}::uuid[])
    ),
    message as materialized (
      select id, wamid, recipient from outbox_messages
      where workspace_id = ${workspace} and conversation_id = any (${conversations}::uuid[])
    ),
    said as (
      select value from contact_aliases where workspace_id = ${workspace} and contact_id = any (${contacts}::uuid[])
      union select identity ->> 'phone' from event
      union select identity ->> 'bsuid' from event
      union select recipient ->> 'phone' from message
      union select recipient ->> 'bsuid' from message
    )
    select
      array(select id::text from agent_sessions
        where workspace_id = ${workspace} and conversation_id = any (${conversations}::uuid[])) as sessions,
      array(select id::text from agent_runs
        where workspace_id = ${workspace} and conversation_id = any (${conversations}::uuid[])) as runs,
      array(select id::text from event) as events,
      array(select id::text from message) as messages,
      array(
        select wamid from message where wamid is not null
        union
        select w.wamid from outbox_attempts a
        cross join lateral (values (a.wamid), (a.duplicate_wamid)) as w (wamid)
        where a.workspace_id = ${workspace} and a.outbox_id in (select id from message) and w.wamid is not null) as wamids,
      -- A phone that has changed hands is another person's name.
      array(select s.value from said s where s.value is not null and not exists (
        select from contact_aliases o
        where o.workspace_id = ${workspace} and o.value = s.value and o.contact_id <> all (${contacts}::uuid[]))) as names`);
  const found = subjectRow.parse(rows[0]);
  const marks = tellingMarks([...contacts, ...conversations], found.names);
  return { workspace, contacts, conversations, ...found, marks };
}

function idsOf({ rows }: { readonly rows: readonly Record<string, unknown>[] }): string[] {
  return rows.map((row) => String(row["id"]));
}
