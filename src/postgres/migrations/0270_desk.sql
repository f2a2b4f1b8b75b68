-- What the people of a shop need to live in their inbox: until when a conversation rests, what was read, and the files
-- and texts that they send.

-- The desk of a conversation. A row apart: the conversation's own row is the mailbox of the engine.
create table conversation_desks (
  workspace_id text not null,
  conversation_id uuid not null,
  -- Mailbox numbers, because WhatsApp's times are whole seconds: until where a person of the shop has read (one for
  -- all of them, as on one phone), and the customer's last word when it was put off and when it was closed.
  seen_seq bigint,
  snoozed_seq bigint,
  resolved_seq bigint,
  -- It rests until then, unless the customer writes.
  snoozed_until timestamptz,
  -- Who writes an answer now, told again every few seconds.
  writing_by text,
  writing_at timestamptz,
  changed_at timestamptz not null default recado_now(),
  primary key (workspace_id, conversation_id),
  foreign key (workspace_id, conversation_id) references conversations,
  check ((snoozed_seq is null) = (snoozed_until is null))
);
create index desks_by_conversation on conversation_desks (conversation_id, workspace_id);
create index desks_newest on conversation_desks (changed_at, workspace_id);

-- A file that a person of the shop sends. Our copy is what the shop sees in the conversation.
create table sent_files (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  -- WhatsApp's own id of the uploaded file.
  media_id text not null,
  kind text not null check (kind in ('image', 'audio', 'video', 'document')),
  media_type text not null,
  file_name text,
  size_bytes bigint not null,
  sha256 text not null,
  -- Null once its days are over.
  bytes bytea,
  uploaded_by text not null,
  created_at timestamptz not null default recado_now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations
);
create index sent_files_by_conversation on sent_files (conversation_id, workspace_id, media_id);
create index sent_files_kept on sent_files (workspace_id, created_at) where bytes is not null;

-- A text that people of the shop send often, with `{{nombre}}` and the like in it.
create table canned_replies (
  workspace_id text not null references workspaces,
  id uuid not null,
  -- Typed after a slash.
  shortcut text not null check (shortcut ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(shortcut) <= 40),
  body text not null check (length(body) between 1 and 4096),
  changed_at timestamptz not null default recado_now(),
  changed_by text not null,
  primary key (workspace_id, id),
  unique (workspace_id, shortcut)
);

-- A selection of conversations with a name, for all people of the shop.
create table inbox_views (
  workspace_id text not null references workspaces,
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  -- The query of `GET /internal/agent/inbox`.
  query jsonb not null,
  changed_at timestamptz not null default recado_now(),
  changed_by text not null,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);

do $$
declare of_table text;
begin
  foreach of_table in array array['conversation_desks', 'sent_files', 'canned_replies', 'inbox_views'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
end $$;
