-- A recurring reminder is a series of rows, one for each time. The next is made in the statement that decides the one before.
alter table scheduled_messages
  add column rule text constraint rule_is_short check (length(rule) between 1 and 200),
  add column series_id uuid,
  -- The next time of the series exists.
  add column is_continued boolean not null default false,
  -- The judged times in a row before this one that were not said, and the times before it that a stop skipped.
  add column missed integer not null default 0,
  add column skipped integer not null default 0,
  add constraint rule_has_a_series check ((rule is null) = (series_id is null)),
  add constraint rule_is_of_a_reminder check (rule is null or kind = 'reminder');

-- A time that the customer overtook waits to be judged again beside the next one of its key.
drop index one_pending_reminder_of_a_key;
create unique index one_pending_reminder_of_a_key on scheduled_messages (conversation_id, workspace_id, agent_key)
  where agent_key is not null and status = 'pending' and run_id is null and not is_continued;
create unique index one_waiting_time_of_a_series on scheduled_messages (series_id, workspace_id)
  where series_id is not null and status = 'pending' and run_id is null and not is_continued;
