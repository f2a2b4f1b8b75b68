import { RecadoError } from "../../core/errors.ts";
import { type ContactId, DEFAULT_WORKSPACE, type PhoneNumberId, type WorkspaceId } from "../../core/ids.ts";
import type { CustomerIdentity } from "../../core/inbound/identity.ts";
import { judgeAliases, unifyIdentities } from "../../core/inbound/identity.ts";
import type { Contacts, CustomerUpdate } from "../../core/ports/contacts.ts";
import { type Database, refusingPoison, sqlStateOf } from "../database.ts";
import { type Statement, sql } from "../sql.ts";
import { mergeContacts } from "../turns/merge-contacts.ts";
import { carryOut, lockContacts, readAliases, retried } from "../turns/settle-identity.ts";

type Run = Database["run"];
type Renamed = Extract<CustomerUpdate, { kind: "renamed" }>;

type Told = Exclude<CustomerUpdate, { kind: "renamed" }>;

/** What is known of customers beside their messages. In their order: all that stands between two new names is one statement. */
export function createContacts(database: Database): Contacts {
  return {
    async update(updates, newId) {
      let told: Told[] = [];
      const write = async () => {
        const some = told;
        told = [];
        if (some.length > 0) await refusingPoison("a change of a customer", () => writeDown(database, some, newId));
      };
      for (const update of updates) {
        if (update.kind !== "renamed") told.push(update);
        else {
          await write();
          await refusingPoison("a new name of a customer", () => retried(database, (run) => rename(run, update)));
        }
      }
      await write();
    },
  };
}

/** Each try has one rival fewer. */
const RACE_LIMIT = 20;

/**
 * A rival met the same stranger (23505), or merged away a contact whom we had found: both are found
 * when it runs again.
 */
async function writeDown(database: Database, told: readonly Told[], newId: () => string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { rows } = await database.run(toldStatement(told, newId));
      if (rows[0]?.["all_written"] === true) return;
    } catch (error) {
      if (sqlStateOf(error) !== "23505" || tries >= RACE_LIMIT) throw error;
    }
    if (tries >= RACE_LIMIT) {
      throw new RecadoError(
        "overloaded",
        `Changes of ${told.length} customers were not stored in ${RACE_LIMIT} tries.`,
      );
    }
  }
}

function toldStatement(told: readonly Told[], newId: () => string): Statement {
  const rows = unifyIdentities(told).map(({ kind, phoneNumberId, identity, at }) => ({
    kind,
    phone_number_id: phoneNumberId,
    ...identity,
    at: at.toISOString(),
    new_contact_id: newId(),
  }));
  return sql`
    with given as materialized (
      select i.*, g.position, n.workspace_id, coalesce(b.contact_id, f.contact_id) as known_id
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as g (item, position)
      cross join lateral jsonb_to_record(g.item) as i (
        kind text, phone_number_id text, bsuid text, phone text, at timestamptz, new_contact_id uuid)
      left join phone_numbers p on p.id = i.phone_number_id
      cross join lateral (select coalesce(p.workspace_id, ${DEFAULT_WORKSPACE}) as workspace_id) n
      left join contact_aliases b on b.workspace_id = n.workspace_id and b.kind = 'bsuid' and b.value = i.bsuid
      left join contact_aliases f on f.workspace_id = n.workspace_id and f.kind = 'phone' and f.value = i.phone
    ),
    -- A customer we have never met may have said no to us already: it is remembered for the day we
    -- meet.
    stranger as materialized (
      select distinct on (workspace_id, coalesce(bsuid, phone)) workspace_id, bsuid, phone, new_contact_id, erased_at
      from given
      cross join lateral (select erased_when(workspace_id, bsuid, phone) as erased_at) e
      where known_id is null and kind <> 'identity_changed'
        -- Words said before a customer was erased make no contact anew.
        and is_before_erasure(at, erased_at) is not true
      order by workspace_id, coalesce(bsuid, phone), phone is null, position
    ),
    word as materialized (
      select g.workspace_id, coalesce(g.known_id, s.new_contact_id) as contact_id, g.known_id is null as is_new,
        max(g.at) filter (where g.kind = 'identity_changed') as changed_at,
        max(g.at) filter (where g.kind <> 'identity_changed') as said_at,
        max(g.at) filter (where g.kind = 'marketing_stopped') as stopped_at
      from given g
      left join stranger s on g.known_id is null and s.workspace_id = g.workspace_id
        and coalesce(s.bsuid, s.phone) = coalesce(g.bsuid, g.phone)
      where coalesce(g.known_id, s.new_contact_id) is not null
      group by 1, 2, 3
    ),
    newest as materialized (
      -- Both within one second: no is the safer answer.
      select w.*, case when stopped_at = said_at then stopped_at end as stays_stopped_at from word w
    ),
    met as (
      insert into contacts (workspace_id, id, marketing_stopped_at, marketing_said_at, identity_changed_at)
      select workspace_id, contact_id, stays_stopped_at, said_at, changed_at from newest where is_new
      returning id
    ),
    -- Without \`on conflict\`: a rival that met them at the same moment is found when all of this
    -- runs again.
    named as (
      insert into contact_aliases (workspace_id, kind, value, contact_id, erased_at)
      select s.workspace_id, a.kind, a.value, s.new_contact_id, s.erased_at
      from stranger s
      cross join lateral (values ('phone', s.phone), ('bsuid', s.bsuid)) as a (kind, value)
      where a.value is not null
      order by s.workspace_id, a.kind desc, a.value
      returning contact_id
    ),
    written as (
      update contacts c set
        identity_changed_at = greatest(c.identity_changed_at, w.changed_at),
        marketing_said_at = greatest(c.marketing_said_at, w.said_at),
        resumed_by_event_id = case when w.said_at is null or c.marketing_said_at > w.said_at then c.resumed_by_event_id end,
        marketing_stopped_at = case
          when w.said_at is null or c.marketing_said_at > w.said_at then c.marketing_stopped_at
          when c.marketing_said_at = w.said_at and w.stays_stopped_at is null then c.marketing_stopped_at
          else w.stays_stopped_at end
      from newest w
      where c.workspace_id = w.workspace_id and c.id = w.contact_id and not w.is_new and c.merged_into is null
      returning c.id
    )
    select (select count(*) from met) + (select count(*) from written) = (select count(*) from word)
      and (select count(*) from named) >= 0 as all_written`;
}

