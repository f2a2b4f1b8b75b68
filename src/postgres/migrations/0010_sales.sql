-- What a sale leaves behind, and what time brings about.
--
--   timers              what a session waits for: armed by a run, and fired or cancelled, once. One counts at a time.
--   orders              one for each purchase: purchase_key is the key, whoever asks how often.
--   tasks               what a person of the shop is to do.
--   disambiguation_log  what the agent could not make out, for whoever teaches it.
--   agent_tool_calls    the calls of a run: what the policy said, what came of it. tool_executions shows them (D14).
--
-- All but the end of a timer is written in the commit of a turn, under its fence.

alter table session_state add column ingest_status jsonb;
alter table session_state add column templates_pendientes jsonb not null default '[]';

-- The run that armed it is its name: a run arms one at most.
create table timers (
  workspace_id text not null,
  run_id uuid not null,
  conversation_id uuid not null,
  session_id uuid not null,
  level text not null check (length(level) between 1 and 64),
  due_at timestamptz not null,
  -- A little later: what is on its way when it comes due is heard first.
  fire_at timestamptz not null,
  armed_at timestamptz not null,
  fired_at timestamptz,
  cancelled_at timestamptz,
  primary key (workspace_id, run_id),
  foreign key (workspace_id, run_id) references agent_runs,
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, session_id) references agent_sessions,
  constraint timer_settles_after_it_is_due check (fire_at >= due_at),
  constraint timer_is_fired_or_cancelled check (fired_at is null or cancelled_at is null),
  constraint timer_is_never_early check (fired_at >= fire_at)
) with (fillfactor = 80);
-- A conversation has one active session, and no other has a timer that counts.
create unique index one_pending_timer_per_conversation on timers (workspace_id, conversation_id)
  where fired_at is null and cancelled_at is null;
create index timers_to_fire on timers (fire_at) where fired_at is null and cancelled_at is null;
create index timers_by_session on timers (workspace_id, session_id);

-- Whoever ends a session cancels what it waits for, in the same statement.
create function cancel_timer() returns trigger
  language plpgsql
  as $$
begin
  update timers t set cancelled_at = recado_now()
  where t.workspace_id = new.workspace_id and t.conversation_id = new.conversation_id and t.session_id = new.id
    and t.fired_at is null and t.cancelled_at is null;
  return null;
end $$;

create trigger session_ends_with_its_timer after update of status on agent_sessions
  for each row when (old.status = 'active' and new.status <> 'active') execute function cancel_timer();

create table orders (
  workspace_id text not null,
  id uuid not null,
  purchase_key text not null check (length(purchase_key) between 1 and 256),
  session_id uuid not null,
  conversation_id uuid not null,
  contact_id uuid not null,
  run_id uuid not null,
  source text not null check (source in ('customer', 'timer_sinpack', 'timer_pendiente')),
  status text not null check (status in ('confirmed', 'pending', 'cancelled')),
  stage text not null,
  pack text,
  products jsonb not null,
  -- Whole units of the currency.
  total bigint not null check (total >= 0),
  shipping_address text not null,
  note text,
  data jsonb not null,
  tags text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, purchase_key),
  foreign key (workspace_id, session_id) references agent_sessions,
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, contact_id) references contacts,
  foreign key (workspace_id, run_id) references agent_runs
);
create index orders_by_session on orders (workspace_id, session_id);
create index orders_by_conversation on orders (workspace_id, conversation_id, created_at desc);
create index orders_by_contact on orders (workspace_id, contact_id);

create function recado_order_unknown() returns boolean
  language plpgsql
  as $$ begin raise exception 'the order that the turn changes is not there' using errcode = 'RC003'; end $$;

