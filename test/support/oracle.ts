import { isWatched, type Rows } from "./oracle-watch.ts";
import { orphans } from "./orphans.ts";

/** What the provider took, in order: its own record, kept by nobody of ours. */
export interface ProviderLine {
  /** What we gave it to give back: `v1:<outbox id>:<attempt>`. */
  readonly opaque: string;
}

interface Invariant {
  readonly name: string;
  /** Holds only once the work is done and every report has come. */
  readonly quiet?: true;
  /** `ledger` stands for what the provider took: position, id of the outbox message. */
  readonly text: string;
}

/**
 * The invariants as SQL over the real database (reliability.md C): run after every kill, pause and race. Each query names
 * what it finds; all of them must find nothing.
 */
const INVARIANTS: readonly Invariant[] = [
  {
    name: "S2: a provider's message became two events",
    text: `select source_message_id from agent_events where source = 'whatsapp'
      group by workspace_id, conversation_id, source_message_id having count(*) > 1`,
  },
  {
    name: "S23: the audit log is not as it was written",
    text: `select w.id, v.broken_at from workspaces w, verify_audit(w.id) v where v.broken_at is not null`,
  },
  {
    name: "S23: a tool call has no line in the audit log",
    text: `select t.run_id, t.call_id from agent_tool_calls t where not exists (
      select from audit_log a where a.workspace_id = t.workspace_id and a.run_id = t.run_id
        and a.detail ->> 'call' = t.call_id)`,
  },
  {
    name: "S3: a contact has two conversations on one number",
    text: `select contact_id from conversations group by workspace_id, phone_number_id, contact_id having count(*) > 1`,
  },
  {
    name: "S4: the mailbox numbers of a conversation have a hole or a repetition",
    text: `select conversation_id from agent_events group by conversation_id
      having max(seq) <> count(*) or min(seq) <> 1`,
  },
  {
    name: "S5: a conversation has two running runs",
    text: `select conversation_id from agent_runs where status = 'running' group by conversation_id having count(*) > 1`,
  },
  {
    name: "S5: the pending counter is not the number of unfinished events",
    text: `select c.id from conversations c where c.pending <> (
      select count(*) from agent_events e join agent_runs r on r.id = e.run_id
      where e.conversation_id = c.id and e.status = 'pending' and r.due_at is null)`,
  },
  {
    name: "S5: an event's run is over and the event is not, or the other way round",
    text: `select e.id from agent_events e join agent_runs r on r.id = e.run_id
      where (r.status in ('completed', 'dead_letter')) <> (e.status in ('done', 'failed'))
        -- What a run has asked about is done, and so is each segment; what ends the wait is an event of its own.
        and not (e.status = 'done' and (r.segment > 0 or exists (select from confirmations f where f.run_id = r.id)))`,
  },
  {
    name: "S6: one idempotency key has two messages",
    text: `select idempotency_key from outbox_messages group by workspace_id, idempotency_key having count(*) > 1`,
  },
  {
    name: "A30: a message was dropped as cut off that was the first of its block, or after which the customer said nothing",
    text: `select o.id from outbox_messages o where o.drop_code = 'interrupted' and (o.position < 2 or not exists (
      select from agent_events e where e.workspace_id = o.workspace_id and e.conversation_id = o.conversation_id
        and e.seq > o.inbound_seq and e.input_type = 'message'))`,
  },
  {
    // Two seconds for a message that was being committed when the other was marked.
    name: "A30: a later message of a block left after the customer had spoken",
    text: `select o.id from outbox_messages o join agent_events e
        on e.workspace_id = o.workspace_id and e.conversation_id = o.conversation_id and e.seq > o.inbound_seq
      where o.position > 1 and o.status = 'accepted' and e.input_type = 'message'
        and e.payload -> 'content' ->> 'type' not in ('reaction', 'edit', 'revoke', 'system', 'group')
        and e.created_at < o.in_flight_at - interval '2 seconds'`,
  },
  {
    name: "S6: a run says more than one attempt of it decided",
    text: `select o.run_id from outbox_messages o join agent_steps s on s.run_id = o.run_id
        and s.name = case s.segment when 0 then 'plan' else 'segment.' || s.segment || '.plan' end
        and o.idempotency_key like o.run_id || case s.segment when 0 then '' else '.segment.' || s.segment end || ':reply:%'
      where s.output_snapshot -> 'decision' is not null
        and not exists (select from confirmations f where f.run_id = o.run_id and f.segment = s.segment)
      group by o.run_id, s.segment, s.output_snapshot
      having count(*) < jsonb_array_length(s.output_snapshot -> 'decision' -> 'messages')
        or count(*) <> max(o.position)`,
  },
  {
    // The eleventh attempt only buries the run. A worker that dies of it leaves that to a twelfth.
    name: "S8: a run was begun more often than the policy allows",
    text: `select id from agent_runs where attempts > 11
      and (status <> 'dead_letter' or failure_code is distinct from 'run_abandoned')`,
  },
  {
    name: "the unsent counter is not the number of messages on their way",
    text: `select c.id from conversations c where c.unsent <> (select count(*) from outbox_messages o
      where o.conversation_id = c.id and o.status in ('queued', 'in_flight', 'in_doubt'))`,
  },
  {
    name: "S14: a message that was begun has not a line in the journal for each attempt",
    text: `select o.id from outbox_messages o left join outbox_attempts a
        on a.workspace_id = o.workspace_id and a.outbox_id = o.id
      group by o.workspace_id, o.id having count(a.attempt) <> o.attempt or coalesce(max(a.attempt), 0) <> o.attempt`,
  },
  {
    name: "S14: a message is on its way and its newest attempt has ended, or the other way round",
    text: `select o.id from outbox_messages o join outbox_attempts a on a.outbox_id = o.id and a.attempt = o.attempt
      where (o.status = 'in_flight') <> (a.outcome = 'in_flight')`,
  },
  {
    name: "S14: a message counts as accepted and nothing proves it, or the other way round",
    text: `select o.id from outbox_messages o where (o.status = 'accepted') <> (
      exists (select from outbox_attempts a where a.outbox_id = o.id and a.outcome = 'accepted')
      or coalesce(o.sent_at, o.delivered_at, o.read_at) is not null
      or exists (select from message_statuses s where s.wamid = o.wamid or s.opaque like 'v1:' || o.id || ':%'))`,
  },
  {
    name: "S14: a message that must not be sent again in doubt went out twice",
    text: `select o.id from outbox_messages o join outbox_attempts a on a.outbox_id = o.id
      where o.on_doubt <> 'resend' and a.duplicate_wamid is not null`,
  },
  {
    name: "S12: a timer fired and was cancelled, or fired before it was due",
    text: `select run_id from timers where fired_at is not null and (cancelled_at is not null or fired_at < fire_at)
        or fire_at < due_at`,
  },
  {
    name: "S12: a timer that fired is not one event, or an event has no timer",
    text: `select coalesce(t.run_id, e.id) from (select * from timers where fired_at is not null) t
      full join (select * from agent_events where input_type = 'timer') e
        on e.workspace_id = t.workspace_id and e.idempotency_key = 'timer:' || t.id
        and e.conversation_id = t.conversation_id and e.payload -> 'content' ->> 'sessionId' = t.session_id::text
      where t.run_id is null or e.id is null`,
  },
  {
    // A statement bears the time at which it began, and may have waited for one that began later: a second for that.
    name: "S12: a timer counts for a session that is over, or fired for one",
    text: `select t.run_id from timers t join agent_sessions s on s.workspace_id = t.workspace_id and s.id = t.session_id
      where t.cancelled_at is null
        and (t.fired_at is null and s.status <> 'active' or t.fired_at > s.closed_at + interval '1 second')`,
  },
  {
    name: "S12: two timers of a session count",
    text: `select session_id from timers where fired_at is null and cancelled_at is null
      group by workspace_id, session_id having count(*) > 1`,
  },
  {
    // Its run ended later. A second as above.
    name: "A33: a timer fired while a message waited",
    text: `select e.id from agent_events e
      join agent_events w on w.workspace_id = e.workspace_id and w.conversation_id = e.conversation_id and w.seq < e.seq
      join agent_runs r on r.workspace_id = w.workspace_id and r.id = w.run_id
      where e.input_type = 'timer' and w.run_id <> e.run_id and r.ended_at > e.created_at + interval '1 second'`,
  },
  {
    name: "A34: a purchase has two orders",
    text: `select purchase_key from orders group by workspace_id, purchase_key having count(*) > 1`,
  },
  {
    // A tool call is kept of every attempt, also of one that failed.
    name: "S17: an order, a task or a doubt about an intent stands there and its turn does not",
    text: `select w.run_id from (select workspace_id, run_id from orders union all select workspace_id, run_id from tasks
        union all select workspace_id, run_id from disambiguation_log) w
      join agent_runs r on r.workspace_id = w.workspace_id and r.id = w.run_id
      where r.status <> 'completed' and r.segment = 0`,
  },
  {
    name: "S17: a completed answer has no message, or a silent one has",
    text: `select r.id from agent_runs r where r.status = 'completed' and r.outcome <> 'executed' and (r.outcome in ('answered', 'handed_off'))
      <> exists (select from outbox_messages o where o.run_id = r.id)
      -- What a segment says is not what its run ends with.
      and r.segment = 0 and not exists (select from confirmations f where f.run_id = r.id)`,
  },
  {
    name: "a run waits for its next segment and has no time for it, or has a time and no segment",
    text: `select r.id from agent_runs r where r.segment > 0 and r.status = 'queued' and r.due_at is null
        and not exists (select from conversations c where r.id in (c.active_run_id, c.queued_run_id))
      union all
      select r.id from agent_runs r where r.segment > 0 and r.status in ('queued', 'running', 'failed', 'waiting_confirmation')
        and not exists (select from run_segments g where g.run_id = r.id and g.number = r.segment and g.ended_at is null)`,
  },
  {
    name: "the segments of a run have a hole, or are more or fewer than the run counts",
    text: `select r.id from agent_runs r left join run_segments g on g.workspace_id = r.workspace_id and g.run_id = r.id
      group by r.workspace_id, r.id, r.segment
      having count(g.number) <> r.segment or coalesce(max(g.number), 0) <> r.segment`,
  },
  {
    name: "a segment came back more often than once, or came back and its run never had it",
    text: `select e.id from agent_events e left join run_segments g on g.workspace_id = e.workspace_id and g.run_id = e.run_id
        and g.number = (e.payload #>> '{content,number}')::int
      where e.input_type = 'segment' and g.run_id is null
      union all
      select g.run_id from run_segments g join agent_events e on e.run_id = g.run_id and e.input_type = 'segment'
        and (e.payload #>> '{content,number}')::int = g.number
      group by g.workspace_id, g.run_id, g.number having count(*) > 1`,
  },
  {
    name: "a segment came back before its time",
    text: `select e.id from agent_events e join run_segments g on g.workspace_id = e.workspace_id and g.run_id = e.run_id
        and g.number = (e.payload #>> '{content,number}')::int
      where e.input_type = 'segment' and e.created_at < g.due_at`,
  },
  {
    name: "a run with segments was absorbed by a newer message",
    text: `select id from agent_runs where segment > 0 and outcome = 'merged'`,
  },
  {
    // What was being thought when it was called off may have ended a moment later.
    name: "a run that was called off did something afterwards",
    text: `select r.id from agent_runs r join audit_log a on a.workspace_id = r.workspace_id and a.run_id = r.id
        and a.action = 'run.stopped' and a.detail ->> 'reason' like 'cancelled%'
      where exists (select from outbox_messages o where o.run_id = r.id and o.created_at > a.at + interval '1 second')
        or exists (select from agent_tool_calls t where t.run_id = r.id and t.started_at > a.at + interval '1 second')
        or exists (select from run_segments g where g.run_id = r.id and g.created_at > a.at + interval '1 second')
        or r.status = 'completed' and r.outcome <> 'cancelled'`,
  },
  {
    name: "a segment keeps its state after it has ended",
    text: `select g.run_id from run_segments g join agent_runs r on r.workspace_id = g.workspace_id and r.id = g.run_id
      where g.state is not null and (r.status = 'completed' or g.number < r.segment)`,
  },
  {
    name: "S6: the key of a completed call was used for other arguments",
    text: `select s.run_id from agent_steps s join agent_tool_calls t
        on t.workspace_id = s.workspace_id and t.run_id = s.run_id and s.segment = coalesce(substring(t.call_id from '^segment\\.([0-9]+)\\.')::int, 0)
        and step_in_segment(s.name) = 'tool:' || step_in_segment(t.call_id)
      where s.status = 'ok' and t.status = 'blocked' and t.policy_reason like 'key_reused%'`,
  },
  {
    name: "S13: a run waits and asks nothing, or somebody answered it and nobody takes it up",
    text: `select r.id from agent_runs r where r.status = 'waiting_confirmation' and r.due_at is null
        and not exists (select from conversations c where c.active_run_id = r.id)
      union all select f.run_id from confirmations f join agent_runs r on r.id = f.run_id
        where f.status = 'pending' and (r.status <> 'waiting_confirmation' or r.due_at is distinct from f.expires_at)`,
  },
  {
    name: "S13: a question has two decisions, or one after its time, or of nobody",
    text: `select f.id from confirmations f where f.status in ('approved', 'denied')
        and (f.decided_at >= f.expires_at or f.decided_by is null
          or (f.audience = 'customer') <> (f.answered_by_event is not null))
      union all select a.run_id from audit_log a where a.action like 'confirmation.%' and a.action <> 'confirmation.asked'
      group by a.run_id, a.detail ->> 'confirmation' having count(*) > 1`,
  },
  {
    name: "S13: a customer's question was answered from another conversation",
    text: `select f.id from confirmations f join agent_events e on e.id = f.answered_by_event
      where e.conversation_id <> f.conversation_id or e.input_type <> 'message'`,
  },
  {
    name: "S13: a call was made without the yes that it waited for, or with other arguments than were shown",
    text: `select t.run_id from agent_tool_calls t join confirmations f on f.run_id = t.run_id and f.call_id = t.call_id
      join agent_runs r on r.id = t.run_id
      where t.status in ('ok', 'timeout') and (f.status <> 'approved' or f.decided_at > r.ended_at
        or f.input is distinct from coalesce(t.input, 'null') or f.tool <> t.tool_name)`,
  },
  {
    name: "B3: the chat record has a hole",
    text: `select conversation_id from agent_turns group by conversation_id having max(turn_number) <> count(*)`,
  },
  {
    name: "an alias names a contact that was merged away",
    text: `select a.value from contact_aliases a join contacts k on k.id = a.contact_id where k.merged_into is not null`,
  },
  {
    name: "a merged contact is part of one that was merged itself",
    text: `select gone.id from contacts gone join contacts kept on kept.id = gone.merged_into
      where kept.merged_into is not null`,
  },
  {
    name: "L1: an event is not finished",
    quiet: true,
    text: `select id from agent_events where status = 'pending'`,
  },
  {
    name: "L1: a run is neither over nor waits for anything",
    quiet: true,
    text: `select id from agent_runs where status in ('running', 'failed')
      or status = 'queued' and not (segment > 0 and due_at > recado_now())`,
  },
  {
    name: "L1: a conversation is not idle although nothing is left to do",
    quiet: true,
    text: `select id from conversations where run_at is not null or leased_by is not null or active_run_id is not null`,
  },
  {
    name: "L1: a reply waits and nobody will send it",
    quiet: true,
    text: `select id from conversations where unsent > 0 or send_at is not null or sender is not null`,
  },
  {
    name: "S18: a message's delivery is not the furthest of its reports",
    text: `select o.id from outbox_messages o where o.wamid is not null and delivery_rank(o.delivery) < (
      select coalesce(max(delivery_rank(s.status)), 0) from (
        select r.status from message_statuses r where r.workspace_id = o.workspace_id and r.wamid = o.wamid
        union all
        select t.status from (values ('sent', o.sent_at), ('delivered', o.delivered_at), ('read', o.read_at)) t (status, at)
        where t.at is not null) s)`,
  },
];

