import pg from "pg";
import { errorText, RecadoError } from "../../core/errors.ts";
import { type ConversationId, DEFAULT_WORKSPACE, type EventId, type RunId, type WorkspaceId } from "../../core/ids.ts";
import { opensTurn, textOf } from "../../core/inbound/content.ts";
import type { EnqueuedItem, InboundItem } from "../../core/inbound/event.ts";
import { unifyIdentities } from "../../core/inbound/identity.ts";
import { type MediaReference, mediaOf } from "../../core/inbound/media.ts";
import type { EnqueueRequest, Mailbox } from "../../core/ports/mailbox.ts";
import { readConsents } from "../../core/turn/consent.ts";
import { mayDo, speakerOf } from "../../core/turn/whose-word.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { readList } from "../json-row.ts";
import { rowset, type Statement, sql } from "../sql.ts";
import { isPlain, itemColumns, PLAIN, REMARKABLE } from "./enqueue-items.ts";
import { numbersAway } from "./numbers-away.ts";
import { settleIdentity } from "./settle-identity.ts";
import { readClaimed } from "./unreadable-turn.ts";

/**
 * Two webhooks with the same message race to the unique index (23505), two that know a newcomer by different aliases to
 * the contact (23503, the alias of one names the contact that the other did not make), and one to the erasure of its contact
 * (23503 as well, by its conversation). The loser's whole statement is undone and it runs again, sees what the winner wrote
 * and goes on from there. Each retry has one rival fewer.
 */
function isLostRace(error: unknown): boolean {
  if (sqlStateOf(error) === "23505") return true;
  return error instanceof pg.DatabaseError && error.code === "23503" && NAMES_A_CONTACT.has(error.table ?? "");
}

const NAMES_A_CONTACT = new Set(["contact_aliases", "conversations"]);

const RACE_LIMIT = 100;
/** A customer who never ends a message is answered all the same. */
const MOST_IN_A_BURST = 8;

export function createEnqueue(database: Database): Mailbox["enqueue"] {
  return async (request) => {
    if (request.items.length === 0) return { items: [], turns: [] };
    const items = unifyIdentities(request.items);
    let lastRace: unknown;
    for (let tries = 1; tries <= RACE_LIMIT; tries += 1) {
      try {
        const row = (await database.run(enqueueStatement(request, items))).rows[0];
        // Nothing was written in these three cases.
        if (row?.["away"] != null) throw await numbersAway(database, readStrings(row["away"]));
        // What stood in the way is settled, and all of it goes in anew.
        if (row?.["unknown_numbers"] !== null) {
          await registerNumbers(database, readStrings(row?.["unknown_numbers"]), request.defaultAgentId);
          lastRace = "a business number stays unknown though it was registered";
          continue;
        }
        if (row["disagreements"] !== null) {
          for (const one of readList(row["disagreements"])) await settleIdentity(database, one);
          lastRace = "the names of a customer go on disagreeing though they were settled";
          continue;
        }
        return { items: readItems(row["items"]), turns: await readClaimed(database, row["turns"]) };
      } catch (error) {
        if (!isLostRace(error)) throw error;
        lastRace = error;
      }
    }
    throw new RecadoError(
      "overloaded",
      `${items.length} inbound items were not stored in ${RACE_LIMIT} tries: ${errorText(lastRace)}. Deliver them again.`,
      lastRace,
    );
  };
}

/** A number seen for the first time in a signed webhook belongs to the default workspace. */
async function registerNumbers(database: Database, numbers: readonly string[], agentId: string): Promise<void> {
  await database.run(sql`
    insert into phone_numbers (id, workspace_id, agent_id)
    select id, ${DEFAULT_WORKSPACE}, ${agentId} from unnest(${numbers}::text[]) as id order by id
    on conflict (id) do nothing`);
}