create table tasks (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  session_id uuid,
  run_id uuid not null,
  title text not null,
  priority text not null check (priority in ('low', 'normal', 'high')),
  note text,
  mode text,
  data jsonb not null,
  pack text,
  status text not null default 'open' check (status in ('open', 'done')),
  assignee text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, session_id) references agent_sessions,
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs
);
create index tasks_by_conversation on tasks (workspace_id, conversation_id, created_at desc);
create index tasks_to_do on tasks (workspace_id, created_at) where status = 'open';

create table disambiguation_log (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  session_id uuid,
  run_id uuid not null,
  message text not null,
  mode text,
  intent text not null,
  confidence real not null,
  alternatives jsonb not null,
  reasoning text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, session_id) references agent_sessions,
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs
);

create table agent_tool_calls (
  workspace_id text not null,
  run_id uuid not null,
  call_id text not null,
  session_id uuid,
  tool_name text not null,
  risk_level text not null check (risk_level in ('low', 'medium', 'high')),
  input jsonb,
  output jsonb,
  status text not null check (status in ('started', 'ok', 'error', 'timeout', 'blocked')),
  error text,
  started_at timestamptz not null,
  ended_at timestamptz,
  policy_decision text not null check (policy_decision in ('allow', 'confirm', 'deny')),
  policy_reason text,
  primary key (workspace_id, run_id, call_id),
  foreign key (workspace_id, run_id) references agent_runs,
  foreign key (workspace_id, session_id) references agent_sessions
);

-- The same calls under the names of requirement B14. A dry run writes nothing, so none is shown.
create view tool_executions with (security_invoker = true) as
select t.workspace_id, t.run_id, t.call_id, t.session_id as agent_session_id, r.conversation_id, c.contact_id as user_id,
  t.tool_name, t.input, t.output, case t.status when 'ok' then 'success' else 'error' end as status, t.error,
  extract(epoch from t.ended_at - t.started_at) * 1000 as duration_ms, 'agent' as context, null::jsonb as snapshots,
  t.started_at as created_at
from agent_tool_calls t
join agent_runs r on r.workspace_id = t.workspace_id and r.id = t.run_id
join conversations c on c.workspace_id = r.workspace_id and c.id = r.conversation_id;
grant select on tool_executions to recado_tenant;

do $$
declare
  of_table text;
begin
  foreach of_table in array array['timers', 'orders', 'tasks', 'disambiguation_log', 'agent_tool_calls']
  loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
end $$;

-- Time speaks too.
alter table agent_events drop constraint agent_events_input_type_check;
alter table agent_events add constraint agent_events_input_type_check
  check (input_type in ('message', 'echo', 'operator_command', 'timer'));
alter table agent_events drop constraint agent_events_source_check;
alter table agent_events add constraint agent_events_source_check check (source in ('whatsapp', 'api', 'system'));

-- Sessions that a night ends: those that were there before it.
create index agent_sessions_to_close on agent_sessions (created_at) where status = 'active';

create or replace function read_turn(of_workspace text, of_conversation uuid) returns jsonb
  language plpgsql volatile
  as $$
