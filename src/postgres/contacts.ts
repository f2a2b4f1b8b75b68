import type { CustomerIdentity } from "../core/identity.ts";
import { judgeAliases } from "../core/identity.ts";
import { type ContactId, DEFAULT_WORKSPACE, type PhoneNumberId, type WorkspaceId } from "../core/ids.ts";
import type { Contacts, CustomerUpdate } from "../core/ports/contacts.ts";
import { type Database, refusingPoison } from "./database.ts";
import { mergeContacts } from "./merge-contacts.ts";
import { carryOut, lockContacts, readAliases, retried } from "./settle-identity.ts";
import { sql } from "./sql.ts";

type Run = Database["run"];
type Renamed = Extract<CustomerUpdate, { kind: "renamed" }>;

/** What is known of customers beside their messages. Rare: each update is a transaction of its own. */
export function createContacts(database: Database): Contacts {
  return {
    async update(updates, newId) {
      for (const update of updates) {
        await refusingPoison("a change of a customer", () =>
          retried(database, (run) => apply(run, update, newId() as ContactId)),
        );
      }
    },
  };
}

async function apply(run: Run, update: CustomerUpdate, newContact: ContactId): Promise<void> {
  const workspace = await workspaceOf(run, update.phoneNumberId);
  if (update.kind === "renamed") return rename(run, workspace, update, newContact);
  const contact = await contactOf(run, workspace, update.identity);
  if (update.kind === "identity_changed") {
    if (contact === null) return;
    await run(sql`
      update contacts set identity_changed_at = greatest(identity_changed_at, ${update.at}::timestamptz)
      where workspace_id = ${workspace} and id = ${contact}::uuid`);
    return;
  }
  // Somebody we have never met may have said no to us already: it is remembered for the day we do.
  const known = contact ?? (await meet(run, workspace, update.identity, newContact));
  const stoppedAt = update.kind === "marketing_stopped" ? update.at : null;
  await run(sql`
    update contacts set marketing_stopped_at = ${stoppedAt}::timestamptz, marketing_said_at = ${update.at}::timestamptz
    where workspace_id = ${workspace} and id = ${known}::uuid
      and (marketing_said_at is null or marketing_said_at < ${update.at}::timestamptz
        -- Both within one second: no is the safer answer.
        or (marketing_said_at = ${update.at}::timestamptz and ${stoppedAt}::timestamptz is not null))`);
}

/**
 * The same person under new names. WhatsApp says so itself: whoever holds the new BSUID is this person. Of a new phone that
 * is only sure when its holder has no BSUID of their own; else the phone has changed hands and only it moves.
 */
async function rename(run: Run, workspace: WorkspaceId, update: Renamed, newContact: ContactId): Promise<void> {
  const { previous, current, eventKey } = update;
  if (await isKnownEvent(run, workspace, eventKey)) return;
  const person =
    (await contactOf(run, workspace, previous)) ??
    (await contactOf(run, workspace, current)) ??
    // An event follows, and it must find one person under both names.
    (eventKey === null ? null : await meet(run, workspace, previous, newContact));
  if (person === null) return;
  const holder = (await readAliases(run, workspace, { bsuid: current.bsuid, phone: null })).byBsuid;
  const owner = (await readAliases(run, workspace, { bsuid: null, phone: current.phone })).byPhone;
  await lockContacts(run, workspace, [person, holder, owner]);
  if (holder !== null && holder !== person) await mergeContacts(run, workspace, person, holder);
  if (current.phone !== null) {
    const now = await readAliases(run, workspace, current);
    const asked = { bsuid: current.bsuid ?? previous.bsuid ?? "", phone: current.phone };
    const verdict = judgeAliases(asked, { ...now, byBsuid: person });
    // A new phone's holder, once merged, brings the phone along; a newcomer's phone is simply added below.
    await carryOut(run, workspace, current.phone, verdict);
  }
  await addAliases(run, workspace, previous, person);
  await addAliases(run, workspace, current, person);
}

async function workspaceOf(run: Run, number: PhoneNumberId): Promise<WorkspaceId> {
  const { rows } = await run(sql`select workspace_id from phone_numbers where id = ${number}`);
  return (rows[0]?.["workspace_id"] as WorkspaceId | undefined) ?? DEFAULT_WORKSPACE;
}

async function contactOf(run: Run, workspace: WorkspaceId, identity: CustomerIdentity): Promise<ContactId | null> {
  const { byBsuid, byPhone } = await readAliases(run, workspace, identity);
  return byBsuid ?? byPhone;
}

async function meet(run: Run, workspace: WorkspaceId, identity: CustomerIdentity, contact: ContactId) {
  await run(sql`insert into contacts (workspace_id, id) values (${workspace}, ${contact}::uuid)`);
  // Without `on conflict`: whoever met them at the same moment is found when all of this runs again.
  await run(sql`
    insert into contact_aliases (workspace_id, kind, value, contact_id)
    select ${workspace}, a.kind, a.value, ${contact}::uuid
    from (values ('bsuid', ${identity.bsuid}::text), ('phone', ${identity.phone}::text)) as a (kind, value)
    where a.value is not null`);
  return contact;
}

/** Those that nobody has; the newest one is what the person is called by from now on. */
async function addAliases(
  run: Run,
  workspace: WorkspaceId,
  { bsuid, phone }: CustomerIdentity,
  contact: ContactId,
): Promise<void> {
  await run(sql`
    insert into contact_aliases (workspace_id, kind, value, contact_id, created_at)
    select ${workspace}, a.kind, a.value, ${contact}::uuid, clock_timestamp()
    from (values ('bsuid', ${bsuid}::text), ('phone', ${phone}::text)) as a (kind, value)
    where a.value is not null
    on conflict (workspace_id, kind, value) do nothing`);
}

async function isKnownEvent(run: Run, workspace: WorkspaceId, key: string | null): Promise<boolean> {
  if (key === null) return false;
  const { rowCount } = await run(sql`
    select from agent_events where workspace_id = ${workspace} and idempotency_key = ${key}`);
  return rowCount === 1;
}
