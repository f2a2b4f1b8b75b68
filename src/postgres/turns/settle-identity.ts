import * as z from "zod";
import type { ContactId, WorkspaceId } from "../../core/ids.ts";
import {
  type AliasVerdict,
  type CustomerIdentity,
  judgeAliases,
  type KnownAliases,
} from "../../core/inbound/identity.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { id } from "../json-row.ts";
import { sql } from "../sql.ts";
import { mergeContacts } from "./merge-contacts.ts";

type Run = Database["run"];

const disagreement = z.object({ workspaceId: id<WorkspaceId>(), bsuid: z.string(), phone: z.string() });

/**
 * Makes the two names of one message agree, by the rule of core/identity.ts. Idempotent: a second
 * call finds them agreed, or changed once more, and then the caller looks again.
 */
export async function settleIdentity(database: Database, found: unknown): Promise<void> {
  const { workspaceId, bsuid, phone } = disagreement.parse(found);
  await retried(database, async (run) => {
    const identity = { bsuid, phone };
    const seen = await readAliases(run, workspaceId, identity);
    await lockContacts(run, workspaceId, [seen.byBsuid, seen.byPhone]);
    const known = await readAliases(run, workspaceId, identity);
    // Another transaction moved them before we had the locks.
    if (known.byBsuid !== seen.byBsuid || known.byPhone !== seen.byPhone) return;
    await carryOut(run, workspaceId, phone, judgeAliases(identity, known));
  });
}

/** Does what the rule says about a phone. The contacts that it names are locked. */
export async function carryOut(run: Run, workspace: WorkspaceId, phone: string, verdict: AliasVerdict): Promise<void> {
  switch (verdict.kind) {
    case "agree":
      return;
    case "merge":
      return mergeContacts(run, workspace, verdict.survivor, verdict.absorbed);
    case "move_phone":
      await (verdict.to === null
        ? run(sql`
            delete from contact_aliases
            where workspace_id = ${workspace} and kind = 'phone' and value = ${phone}
              and contact_id = ${verdict.from}::uuid`)
        : run(sql`
            update contact_aliases set contact_id = ${verdict.to}::uuid, created_at = clock_timestamp(),
              heard_at = clock_timestamp()
            where workspace_id = ${workspace} and kind = 'phone' and value = ${phone}
              and contact_id = ${verdict.from}::uuid`));
  }
}

const aliasRow = z.object({
  by_bsuid: id<ContactId>().nullable(),
  by_phone: id<ContactId>().nullable(),
  bsuids: z.array(z.string()).nullable(),
});

export async function readAliases(
  run: Run,
  workspace: WorkspaceId,
  { bsuid, phone }: CustomerIdentity,
): Promise<KnownAliases> {
  const { rows } = await run(sql`
    with named as (
      select
        (select contact_id from contact_aliases
          where workspace_id = ${workspace} and kind = 'bsuid' and value = ${bsuid}) as by_bsuid,
        (select contact_id from contact_aliases
          where workspace_id = ${workspace} and kind = 'phone' and value = ${phone}) as by_phone
    )
    select n.by_bsuid, n.by_phone,
      (select array_agg(a.value) from contact_aliases a
        where a.workspace_id = ${workspace} and a.contact_id = n.by_phone and a.kind = 'bsuid') as bsuids
    from named n`);
  const row = aliasRow.parse(rows[0]);
  return { byBsuid: row.by_bsuid, byPhone: row.by_phone, bsuidsOfPhoneOwner: row.bsuids ?? [] };
}

/**
 * No statement names a locked contact anew: the foreign key of an alias or a conversation waits for
 * the lock, and finds out afterwards whether the contact was merged away (the trigger
 * `refuse_merged_contact`).
 */
export async function lockContacts(
  run: Run,
  workspace: WorkspaceId,
  contacts: readonly (ContactId | null)[],
): Promise<void> {
  await run(sql`
    select id from contacts
    where workspace_id = ${workspace} and id = any (${contacts.filter((one) => one !== null)}::uuid[])
    order by id
    for update`);
}

/** Deadlocks, lost races to a unique index and merges at the same moment: the whole transaction runs again. */
const AGAIN = new Set(["40P01", "40001", "23505"]);
const AGAIN_LIMIT = 20;

export async function retried(database: Database, work: (run: Run) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (tries < AGAIN_LIMIT && AGAIN.has(sqlStateOf(error) ?? "")) continue;
      throw error;
    }
  }
}
