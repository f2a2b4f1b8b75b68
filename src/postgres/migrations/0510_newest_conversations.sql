-- The inbox reads its newest conversations from an index, not by sorting all of them. What a turn or a sending holds, or is to
-- take up, is not in it: so a message writes one entry, when all is done, and not one for each step. Those few have their own
-- indexes, and the list joins them (src/postgres/inbox/inbox-list.ts).
create index conversations_newest on conversations (
  workspace_id,
  (case when last_customer_message_at is null then created_at else last_customer_message_at end) desc,
  id desc)
  where run_at is null and leased_by is null and send_at is null and sender is null;
