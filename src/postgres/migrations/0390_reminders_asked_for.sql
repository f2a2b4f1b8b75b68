-- What customers asked to be told has a limit a day, which is judged when it is due.
create index outbox_asked_for on outbox_messages (conversation_id, workspace_id, created_at) where purpose = 'requested';
