-- The main road: from a customer's message to a reply, with nothing lost and nothing done twice.
--
-- THE TABLES, IN THE ORDER IN WHICH A MESSAGE MEETS THEM
--
--   workspaces        a tenant. Every row below belongs to one.
--   phone_numbers     the shop's own numbers, by Meta's phone_number_id: which workspace, which agent.
--   contacts          a customer. No phone here: a phone is not an identity.
--   contact_aliases   what WhatsApp calls that customer: BSUID, phone. One alias names one contact.
--   conversations     one contact on one number. THE UNIT OF ORDER: the row is the lock for everything in it.
--   agent_events      something that happened to a conversation. Unique by idempotency_key, for ever.
--   agent_runs        one execution of the turn loop over one or more events.
--   agent_steps       the ledger of a run: its eight phases, and journaled work inside them.
--   agent_sessions    an agent's memory of a sale; session_state holds what it has captured.
--   agent_turns       the chat record.
--   outbox_messages   replies, committed with their turn and delivered after it.
--   message_statuses  delivery reports, kept also when they name no message of ours (yet).
--   quarantined_items what came signed and could not be read.
--   channel_notices   what the channel says that is neither a message nor a report: account, quality, echoes, errors.
--   workers           who is alive; a session advisory lock on lock_key says so.
--
-- THE CONVERSATION ROW CARRIES TWO MAILBOXES, ONE IN AND ONE OUT, OF THE SAME SHAPE
--
--   run_at   null: idle · in the past: ready · in the future: leased (leased_by is set), backing off, or waiting for
--            the rest of a burst. One indexed column is the ready queue, the lease and the back-off.
--   fence    grows with every lease. Every write of a turn names it; an old fence touches no row.
--   version  grows with every write of a turn and every command of an operator: what a turn read is still true when
--            it commits, or it commits nothing.
--   pending  events not finished. It only ever moves by ± n in an update of this row, which re-reads it under the
--            row lock; a count over agent_events would read an old snapshot and lose a wake-up.
--   last_seq the mailbox number of the newest event, allocated under the row lock, so that order of seq is order of
--            commit. (A sequence is not: two transactions may take 7 and 8 and commit 8 first.)
--   active_run_id  the run at the head: running, or failed and waiting for its next attempt.
--   queued_run_id  the run that collects what comes meanwhile. At most one.
--   send_at, sender, unsent, last_outbox_seq   the same, for replies: one sender at a time, in order.
--   cancelled_through  the newest reply that a takeover has called back: up to it, nothing leaves any more.
--
-- THE LIFE OF A RUN: see the trigger at the end of this file; it is the table of core/run-machine.ts.
--
-- TIME belongs to the database: recado_now() is the clock of leases and due times, and a test can move it by a row
-- in test_clock. Instants are timestamptz, UTC, formatted at the edge.
--
-- TENANTS: the data plane connects as the owner of the tables and names workspace_id in every statement. What people
-- and their programs read goes through the role recado_tenant, which row security confines to one workspace
-- (recado.workspace_id, set local in the transaction). No setting, no rows.

create table test_clock (
  only_row boolean primary key default true check (only_row),
  ahead interval not null
);
comment on table test_clock is 'Empty in production. A test moves the clock of leases and due times by its one row.';

create function recado_now() returns timestamptz
  language sql stable
  as $$ select now() + coalesce((select ahead from test_clock), interval '0') $$;

create function recado_workspace() returns text
  language sql stable
  as $$ select nullif(current_setting('recado.workspace_id', true), '') $$;

-- Aborts a statement whose optimistic check failed after its first write (SQLSTATE RC001: version conflict).
create function recado_conflict(reason text) returns boolean
  language plpgsql
  as $$ begin raise exception 'version conflict: %', reason using errcode = 'RC001'; end $$;

-- Aborts a statement that met a row younger than its snapshot; it is run again at once (SQLSTATE 40001).
create function recado_again(reason text) returns boolean
  language plpgsql
  as $$ begin raise exception 'read again: %', reason using errcode = '40001'; end $$;

create table workspaces (
  id text primary key check (length(id) between 1 and 64),
  name text not null,
  agent_enabled boolean not null default true,
  created_at timestamptz not null default now()
);
insert into workspaces (id, name) values ('default', 'Default');

