import * as z from "zod";
import type { WorkspaceId } from "../../core/ids.ts";
import type { DataClass } from "../../core/operations/retention.ts";
import type { Database } from "../database.ts";
import { identifier, type Statement, sql } from "../sql.ts";

type Run = Database["run"];

export interface ToForget {
  readonly workspace: WorkspaceId;
  /** What is older goes. */
  readonly days: number;
  /** The last row that this night has looked at. */
  readonly after: { readonly at: string | null; readonly id: string | null };
}

export interface Forgotten {
  readonly rows: number;
  /** Where it goes on; null: nothing is left. The instant is text: a Date would round its microseconds away. */
  readonly last: { readonly at: string; readonly id: string } | null;
}

/**
 * Small enough that no statement waits long for a lock, and that a kill costs little. A file may be
 * many pages.
 */
const AT_ONCE: Readonly<Record<DataClass, number>> = {
  journals: 200,
  messages: 200,
  files: 20,
  webhooks: 500,
  nlu_samples: 1_000,
  memory: 500,
  alerts: 500,
};

const STATEMENTS: Readonly<Record<DataClass, (work: ToForget, limit: number) => Statement>> = {
  journals: forgetJournals,
  messages: forgetMessages,
  files: forgetFiles,
  webhooks: forgetWebhooks,
  nlu_samples: forgetSamples,
  memory: forgetMemory,
  alerts: forgetAlerts,
};

/** `looked`: how many rows it came by; as many as it may, and there may be more. `at`, `id`: the last, where the way goes by a key. */
const batchRow = z.object({
  looked: z.coerce.number(),
  removed: z.coerce.number(),
  at: z.string().nullable(),
  id: z.string().nullable(),
});

export async function forgetClass(run: Run, of: DataClass, work: ToForget): Promise<Forgotten> {
  const { rows } = await run(STATEMENTS[of](work, AT_ONCE[of]));
  const { looked, removed, at, id } = batchRow.parse(rows[0]);
  // Rows that are taken away leave the way by themselves: there is no last one to go on behind.
  const { after } = work;
  const last = looked < AT_ONCE[of] ? null : { at: at ?? after.at ?? "-infinity", id: id ?? after.id ?? FIRST_ID };
  return { rows: removed, last };
}

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

const before = (days: number) => sql`recado_now() - make_interval(days => ${days}::int)`;

/** The condition of the index `runs_to_forget`. */
const overAt = sql`(case when r.discarded_at is null then r.ended_at else r.discarded_at end)`;

/**
 * Runs that are over for good, by their key, from the last one that was looked at. A dead letter may be tried again until it is
 * discarded; a reply that has not left, or in doubt, may still be asked about.
 */
function overRuns(kept: Statement, { workspace, days, after }: ToForget, limit: number): Statement {
  return sql`
    over as materialized (
      select r.workspace_id, r.id, r.conversation_id, ${overAt} as over_at, not exists (
          select from outbox_messages o
          where o.workspace_id = r.workspace_id and o.conversation_id = r.conversation_id and o.run_id = r.id
            and o.status in ('queued', 'in_flight', 'in_doubt')) as is_settled
      from agent_runs r
      where r.workspace_id = ${workspace} and r.kept = ${kept} and (r.status = 'completed' or r.discarded_at is not null)
        and ${overAt} < ${before(days)}
        and (${overAt}, r.id) > (${after.at ?? "-infinity"}::timestamptz, ${after.id ?? FIRST_ID}::uuid)
      order by ${overAt}, r.id
      limit ${limit}::int
    ),
    settled as materialized (select * from over where is_settled)`;
}

const lastOfRuns = sql`
  (select o.over_at::text from over o order by o.over_at desc, o.id desc limit 1) as at,
  (select o.id::text from over o order by o.over_at desc, o.id desc limit 1) as id`;

/** The ledger keeps its lines: which phase, which tool, how long, how it ended, what a model cost. What was in them goes. */
function forgetJournals(work: ToForget, limit: number): Statement {
  return sql`
    with ${overRuns(sql`'all'`, work, limit)},
    steps as (
      update run_steps s set steps = forgotten_steps(s.steps)
      from settled r
      where s.workspace_id = r.workspace_id and s.run_id = r.id
      returning s.run_id
    ),
    calls as (
      update agent_tool_calls t set input = null, output = null, snapshots = null, error = null,
        -- A denial keeps its rule; behind it may stand what a model put into the call.
        policy_reason = case when t.policy_decision = 'allow' then t.policy_reason
          else substring(t.policy_reason from '^([a-z][a-z_ ]{0,40}): ') end
      from settled r where t.workspace_id = r.workspace_id and t.run_id = r.id
      returning t.run_id
    ),
    questions as (
      update confirmations f set input = 'null', question = '', reason = '', note = null
      from settled r where f.workspace_id = r.workspace_id and f.run_id = r.id and f.status <> 'pending'
      returning f.run_id
    ),
    checkpoints as (
      delete from agent_checkpoints k using settled r where k.workspace_id = r.workspace_id and k.run_id = r.id
      returning k.run_id
    ),
    segments as (
      -- A dead letter has kept its state, because an operator might have retried it.
      update run_segments g set state = null
      from settled r where g.workspace_id = r.workspace_id and g.run_id = r.id and g.state is not null
      returning g.run_id
    ),
    doubts as (
      delete from disambiguation_log d using settled r where d.workspace_id = r.workspace_id and d.run_id = r.id
      returning d.run_id
    ),
    forgotten as (
      -- An error may quote what it was about; its code says enough.
      update agent_runs r set kept = 'messages', failure_reason = case when r.failure_reason is not null then '' end,
        discard_note = null
      from settled s where r.workspace_id = s.workspace_id and r.id = s.id
      returning r.id
    )
    select (select count(*) from forgotten) as removed, (select count(*) from over) as looked, ${lastOfRuns}`;
}