/** What was taken by the provider against what we believe. Each needs its reports to have come. */
const LEDGER_INVARIANTS: readonly Invariant[] = [
  {
    name: "S4: messages of a conversation were first taken in another order than they were committed",
    text: `select id from (
      select o.id, o.seq, max(o.seq) over (partition by o.conversation_id order by first.position) as furthest
      from (select id, min(position) as position from ledger group by id) first join outbox_messages o on o.id = first.id
      ) taken where seq < furthest`,
  },
  {
    name: "S14: a message counts as accepted and the provider never took it",
    text: `select o.id from outbox_messages o where o.status = 'accepted' and not exists (
      select from ledger where ledger.id = o.id)`,
  },
  {
    name: "S14: a message counts as failed or dropped and the provider took it",
    quiet: true,
    text: `select o.id from outbox_messages o where o.status in ('failed', 'dropped') and exists (
      select from ledger where ledger.id = o.id)`,
  },
  {
    name: "S14: the provider took what is no message of ours",
    text: `select ledger.id from ledger where not exists (select from outbox_messages o where o.id = ledger.id)`,
  },
];

export interface Judging {
  readonly when?: "quiet" | "any time";
  readonly ledger?: readonly ProviderLine[];
  /** How often one message may have been sent; 1 unless told. */
  readonly mostSends?: number;
}