create table phone_numbers (
  id text primary key check (length(id) between 1 and 64),
  workspace_id text not null references workspaces,
  agent_id text not null,
  created_at timestamptz not null default now(),
  unique (workspace_id, id)
);

create table contacts (
  workspace_id text not null references workspaces,
  id uuid not null,
  name text,
  tags text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);

create table contact_aliases (
  workspace_id text not null,
  kind text not null check (kind in ('bsuid', 'phone')),
  value text not null,
  contact_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, kind, value),
  foreign key (workspace_id, contact_id) references contacts
);
create index contact_aliases_by_contact on contact_aliases (workspace_id, contact_id, kind, created_at desc);

create table conversations (
  workspace_id text not null,
  id uuid not null,
  phone_number_id text not null,
  contact_id uuid not null,
  bot_enabled boolean not null default true,
  last_customer_message_at timestamptz,
  version bigint not null default 0,
  turn_count integer not null default 0,
  run_at timestamptz,
  leased_by uuid,
  fence bigint not null default 0,
  last_seq bigint not null default 0,
  pending integer not null default 0 check (pending >= 0),
  active_run_id uuid,
  queued_run_id uuid,
  send_at timestamptz,
  sender uuid,
  last_outbox_seq bigint not null default 0,
  unsent integer not null default 0 check (unsent >= 0),
  cancelled_through bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, phone_number_id, contact_id),
  foreign key (workspace_id, phone_number_id) references phone_numbers (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts,
  constraint conversation_is_idle_or_has_a_run
    check ((run_at is null) = (active_run_id is null and queued_run_id is null)),
  constraint conversation_is_idle_or_has_events check ((run_at is null) = (pending = 0)),
  constraint conversation_lease_has_a_time check (leased_by is null or run_at is not null),
  constraint conversation_sends_or_is_done check ((send_at is null) = (unsent = 0)),
  constraint conversation_sender_has_a_time check (sender is null or send_at is not null)
) with (fillfactor = 80);
create index conversations_to_run on conversations (run_at) where run_at is not null;
create index conversations_to_send on conversations (send_at) where send_at is not null;
create index conversations_leased on conversations (leased_by) where leased_by is not null;
create index conversations_sending on conversations (sender) where sender is not null;
create index conversations_by_contact on conversations (workspace_id, contact_id);

create table agent_runs (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  event_id uuid not null,
  status text not null default 'queued' check (
    status in ('queued', 'running', 'waiting_confirmation', 'completed', 'failed', 'dead_letter')),
  graph_version text not null default 'v1',
  input_class text,
  agent_id text,
  agent_version text,
  attempts integer not null default 0,
  failures integer not null default 0,
  outcome text,
  merged_into uuid,
  failure_code text,
  failure_reason text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  constraint run_that_is_over_says_how check (status <> 'completed' or outcome is not null)
) with (fillfactor = 80);
create unique index one_running_run_per_conversation on agent_runs (workspace_id, conversation_id)
  where status = 'running';
create index agent_runs_by_conversation on agent_runs (workspace_id, conversation_id, id desc);
create index agent_runs_by_status on agent_runs (workspace_id, status, id desc);

-- user_id is the contact; available_at is when its run could first start; attempt_count is its run's, when it ended.
create table agent_events (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  seq bigint not null,
  run_id uuid not null,
  user_id uuid not null,
  source text not null check (source in ('whatsapp', 'api')),
  input_type text not null check (input_type in ('message', 'operator_command')),
  payload jsonb not null,
  source_message_id text,
  idempotency_key text not null,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  attempt_count integer not null default 0,
  occurred_at timestamptz not null,
  available_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, idempotency_key),
  unique (workspace_id, conversation_id, seq),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs
) with (fillfactor = 90);
create index agent_events_by_run on agent_events (workspace_id, run_id, seq);

