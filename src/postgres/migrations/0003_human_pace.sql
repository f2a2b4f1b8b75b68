-- Replies at a human pace: the messages of one turn are a block, each typed before it leaves, and what the customer says
-- meanwhile stops the rest.
--
--   outbox_messages.position   place in its block, from 1; 0: no part of a block (the fallback of a dead letter).
--   outbox_messages.delay_ms   how long it is typed: it leaves so long after the message before it was accepted.
--   outbox_messages.template_id, priority   what the agent made it of, and how much it matters that it is said.
--   outbox_messages.drop_code  why it was dropped, where a program must know: `interrupted`.
--   conversations.last_speech_seq  the mailbox number up to which the customer has spoken. A message of a block that
--                              answers less than that is interrupted, unless it is the first: it never leaves.
--   agent_turns.message_id     the message that this line of the chat record was, and whether it never left.

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

alter table agent_turns
  add column message_id uuid,
  add column is_unsaid boolean not null default false;

-- A message that has not left, of a block that has begun, and that answers less than the customer has said by now. It
-- stays so: whoever sends looks at this under the lock of the conversation.
create function is_cut_off(message outbox_messages, last_speech_seq bigint) returns boolean
  language sql immutable
  as $$ select message.position > 1 and message.status = 'queued' and message.inbound_seq < last_speech_seq $$;

-- `listed` without the last mention of each of `unsaid`.
create function said_templates(listed jsonb, unsaid text[]) returns jsonb
  language sql immutable
  as $$
    select case when coalesce(cardinality(unsaid), 0) = 0 then listed else (
      select coalesce(jsonb_agg(e.id order by e.place), '[]')
      from (select id, place, row_number() over (partition by id order by place desc) as from_end
            from jsonb_array_elements_text(listed) with ordinality as a (id, place)) e
      where e.from_end > (select count(*) from unnest(unsaid) as u (id) where u.id = e.id)) end $$;

-- read_turn and read_outbox_head know of all this in 0004.
