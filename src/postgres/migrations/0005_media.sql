-- The files that customers send.
--
--   media_items   one row a file of a message, written in the statement that stores the message. fetch_at is queue, lease
--                 and back-off in one, as run_at is on a conversation: null when it is settled. attempts is the fence.
--                 The bytes stand here and nowhere else; their type is what they are, not what they were called.

create table media_items (
  workspace_id text not null,
  id uuid not null,
  event_id uuid not null,
  conversation_id uuid not null,
  phone_number_id text not null,
  media_id text not null,
  kind text not null check (kind in ('image', 'audio', 'video', 'document', 'sticker')),
  declared_type text,
  declared_sha256 text,
  file_name text,
  status text not null default 'waiting' check (status in ('waiting', 'stored', 'refused', 'gone')),
  attempts integer not null default 0,
  -- How many attempts in a row ended without a word: their workers died.
  silent_attempts integer not null default 0,
  fetch_at timestamptz,
  detail text,
  detected_type text,
  size_bytes bigint,
  sha256 text,
  bytes bytea,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, event_id),
  foreign key (workspace_id, event_id) references agent_events,
  foreign key (workspace_id, conversation_id) references conversations,
  constraint media_waits_or_is_settled check ((fetch_at is null) = (status <> 'waiting')),
  constraint media_is_stored_with_its_bytes check ((status = 'stored') = (bytes is not null))
);
-- Pictures and voice are compressed already.
alter table media_items alter column bytes set storage external;
create index media_to_fetch on media_items (fetch_at) where fetch_at is not null;
create index media_by_conversation on media_items (workspace_id, conversation_id, id desc);

alter table media_items enable row level security;
create policy own_workspace on media_items to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
grant select on media_items to recado_tenant;