create table agent_steps (
  workspace_id text not null,
  run_id uuid not null,
  name text not null,
  node text not null check (
    node in ('ingest', 'classify', 'load_context', 'plan', 'act', 'verify', 'respond', 'learn')),
  status text not null check (status in ('started', 'ok', 'error', 'skipped')),
  position integer not null,
  input_snapshot jsonb,
  output_snapshot jsonb,
  started_at timestamptz not null,
  latency_ms double precision not null,
  primary key (workspace_id, run_id, name),
  foreign key (workspace_id, run_id) references agent_runs
);

create table agent_sessions (
  workspace_id text not null,
  id uuid not null,
  agent_id text not null,
  conversation_id uuid not null,
  contact_id uuid not null,
  version integer not null default 1,
  status text not null default 'active' check (status in ('active', 'paused', 'closed', 'handed_off')),
  current_mode text not null default 'conversacion',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, contact_id) references contacts
) with (fillfactor = 80);
create unique index one_active_session_per_conversation on agent_sessions (workspace_id, conversation_id)
  where status = 'active';
create index agent_sessions_by_conversation on agent_sessions (workspace_id, conversation_id, created_at desc);

create table session_state (
  workspace_id text not null,
  session_id uuid not null,
  intents_vistos jsonb not null default '[]',
  templates_enviados jsonb not null default '[]',
  datos_capturados jsonb not null default '{}',
  pack_seleccionado text,
  proactive_started_at timestamptz,
  first_data_at timestamptz,
  min_data_at timestamptz,
  ofrecer_promos_at timestamptz,
  primary key (workspace_id, session_id),
  foreign key (workspace_id, session_id) references agent_sessions
) with (fillfactor = 80);

create table agent_turns (
  workspace_id text not null,
  conversation_id uuid not null,
  turn_number integer not null,
  session_id uuid,
  run_id uuid,
  role text not null check (role in ('user', 'assistant', 'system')),
  content text not null,
  intent_detected text,
  confidence real,
  tools_called jsonb not null default '[]',
  tokens_used integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (workspace_id, conversation_id, turn_number),
  unique (session_id, turn_number),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, session_id) references agent_sessions
);

create table outbox_messages (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  run_id uuid not null,
  seq bigint not null,
  idempotency_key text not null,
  content jsonb not null,
  -- As the customer was known in the message that this answers: people have more than one phone.
  recipient jsonb not null,
  reply_to_message_id text,
  status text not null default 'queued' check (
    status in ('queued', 'in_flight', 'accepted', 'failed', 'in_doubt', 'dropped')),
  attempt integer not null default 0,
  on_doubt text not null check (on_doubt in ('resend', 'hold')),
  in_flight_at timestamptz,
  doubt_until timestamptz,
  wamid text,
  delivery text check (delivery in ('sent', 'failed', 'delivered', 'read', 'played')),
  detail text,
  error_code integer,
  inbound_seq bigint not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, idempotency_key),
  unique (workspace_id, conversation_id, seq),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs
) with (fillfactor = 80);
create index outbox_unsent on outbox_messages (workspace_id, conversation_id, seq)
  where status in ('queued', 'in_flight', 'in_doubt');
create index outbox_by_wamid on outbox_messages (workspace_id, wamid) where wamid is not null;

create table message_statuses (
  workspace_id text not null references workspaces,
  phone_number_id text not null,
  wamid text not null,
  status text not null,
  recipient text not null default '',
  occurred_at timestamptz not null,
  opaque text,
  errors jsonb,
  raw jsonb not null,
  received_at timestamptz not null default now(),
  primary key (workspace_id, phone_number_id, wamid, status, recipient)
);

create index message_statuses_newest on message_statuses (workspace_id, phone_number_id, received_at desc);

create table quarantined_items (
  workspace_id text not null references workspaces,
  id uuid not null default gen_random_uuid(),
  reason text not null,
  raw bytea not null,
  received_at timestamptz not null default now(),
  primary key (workspace_id, id)
);

create table channel_notices (
  workspace_id text not null references workspaces,
  id uuid not null default gen_random_uuid(),
  field text not null,
  phone_number_id text,
  waba_id text,
  raw jsonb not null,
  received_at timestamptz not null default now(),
  primary key (workspace_id, id)
);

create table workers (
  id uuid primary key,
  lock_key bigint not null,
  description text not null,
  -- When somebody first found its lock free. A connection may be lost and come back; a second look decides.
  missing_since timestamptz,
  started_at timestamptz not null default now()
);

