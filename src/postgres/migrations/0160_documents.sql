-- Files of customers that hold text. A document becomes due in the statement that stores its file; a
-- worker reads it after that, in a step of its own.
create table documents (
  workspace_id text not null references workspaces,
  -- The id of the file in media_items, whose bytes it is read from.
  id uuid not null,
  conversation_id uuid not null,
  file_name text,
  media_type text,
  sha256 text not null,
  status text not null default 'waiting' check (status in ('waiting', 'read', 'unreadable', 'erased')),
  -- Why it cannot be read: core/documents/document.ts has the sentence.
  fault text,
  title text,
  pages integer,
  pages_without_text integer[] not null default '{}',
  tables jsonb not null default '[]',
  attempts integer not null default 0,
  -- When a worker may take it; null when it is settled.
  read_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  constraint document_waits_or_is_settled check ((read_at is null) = (status <> 'waiting')),
  constraint document_has_a_fault check ((fault is not null) = (status = 'unreadable'))
);
create index documents_to_read on documents (read_at) where read_at is not null;
create index documents_by_conversation on documents (conversation_id, workspace_id, id desc);
create index documents_to_erase on documents (workspace_id, settled_at) where status in ('read', 'unreadable');

-- A piece of a document, with the place where it stands. search_items has its words, in the collection
-- `documents:` with the id of the conversation.
create table document_chunks (
  workspace_id text not null,
  document_id uuid not null,
  place integer not null check (place >= 0),
  conversation_id uuid not null,
  reference jsonb not null,
  text text not null,
  primary key (workspace_id, document_id, place),
  foreign key (workspace_id, document_id) references documents on delete cascade,
  foreign key (workspace_id, conversation_id) references conversations
);
create index document_chunks_by_conversation on document_chunks (conversation_id, workspace_id);

do $$
declare of_table text;
begin
  foreach of_table in array array['documents', 'document_chunks'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
end $$;