/** After its journal: `retentionFault` keeps the journals' days below. Keys and numbers stay; so does what the shop knows of a customer. */
function forgetMessages(work: ToForget, limit: number): Statement {
  return sql`
    with ${overRuns(sql`'messages'`, work, limit)},
    events as (
      update agent_events e set payload = (e.payload - 'raw')
        || jsonb_build_object('content', forgotten_content(e.payload -> 'content'), 'context', null)
      from settled r where e.workspace_id = r.workspace_id and e.run_id = r.id
      returning e.workspace_id, e.id
    ),
    files as (
      update media_items m set understanding = null, file_name = null
      from events e where m.workspace_id = e.workspace_id and m.event_id = e.id
      returning m.id
    ),
    turns as (
      update agent_turns t set content = '', words = null, tools_called = '[]'
      from settled r
      where t.workspace_id = r.workspace_id and t.conversation_id = r.conversation_id and t.run_id = r.id
      returning t.run_id
    ),
    replies as (
      update outbox_messages o set content = forgotten_reply(o.content)
      from settled r
      where o.workspace_id = r.workspace_id and o.conversation_id = r.conversation_id and o.run_id = r.id
      returning o.run_id
    ),
    -- Its facts go with it.
    artifacts_gone as (
      delete from artifacts a using settled r where a.workspace_id = r.workspace_id and a.run_id = r.id
      returning a.id
    ),
    -- A score keeps its number; what people wrote beside it may quote the customer.
    scores as (
      update run_scores s set comment = null, correct = null
      from settled r where s.workspace_id = r.workspace_id and s.run_id = r.id and coalesce(s.comment, s.correct) is not null
      returning s.run_id
    ),
    papers as (${deleteOldest({ table: "desk_papers", key: "id", at: "written_at" }, work, limit)}),
    reminders as (
      update scheduled_messages m set text = '…', template = null
      from settled r
      where m.workspace_id = r.workspace_id and m.conversation_id = r.conversation_id and m.status <> 'pending'
        and m.settled_at < ${before(work.days)} and m.text <> '…'
      returning m.id
    ),
    -- While an address is gathered, the session has the messages that it came in; what came of them is what the shop knows.
    gathering as (
      update session_state t set ingest_status = null
      from settled r
      join agent_sessions s on s.workspace_id = r.workspace_id and s.conversation_id = r.conversation_id
        and s.status <> 'active' and s.closed_at < ${before(work.days)}
      where t.workspace_id = s.workspace_id and t.session_id = s.id and t.ingest_status is not null
      returning t.session_id
    ),
    -- A summary tells all that was said until then: it goes with the last of it.
    summaries as (
      update conversation_summaries m set text = null, claim = null, claimed_until = null
      from settled r
      where m.workspace_id = r.workspace_id and m.conversation_id = r.conversation_id and m.text is not null
        and not exists (
          select from agent_runs x
          where x.workspace_id = m.workspace_id and x.conversation_id = m.conversation_id and x.kept <> 'nothing'
            and x.id not in (select id from settled))
      returning m.conversation_id
    ),
    -- A takeover or handback belongs to no run: its note has an age of its own. Who switched, and which way, stays.
    switches as (
      update agent_turns t set content = split_part(t.content, ': ', 1)
      from (
        select o.conversation_id, o.turn_number from agent_turns o
        where o.workspace_id = ${work.workspace} and o.role = 'system' and o.run_id is null and o.content like '%: %'
          and o.created_at < ${before(work.days)}
        order by o.created_at limit ${limit}::int) old
      where t.workspace_id = ${work.workspace} and t.conversation_id = old.conversation_id and t.turn_number = old.turn_number
      returning t.turn_number
    ),
    forgotten as (
      update agent_runs r set kept = 'nothing' from settled s where r.workspace_id = s.workspace_id and r.id = s.id
      returning r.id
    )
    select (select count(*) from forgotten) + (select count(*) from switches) + (select count(*) from papers) as removed,
      greatest((select count(*) from over), (select count(*) from switches), (select count(*) from papers)) as looked,
      ${lastOfRuns}`;
}

/** What takes rows out of its own way. */
const without = (rows: Statement) => sql`select ${rows} as looked, ${rows} as removed, null as at, null as id`;

