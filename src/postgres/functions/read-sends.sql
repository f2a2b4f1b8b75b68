-- The head of each outbox, and all that a sender must know of it. VOLATILE as read_turns.
create or replace function read_sends(of_workspaces text[], of_conversations uuid[]) returns json
  language plpgsql strict
  as $$
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
      -- A takeover called it back, or the bot may no longer speak here (workspace switch, stop tag).
      'isCancelled', o.seq <= c.cancelled_through or o.inbound_seq < c.opted_out_seq or not w.agent_enabled or 'WPP' = any (k.tags),
      'doubtUntil', o.doubt_until,
      'hasNewerInbound', c.last_speech_seq > o.inbound_seq,
      'isInterrupted', o.position > 1 and o.inbound_seq < c.last_speech_seq,
      'turnIsComing', c.run_at is not null,
      -- Typing begins once the message before it has left.
      'leavesAt', case when o.delay_ms > 0 and o.attempt = 0 then make_interval(secs => o.delay_ms / 1000.0)
        + greatest(o.created_at, (
            select p.settled_at from outbox_messages p
            where p.workspace_id = o.workspace_id and p.conversation_id = o.conversation_id and p.seq = o.seq - 1)) end,
      'now', recado_now(),
      'pairAllowedAt', recado_pair_allowed_at(c.pair_tat),
      'marketingStopped', k.marketing_stopped_at is not null,
      'hasOptedOut', k.stopped_by_event_id is not null,
      'purpose', o.purpose,
      -- Null but for templates.
      'template', case when o.content ->> 'type' = 'template' then (
        select json_build_object('category', m.category, 'variables', m.variables) from message_templates m
        where m.workspace_id = o.workspace_id and m.name = o.content ->> 'name' and m.language = o.content ->> 'language') end,
      'usefulUntil', o.useful_until,
      'contactHours', json_build_object('locale', w.locale, 'timeZone', w.time_zone, 'businessHours', w.business_hours),
      'proactiveHeldUntil', (
        select h.retry_at from circuits h
        where h.workspace_id = c.workspace_id and h.scope = 'proactive' and h.key = c.phone_number_id
          and h.retry_at > recado_now()),
      -- How often each end came before, by kind of refusal; the journal is the memory of all senders.
      -- What closed the number counts for every sender that tries it: each waits longer.
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
        -- Each event is asked for its number as it is met, so that every plan begins with the index by time.
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
    -- A merged contact speaks for its survivor: names, tags and opt-outs stand there.
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
    join workspace_agent_config w on w.workspace_id = c.workspace_id);
end $$;
