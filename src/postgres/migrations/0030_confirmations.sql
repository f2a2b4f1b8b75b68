-- Questions whose yes releases one exact tool call (requirement R12), and where the run stood that asks.
--
-- A run that asks commits what it has done so far and is `waiting_confirmation`; its events are done, its conversation is free.
-- The answer is one conditional update of the row in `confirmations`. What follows is the run's: `agent_runs.due_at` says when it
-- takes the head of its conversation, as soon as nobody is at work there: at once when the question is answered, else when it
-- expires. Who is called off (a takeover, a session that is over, a person's word) ends there, in the same transaction.

create table confirmations (
  workspace_id text not null references workspaces,
  id uuid not null,
  run_id uuid not null,
  conversation_id uuid not null,
  contact_id uuid not null,
  -- Whose end calls the question off; null where none was open.
  session_id uuid,
  call_id text not null,
  tool text not null,
  risk text not null check (risk in ('low', 'medium', 'high')),
  input jsonb not null,
  -- Of tool, input, agent and version (core/arguments-hash.ts): what the yes is good for.
  arguments_hash text not null,
  agent_id text not null,
  agent_version text not null,
  rule text not null,
  reason text not null,
  audience text not null check (audience in ('customer', 'operator')),
  question text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied', 'expired', 'cancelled')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  note text,
  -- The customer's own word.
  answered_by_event uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, run_id) references agent_runs (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id),
  constraint decided_says_when_and_by_whom check (
    (status = 'pending') = (decided_at is null) and (status in ('pending', 'expired') or decided_by is not null)),
  constraint expires_after_it_was_asked check (expires_at > created_at)
);
create unique index one_open_question_per_run on confirmations (run_id, workspace_id) where status = 'pending';
create index confirmations_of_run on confirmations (run_id, workspace_id, id desc);
create index open_questions on confirmations (conversation_id, workspace_id) where status = 'pending';
create index confirmations_by_status on confirmations (status, workspace_id, id desc);

-- Where a run stood when it began to wait (requirement R2): what it had decided, and what it had done.
create table agent_checkpoints (
  workspace_id text not null references workspaces,
  run_id uuid not null,
  node text not null,
  state jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, run_id, node),
  foreign key (workspace_id, run_id) references agent_runs (workspace_id, id)
);

-- When a run takes the head of its conversation, as soon as that is idle; null: it stands there, collects messages, or is over.
alter table agent_runs add column due_at timestamptz;
create index runs_to_take_up on agent_runs (due_at) where due_at is not null;

alter table agent_events drop constraint agent_events_input_type_check;
alter table agent_events add constraint agent_events_input_type_check
  check (input_type in ('message', 'echo', 'operator_command', 'timer', 'confirmation'));

-- Decided once, in time, and never about anything but what was asked. Once it is decided its words may be erased.
create function check_confirmation() returns trigger
  language plpgsql
  as $$
begin
  if (new.workspace_id, new.id, new.run_id, new.conversation_id, new.call_id, new.tool, new.arguments_hash, new.agent_id,
      new.agent_version, new.audience, new.created_at, new.expires_at)
    is distinct from (old.workspace_id, old.id, old.run_id, old.conversation_id, old.call_id, old.tool, old.arguments_hash,
      old.agent_id, old.agent_version, old.audience, old.created_at, old.expires_at)
    or (old.status = 'pending' and (new.input, new.question) is distinct from (old.input, old.question))
  then raise exception 'what confirmation % asks cannot change', old.id using errcode = 'RC005';
  end if;
  if new.status is distinct from old.status and (old.status <> 'pending'
    or (new.status in ('approved', 'denied') and recado_now() >= old.expires_at)
    or (new.status = 'expired' and recado_now() < old.expires_at))
  then raise exception 'confirmation % cannot go from % to %', old.id, old.status, new.status using errcode = 'RC005';
  end if;
  if new.status = old.status and (new.decided_by, new.decided_at) is distinct from (old.decided_by, old.decided_at)
  then raise exception 'confirmation % was decided before', old.id using errcode = 'RC005';
  end if;
  return new;
end $$;
create trigger confirmation_is_decided_once before update on confirmations
  for each row execute function check_confirmation();

-- What follows for the run. A customer who says no has had the answer to it; who is called off hears nothing.
create function heed_decision() returns trigger
  language plpgsql
  as $$
begin
  if new.status = 'cancelled' or (new.status = 'denied' and new.audience = 'customer') then
    update agent_runs r set status = 'completed', due_at = null, ended_at = recado_now(),
      outcome = case new.status when 'cancelled' then 'cancelled' else 'declined' end
    where r.workspace_id = new.workspace_id and r.id = new.run_id and r.status = 'waiting_confirmation';
  elsif new.status in ('approved', 'denied') then
    update agent_runs r set due_at = recado_now()
    where r.workspace_id = new.workspace_id and r.id = new.run_id and r.status = 'waiting_confirmation' and r.due_at is not null;
  end if;
  return null;
end $$;
create trigger run_heeds_decision after update of status on confirmations
  for each row when (old.status is distinct from new.status) execute function heed_decision();

-- Calls off what is open in a conversation, of one session or of all; how many. Also for whoever stops an agent in other ways.
create function cancel_confirmations(of_workspace text, of_conversation uuid, of_session uuid, who text, why text) returns int
  language plpgsql
  as $$
declare
  cancelled int;