begin
  return (
    select jsonb_build_object(
      'workspaceId', c.workspace_id,
      'conversationId', c.id,
      'phoneNumberId', c.phone_number_id,
      'agentId', n.agent_id,
      'worker', c.leased_by,
      'fence', c.fence,
      'version', c.version,
      'turnCount', c.turn_count,
      'lastCustomerMessageAt', c.last_customer_message_at,
      -- All that has come, while nothing waits: also what came after the events of a run that is begun late.
      'heardSeq', case when c.queued_run_id is null then c.last_seq end,
      'gate', jsonb_build_object(
        'workspaceEnabled', w.agent_enabled,
        'botEnabled', c.bot_enabled,
        'stopTagged', 'WPP' = any (k.tags)),
      'now', recado_now(),
      'contact', jsonb_build_object(
        'id', k.id,
        'name', k.name,
        'phone', case when spoken.identity is null then newest_alias(k.workspace_id, k.id, 'phone')
          else spoken.identity ->> 'phone' end,
        'bsuid', coalesce(spoken.identity ->> 'bsuid', newest_alias(k.workspace_id, k.id, 'bsuid'))),
      'run', (
        select jsonb_build_object(
          'id', r.id, 'attempts', r.attempts, 'failures', r.failures, 'createdAt', r.created_at,
          'agentId', r.agent_id, 'agentVersion', r.agent_version,
          'fallbackSent', exists (
            select from outbox_messages o
            where o.workspace_id = r.workspace_id and o.idempotency_key = r.id || ':fallback'))
        from agent_runs r where r.workspace_id = c.workspace_id and r.id = c.active_run_id),
      'events', (
        select jsonb_agg(jsonb_build_object(
          'id', e.id, 'seq', e.seq, 'source', e.source, 'inputType', e.input_type,
          'content', e.payload -> 'content', 'context', nullif(e.payload -> 'context', 'null'),
          'sourceMessageId', e.source_message_id, 'occurredAt', e.occurred_at,
          'receivedAt', e.created_at)
          order by e.seq)
        from agent_events e where e.workspace_id = c.workspace_id and e.run_id = c.active_run_id),
      'session', (
        select jsonb_build_object(
          'id', s.id, 'agentId', s.agent_id, 'status', s.status, 'mode', s.current_mode, 'version', s.version,
          'intentsVistos', t.intents_vistos,
          'templatesEnviados', said_templates(t.templates_enviados, unsaid.templates),
          'datosCapturados', t.datos_capturados, 'packSeleccionado', t.pack_seleccionado,
          'ingestStatus', t.ingest_status, 'pendientes', t.templates_pendientes)
        from agent_sessions s
        join session_state t on t.workspace_id = s.workspace_id and t.session_id = s.id
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id and s.status = 'active'),
      -- What counts, counts for the active session: one that ends takes its timer with it.
      'timer', (
        select jsonb_build_object('level', m.level, 'dueAt', m.due_at)
        from timers m
        where m.workspace_id = c.workspace_id and m.conversation_id = c.id
          and m.fired_at is null and m.cancelled_at is null),
      'orders', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', o.id, 'purchaseKey', o.purchase_key, 'status', o.status, 'pack', o.pack, 'total', o.total)
          order by o.created_at), '[]')
        from agent_sessions s
        join orders o on o.workspace_id = s.workspace_id and o.session_id = s.id
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id and s.status = 'active'),
      -- Of one session: an address of one year and a city of another would be no address.
      'knownData', coalesce((
        select t.datos_capturados
        from agent_sessions s
        join session_state t on t.workspace_id = s.workspace_id and t.session_id = s.id
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id and s.status in ('closed', 'handed_off')
          and t.datos_capturados <> '{}'
        order by s.created_at desc limit 1), '{}'),
      -- What a reaction may answer.
      'ourLastMessages', (
        select coalesce(jsonb_agg(o.wamid), '[]')
        from (select o.wamid from outbox_messages o
              where o.workspace_id = c.workspace_id and o.conversation_id = c.id
                and o.status = 'accepted' and o.wamid is not null
              order by o.seq desc limit 5) o),
      'history', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'role', h.role, 'content', h.content, 'intent', h.intent_detected, 'confidence', h.confidence,
          'createdAt', h.created_at) order by h.turn_number), '[]')
        from (select * from agent_turns t
              where t.workspace_id = c.workspace_id and t.conversation_id = c.id
                and not t.is_unsaid and (t.message_id = any (unsaid.ids)) is not true
              order by t.turn_number desc limit 20) h),
      'unsaid', unsaid.messages,
      'journal', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'phase', s.node, 'name', s.name, 'position', s.position, 'status', s.status, 'startedAt', s.started_at,
          'durationMs', s.latency_ms, 'output', s.output_snapshot) order by s.position), '[]')
        from agent_steps s where s.workspace_id = c.workspace_id and s.run_id = c.active_run_id))
    from conversations c
    -- A contact that was merged away speaks for the one it is part of now: names, tags, opt-outs stand there.
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
    join phone_numbers n on n.id = c.phone_number_id
    join workspaces w on w.id = c.workspace_id
    -- Who is answered: the customer as the newest message of the run names them.
    left join lateral (
      select e.payload -> 'identity' as identity from agent_events e
      where e.workspace_id = c.workspace_id and e.run_id = c.active_run_id and e.payload ? 'identity'
      order by e.seq desc limit 1) spoken on true
    left join lateral (
      select m.seq - m.position as before_it, m.drop_code = 'interrupted' as is_interrupted
      from outbox_messages m
      where m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.position > 0
      order by m.seq desc limit 1) block on true
    -- What the customer has cut off: of the newest block what was dropped for it, and whatever is about to be. No
    -- block is longer than 20, so that two of them are seen.
    cross join lateral (
      select
        coalesce(jsonb_agg(jsonb_build_object(
          'id', o.id, 'content', o.content, 'templateId', o.template_id, 'priority', o.priority) order by o.seq), '[]')
          as messages,
        array_agg(o.id) as ids,
        array_agg(o.template_id) filter (where o.status = 'queued') as templates
      from outbox_messages o
      where (c.unsent > 0 or block.is_interrupted)
        and o.workspace_id = c.workspace_id and o.conversation_id = c.id and o.seq > c.last_outbox_seq - 40
        and (is_cut_off(o, c.last_speech_seq) or o.drop_code = 'interrupted' and o.seq > block.before_it)) unsaid
    where c.workspace_id = of_workspace and c.id = of_conversation);
