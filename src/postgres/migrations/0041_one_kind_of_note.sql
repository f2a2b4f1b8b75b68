-- A note of the inbox and a note of the books are one thing, in one table: contact_notes. conversation_id says where it was
-- written. One that a person writes in the inbox belongs to no run; its key makes one that is sent twice stand once.

alter table contact_notes alter column run_id drop not null;
alter table contact_notes add column idempotency_key text;
create unique index contact_notes_once on contact_notes (idempotency_key, workspace_id) where idempotency_key is not null;
create index contact_notes_by_conversation on contact_notes (conversation_id, workspace_id, id desc) where deleted_at is null;

insert into contact_notes (workspace_id, id, contact_id, conversation_id, author, body, idempotency_key, created_at)
  select n.workspace_id, n.id, coalesce(k.merged_into, k.id), n.conversation_id, n.author, n.text, n.idempotency_key, n.created_at
  from conversation_notes n
  join conversations c on c.workspace_id = n.workspace_id and c.id = n.conversation_id
  join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id;

drop table conversation_notes;