begin
  update confirmations f set status = 'cancelled', decided_at = recado_now(), decided_by = coalesce(who, 'system'), note = why
  where f.workspace_id = of_workspace and f.conversation_id = of_conversation and f.status = 'pending'
    and (of_session is null or f.session_id = of_session);
  get diagnostics cancelled = row_count;
  return cancelled;
end $$;

create function cancel_for_session() returns trigger
  language plpgsql
  as $$
begin
  perform cancel_confirmations(new.workspace_id, new.conversation_id, new.id, 'system', 'the session is over: ' || new.status);
  return null;
end $$;
create trigger session_ends_with_its_questions after update of status on agent_sessions
  for each row when (old.status = 'active' and new.status <> 'active') execute function cancel_for_session();

create function cancel_for_bot_off() returns trigger
  language plpgsql
  as $$
begin
  perform cancel_confirmations(new.workspace_id, new.id, null, new.switched_by, 'a person has taken over');
  return null;
end $$;
create trigger bot_off_ends_questions after update of bot_enabled on conversations
  for each row when (old.bot_enabled and not new.bot_enabled) execute function cancel_for_bot_off();

create function cancel_for_opt_out() returns trigger
  language plpgsql
  as $$
begin
  perform cancel_confirmations(c.workspace_id, c.id, null, 'system', 'the customer wants no more messages')
  from conversations c join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
  where c.workspace_id = new.workspace_id and (k.id = new.id or k.merged_into = new.id)
    and exists (select from confirmations f
      where f.workspace_id = c.workspace_id and f.conversation_id = c.id and f.status = 'pending');
  return null;
end $$;
create trigger opt_out_ends_questions after update of marketing_stopped_at on contacts
  for each row when (old.marketing_stopped_at is null and new.marketing_stopped_at is not null)
  execute function cancel_for_opt_out();

-- A line for each question and each decision; of a customer the event that answered, not their words.
create function audit_confirmation() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id,
    case when new.status = 'pending' then 'agent:' || new.agent_id || '@' || new.agent_version else new.decided_by end,
    'confirmation.' || case new.status when 'pending' then 'asked' else new.status end,
    'conversation', new.conversation_id::text, new.run_id,
    jsonb_build_object('confirmation', new.id, 'tool', new.tool, 'call', new.call_id, 'risk', new.risk, 'rule', new.rule,
      'audience', new.audience, 'argumentsHash', new.arguments_hash, 'event', new.answered_by_event));
  return null;
end $$;
create trigger audited after insert on confirmations for each row execute function audit_confirmation();
create trigger decision_audited after update of status on confirmations
  for each row when (old.status is distinct from new.status) execute function audit_confirmation();

-- What a turn reads: as before, of its events those that are not done yet (a run that has waited has handled the others), and
-- what is asked.
create or replace function read_turns(of_workspaces text[], of_conversations uuid[]) returns jsonb
  language plpgsql volatile strict
  as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
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
        from agent_events e
        where e.workspace_id = c.workspace_id and e.run_id = c.active_run_id and e.status = 'pending'),
      -- What this run has asked last, and where it stood: null where it never asked.
      'asked', (
        select jsonb_build_object(
          'id', f.id, 'callId', f.call_id, 'tool', f.tool, 'input', f.input, 'argumentsHash', f.arguments_hash,
          'agentId', f.agent_id, 'agentVersion', f.agent_version, 'audience', f.audience, 'status', f.status,
          'decidedBy', f.decided_by, 'note', f.note, 'sessionId', f.session_id, 'checkpoint', k.state)
        from confirmations f
        join agent_checkpoints k on k.workspace_id = f.workspace_id and k.run_id = f.run_id and k.node = 'act'
        where f.workspace_id = c.workspace_id and f.run_id = c.active_run_id
        order by f.id desc limit 1),
      -- What this customer is asked, and has not answered yet.
      'questions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', f.id, 'question', f.question,
          -- Said again, it is the same question: its buttons name it.
          'lastWordAt', (
            select case when o.content #>> '{buttons,0,id}' = 'confirm:' || f.id || ':yes' then o.in_flight_at end
            from outbox_messages o
            where o.workspace_id = c.workspace_id and o.conversation_id = c.id
              and o.status not in ('dropped', 'failed') and o.content ->> 'type' <> 'reaction'
            order by o.seq desc limit 1),
          'messageIds', (
            select coalesce(jsonb_agg(o.wamid), '[]') from outbox_messages o
            where o.workspace_id = c.workspace_id and o.conversation_id = c.id and o.wamid is not null
              and o.content #>> '{buttons,0,id}' = 'confirm:' || f.id || ':yes')) order by f.id), '[]')
        from confirmations f
        where f.workspace_id = c.workspace_id and f.conversation_id = c.id and f.status = 'pending'
          and f.audience = 'customer' and f.expires_at > recado_now()),
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
        from agent_steps s where s.workspace_id = c.workspace_id and s.run_id = c.active_run_id)) order by wanted.place)
    from unnest(of_workspaces, of_conversations) with ordinality as wanted (workspace_id, id, place)
    join conversations c on c.workspace_id = wanted.workspace_id and c.id = wanted.id
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
        and (is_cut_off(o, c.last_speech_seq) or o.drop_code = 'interrupted' and o.seq > block.before_it)) unsaid);
end $$;

do $$
declare
  of_table text;
begin
  foreach of_table in array array['confirmations', 'agent_checkpoints'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
end $$;
