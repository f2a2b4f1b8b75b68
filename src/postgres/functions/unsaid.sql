-- What the customer has cut off counts as never said.

-- A message that has not left, of a block that has begun, and that answers less than the customer has
-- said. A sender looks at this under the lock of the conversation, so it stays so.
create or replace function is_cut_off(message outbox_messages, last_speech_seq bigint)
  returns boolean
  language sql immutable
  as $$ select message.position > 1 and message.status = 'queued' and message.inbound_seq < last_speech_seq $$;

-- `listed` without the last mention of each of `unsaid`.
create or replace function said_templates(listed jsonb, unsaid text[]) returns jsonb
  language sql immutable
  as $$
    select case when coalesce(cardinality(unsaid), 0) = 0 then listed else (
      select coalesce(jsonb_agg(e.id order by e.place), '[]')
      from (select id, place, row_number() over (partition by id order by place desc) as from_end
            from jsonb_array_elements_text(listed) with ordinality as a (id, place)) e
      where e.from_end > (select count(*) from unnest(unsaid) as u (id) where u.id = e.id)) end
$$;
