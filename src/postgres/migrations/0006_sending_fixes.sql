-- Corrections of 0002 and 0004.

-- Asked for the first event of a number since an attempt: a BRIN index cannot be walked in order. Events come in the order of
-- their time, so that a new entry goes to the end of the tree.
drop index agent_events_newest;
create index agent_events_newest on agent_events (workspace_id, created_at);

-- What a report has closed is not proved to be open again by an answer: WhatsApp takes the message and fails it afterwards.
alter table circuits add column opened_by text not null default 'answer' check (opened_by in ('answer', 'report'));

-- As before; the first proof is the first, and finding it costs the same whatever the number of events.
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
        -- Whose number it is is asked of each event as it is met: so no plan begins with anything but the index by time.
        (select e.created_at from agent_events e
          where e.workspace_id = c.workspace_id and e.created_at > o.in_flight_at and e.source = 'whatsapp'
            and c.phone_number_id = (
              select there.phone_number_id from conversations there
              where there.workspace_id = e.workspace_id and there.id = e.conversation_id)
          order by e.created_at limit 1)) end)
    from outbox_messages o
    join conversations c on c.workspace_id = o.workspace_id and c.id = o.conversation_id
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
    where o.workspace_id = of_workspace and o.conversation_id = of_conversation
      and o.status in ('queued', 'in_flight', 'in_doubt')
    order by o.seq limit 1);
end $$;