function enqueueStatement(request: EnqueueRequest, items: readonly InboundItem[]): Statement {
  const { offer, coalesceMs, burstMs = 0, newId } = request;
  const { areCustomersReal = true } = request;
  const rows = items.map((item, index) => {
    const speaker = speakerOf(item);
    const isSpeech = opensTurn(item.content) && mayDo(speaker, "converse");
    return {
      position: index + 1,
      event_id: item.eventId,
      idempotency_key: item.idempotencyKey,
      phone_number_id: item.phoneNumberId,
      bsuid: item.identity.bsuid,
      phone: item.identity.phone,
      profile_name: item.profileName,
      source: item.source,
      input_type: item.inputType,
      payload: {
        content: item.content,
        context: item.context ?? null,
        identity: item.identity,
        raw: item.raw,
        ...(item.saidBy === undefined ? {} : { saidBy: item.saidBy }),
      },
      source_message_id: item.sourceMessageId,
      occurred_at: item.occurredAt.toISOString(),
      is_speech: isSpeech,
      is_own_speech: isSpeech && mayDo(speaker, "be answered after an opt-out"),
      opens_window: isSpeech && mayDo(speaker, "open window", areCustomersReal),
      media: item.inputType === "message" ? mediaRow(mediaOf(item.content), newId) : null,
      // A person of the shop has answered from the phone app.
      silences_bot: item.inputType === "echo" && opensTurn(item.content),
      is_from_advertisement: item.context?.referral != null,
      consents: mayDo(speaker, "consent") ? readConsents(textOf(item.content) ?? "") : null,
      new_contact_id: newId(),
      new_conversation_id: newId(),
      new_run_id: newId(),
    };
  });
  const worker = offer?.worker ?? null;
  const rest = rows.every(isPlain) ? PLAIN : REMARKABLE;
  const freeSlots = coalesceMs > 0 ? 0 : (offer?.freeSlots ?? 0);
  return sql`
    with given as materialized (
      select i.*, n.workspace_id, n.move_phase is not null as is_away, ${rest.consent} as consent, b.contact_id as by_bsuid, f.contact_id as by_phone,
        -- Tombstones are read only for a name that no contact has; the name of an erased customer
        -- who is back says so itself.
        case when b.contact_id is null and f.contact_id is null then erased_when(n.workspace_id, i.bsuid, i.phone)
          else greatest(b.erased_at, f.erased_at) end as erased_at
      from ${rowset(rows, itemColumns)} i
      left join phone_numbers n on n.id = i.phone_number_id
      left join lateral (
        select a.contact_id, a.erased_at from contact_aliases a
        where a.workspace_id = n.workspace_id and a.kind = 'bsuid' and a.value = i.bsuid limit 1) b on true
      left join lateral (
        select a.contact_id, a.erased_at from contact_aliases a
        where a.workspace_id = n.workspace_id and a.kind = 'phone' and a.value = i.phone
          -- The planner of a young table may take the index of last digits, which without them reads every phone of the workspace.
          and right(a.value, 10) = right(i.phone, 10) limit 1) f on true
    ),
    known_event as materialized (
      select i.workspace_id, i.idempotency_key, e.id, e.conversation_id, e.run_id
      from given i
      cross join lateral (
        select * from agent_events e
        where e.workspace_id = i.workspace_id and e.idempotency_key = i.idempotency_key
        limit 1) e
      ${rest.echoes}
      union all
      -- It is erased, or was said before its customer was. Where nothing of it was ever stored, the ids name nothing.
      select i.workspace_id, i.idempotency_key, coalesce(t.event_id, i.event_id),
        coalesce(t.conversation_id, i.new_conversation_id), coalesce(t.run_id, i.new_run_id)
      from given i
      left join tombstones t on t.workspace_id = i.workspace_id
        and t.hash = tombstone_hash(i.workspace_id, 'event', i.idempotency_key)
      where i.erased_at is not null and (t.hash is not null or is_before_erasure(i.occurred_at, i.erased_at))
    ),
    unheard as materialized (
      select distinct on (i.workspace_id, i.idempotency_key) i.*
      from given i
      where not exists (
        select from known_event k where k.workspace_id = i.workspace_id and k.idempotency_key = i.idempotency_key)
      order by i.workspace_id, i.idempotency_key, i.position
    ),
    -- A message that names by BSUID and phone what we took for two people: core/identity.ts says what that means.
    disagreement as materialized (
      select distinct u.workspace_id, u.bsuid, u.phone from unheard u
      where u.bsuid is not null and u.by_phone is not null and u.by_phone is distinct from u.by_bsuid and (
        u.by_bsuid is not null or exists (
          select from contact_aliases o
          where o.workspace_id = u.workspace_id and o.contact_id = u.by_phone and o.kind = 'bsuid'))
    ),
    -- All or nothing: with a number that is unknown or away, or aliases that disagree, nothing is written.
    fresh as materialized (
      select * from unheard
      where not exists (select from given where workspace_id is null or is_away) and not exists (select from disagreement)
    ),
    -- Who wrote. The aliases of one batch agree with each other (unifyIdentities), so none is inserted twice.
    person as (
      select distinct on (workspace_id, coalesce(bsuid, phone))
        workspace_id, bsuid, phone, by_bsuid, by_phone, erased_at, profile_name, occurred_at, new_contact_id
      from fresh
      order by workspace_id, coalesce(bsuid, phone), phone is null, profile_name is null, position
    ),
    -- The phone settles first: a rival who knows the person by phone only must meet us here, not beside us.
    phone_alias as (
      insert into contact_aliases (workspace_id, kind, value, contact_id, heard_at, erased_at)
      select workspace_id, 'phone', phone, coalesce(by_bsuid, new_contact_id), occurred_at, erased_at
      from person where phone is not null and by_phone is null
      order by workspace_id, phone
      on conflict (workspace_id, kind, value) do update set contact_id = contact_aliases.contact_id
      returning workspace_id, value, contact_id
    ),
    named_person as (
      select k.*, coalesce(k.by_bsuid, k.by_phone, a.contact_id, k.new_contact_id) as likely_contact_id
      from person k
      left join phone_alias a on a.workspace_id = k.workspace_id and a.value = k.phone
    ),
    bsuid_alias as (
      insert into contact_aliases (workspace_id, kind, value, contact_id, heard_at, erased_at)
      select workspace_id, 'bsuid', bsuid, likely_contact_id, occurred_at, erased_at
      from named_person where bsuid is not null and by_bsuid is null
      order by workspace_id, bsuid
      on conflict (workspace_id, kind, value) do update set contact_id = contact_aliases.contact_id
      returning workspace_id, value, contact_id
    ),
    customer as materialized (
      select n.workspace_id, n.bsuid, n.phone, n.profile_name, n.new_contact_id,
        coalesce(a.contact_id, n.likely_contact_id) as contact_id
      from named_person n
      left join bsuid_alias a on a.workspace_id = n.workspace_id and a.value = n.bsuid
    ),
    ${rest.described},
    new_contact as (
      insert into contacts (workspace_id, id, name, marketing_stopped_at, marketing_said_at, stopped_by_event_id, resumed_by_event_id)
      select workspace_id, contact_id, profile_name, case when consent = 'out' then recado_now() end, said_at,
        case when consent = 'out' then event_id end, case when consent = 'in' then event_id end
      from described where contact_id = new_contact_id
      returning id
    ),
    changed_contact as (
      update contacts c set
        name = coalesce(k.profile_name, c.name),
        marketing_stopped_at = case
          when k.consent is null or c.marketing_said_at > k.said_at then c.marketing_stopped_at
          when k.consent = 'out' then coalesce(c.marketing_stopped_at, recado_now()) end,
        stopped_by_event_id = case
          when k.consent is null or c.marketing_said_at > k.said_at then c.stopped_by_event_id
          when k.consent = 'out' then coalesce(c.stopped_by_event_id, k.event_id) end,
        resumed_by_event_id = case
          when k.consent is null or c.marketing_said_at > k.said_at then c.resumed_by_event_id
          when k.consent = 'in' then k.event_id end,
        marketing_said_at = greatest(c.marketing_said_at, k.said_at)
      from described k
      where c.workspace_id = k.workspace_id and c.id = k.contact_id and k.contact_id <> k.new_contact_id
        and ((k.profile_name is not null and c.name is distinct from k.profile_name) or k.consent is not null)
      returning c.id
    ),
    addressed as materialized (
      select f.*, k.contact_id
      from fresh f
      join customer k on k.workspace_id = f.workspace_id and coalesce(k.bsuid, k.phone) = coalesce(f.bsuid, f.phone)
    ),
    -- One row a conversation that got something.
    arrival as materialized (
      select f.workspace_id, f.phone_number_id, f.contact_id,
        count(*)::int as events,
        bool_or(f.is_speech) as is_spoken,
        bool_or(f.is_own_speech) as is_spoken_by_customer,
        max(f.occurred_at) filter (where f.opens_window) as spoken_at,
        max(f.occurred_at) filter (where f.opens_window and f.is_from_advertisement) as free_entry_asked_at,
        not bool_or(f.silences_bot) as bot_enabled,
        coalesce(bool_or(f.consent = 'out'), false) as opts_out,
        (array_agg(f.new_conversation_id order by f.position))[1] as new_conversation_id,
        (array_agg(f.new_run_id order by f.position))[1] as new_run_id,
        (array_agg(f.event_id order by f.position))[1] as first_event_id,
        row_number() over (order by min(f.position)) <= ${freeSlots}::int as wants_lease
      from addressed f
      group by f.workspace_id, f.phone_number_id, f.contact_id
    ),
    -- The row lock: numbers, lease and run are given out under it. \`run_at is null\` means idle.
    conversation as (
      insert into conversations as c (
        workspace_id, id, phone_number_id, contact_id, last_seq, last_speech_seq, own_speech_seq, pending, last_customer_message_at,
        free_entry_asked_at, bot_enabled, switched_by, opted_out_seq, run_at, leased_by, fence, active_run_id, queued_run_id)
      select workspace_id, new_conversation_id, phone_number_id, contact_id, events,
        case when is_spoken then events else 0 end, case when is_spoken_by_customer then events else 0 end, events, spoken_at,
        free_entry_asked_at, bot_enabled, case when not bot_enabled then 'phone app' end,
        case when opts_out then events else 0 end,
        recado_now() + make_interval(secs =>
          case when wants_lease then ${(offer?.leaseMs ?? 0) / 1000}::float8 else ${coalesceMs / 1000}::float8 end),
        case when wants_lease then ${worker}::uuid end,
        case when wants_lease then 1 else 0 end,
        case when wants_lease then new_run_id end,
        case when not wants_lease then new_run_id end
      from arrival
      order by workspace_id, phone_number_id, contact_id
      on conflict (workspace_id, phone_number_id, contact_id) do update set
        last_seq = c.last_seq + excluded.last_seq,
        last_speech_seq = case
          when excluded.last_speech_seq = 0 then c.last_speech_seq else c.last_seq + excluded.last_seq end,
        own_speech_seq = case
          when excluded.own_speech_seq = 0 then c.own_speech_seq else c.last_seq + excluded.last_seq end,
        pending = c.pending + excluded.pending,
        last_customer_message_at = greatest(c.last_customer_message_at, excluded.last_customer_message_at),
        free_entry_asked_at = greatest(c.free_entry_asked_at, excluded.free_entry_asked_at),
        -- A person of the shop has answered: what has not left does not leave, and a turn that runs now is read again.
        bot_enabled = c.bot_enabled and excluded.bot_enabled,
        switched_by = coalesce(excluded.switched_by, c.switched_by),
        opted_out_seq = case when excluded.opted_out_seq > 0 then c.last_seq + excluded.last_seq else c.opted_out_seq end,
        version = c.version + case when excluded.bot_enabled then 0 else 1 end,
        cancelled_through = case when excluded.bot_enabled then c.cancelled_through else c.last_outbox_seq end,
        send_at = case
          when not excluded.bot_enabled and c.unsent > 0 and c.sender is null then recado_now() else c.send_at end,
        -- A run waits for the rest of a burst: the newest message says how long.
        run_at = case
          when c.run_at is null then excluded.run_at
          when c.leased_by is null and c.active_run_id is null and c.pending < ${MOST_IN_A_BURST}::int
            and c.run_at > recado_now() and c.run_at <= recado_now() + make_interval(secs => ${burstMs / 1000}::float8)
            then case
              when ${coalesceMs / 1000}::float8 = 0 then recado_now()
              else greatest(c.run_at, recado_now() + make_interval(secs => ${coalesceMs / 1000}::float8)) end
          else c.run_at end,
        leased_by = case when c.run_at is null then excluded.leased_by else c.leased_by end,
        fence = c.fence + case when c.run_at is null then excluded.fence else 0 end,
        active_run_id = case when c.run_at is null then excluded.active_run_id else c.active_run_id end,
        queued_run_id = case
          when c.run_at is null then excluded.queued_run_id
          else coalesce(c.queued_run_id, excluded.queued_run_id, excluded.active_run_id) end
      returning c.workspace_id, c.id, c.phone_number_id, c.contact_id, c.last_seq, c.leased_by, c.fence,
        c.active_run_id, c.queued_run_id
    ),
    placed as materialized (
      select c.*, a.events, a.new_run_id, a.first_event_id,
        case when c.active_run_id = a.new_run_id then c.active_run_id else c.queued_run_id end as run_id
      from conversation c
      join arrival a using (workspace_id, phone_number_id, contact_id)
    ),
    new_run as (
      insert into agent_runs (workspace_id, id, conversation_id, event_id, status, attempts, created_at, started_at)
      select workspace_id, run_id, id, first_event_id,
        case when active_run_id = run_id then 'running' else 'queued' end,
        case when active_run_id = run_id then 1 else 0 end,
        recado_now(),
        case when active_run_id = run_id then recado_now() end
      from placed where run_id = new_run_id
      returning id
    ),
    new_event as (
      insert into agent_events (
        workspace_id, id, conversation_id, seq, run_id, user_id, source, input_type, payload, source_message_id,
        idempotency_key, occurred_at, available_at, created_at)
      select workspace_id, f.event_id, p.id,
        p.last_seq - p.events + row_number() over (partition by p.id order by f.occurred_at, f.position),
        p.run_id, contact_id, f.source, f.input_type, f.payload, f.source_message_id,
        f.idempotency_key, f.occurred_at, recado_now() + make_interval(secs => ${coalesceMs / 1000}::float8), recado_now()
      from addressed f
      join placed p using (workspace_id, phone_number_id, contact_id)
      returning workspace_id, idempotency_key, id, conversation_id, run_id
    )${rest.newMedia},
    written as materialized (
      select (select count(*) from new_event)${rest.mediaRows} + (select count(*) from new_run) + (select count(*) from new_contact)
        + (select count(*) from changed_contact) as rows
    ),
    leased as materialized (
      select workspace_id, id from placed where leased_by = ${worker}::uuid and active_run_id = new_run_id
    )
    select
      (select jsonb_agg(distinct phone_number_id) from given where workspace_id is null) as unknown_numbers,
      (select jsonb_agg(distinct phone_number_id) from given where is_away) as away,
      (select jsonb_agg(jsonb_build_object('workspaceId', workspace_id, 'bsuid', bsuid, 'phone', phone))
        from disagreement) as disagreements,
      (select jsonb_agg(jsonb_build_object(
          'idempotencyKey', i.idempotency_key,
          'workspaceId', i.workspace_id,
          'conversationId', coalesce(n.conversation_id, k.conversation_id),
          'eventId', coalesce(n.id, k.id),
          'runId', coalesce(n.run_id, k.run_id),
          'duplicate', n.id is distinct from i.event_id) order by i.position)
        from given i
        left join new_event n on n.workspace_id = i.workspace_id and n.idempotency_key = i.idempotency_key
        left join known_event k on k.workspace_id = i.workspace_id and k.idempotency_key = i.idempotency_key) as items,
      -- read_turns looks with a fresh snapshot; \`written\` makes sure that everything above has been written by then.
      (select read_turns(array_agg(l.workspace_id), array_agg(l.id)) from leased l where (select rows from written) > 0) as turns,
      -- Work that this process did not take is for any worker.
      (select count(pg_notify('recado_mailbox', '')) from (
          select from placed where leased_by is null and run_id = new_run_id and (select rows from written) > 0
          limit 1) for_others) as notified`;
}

function mediaRow(reference: MediaReference | null, newId: () => string) {
  return reference === null ? null : { id: newId(), ...reference };
}

function readItems(value: unknown): EnqueuedItem[] {
  return readList(value).map((row) => {
    const item = row as Record<string, unknown>;
    return {
      idempotencyKey: String(item["idempotencyKey"]),
      workspaceId: String(item["workspaceId"]) as WorkspaceId,
      conversationId: String(item["conversationId"]) as ConversationId,
      eventId: String(item["eventId"]) as EventId,
      runId: String(item["runId"]) as RunId,
      duplicate: item["duplicate"] === true,
    };
  });
}

function readStrings(value: unknown): string[] {
  return readList(value).map(String);
}
