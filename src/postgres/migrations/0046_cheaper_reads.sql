-- What a claim reads, at less cost: as json, which is written once where jsonb is built again on each level; the heads of several
-- outboxes in one call, whose beginning is most of what it takes; and names without a call of their own.
drop function read_turn(text, uuid);
drop function read_turns(text[], uuid[]);
drop function read_outbox_head(text, uuid);
drop function read_send_conditions(text, uuid);

create function read_turns(of_workspaces text[], of_conversations uuid[]) returns json language plpgsql strict as $$
begin
  return (
    select json_agg(json_build_object(
      'workspaceId', c.workspace_id,
      'conversationId', c.id,
      'phoneNumberId', c.phone_number_id,
      'agentId', coalesce(w.conversational_agent_id, n.agent_id),
      'settings', json_build_object(
        'handoffMessage', w.handoff_message, 'timerPreset', w.timer_preset, 'responseSpeed', w.response_speed, 'timeZone', w.time_zone, 'businessHours', w.business_hours, 'crmAgentsEnabled', w.crm_agents_enabled),
      'worker', c.leased_by,
      'fence', c.fence,
      'version', c.version,
      'turnCount', c.turn_count,
      'lastCustomerMessageAt', c.last_customer_message_at,
      -- All that has come, while nothing waits: also what came after the events of a run that is begun late.
      'heardSeq', case when c.queued_run_id is null then c.last_seq end,
      'gate', json_build_object(
        'workspaceEnabled', w.agent_enabled,
        'botEnabled', c.bot_enabled,
        'stopTagged', 'WPP' = any (k.tags),
        'hasOptedOut', k.marketing_stopped_at is not null),
      'now', recado_now(),
      'contact', json_build_object(
        'id', k.id,
        'name', k.name,
        'phone', case when spoken.identity is null then (
          select a.value from contact_aliases a
          where a.workspace_id = k.workspace_id and a.kind = 'phone' and a.contact_id = k.id
          order by a.created_at desc limit 1)
          else spoken.identity ->> 'phone' end,
        'bsuid', coalesce(spoken.identity ->> 'bsuid', (
          select a.value from contact_aliases a
          where a.workspace_id = k.workspace_id and a.kind = 'bsuid' and a.contact_id = k.id
          order by a.created_at desc limit 1))),
      'run', (
        select json_build_object(
          'id', r.id, 'attempts', r.attempts, 'failures', r.failures, 'createdAt', r.created_at,
          'agentId', r.agent_id, 'agentVersion', r.agent_version,
          'fallbackSent', exists (
            select from outbox_messages o
            where o.workspace_id = r.workspace_id and o.idempotency_key = r.id || ':fallback'))
        from agent_runs r where r.workspace_id = c.workspace_id and r.id = c.active_run_id),
      'events', (
        select json_agg(json_build_object(
          'id', e.id, 'seq', e.seq, 'source', e.source, 'inputType', e.input_type,
          'content', e.payload -> 'content', 'context', nullif(e.payload -> 'context', 'null'),
          'sourceMessageId', e.source_message_id, 'occurredAt', e.occurred_at,
          'receivedAt', e.created_at)
          order by e.seq)
        from agent_events e
        where e.workspace_id = c.workspace_id and e.run_id = c.active_run_id and e.status = 'pending'),
      -- What this run has asked last, and where it stood: null where it never asked.
      'asked', (
        select json_build_object(
          'id', f.id, 'callId', f.call_id, 'tool', f.tool, 'input', f.input, 'argumentsHash', f.arguments_hash,
          'agentId', f.agent_id, 'agentVersion', f.agent_version, 'audience', f.audience, 'status', f.status,
          'decidedBy', f.decided_by, 'note', f.note, 'sessionId', f.session_id, 'checkpoint', k.state)
        from confirmations f
        join agent_checkpoints k on k.workspace_id = f.workspace_id and k.run_id = f.run_id and k.node = 'act'
        where f.workspace_id = c.workspace_id and f.run_id = c.active_run_id
        order by f.id desc limit 1),
      -- What this customer is asked, and has not answered yet.
      'questions', (
        select coalesce(json_agg(json_build_object(
          'id', f.id, 'question', f.question,
          -- Said again, it is the same question: its buttons name it.
          'lastWordAt', (
            select case when o.content #>> '{buttons,0,id}' = 'confirm:' || f.id || ':yes' then o.in_flight_at end
            from outbox_messages o
            where o.workspace_id = c.workspace_id and o.conversation_id = c.id
              and o.status not in ('dropped', 'failed') and o.content ->> 'type' <> 'reaction'
            order by o.seq desc limit 1),
          'messageIds', (
            select coalesce(json_agg(o.wamid), '[]') from outbox_messages o
            where o.workspace_id = c.workspace_id and o.conversation_id = c.id and o.wamid is not null
              and o.content #>> '{buttons,0,id}' = 'confirm:' || f.id || ':yes')) order by f.id), '[]')
        from confirmations f
        where f.workspace_id = c.workspace_id and f.conversation_id = c.id and f.status = 'pending'
          and f.audience = 'customer' and f.expires_at > recado_now()),
      'session', (
        select json_build_object(
          'id', s.id, 'agentId', s.agent_id, 'status', s.status, 'mode', s.current_mode, 'version', s.version,
          'intentsVistos', t.intents_vistos,
          'templatesEnviados', case when unsaid.templates is null then t.templates_enviados
            else said_templates(t.templates_enviados, unsaid.templates) end,
          'datosCapturados', t.datos_capturados, 'packSeleccionado', t.pack_seleccionado,
          'ingestStatus', t.ingest_status, 'pendientes', t.templates_pendientes)
        from agent_sessions s
        join session_state t on t.workspace_id = s.workspace_id and t.session_id = s.id
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id and s.status = 'active'),
      -- What counts, counts for the active session: one that ends takes its timer with it.
      'timer', (
        select json_build_object('level', m.level, 'dueAt', m.due_at)
        from timers m
        where m.workspace_id = c.workspace_id and m.conversation_id = c.id
          and m.fired_at is null and m.cancelled_at is null),
      'orders', (
        select coalesce(json_agg(json_build_object(
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
        select coalesce(json_agg(o.wamid), '[]')
        from (select o.wamid from outbox_messages o
              where o.workspace_id = c.workspace_id and o.conversation_id = c.id
                and o.status = 'accepted' and o.wamid is not null
              order by o.seq desc limit 5) o),
      'history', (
        select coalesce(json_agg(json_build_object(
          'role', h.role, 'content', h.content, 'intent', h.intent_detected, 'confidence', h.confidence,
          'createdAt', h.created_at) order by h.turn_number), '[]')
        from (select * from agent_turns t
              where t.workspace_id = c.workspace_id and t.conversation_id = c.id
                and not t.is_unsaid and (t.message_id = any (unsaid.ids)) is not true
              order by t.turn_number desc limit 20) h),
      'unsaid', unsaid.messages,
      'journal', (
        select coalesce(json_agg(json_build_object(
          'phase', s.node, 'name', s.name, 'position', s.position, 'status', s.status, 'startedAt', s.started_at,
          'durationMs', s.latency_ms, 'output', s.output_snapshot) order by s.position), '[]')
        from agent_steps s where s.workspace_id = c.workspace_id and s.run_id = c.active_run_id)) order by wanted.place)
    from unnest(of_workspaces, of_conversations) with ordinality as wanted (workspace_id, id, place)
    join conversations c on c.workspace_id = wanted.workspace_id and c.id = wanted.id
    -- A contact that was merged away speaks for the one it is part of now: names, tags, opt-outs stand there.
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
    join phone_numbers n on n.id = c.phone_number_id
    join workspace_agent_config w on w.workspace_id = c.workspace_id
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
        coalesce(json_agg(json_build_object(
          'id', o.id, 'content', o.content, 'templateId', o.template_id, 'priority', o.priority) order by o.seq), '[]')
          as messages,
        array_agg(o.id) as ids,
        array_agg(o.template_id) filter (where o.status = 'queued') as templates
      from outbox_messages o
      where (c.unsent > 0 or block.is_interrupted)
        and o.workspace_id = c.workspace_id and o.conversation_id = c.id and o.seq > c.last_outbox_seq - 40
        and (is_cut_off(o, c.last_speech_seq) or o.drop_code = 'interrupted' and o.seq > block.before_it)) unsaid);
end $$;

create function read_turn(of_workspace text, of_conversation uuid) returns json language plpgsql as $$
begin
  return read_turns(array[of_workspace], array[of_conversation]) -> 0;
end $$;

create function read_sends(of_workspaces text[], of_conversations uuid[]) returns json language plpgsql strict as $$
begin
  return (
    select json_agg(json_build_object(
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
      'isCancelled', o.seq <= c.cancelled_through or o.inbound_seq < c.opted_out_seq or not w.agent_enabled or 'WPP' = any (k.tags),
      'doubtUntil', o.doubt_until,
      'hasNewerInbound', c.last_speech_seq > o.inbound_seq,
      'isInterrupted', o.position > 1 and o.inbound_seq < c.last_speech_seq,
      'turnIsComing', c.run_at is not null,
      -- It is typed once the message before it has left.
      'leavesAt', case when o.delay_ms > 0 and o.attempt = 0 then make_interval(secs => o.delay_ms / 1000.0)
        + greatest(o.created_at, (
            select p.settled_at from outbox_messages p
            where p.workspace_id = o.workspace_id and p.conversation_id = o.conversation_id and p.seq = o.seq - 1)) end,
      'now', recado_now(),
      'pairAllowedAt', recado_pair_allowed_at(c.pair_tat),
      'marketingStopped', k.marketing_stopped_at is not null,
      'hasOptedOut', k.stopped_by_event_id is not null,
      'purpose', o.purpose,
      'usefulUntil', o.useful_until,
      'contactHours', json_build_object('timeZone', w.time_zone, 'businessHours', w.business_hours),
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
        -- Whose number it is is asked of each event as it is met: so no plan begins with anything but the index by time.
        (select e.created_at from agent_events e
          where e.workspace_id = c.workspace_id and e.created_at > o.in_flight_at and e.source = 'whatsapp'
            and c.phone_number_id = (
              select there.phone_number_id from conversations there
              where there.workspace_id = e.workspace_id and there.id = e.conversation_id)
          order by e.created_at limit 1)) end) order by wanted.place)
    from unnest(of_workspaces, of_conversations) with ordinality as wanted (workspace_id, id, place)
    join conversations c on c.workspace_id = wanted.workspace_id and c.id = wanted.id
    cross join lateral (
      select * from outbox_messages m
      where m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.status in ('queued', 'in_flight', 'in_doubt')
      order by m.seq limit 1) o
    -- A contact that was merged away speaks for the one it is part of now: names, tags, opt-outs stand there.
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
    join workspace_agent_config w on w.workspace_id = c.workspace_id);
end $$;