end $$;

-- A timer that fires is no word of the customer: what is in doubt then is still the last that was said.
create or replace function read_outbox_head(of_workspace text, of_conversation uuid) returns jsonb
  language plpgsql volatile
  as $$
begin
  return (
    select jsonb_build_object(
      'id', o.id,
      'workspaceId', o.workspace_id,
      'conversationId', o.conversation_id,
      'contactId', c.contact_id,
      'runId', o.run_id,
      'phoneNumberId', c.phone_number_id,
      'recipient', o.recipient,
      'content', o.content,
      'replyToMessageId', o.reply_to_message_id,
      'status', o.status,
      'attempt', o.attempt,
      'onDoubt', o.on_doubt,
      'createdAt', o.created_at,
      'inFlightAt', o.in_flight_at,
      'lastCustomerMessageAt', c.last_customer_message_at,
      -- Called back by a takeover, or the bot may not speak here any more (workspace switch, stop tag).
      'isCancelled', o.seq <= c.cancelled_through or not w.agent_enabled or 'WPP' = any (k.tags),
      'doubtUntil', o.doubt_until,
      'hasNewerInbound', c.last_speech_seq > o.inbound_seq,
      'isInterrupted', o.position > 1 and o.inbound_seq < c.last_speech_seq,
      'turnIsComing', c.run_at is not null,
      -- It is typed once the message before it has left.
      'leavesAt', case when o.delay_ms > 0 and o.attempt = 0 then make_interval(secs => o.delay_ms / 1000.0)
        + greatest(o.created_at, (
            select p.settled_at from outbox_messages p
            where p.workspace_id = o.workspace_id and p.conversation_id = o.conversation_id and p.seq = o.seq - 1)) end,
      'now', recado_now())
    from outbox_messages o
    join conversations c on c.workspace_id = o.workspace_id and c.id = o.conversation_id
    -- A contact that was merged away speaks for the one it is part of now: names, tags, opt-outs stand there.
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
    join workspaces w on w.id = c.workspace_id
    where o.workspace_id = of_workspace and o.conversation_id = of_conversation
      and o.status in ('queued', 'in_flight', 'in_doubt')
    order by o.seq limit 1);
end $$;