/**
 * The same person under new names. WhatsApp says so itself: the holder of the new BSUID is this
 * person. A new phone is only sure when its holder has no BSUID of their own; else the phone has
 * changed hands and only it moves.
 *
 * The old names end: a customer who writes under one of them later is another person. So the news
 * told again finds no contact under them and changes nothing.
 */
async function rename(run: Run, update: Renamed): Promise<void> {
  const { previous, current, at, eventKey } = update;
  const workspace = await workspaceOf(run, update.phoneNumberId);
  if (await isKnownEvent(run, workspace, eventKey)) return;
  const person = await contactOf(run, workspace, await namesUntil(run, workspace, previous, at));
  // An unknown customer has nothing to bring along: they are met under their new name.
  if (person === null) return;
  const { byBsuid: holder, byPhone: owner } = await readAliases(run, workspace, current);
  await lockContacts(run, workspace, [person, holder, owner]);
  const now = await readAliases(run, workspace, current);
  const personNow = await contactOf(run, workspace, await namesUntil(run, workspace, previous, at));
  // Another transaction moved a name before we had the locks: the contact that it names now is not
  // locked.
  if (personNow !== person || now.byBsuid !== holder || now.byPhone !== owner) {
    await run(sql`select recado_again('a name has moved')`);
  }
  if (holder !== null && holder !== person) await mergeContacts(run, workspace, person, holder);
  if (current.phone !== null) {
    const merged = await readAliases(run, workspace, current);
    const asked = { bsuid: current.bsuid ?? previous.bsuid ?? "", phone: current.phone };
    const verdict = judgeAliases(asked, { ...merged, byBsuid: person });
    // A new phone's holder, once merged, brings the phone along; a newcomer's phone is simply added below.
    await carryOut(run, workspace, current.phone, verdict);
  }
  // With the phone a BSUID changes too, also when the news does not name the new one. It changes with nothing else.
  await run(sql`
    delete from contact_aliases
    where workspace_id = ${workspace} and contact_id = ${person}::uuid and heard_at <= ${at}::timestamptz
      and ((kind = 'bsuid' and value is distinct from ${current.bsuid})
        or (kind = 'phone' and value <> ${current.phone}))`);
  // The names that are free; the newest one is what the person is called by from now on.
  await run(sql`
    insert into contact_aliases (workspace_id, kind, value, contact_id, created_at, heard_at)
    select ${workspace}, a.kind, a.value, ${person}::uuid, clock_timestamp(), ${at}::timestamptz
    from (values ('bsuid', ${current.bsuid}::text), ('phone', ${current.phone}::text)) as a (kind, value)
    where a.value is not null
    on conflict (workspace_id, kind, value) do nothing`);
}

/**
 * Names of a person that mean today the person they meant then: a newer owner is another person.
 */
async function namesUntil(
  run: Run,
  workspace: WorkspaceId,
  { bsuid, phone }: CustomerIdentity,
  at: Date,
): Promise<CustomerIdentity> {
  const { rows } = await run(sql`
    select kind from contact_aliases
    where workspace_id = ${workspace} and (kind, value) in (('bsuid', ${bsuid}), ('phone', ${phone}))
      and heard_at > ${at}::timestamptz`);
  const isNewer = (kind: string) => rows.some((row) => row["kind"] === kind);
  return { bsuid: isNewer("bsuid") ? null : bsuid, phone: isNewer("phone") ? null : phone };
}

async function workspaceOf(run: Run, number: PhoneNumberId): Promise<WorkspaceId> {
  const { rows } = await run(sql`select workspace_id from phone_numbers where id = ${number}`);
  return (rows[0]?.["workspace_id"] as WorkspaceId | undefined) ?? DEFAULT_WORKSPACE;
}

async function contactOf(run: Run, workspace: WorkspaceId, identity: CustomerIdentity): Promise<ContactId | null> {
  const { byBsuid, byPhone } = await readAliases(run, workspace, identity);
  return byBsuid ?? byPhone;
}

async function isKnownEvent(run: Run, workspace: WorkspaceId, key: string | null): Promise<boolean> {
  if (key === null) return false;
  const { rowCount } = await run(sql`
    select from agent_events where workspace_id = ${workspace} and idempotency_key = ${key}`);
  return rowCount === 1;
}
