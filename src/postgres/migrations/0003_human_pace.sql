-- Replies at a human pace: the messages of one turn are a block, each typed before it leaves, and what the customer says
-- meanwhile stops the rest.
--
--   outbox_messages.position   place in its block, from 1; 0: no part of a block (the fallback of a dead letter).
--   outbox_messages.delay_ms   how long it is typed: it leaves so long after the message before it was accepted.
--   outbox_messages.template_id, priority   what the agent made it of, and how much it matters that it is said.
--   outbox_messages.drop_code  why it was dropped, where a program must know: `interrupted`.
--   conversations.last_speech_seq  the mailbox number up to which the customer has spoken. A message of a block that
--                              answers less than that is interrupted, unless it is the first: it never leaves.

alter table conversations add column last_speech_seq bigint not null default 0;
update conversations c set last_speech_seq = coalesce((
  select max(e.seq) from agent_events e
  where e.workspace_id = c.workspace_id and e.conversation_id = c.id and e.input_type = 'message'
    and e.payload -> 'content' ->> 'type' not in ('reaction', 'edit', 'revoke', 'system', 'group')), 0);

alter table outbox_messages
  add column position integer not null default 0 check (position >= 0),
  add column delay_ms integer not null default 0 check (delay_ms >= 0),
  add column template_id text,
  add column priority text check (priority in ('CORE', 'COMPLEMENTARIA', 'OPCIONAL')),
  add column drop_code text check (drop_code in ('interrupted'));

-- The message at the head of a conversation's outbox, for the sender that holds its place. VOLATILE as read_turn.
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
      'reportsFlow', o.status = 'in_doubt' and exists (
        select from message_statuses s
        where s.workspace_id = c.workspace_id and s.phone_number_id = c.phone_number_id
          and s.received_at > o.in_flight_at),
      'now', recado_now())
    from outbox_messages o
    join conversations c on c.workspace_id = o.workspace_id and c.id = o.conversation_id
    join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
    join workspaces w on w.id = c.workspace_id
    where o.workspace_id = of_workspace and o.conversation_id = of_conversation
      and o.status in ('queued', 'in_flight', 'in_doubt')
    order by o.seq limit 1);
end $$;