-- What WhatsApp calls a contact today: the newest alias of a kind.
create function newest_alias(of_workspace text, of_contact uuid, of_kind text) returns text
  language sql stable
  as $$
    select a.value from contact_aliases a
    where a.workspace_id = of_workspace and a.contact_id = of_contact and a.kind = of_kind
    order by a.created_at desc limit 1 $$;

-- Everything that a turn needs, of one conversation whose row the caller holds. VOLATILE on purpose: each statement
-- of such a function takes a fresh snapshot, which sees what the calling statement has just written and what others
-- committed before it got the row lock. A plain sub-select would read the state of before the wait.
create function read_turn(of_workspace text, of_conversation uuid) returns jsonb
  language plpgsql volatile
  as $$
begin
  return (
    select jsonb_build_object(
      'workspaceId', c.workspace_id,
      'conversationId', c.id,
      'phoneNumberId', c.phone_number_id,
      'agentId', n.agent_id,
      'worker', c.leased_by,
      'fence', c.fence,
      'version', c.version,
      'turnCount', c.turn_count,
      'lastCustomerMessageAt', c.last_customer_message_at,
      'gate', jsonb_build_object(
        'workspaceEnabled', w.agent_enabled,
        'botEnabled', c.bot_enabled,
        'stopTagged', 'WPP' = any (k.tags)),
      'now', recado_now(),
      'contact', jsonb_build_object(
        'id', k.id,
        'name', k.name,
        'phone', case when spoken.identity is null then newest_alias(k.workspace_id, k.id, 'phone')
          else spoken.identity ->> 'phone' end,
        'bsuid', coalesce(spoken.identity ->> 'bsuid', newest_alias(k.workspace_id, k.id, 'bsuid'))),
      'run', (
        select jsonb_build_object(
          'id', r.id, 'attempts', r.attempts, 'failures', r.failures, 'createdAt', r.created_at,
          'agentId', r.agent_id, 'agentVersion', r.agent_version,
          'fallbackSent', exists (
            select from outbox_messages o
            where o.workspace_id = r.workspace_id and o.idempotency_key = r.id || ':fallback'))
        from agent_runs r where r.workspace_id = c.workspace_id and r.id = c.active_run_id),
      'events', (
        select jsonb_agg(jsonb_build_object(
          'id', e.id, 'seq', e.seq, 'source', e.source, 'inputType', e.input_type,
          'content', e.payload -> 'content', 'sourceMessageId', e.source_message_id, 'occurredAt', e.occurred_at)
          order by e.seq)
        from agent_events e where e.workspace_id = c.workspace_id and e.run_id = c.active_run_id),
      'session', (
        select jsonb_build_object(
          'id', s.id, 'agentId', s.agent_id, 'status', s.status, 'mode', s.current_mode, 'version', s.version,
          'intentsVistos', t.intents_vistos, 'templatesEnviados', t.templates_enviados,
          'datosCapturados', t.datos_capturados, 'packSeleccionado', t.pack_seleccionado)
        from agent_sessions s
        join session_state t on t.workspace_id = s.workspace_id and t.session_id = s.id
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id and s.status = 'active'),
      'history', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'role', h.role, 'content', h.content, 'intent', h.intent_detected, 'confidence', h.confidence,
          'createdAt', h.created_at) order by h.turn_number), '[]')
        from (select * from agent_turns t
              where t.workspace_id = c.workspace_id and t.conversation_id = c.id
              order by t.turn_number desc limit 20) h),
      'journal', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'phase', s.node, 'name', s.name, 'position', s.position, 'status', s.status, 'startedAt', s.started_at,
          'durationMs', s.latency_ms, 'output', s.output_snapshot) order by s.position), '[]')
        from agent_steps s where s.workspace_id = c.workspace_id and s.run_id = c.active_run_id))
    from conversations c
    join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
    join phone_numbers n on n.id = c.phone_number_id
    join workspaces w on w.id = c.workspace_id
    -- Who is answered: the customer as the newest message of the run names them.
    left join lateral (
      select e.payload -> 'identity' as identity from agent_events e
      where e.workspace_id = c.workspace_id and e.run_id = c.active_run_id and e.payload ? 'identity'
      order by e.seq desc limit 1) spoken on true
    where c.workspace_id = of_workspace and c.id = of_conversation);
