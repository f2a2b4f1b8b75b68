-- A reminder that an agent set, under a key of its own in the conversation.
alter table scheduled_messages add column agent_key text
  constraint agent_key_is_short check (length(agent_key) between 1 and 64);

-- A reminder of an agent may be a template alone.
alter table scheduled_messages drop constraint scheduled_messages_text_check;
alter table scheduled_messages add constraint scheduled_says_something
  check (length(text) <= 1000 and (text <> '' or template is not null));

create unique index one_pending_reminder_of_a_key on scheduled_messages (conversation_id, workspace_id, agent_key)
  where agent_key is not null and status = 'pending' and run_id is null;
