-- What people of the shop read and write beside the bot: notes of a conversation that no customer ever sees, and what the
-- inbox and the timeline look up.

create table conversation_notes (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  author text not null,
  text text not null check (length(text) between 1 and 4000),
  -- Given by whoever wrote it, so that a note that is sent twice stands once.
  idempotency_key text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
);
create index notes_of_a_conversation on conversation_notes (conversation_id, workspace_id, id desc);
create unique index conversation_notes_once on conversation_notes (idempotency_key, workspace_id);

alter table conversation_notes enable row level security;
create policy own_workspace on conversation_notes for all to recado_tenant
  using (workspace_id = recado_workspace()) with check (workspace_id = recado_workspace());
grant select on conversation_notes to recado_tenant;

-- Takeovers and handbacks: few, among thousands of turns.
create index switches_of_a_conversation on agent_turns (conversation_id, workspace_id, created_at)
  where role = 'system' and run_id is null;

-- Where a person answers.
create index conversations_of_people on conversations (workspace_id, id) where not bot_enabled;