function forgetFiles({ workspace, days }: ToForget, limit: number): Statement {
  return sql`
    with old as materialized (
      select m.id from media_items m
      where m.workspace_id = ${workspace} and m.status = 'stored' and m.settled_at < ${before(days)}
      order by m.settled_at
      limit ${limit}::int
      for update of m skip locked
    ),
    erased as (
      update media_items m set status = 'erased', bytes = null
      from old where m.workspace_id = ${workspace} and m.id = old.id
      returning m.id
    ),
    ours as materialized (
      select f.id from sent_files f
      where f.workspace_id = ${workspace} and f.bytes is not null and f.created_at < ${before(days)}
      order by f.created_at
      limit ${limit}::int
      for update of f skip locked
    ),
    sent as (
      update sent_files f set bytes = null, file_name = null
      from ours where f.workspace_id = ${workspace} and f.id = ours.id
      returning f.id
    ),
    read as materialized (
      select d.id, d.conversation_id from documents d
      where d.workspace_id = ${workspace} and d.status in ('read', 'unreadable') and d.settled_at < ${before(days)}
        -- A document of the shop stays until a person takes it away.
        and d.conversation_id is not null
      order by d.settled_at
      limit ${limit}::int
      for update of d skip locked
    ),
    chunks as (
      delete from document_chunks c using read r where c.workspace_id = ${workspace} and c.document_id = r.id
      returning c.conversation_id, c.document_id || ':' || c.place as item
    ),
    -- The words of an item go with it.
    unindexed as (
      delete from search_items i using chunks c
      where i.workspace_id = ${workspace} and i.collection = 'documents:' || c.conversation_id and i.item = c.item
      returning i.item
    ),
    documents as (
      update documents d set status = 'erased', fault = null, title = null, file_name = null, tables = '[]', bytes = null
      from read r where d.workspace_id = ${workspace} and d.id = r.id
      returning d.id
    ),
    taken as (select (select count(*) from erased) as files, (select count(*) from sent) as sent,
      (select count(*) from documents) as documents)
    select greatest(files, sent, documents) as looked, files + sent + documents as removed, null as at, null as id from taken`;
}

function forgetWebhooks({ workspace, days }: ToForget, limit: number): Statement {
  const old = (table: string) => deleteOldest({ table, key: "id", at: "received_at" }, { workspace, days }, limit);
  return sql`
    with unreadable as (${old("quarantined_items")}), notices as (${old("channel_notices")}),
    posted as (${deleteOldest({ table: "feed_deliveries", key: "id", at: "happened_at", only: sql`o.due_at is null` }, { workspace, days }, limit)}),
    -- A report proves that a message left: what it says stays, as it came it goes.
    reports as (
      update message_statuses t set raw = null
      from (
        select o.phone_number_id, o.wamid, o.status, o.recipient from message_statuses o
        where o.workspace_id = ${workspace} and o.received_at < ${before(days)} and o.raw is not null
        order by o.received_at limit ${limit}::int) old
      where t.workspace_id = ${workspace} and t.phone_number_id = old.phone_number_id and t.wamid = old.wamid
        and t.status = old.status and t.recipient = old.recipient
      returning t.wamid
    ),
    taken as (
      select (select count(*) from unreadable) as unreadable, (select count(*) from notices) as notices,
        (select count(*) from reports) as reports, (select count(*) from posted) as posted
    )
    select greatest(unreadable, notices, reports, posted) as looked, unreadable + notices + reports + posted as removed,
      null as at, null as id
    from taken`;
}

function forgetSamples(work: ToForget, limit: number): Statement {
  return forgetOldest({ table: "nlu_samples", key: "run_id", at: "created_at" }, work, limit);
}

function forgetMemory(work: ToForget, limit: number): Statement {
  return forgetOldest({ table: "contact_facts", key: "id", at: "said_at" }, work, limit);
}

/** An alert that waits to be told stays. */
function forgetAlerts(work: ToForget, limit: number): Statement {
  return forgetOldest({ table: "alerts", key: "id", at: "resolved_at", only: sql`o.tell_at is null` }, work, limit);
}

interface Oldest {
  readonly table: string;
  readonly key: string;
  /** The column that says since when a row is old. */
  readonly at: string;
  /** Further condition on `o`. Absent: every old row goes. */
  readonly only?: Statement;
}

function forgetOldest(oldest: Oldest, work: ToForget, limit: number): Statement {
  return sql`
    with gone as (${deleteOldest(oldest, work, limit)})
    ${without(sql`(select count(*) from gone)`)}`;
}

/** Deletes the oldest rows of a table whose days are over. */
function deleteOldest(
  { table, key, at, only }: Oldest,
  { workspace, days }: Pick<ToForget, "workspace" | "days">,
  limit: number,
): Statement {
  const from = identifier(table);
  const id = identifier(key);
  const since = identifier(at);
  return sql`
      delete from ${from} t using (
        select o.${id} as key from ${from} o
        where o.workspace_id = ${workspace} and o.${since} < ${before(days)} ${only === undefined ? sql`` : sql`and ${only}`}
        order by o.${since} limit ${limit}::int) old
      where t.workspace_id = ${workspace} and t.${id} = old.key
      returning t.${id}`;
}