/** The violated invariants, with how many rows broke each. Empty when all hold. */
export async function violations(
  database: Rows,
  { when = "quiet", ledger, mostSends = 1 }: Judging = {},
): Promise<string[]> {
  const found: string[] = [];
  const judge = async ({ name, text, quiet }: Invariant, values: readonly unknown[] = []) => {
    if (quiet && when !== "quiet") return;
    const rows = await database.rows(text, values);
    if (rows.length > 0) found.push(`${name} (${rows.length})`);
  };
  for (const invariant of INVARIANTS) await judge(invariant);
  found.push(...(await orphans(database)));
  if (await isWatched(database)) {
    const faults = await database.rows("select what, count(*) as n from oracle_faults group by what");
    found.push(...faults.map((fault) => `${fault["what"]} (${fault["n"]})`));
  }
  if (ledger !== undefined) {
    const taken = JSON.stringify(ledger.map(({ opaque }, position) => ({ position, id: opaque.split(":")[1] })));
    for (const one of LEDGER_INVARIANTS) {
      await judge({ ...one, text: `with ledger as (${LEDGER}) ${one.text}` }, [taken]);
    }
    const most = {
      name: `S14: a message was sent more than ${mostSends} times`,
      text: `with ledger as (${LEDGER})
      select id from ledger group by id having count(*) > $2::int`,
    };
    await judge(most, [taken, mostSends]);
  }
  return found;
}

const LEDGER = "select * from jsonb_to_recordset($1::jsonb) as l (position int, id uuid)";
