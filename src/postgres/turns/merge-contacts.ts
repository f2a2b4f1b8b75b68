import type { ContactId, WorkspaceId } from "../../core/ids.ts";
import { LIST_KEYS } from "../../core/memory/fact.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/**
 * Two records of one person become one. Both rows are locked by the caller, and each statement takes a fresh snapshot, so
 * that it sees what was committed before the locks were ours.
 *
 * Aliases move. A conversation on a number where the survivor has none moves with its session; where both have one, the
 * absorbed one stays as it is: it finishes its pending work to the recipient that is written there, and what comes later
 * goes to the survivor's. Where a person has taken over one of the two, the bot is silent in both. No event, run or reply is
 * touched, so none can be lost.
 */
export async function mergeContacts(
  run: Database["run"],
  workspace: WorkspaceId,
  survivor: ContactId,
  absorbed: ContactId,
): Promise<void> {
  const merged = await run(sql`
    update contacts gone set merged_into = ${survivor}::uuid
    from contacts kept
    where gone.workspace_id = ${workspace} and gone.id = ${absorbed}::uuid and gone.merged_into is null
      and kept.workspace_id = ${workspace} and kept.id = ${survivor}::uuid and kept.merged_into is null
      and kept.id <> gone.id
    returning gone.id`);
  if (merged.rowCount !== 1) return;
  // A chain of merges has one link: a contact that was merged into the absorbed one is now part of
  // the survivor.
  await run(sql`
    update contacts set merged_into = ${survivor}::uuid
    where workspace_id = ${workspace} and merged_into = ${absorbed}::uuid`);
  await run(sql`
    update contact_aliases set contact_id = ${survivor}::uuid
    where workspace_id = ${workspace} and contact_id = ${absorbed}::uuid`);
  await run(sql`
    with moved as (
      update conversations c set contact_id = ${survivor}::uuid, version = c.version + 1
      where c.workspace_id = ${workspace} and c.contact_id = ${absorbed}::uuid and not exists (
        select from conversations o
        where o.workspace_id = c.workspace_id and o.phone_number_id = c.phone_number_id
          and o.contact_id = ${survivor}::uuid)
      returning c.id
    )
    update agent_sessions s set contact_id = ${survivor}::uuid
    from moved m where s.workspace_id = ${workspace} and s.conversation_id = m.id`);
  // What they bought is theirs, also where its conversation stays under the former name.
  await run(sql`
    update orders set contact_id = ${survivor}::uuid
    where workspace_id = ${workspace} and contact_id = ${absorbed}::uuid`);
  // What was written down about them is known of one person now; where both say something, the survivor's word stands.
  await run(sql`
    update contact_notes set contact_id = ${survivor}::uuid
    where workspace_id = ${workspace} and contact_id = ${absorbed}::uuid`);
  await run(sql`
    update contact_field_values v set contact_id = ${survivor}::uuid
    where v.workspace_id = ${workspace} and v.contact_id = ${absorbed}::uuid and not exists (
      select from contact_field_values o
      where o.workspace_id = v.workspace_id and o.contact_id = ${survivor}::uuid and o.field = v.field)`);
  await run(sql`
    update contact_facts f set valid_to = recado_now(), ended = 'superseded'
    where f.workspace_id = ${workspace} and f.contact_id = ${absorbed}::uuid and f.valid_to is null and exists (
      select from contact_facts o
      where o.workspace_id = f.workspace_id and o.contact_id = ${survivor}::uuid and o.subject = f.subject and o.key = f.key
        and o.valid_to is null and (o.value_norm = f.value_norm or not (f.key = any (${LIST_KEYS}::text[]))))`);
  await run(sql`
    update contact_facts set contact_id = ${survivor}::uuid
    where workspace_id = ${workspace} and contact_id = ${absorbed}::uuid`);
  // Both at once: what a running turn has read is no longer true, and what has not left is called back.
  await run(sql`
    update conversations c set
      bot_enabled = false,
      switched_by = 'system',
      version = c.version + 1,
      cancelled_through = c.last_outbox_seq,
      send_at = case when c.unsent > 0 and c.sender is null then recado_now() else c.send_at end
    from conversations o
    where c.workspace_id = ${workspace} and c.contact_id in (${survivor}::uuid, ${absorbed}::uuid) and c.bot_enabled
      and o.workspace_id = c.workspace_id and o.contact_id in (${survivor}::uuid, ${absorbed}::uuid)
      and o.phone_number_id = c.phone_number_id and not o.bot_enabled`);
  await run(sql`
    update contacts kept set
      name = coalesce(kept.name, gone.name),
      profile = gone.profile || kept.profile,
      tags = array(select distinct tag from unnest(kept.tags || gone.tags) as t (tag) order by tag),
      -- The newest word about marketing is the person's.
      marketing_stopped_at = case
        when gone.marketing_said_at > coalesce(kept.marketing_said_at, '-infinity') then gone.marketing_stopped_at
        -- Neither contact said it in words: one of them refused to be reached.
        when kept.marketing_said_at is null then coalesce(kept.marketing_stopped_at, gone.marketing_stopped_at)
        else kept.marketing_stopped_at end,
      stopped_by_event_id = case
        when gone.marketing_said_at > coalesce(kept.marketing_said_at, '-infinity') then gone.stopped_by_event_id
        else kept.stopped_by_event_id end,
      resumed_by_event_id = case
        when gone.marketing_said_at > coalesce(kept.marketing_said_at, '-infinity') then gone.resumed_by_event_id
        else kept.resumed_by_event_id end,
      marketing_said_at = greatest(kept.marketing_said_at, gone.marketing_said_at),
      memory_asked = gone.memory_asked || kept.memory_asked,
      memory_forgotten_at = greatest(kept.memory_forgotten_at, gone.memory_forgotten_at),
      identity_changed_at = greatest(kept.identity_changed_at, gone.identity_changed_at)
    from contacts gone
    where kept.workspace_id = ${workspace} and kept.id = ${survivor}::uuid
      and gone.workspace_id = ${workspace} and gone.id = ${absorbed}::uuid`);
}
