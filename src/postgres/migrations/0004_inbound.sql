-- The inbound side, complete: echoes from the phone app, opt-outs, people with new names, alerts, free entry points.
--
--   alerts            what a person should look at: of the account, a template, a number, a customer. One open alert for
--                     each kind and subject; raised again it counts. Good news or a person resolves it.
--   contacts.merged_into  the record that this one became part of. It keeps its conversations that had a namesake on the
--                     same number; no alias names it any more, and no new conversation can (refuse_merged_contact).

alter table agent_events drop constraint agent_events_input_type_check;
alter table agent_events add constraint agent_events_input_type_check
  check (input_type in ('message', 'echo', 'operator_command'));

-- When the customer last said no to marketing, and when they last said anything about it: the newest word counts.
alter table contacts add column if not exists marketing_stopped_at timestamptz;
alter table contacts add column marketing_said_at timestamptz;
-- WhatsApp said that somebody else may be writing under this name (customer_identity_changed).
alter table contacts add column identity_changed_at timestamptz;
alter table contacts add column merged_into uuid;
alter table contacts add constraint contacts_merged_into_fkey
  foreign key (workspace_id, merged_into) references contacts (workspace_id, id);
create index contacts_merged on contacts (workspace_id, merged_into) where merged_into is not null;

-- The customer came through an advertisement and has asked: answered within a day, 72 hours of free messages begin.
alter table conversations add column free_entry_asked_at timestamptz;

create table alerts (
  workspace_id text not null references workspaces,
  id uuid not null,
  kind text not null check (length(kind) between 1 and 64),
  -- Whom or what it is about: a number, a template, a conversation, the account. '' is the shop as a whole.
  subject text not null check (length(subject) <= 512),
  severity text not null check (severity in ('info', 'warning', 'critical')),
  detail jsonb not null,
  count integer not null default 1,
  raised_at timestamptz not null,
  last_seen_at timestamptz not null,
  resolved_at timestamptz,
  -- Who resolved it, and why; null when good news did.
  resolved_by text,
  note text,
  primary key (workspace_id, id)
);

create unique index one_open_alert on alerts (workspace_id, kind, subject) where resolved_at is null;
create index alerts_newest on alerts (workspace_id, id desc);

alter table alerts enable row level security;
create policy own_workspace on alerts to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
grant select on alerts to recado_tenant;

-- Runs after the foreign key of the row has waited for a merge that was under way, and looks with a fresh snapshot: what
-- names a contact that has just been merged away runs again and finds the survivor. (AFTER triggers fire by name, and
-- those of foreign keys begin with RI_.)
create function refuse_merged_contact() returns trigger
  language plpgsql volatile
  as $$
begin
  if exists (
    select from contacts k
    where k.workspace_id = new.workspace_id and k.id = new.contact_id and k.merged_into is not null)
  then perform recado_again('the contact was merged a moment ago');
  end if;
  return null;
end $$;

create trigger refuse_merged_contact after insert or update of contact_id on contact_aliases
  for each row execute function refuse_merged_contact();
create trigger refuse_merged_contact after insert or update of contact_id on conversations
  for each row execute function refuse_merged_contact();

-- What WhatsApp calls a contact today: the newest alias of a kind. Of a merged one: what the survivor is called.
create or replace function newest_alias(of_workspace text, of_contact uuid, of_kind text) returns text
  language sql stable
  as $$
    select a.value from contact_aliases a
    where a.workspace_id = of_workspace and a.kind = of_kind and a.contact_id = coalesce(
      (select k.merged_into from contacts k where k.workspace_id = of_workspace and k.id = of_contact), of_contact)
    order by a.created_at desc limit 1 $$;

-- When the 72 hours that follow an advertisement end: they begin with our first reply within a day of the question.
create function free_entry_until(of_workspace text, of_conversation uuid, asked_at timestamptz) returns timestamptz
  language sql stable
  as $$
    select min(o.settled_at) + interval '72 hours' from outbox_messages o
    where o.workspace_id = of_workspace and o.conversation_id = of_conversation and o.status = 'accepted'
      and o.settled_at >= asked_at and o.settled_at <= asked_at + interval '24 hours' $$;

-- As before; events carry their context, a reaction may answer our last messages, a merged contact speaks for its
-- survivor, and what the customer has cut off (0003) counts as never said.
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
          'datosCapturados', t.datos_capturados, 'packSeleccionado', t.pack_seleccionado)
        from agent_sessions s
        join session_state t on t.workspace_id = s.workspace_id and t.session_id = s.id
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id and s.status = 'active'),
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

-- As before, with the tags of the survivor.
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
      'hasNewerInbound', c.last_seq > o.inbound_seq,
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

-- As before, with the opt-out of the survivor.
create or replace function read_send_conditions(of_workspace text, of_conversation uuid) returns jsonb
  language plpgsql volatile
  as $$
begin
  return (
    select jsonb_build_object(
      'pairAllowedAt', recado_pair_allowed_at(c.pair_tat),
      'marketingStopped', k.marketing_stopped_at is not null,
      'proactiveHeldUntil', (
        select h.retry_at from circuits h
        where h.workspace_id = c.workspace_id and h.scope = 'proactive' and h.key = c.phone_number_id
          and h.retry_at > recado_now()),
      -- How often each end came before, by kind of refusal; the journal is the memory of all senders. What closed the number
      -- counts for all who try it: they wait longer each time, whoever of them it is.
      'tries', (
        select coalesce(jsonb_object_agg(t.kind, t.n), '{}') from (
          select coalesce(a.refusal, a.outcome) as kind, count(*)::int as n from outbox_attempts a
          where a.workspace_id = o.workspace_id and a.outbox_id = o.id
          group by 1) t)
        || coalesce((
          select jsonb_build_object(h.kind, h.refusals) from circuits h
          where h.workspace_id = c.workspace_id and h.scope = 'number' and h.key = c.phone_number_id), '{}'),
      -- The first proof that webhooks of this number have reached us since the attempt.
      'flowProvenAt', case when o.status = 'in_doubt' then least(
        (select min(s.received_at) from message_statuses s
          where s.workspace_id = c.workspace_id and s.phone_number_id = c.phone_number_id
            and s.received_at > o.in_flight_at),
        (select e.created_at from agent_events e
          join conversations there on there.workspace_id = e.workspace_id and there.id = e.conversation_id
          where e.workspace_id = c.workspace_id and e.created_at > o.in_flight_at and e.source = 'whatsapp'
            and there.phone_number_id = c.phone_number_id
          limit 1)) end)
    from outbox_messages o
    join conversations c on c.workspace_id = o.workspace_id and c.id = o.conversation_id
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
    where o.workspace_id = of_workspace and o.conversation_id = of_conversation
      and o.status in ('queued', 'in_flight', 'in_doubt')
    order by o.seq limit 1);
end $$;