end $$;

-- The message at the head of a conversation's outbox, for the sender that holds its place. VOLATILE as read_turn.
create function read_outbox_head(of_workspace text, of_conversation uuid) returns jsonb
  language plpgsql volatile
  as $$
begin
  return (
    select jsonb_build_object(
      'id', o.id,
      'workspaceId', o.workspace_id,
      'conversationId', o.conversation_id,
      'contactId', c.contact_id,
      'runId', o.run_id,
      'phoneNumberId', c.phone_number_id,
      'recipient', o.recipient,
      'content', o.content,
      'status', o.status,
      'attempt', o.attempt,
      'onDoubt', o.on_doubt,
      'createdAt', o.created_at,
      'inFlightAt', o.in_flight_at,
      'lastCustomerMessageAt', c.last_customer_message_at,
      -- Called back by a takeover, or the bot may not speak here any more (workspace switch, stop tag).
      'isCancelled', o.seq <= c.cancelled_through or not w.agent_enabled or 'WPP' = any (k.tags),
      'doubtUntil', o.doubt_until,
      'hasNewerInbound', c.last_seq > o.inbound_seq,
      'reportsFlow', o.status = 'in_doubt' and exists (
        select from message_statuses s
        where s.workspace_id = c.workspace_id and s.phone_number_id = c.phone_number_id
          and s.received_at > o.in_flight_at),
      'now', recado_now())
    from outbox_messages o
    join conversations c on c.workspace_id = o.workspace_id and c.id = o.conversation_id
    join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
    join workspaces w on w.id = c.workspace_id
    where o.workspace_id = of_workspace and o.conversation_id = of_conversation
      and o.status in ('queued', 'in_flight', 'in_doubt')
    order by o.seq limit 1);
end $$;

-- How far a delivery report has come; it never goes back. The order of core/outbox.ts.
create function delivery_rank(delivery text) returns integer
  language sql immutable
  as $$ select coalesce(array_position(array['sent', 'failed', 'delivered', 'read', 'played'], delivery), 0) $$;

-- The run machine of core/run-machine.ts, so that no other program can take a run where it must not go.
create function check_run_transition() returns trigger
  language plpgsql
  as $$
begin
  if (old.status, new.status) in (
    ('queued', 'running'),
    ('running', 'waiting_confirmation'), ('running', 'completed'), ('running', 'failed'),
    ('running', 'dead_letter'), ('running', 'queued'),
    ('waiting_confirmation', 'running'), ('waiting_confirmation', 'completed'),
    ('failed', 'running'), ('failed', 'queued'), ('failed', 'dead_letter'),
    ('dead_letter', 'queued'))
  then return new;
  end if;
  raise exception 'run % cannot go from % to %', old.id, old.status, new.status using errcode = 'RC002';
end $$;

create trigger run_transition before update of status on agent_runs
  for each row when (old.status is distinct from new.status) execute function check_run_transition();

-- Row security. The owner (the data plane) names its workspace in every statement; everyone else is confined.
do $$
begin
  create role recado_tenant nologin;
exception when duplicate_object or unique_violation then null;
end $$;

do $$
declare
  of_table text;
begin
  execute format('grant recado_tenant to %I', current_user);
  execute format('grant usage on schema %I to recado_tenant', current_schema());
  foreach of_table in array array[
    'contacts', 'contact_aliases', 'conversations', 'agent_runs', 'agent_events', 'agent_steps', 'agent_sessions',
    'session_state', 'agent_turns', 'outbox_messages', 'message_statuses', 'quarantined_items', 'channel_notices', 'phone_numbers']
  loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
  alter table workspaces enable row level security;
  create policy own_workspace on workspaces to recado_tenant using (id = recado_workspace());
  grant select on workspaces to recado_tenant;
  alter table workers enable row level security;
  alter table test_clock enable row level security;
end $$;
grant select on test_clock to recado_tenant;
create policy tenants_read_the_clock on test_clock for select to recado_tenant using (true);
