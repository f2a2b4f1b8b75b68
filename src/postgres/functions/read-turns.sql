-- All that the turns of several conversations read, in one query: beginning it costs as much as three
-- more turns in it. VOLATILE on purpose: each statement of such a function takes a fresh snapshot, and
-- sees what the calling statement has just written and what others committed before it got the row
-- lock. As json, which is written once where jsonb is built again on each level.

create or replace function read_turns(of_workspaces text[], of_conversations uuid[]) returns json
  language plpgsql strict
  as $$
begin
  return (
    select json_agg(json_build_object(
      'workspaceId', c.workspace_id,
      'conversationId', c.id,
      'phoneNumberId', c.phone_number_id,
      'agentId', coalesce(w.conversational_agent_id, n.agent_id),
      'settings', json_build_object(
        'handoffMessage', w.handoff_message, 'timerPreset', w.timer_preset, 'responseSpeed', w.response_speed,
        'locale', w.locale, 'timeZone', w.time_zone, 'businessHours', w.business_hours, 'sessionEnd', w.session_end,
        'crmAgentsEnabled', w.crm_agents_enabled, 'confirmationMinutes', w.confirmation_minutes),
      'knowledgeVersion', w.knowledge_version,
      'promptsVersion', w.prompts_version,
      'worker', c.leased_by,
      'fence', c.fence,
      'version', c.version,
      'turnCount', c.turn_count,
      'lastCustomerMessageAt', c.last_customer_message_at,
      -- The newest event, while nothing waits: also what came after the events of a run begun late.
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
      'run', json_build_object(
        'id', r.id, 'attempts', r.attempts, 'failures', r.failures, 'createdAt', r.created_at,
        'agentId', r.agent_id, 'agentVersion', r.agent_version,
        'fallbackSent', exists (
          select from outbox_messages o
          where o.workspace_id = r.workspace_id and o.idempotency_key = r.id || ':fallback'),
        -- Who opts out between a run's turn and its segment stops it too.
        -- A pause that is never ended ends the run.
        'stopped', coalesce(r.stopped, case when r.segment = 0 then null when k.marketing_stopped_at > r.created_at then 'opted_out'
          when r.paused_at is not null and r.created_at <= recado_now() - interval '60 days' then 'time_limit' end)),
      'segment', case when r.segment > 0 then (
        select json_build_object(
          'key', g.key, 'number', g.number, 'state', g.state, 'sessionId', g.session_id, 'origin', g.origin,
          'pausedMs', r.paused_ms, 'since', (
            select coalesce(json_agg(json_build_object(
              'role', h.role, 'content', h.content, 'intent', h.intent_detected, 'confidence', h.confidence,
              'createdAt', h.created_at) order by h.turn_number), '[]')
            from (select * from agent_turns t
                  where t.workspace_id = c.workspace_id and t.conversation_id = c.id and t.turn_number > g.since_turn
                    and t.role = 'user' and t.content <> ''
                  order by t.turn_number desc limit 20) h))
        from run_segments g
        where g.workspace_id = c.workspace_id and g.run_id = r.id and g.number = r.segment) end,
      -- Runs that wait for their next segment, or in one for an answer.
      'parked', (
        select coalesce(json_agg(json_build_object(
          'runId', w.id, 'key', g.key, 'number', g.number, 'dueAt', g.due_at, 'isPaused', w.is_paused) order by g.due_at, w.id), '[]')
        from (
          select p.workspace_id, p.id, p.segment, p.paused_at is not null as is_paused from agent_runs p
          where p.workspace_id = c.workspace_id and p.conversation_id = c.id and p.due_at is not null
            and p.status = 'queued' and p.segment > 0
          union
          select f.workspace_id, f.run_id, f.segment, q.paused_at is not null from confirmations f
          join agent_runs q on q.workspace_id = f.workspace_id and q.id = f.run_id
          where f.workspace_id = c.workspace_id and f.conversation_id = c.id and f.status = 'pending' and f.segment > 0
            and f.run_id is distinct from c.active_run_id) w
        join run_segments g on g.workspace_id = w.workspace_id and g.run_id = w.id and g.number = w.segment),
      'events', (
        select json_agg(json_build_object(
          'id', e.id, 'seq', e.seq, 'source', e.source, 'inputType', e.input_type,
          'content', e.payload -> 'content', 'context', nullif(e.payload -> 'context', 'null'),
          'sourceMessageId', e.source_message_id, 'occurredAt', e.occurred_at,
          'receivedAt', e.created_at)
          order by e.seq)
        from agent_events e
        where e.workspace_id = c.workspace_id and e.run_id = c.active_run_id and e.status = 'pending'),
      -- What this run asked last in this segment, and where it stood. Null when it never asked.
      'asked', (
        select json_build_object(
          'id', f.id, 'callId', f.call_id, 'tool', f.tool, 'input', f.input, 'argumentsHash', f.arguments_hash,
          'agentId', f.agent_id, 'agentVersion', f.agent_version, 'audience', f.audience, 'status', f.status,
          'decidedBy', f.decided_by, 'note', f.note, 'sessionId', f.session_id, 'checkpoint', k.state)
        from confirmations f
        join agent_checkpoints k on k.workspace_id = f.workspace_id and k.run_id = f.run_id and k.node = 'act'
        where f.workspace_id = c.workspace_id and f.run_id = c.active_run_id and f.segment = r.segment
        order by f.id desc limit 1),
      -- Open questions to this customer.
      'questions', (
        select coalesce(json_agg(json_build_object(
          'id', f.id, 'question', f.question,
          -- A question that is said again is the same one: its buttons name it.
          'lastWordAt', (
            select case when o.content #>> '{buttons,0,id}' = 'confirm:' || f.id || ':yes' then o.in_flight_at end
            from outbox_messages o
            where o.workspace_id = c.workspace_id and o.conversation_id = c.id
              and o.status not in ('dropped', 'failed') and o.content ->> 'type' <> 'reaction'
            order by o.seq desc limit 1),
          'messageIds', (
            select coalesce(json_agg(o.wamid) filter (where o.wamid is not null), '[]') from outbox_messages o
            where o.workspace_id = c.workspace_id and o.conversation_id = c.id
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
      -- A pending timer is the active session's: one that ends cancels its timer.
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
      -- From one session: an address of one year and a city of another would be no address.
      'knownData', coalesce((
        select t.datos_capturados
        from agent_sessions s
        join session_state t on t.workspace_id = s.workspace_id and t.session_id = s.id
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id and s.status in ('closed', 'handed_off')
          and t.datos_capturados <> '{}'
        order by s.created_at desc limit 1), '{}'),
      'reminders', (
        select coalesce(json_agg(json_build_object('key', m.agent_key, 'at', m.due_at, 'text', m.text, 'rule', m.rule)
          order by m.due_at, m.agent_key), '[]')
        from scheduled_messages m
        where m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.agent_key is not null
          and m.status = 'pending' and m.run_id is null and not m.is_continued
          -- The statement that hears an opt-out reads this before its trigger has cancelled them.
          and k.marketing_stopped_at is null),
      -- What a reaction may answer. What is accepted has an id. Asked for in the condition, it would let the planner go by the
      -- index of ids, through all messages of the shop, as long as it has seen few ids.
      'ourLastMessages', (
        select coalesce(json_agg(o.wamid) filter (where o.wamid is not null), '[]')
        from (select o.wamid from outbox_messages o
              where o.workspace_id = c.workspace_id and o.conversation_id = c.id and o.status = 'accepted'
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
        from agent_steps s
        where s.workspace_id = c.workspace_id and s.run_id = c.active_run_id and s.segment = r.segment)) order by wanted.place)
    from unnest(of_workspaces, of_conversations) with ordinality as wanted (workspace_id, id, place)
    join conversations c on c.workspace_id = wanted.workspace_id and c.id = wanted.id
    -- A merged contact speaks for its survivor: names, tags and opt-outs stand there.
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
    join phone_numbers n on n.id = c.phone_number_id
    join workspace_agent_config w on w.workspace_id = c.workspace_id
    left join agent_runs r on r.workspace_id = c.workspace_id and r.id = c.active_run_id
    -- The customer as the newest message of the run names them: that name is answered.
    left join lateral (
      select e.payload -> 'identity' as identity from agent_events e
      where e.workspace_id = c.workspace_id and e.run_id = c.active_run_id and e.payload ? 'identity'
      order by e.seq desc limit 1) spoken on true
    left join lateral (
      select m.seq - m.position as before_it, m.drop_code = 'interrupted' as is_interrupted
      from outbox_messages m
      where m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.position > 0
      order by m.seq desc limit 1) block on true
    -- What the customer has cut off: what was dropped of the newest block, and what is about to be. A
    -- block has at most 20 messages, so 40 see two of them.
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

-- The same for one conversation.
create or replace function read_turn(of_workspace text, of_conversation uuid) returns json
  language plpgsql
  as $$
begin
  return read_turns(array[of_workspace], array[of_conversation]) -> 0;
end $$;
