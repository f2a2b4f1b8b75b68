-- The tables of Recado, from a customer's message to a reply, with nothing lost and nothing done
-- twice. What is computed (functions, triggers, views) stands in ../functions.
--
-- THE TABLES, IN GROUPS
--
--   Tenants, and the people who work for them
--     workspaces              a tenant
--     phone_numbers           a number of the shop: its workspace, its agent
--     workspace_agent_config  what a workspace has set for its agents
--     workspace_members       a person of the shop, with a role
--     api_tokens              what a person or a program shows to get in
--     studio_sessions         a browser that a person has signed in
--   Customers and their conversations
--     contacts                a customer
--     contact_aliases         what WhatsApp calls a customer: BSUID, phone
--     conversations           one contact on one number: THE UNIT OF ORDER
--   The engine
--     agent_runs              one execution of the turn loop over one or more events
--     agent_events            something that happened to a conversation
--     run_steps               the journal of a run; the view agent_steps shows a row a step
--     agent_checkpoints       where a run stood when it began to wait
--     agent_sessions          an agent's memory of one sale; session_state holds what it captured
--     agent_turns             a line of the chat record
--     agent_tool_calls        a tool call of a run; the view tool_executions shows it
--     timers                  what a session waits for
--     confirmations           a question whose yes releases one exact tool call
--     workers                 a living process
--   The channel
--     outbox_messages         a message to a customer, sent after its turn
--     outbox_attempts         one try to send it
--     circuits                what holds messages back
--     message_statuses        a delivery report
--     media_items             a file that a customer sent
--     quarantined_items       a signed item that could not be read
--     channel_notices         what WhatsApp says beside messages and reports
--     message_templates       a template that may be sent
--   The shop
--     orders, tasks, contact_notes, contact_fields, contact_field_values   its books
--     scheduled_messages      a reminder or follow-up
--     alerts                  what a person should look at
--     tool_rates              calls of this minute, by module
--   Language models, and learning from traffic
--     model_calls, token_budgets, model_costs   the bill, by call, session and day
--     conversation_summaries  what was said before the newest turns
--     nlu_settings, nlu_samples, nlu_stops      what was understood, and whether it was right
--     disambiguation_log      what an agent could not make out
--   Governance
--     audit_log               who did what
--     retention_settings, retention_nights      what is forgotten, and how far the night has come
--     tombstones, erased_orders                 what is left of an erased customer
--   Trying out
--     sandbox_saved_sessions  a conversation that was tried out and saved
--     test_clock              empty in production
--   Upgrades
--     recado_migrations, recado_functions       what this database has been given (migrate.ts)
--
-- THE CONVERSATION ROW CARRIES TWO MAILBOXES, ONE IN AND ONE OUT, OF THE SAME SHAPE
--
--   run_at    null: idle. In the past: ready. In the future: leased (leased_by is set), backing off,
--             or waiting for the rest of a burst. One indexed column is ready queue, lease and
--             back-off.
--   fence     grows with every lease. Every write of a turn names it; an old fence touches no row.
--   version   grows with every write of a turn and every command of an operator. A turn commits only
--             when the version it read still holds.
--   pending   events not finished. It only moves by ± n in an update of this row, which reads it again
--             under the row lock. A count over agent_events would read an old snapshot and lose a
--             wake-up.
--   last_seq  the mailbox number of the newest event, allocated under the row lock, so that order of
--             seq is order of commit. (A sequence is not: two transactions may take 7 and 8 and
--             commit 8 first.)
--   active_run_id     the run at the head: running, or failed and waiting for its next attempt.
--   queued_run_id     the run that collects what comes meanwhile. At most one.
--   send_at, sender, unsent, last_outbox_seq   the same, for replies: one sender at a time, in order.
--   cancelled_through the newest reply that a takeover has called back: nothing up to it leaves.
--
-- THE LIFE OF A RUN is the table of core/turn/run-machine.ts; functions/run-transitions.sql holds it.
--
-- TIME belongs to the database. recado_now() is the clock of leases and due times, and a test moves it
-- by a row in test_clock. Instants are timestamptz, UTC, formatted at the edge.
--
-- WHAT IS KEPT: a night forgets what is older than its workspace wants, by class of data
-- (core/operations/retention.ts). "Class `journals`" below names the class of a row or of its words.
--
-- ROLES. No answer to a customer or a caller is made with the rights of the tables' owner.
--   recado_runtime  the data plane and the doors. It works for all workspaces and names one in every
--                   statement. It makes no tables, bypasses nothing, writes what its grants name.
--   recado_tenant   what people and their programs read through us: rows of one workspace,
--                   recado.workspace_id, set local in the transaction. No setting, no rows.
--   recado_member   people who read the database itself, as on Supabase (grant recado_member to
--                   authenticated): rows of the workspaces that `sub` of their token belongs to.
-- Row security is on and forced for every table, the owner included. secure_tables() sees to it after
-- every migration.
--
-- INDEXES. Only primary keys lead with workspace_id. On a new table the planner rates all indexes with
-- the same first column alike and may pick the one that reads every event of the workspace (measured:
-- 2.4 ms a message at 4,000 events), also in the checks of foreign keys. An index that leads with what
-- differs in each row answers only its own question.

-- ── Roles ───────────────────────────────────────────────────────────────────────────────────────
--
-- Databases of one server share their roles, so each is looked at before it is made.
do $$
declare
  new_role text;
begin
  foreach new_role in array array['recado_tenant', 'recado_runtime', 'recado_member'] loop
    begin
      execute format('create role %I nologin', new_role);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
  -- The owner sees the rows that its migrations change.
  execute format('grant recado_tenant to %I', current_user);
  if not pg_has_role(current_user, 'recado_runtime', 'member') then
    execute format('grant recado_runtime to %I', current_user);
  end if;
  -- A login that is a member of recado_runtime alone can confine itself to a tenant as well.
  if not pg_has_role('recado_runtime', 'recado_tenant', 'member') then
    begin
      execute 'grant recado_tenant to recado_runtime';
    exception when unique_violation then null;
    end;
  end if;
  execute format('grant usage on schema %I to recado_tenant, recado_runtime, recado_member',
    current_schema());
end $$;

-- ── What the tables below name: a default and a policy call these two ───────────────────────────

-- The clock of leases and due times. The planner puts now() in its place. A test that moves the
-- clock replaces it (functions/clock.sql).
create function recado_now() returns timestamptz language sql stable as $$ select now() $$;

-- The workspace that row security confines recado_tenant to. No setting, no rows.
create function recado_workspace() returns text
  language sql stable
  as $$ select nullif(current_setting('recado.workspace_id', true), '') $$;

-- ── Tenants, and the people who work for them ──────────────────────────────────────────────────────

-- A tenant. Every row of every other table belongs to one. Written by `recado workspace create` and
-- its route. Kept for good.
create table workspaces (
  id text primary key check (length(id) between 1 and 64),
  name text not null,
  created_at timestamptz not null default now(),
  created_by text
);

-- One of the shop's own numbers, by Meta's phone_number_id: its workspace and its agent. Written by
-- the webhook that first names it, or by the operator who assigns it. Kept for good.
create table phone_numbers (
  id text primary key check (length(id) between 1 and 64),
  workspace_id text not null references workspaces,
  agent_id text not null,
  created_at timestamptz not null default now(),
  -- The operator who gave it to this workspace. Null when a webhook named it first.
  assigned_by text,
  unique (workspace_id, id)
);

-- What a workspace has set for its agents, one row each. Null: the environment of the process
-- decides. Made with the workspace, changed by its owner. Kept for good.
create table workspace_agent_config (
  workspace_id text primary key references workspaces,
  -- A new workspace begins with its agents off. The first one is seeded with them on.
  agent_enabled boolean not null default false,
  -- Serves all numbers of the workspace instead of each number's own agent.
  conversational_agent_id text check (length(conversational_agent_id) between 1 and 100),
  -- Said at a handoff instead of the agent's own words.
  handoff_message text check (length(handoff_message) between 1 and 1000),
  timer_preset text check (timer_preset in ('real', 'rapido', 'instantaneo')),
  response_speed real check (response_speed in (1, 0.2::real, 0)),
  updated_at timestamptz not null default recado_now(),
  updated_by text not null default 'system',
  time_zone text not null default 'America/Bogota',
  business_hours jsonb,
  -- At most this many commercial messages a customer a day, this far apart.
  proactive_per_day integer not null default 4 check (proactive_per_day between 0 and 100),
  proactive_spacing_minutes integer not null default 240
    check (proactive_spacing_minutes between 0 and 10080),
  -- No message of our own leaves this soon after the customer or a person has written.
  quiet_minutes integer not null default 30 check (quiet_minutes between 0 and 1440),
  window_maintenance boolean not null default false,
  -- Whether agents may use the tools that write the CRM.
  crm_agents_enabled boolean not null default true
);

-- A person of the shop, with a role. Written by an owner. A membership ends and is never deleted.
create table workspace_members (
  workspace_id text not null references workspaces,
  -- A name, an address, or `sub` of another sign-in's tokens (Supabase).
  user_id text not null check (length(user_id) between 1 and 200),
  role text not null check (role in ('owner', 'operator', 'viewer', 'service')),
  -- As the audit log shows it. `api` is the holder of RECADO_API_TOKEN.
  name text not null check (length(name) between 1 and 200 and name <> 'api'),
  added_at timestamptz not null,
  changed_by text not null,
  removed_at timestamptz,
  primary key (workspace_id, user_id)
);
create index memberships_of_a_person on workspace_members (user_id) where removed_at is null;

-- What a person or a program shows to get in, kept as a hash. Written by an owner. A token is
-- revoked and never deleted.
create table api_tokens (
  workspace_id text not null references workspaces,
  id uuid not null,
  -- sha256 of 256 random bits: nothing to guess, so no salt and no slow hash.
  token_hash bytea not null unique check (length(token_hash) = 32),
  name text not null check (length(name) between 1 and 200 and name <> 'api'),
  -- The person whose role it has, as that role is now. Null for a program, which has a role of
  -- its own.
  user_id text,
  role text check (role in ('owner', 'operator', 'viewer', 'service')),
  scopes text[],
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- Rounded to the hour: it answers whether a token is still in use.
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references workspace_members,
  constraint revoked_by_somebody check ((revoked_at is null) = (revoked_by is null)),
  constraint role_is_its_own_or_its_persons check ((role is null) <> (user_id is null))
);

-- A browser that a person has signed in. Written at sign-in. A session ends and is never deleted.
create table studio_sessions (
  workspace_id text not null references workspaces,
  id uuid not null,
  cookie_hash bytea not null unique check (length(cookie_hash) = 32),
  -- What was shown to sign in; the session ends no later than it. Null for RECADO_API_TOKEN,
  -- which is known by installation_hash.
  token_id uuid,
  installation_hash bytea,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, token_id) references api_tokens,
  constraint opened_by_something check ((token_id is null) <> (installation_hash is null))
);

-- ── Customers and their conversations ──────────────────────────────────────────────────────────────

-- A customer. A phone is not an identity, so none stands here. Written by the webhook that meets
-- them and by CRM tools. Kept until the customer is erased.
create table contacts (
  workspace_id text not null references workspaces,
  id uuid not null,
  name text,
  -- The tag WPP stops the bot.
  tags text[] not null default '{}',
  created_at timestamptz not null default now(),
  unreachable_at timestamptz,
  -- Since when they want nothing that they did not ask for. The newest word counts.
  marketing_stopped_at timestamptz,
  -- When they last said anything about it, yes or no.
  marketing_said_at timestamptz,
  -- WhatsApp said that another person may be writing under this name.
  identity_changed_at timestamptz,
  -- The record that this one became part of. It keeps its conversations that had a namesake on
  -- the same number; no alias names it, and no new conversation can (refuse_merged_contact).
  merged_into uuid,
  profile jsonb not null default '{}',
  -- Out of every list until they write again.
  deleted_at timestamptz,
  -- The message that stopped marketing, and the one that allowed it again. Null: WhatsApp said
  -- so.
  stopped_by_event_id uuid,
  resumed_by_event_id uuid,
  primary key (workspace_id, id),
  constraint contacts_merged_into_fkey foreign key (workspace_id, merged_into) references contacts
);
create index contacts_merged on contacts (workspace_id, merged_into) where merged_into is not null;

-- A name that WhatsApp has for a customer: BSUID or phone. One alias names one contact. Written by
-- the webhook. Kept until the customer is erased.
create table contact_aliases (
  workspace_id text not null,
  kind text not null check (kind in ('bsuid', 'phone')),
  value text not null,
  contact_id uuid not null,
  created_at timestamptz not null default now(),
  -- When the contact was first heard under this name, by WhatsApp's clock. Late news of a change
  -- takes no name from the person who has it now.
  heard_at timestamptz not null default now(),
  -- A former bearer of this name was erased, and its bearer wrote again.
  erased_at timestamptz,
  primary key (workspace_id, kind, value),
  foreign key (workspace_id, contact_id) references contacts
);
create index contact_aliases_by_contact on contact_aliases
  (contact_id, workspace_id, kind, created_at desc);
create index contact_aliases_by_last_digits on contact_aliases (right(value, 10), workspace_id)
  where kind = 'phone';

-- One contact on one number: the unit of order. The row is the lock for everything in it and
-- carries both mailboxes (see the head). Written by the door, workers and operators. Kept until the
-- customer is erased.
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
  -- The theoretical arrival time of core/outbound/pacing.ts for this customer on this number.
  pair_tat timestamptz,
  -- The mailbox number up to which the conversation has spoken, programs included. A message of
  -- a block that answers less is interrupted, unless it is the first.
  last_speech_seq bigint not null default 0,
  -- The customer came through an advertisement and asked then. A reply within a day opens 72
  -- hours of free messages.
  free_entry_asked_at timestamptz,
  -- The operator who last switched the bot on or off.
  switched_by text,
  -- The person who looks after it.
  assignee text check (length(assignee) between 1 and 200),
  closed_at timestamptz,
  closed_by text,
  -- The newest event that said no. A reply whose turn had heard less than it does not leave.
  opted_out_seq bigint not null default 0,
  -- As last_speech_seq, for the customer's own words alone.
  own_speech_seq bigint not null default 0,
  primary key (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts,
  foreign key (workspace_id, phone_number_id) references phone_numbers (workspace_id, id),
  constraint conversation_is_idle_or_has_a_run
    check ((run_at is null) = (active_run_id is null and queued_run_id is null)),
  constraint conversation_is_idle_or_has_events check ((run_at is null) = (pending = 0)),
  constraint conversation_lease_has_a_time check (leased_by is null or run_at is not null),
  constraint conversation_sender_has_a_time check (sender is null or send_at is not null),
  constraint conversation_sends_or_is_done check ((send_at is null) = (unsent = 0))
) with (fillfactor = 80);
create index conversations_by_assignee on conversations (assignee, workspace_id)
  where assignee is not null;
create index conversations_leased on conversations (leased_by) where leased_by is not null;
create index conversations_of_people on conversations (workspace_id, id) where not bot_enabled;
create index conversations_sending on conversations (sender) where sender is not null;
create index conversations_to_run on conversations (run_at) where run_at is not null;
create index conversations_to_send on conversations (send_at) where send_at is not null;
-- It also finds the conversations of a contact.
create unique index one_conversation_per_contact_and_number on conversations
  (contact_id, workspace_id, phone_number_id);

-- ── The engine: events, runs, sessions, what a run did and waits for ───────────────────────────────

-- One execution of the turn loop over one or more events. Its moves are checked by
-- check_run_transition. Written by the door and by the worker that holds the lease. The frame is
-- kept for good; its words are forgotten with their class.
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
  -- A dead letter that a person has put away. It stays a dead letter.
  discarded_at timestamptz,
  discarded_by text,
  discard_note text,
  -- When a run that waits takes the head of its conversation, once that is idle: at once when
  -- its question is answered, else when the question expires. Null when it waits for nothing.
  due_at timestamptz,
  -- all: as it was. messages: its journal is gone. nothing: only its frame is left. It only ever
  -- goes down, in the statement that forgets.
  kept text not null default 'all' check (kept in ('all', 'messages', 'nothing')),
  -- The operator who gave it new attempts.
  retried_by text,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  constraint only_a_dead_letter_is_discarded
    check ((discarded_at is null) = (discarded_by is null)
      and (discarded_at is null or status = 'dead_letter')),
  constraint run_that_is_over_says_how check (status <> 'completed' or outcome is not null)
) with (fillfactor = 80);
create index agent_runs_by_conversation on agent_runs (conversation_id, workspace_id, id desc);
create index agent_runs_by_status on agent_runs (status, workspace_id, id desc);
create index dead_letters_to_look_at on agent_runs (workspace_id, id)
  where status = 'dead_letter' and discarded_at is null;
create unique index one_running_run_per_conversation on agent_runs (conversation_id, workspace_id)
  where status = 'running';
-- Not by coalesce: PostgreSQL does not trust it under row security and would read every run.
create index runs_to_forget on agent_runs
  (workspace_id, kept, (case when discarded_at is null then ended_at else discarded_at end), id)
  where kept <> 'nothing' and (status = 'completed' or discarded_at is not null);
create index runs_to_take_up on agent_runs (due_at) where due_at is not null;
create index runs_to_take_up_in on agent_runs (conversation_id, workspace_id)
  where due_at is not null;

-- Something that happened to a conversation: a message, a command, a due time, a decision. Unique
-- by idempotency_key for ever. Written by the door and by whatever makes an event. The row is kept
-- for good; its words are class `messages`.
create table agent_events (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  seq bigint not null,
  run_id uuid not null,
  -- The contact.
  user_id uuid not null,
  -- rehearsal: an owner spoke as the customer on the simulator. payload.saidBy names a caller.
  source text not null check (source in ('whatsapp', 'api', 'rehearsal', 'system', 'sandbox')),
  input_type text not null check (
    input_type in ('message', 'echo', 'operator_command', 'timer', 'scheduled', 'confirmation')),
  payload jsonb not null,
  source_message_id text,
  idempotency_key text not null,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  -- Attempts of its run, when that ended.
  attempt_count integer not null default 0,
  occurred_at timestamptz not null,
  -- When its run could first start.
  available_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs
) with (fillfactor = 90);
create unique index agent_events_by_conversation on agent_events (conversation_id, workspace_id, seq);
create index agent_events_by_run on agent_events (run_id, workspace_id, seq);
create index agent_events_newest on agent_events (created_at, workspace_id);
create unique index agent_events_once on agent_events (idempotency_key, workspace_id);

-- The journal of a run in one row: its phases and the journaled calls inside them, by name (docs/adr/
-- 0008). Written by the worker, with the turn or before an outside effect. The view agent_steps shows
-- a row a step, and other programs read that. Class `journals`.
create table run_steps (
  workspace_id text not null,
  run_id uuid not null,
  -- { <name>: { node, status, position, output, startedAt, latencyMs } }. A phase bears its own name.
  steps jsonb not null check (jsonb_typeof(steps) = 'object'),
  primary key (workspace_id, run_id),
  foreign key (workspace_id, run_id) references agent_runs
);

-- Where a run stood when it began to wait for a confirmation (requirement R2): what it had decided
-- and done. Written with the turn that asks. Class `journals`.
create table agent_checkpoints (
  workspace_id text not null references workspaces,
  run_id uuid not null,
  node text not null,
  state jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, run_id, node),
  foreign key (workspace_id, run_id) references agent_runs
);

-- An agent's memory of one sale. At most one is active in a conversation. Written with the turn.
-- Kept until the customer is erased.
create table agent_sessions (
  workspace_id text not null,
  id uuid not null,
  agent_id text not null,
  conversation_id uuid not null,
  contact_id uuid not null,
  version integer not null default 1,
  status text not null default 'active' check (
    status in ('active', 'paused', 'closed', 'handed_off')),
  current_mode text not null default 'conversacion',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts,
  foreign key (workspace_id, conversation_id) references conversations
) with (fillfactor = 80);
create index agent_sessions_by_conversation on agent_sessions
  (conversation_id, workspace_id, created_at desc);
-- For the night alone. After a night an ANALYZE says that no session is active, and a look-up by
-- conversation would walk this index. Only a condition on created_at implies "is not null" here.
create index agent_sessions_to_close on agent_sessions (created_at)
  where status = 'active' and created_at is not null;
create unique index one_active_session_per_conversation on agent_sessions (conversation_id, workspace_id)
  where status = 'active';

-- What a session has captured; one row a session. Written with the turn. Kept until the customer is
-- erased.
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
  ingest_status jsonb,
  templates_pendientes jsonb not null default '[]',
  primary key (workspace_id, session_id),
  foreign key (workspace_id, session_id) references agent_sessions
) with (fillfactor = 80);

-- A line of the chat record: who said what, with which intent. Written with the turn, and by a
-- takeover or handback. Class `messages`.
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
  -- The outbox message that this line was.
  message_id uuid,
  -- It never left: the customer had spoken first.
  is_unsaid boolean not null default false,
  primary key (workspace_id, conversation_id, turn_number),
  unique (session_id, turn_number),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, session_id) references agent_sessions
);
-- What is forgotten leaves this index. The statement that forgets says the condition in the same words.
create index switch_notes_to_forget on agent_turns (workspace_id, created_at)
  where role = 'system' and run_id is null and content like '%: %';
create index switches_of_a_conversation on agent_turns (conversation_id, workspace_id, created_at)
  where role = 'system' and run_id is null;

-- A tool call of a run: what the policy said and what came of it. The view tool_executions shows it
-- under the contract's names. Written with the turn, or before an outside effect. Class `journals`.
create table agent_tool_calls (
  workspace_id text not null,
  run_id uuid not null,
  call_id text not null,
  session_id uuid,
  tool_name text not null,
  risk_level text not null check (risk_level in ('low', 'medium', 'high')),
  input jsonb,
  output jsonb,
  -- discarded: tried in a thought that a newer message threw away. It changed nothing.
  status text not null check (
    status in ('started', 'ok', 'error', 'timeout', 'blocked', 'discarded')),
  error text,
  started_at timestamptz not null,
  ended_at timestamptz,
  policy_decision text not null check (policy_decision in ('allow', 'confirm', 'deny')),
  policy_reason text,
  actor_kind text not null default 'agent' check (actor_kind in ('agent', 'operator', 'service')),
  -- Null for an agent: its run names it.
  actor text,
  is_dry_run boolean not null default false,
  -- The changed row before and after, as the commit found and left it.
  snapshots jsonb,
  primary key (workspace_id, run_id, call_id),
  foreign key (workspace_id, run_id) references agent_runs,
  foreign key (workspace_id, session_id) references agent_sessions
);

-- What a session waits for. Armed by a run (whose id names it), fired or cancelled once. Written
-- with the turn and by the timer worker. Kept until the customer is erased.
create table timers (
  workspace_id text not null,
  run_id uuid not null,
  conversation_id uuid not null,
  session_id uuid not null,
  level text not null check (length(level) between 1 and 64),
  due_at timestamptz not null,
  -- A little after due_at, so that a message on its way is heard first.
  fire_at timestamptz not null,
  armed_at timestamptz not null,
  fired_at timestamptz,
  cancelled_at timestamptz,
  -- The operator who made it due at once, and the one who cancelled it. Null when none did.
  hurried_by text,
  cancelled_by text,
  primary key (workspace_id, run_id),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs,
  foreign key (workspace_id, session_id) references agent_sessions,
  constraint cancelled_by_somebody_is_cancelled
    check (cancelled_by is null or cancelled_at is not null),
  constraint timer_is_fired_or_cancelled check (fired_at is null or cancelled_at is null),
  constraint timer_is_never_early check (fired_at >= fire_at),
  constraint timer_settles_after_it_is_due check (fire_at >= due_at)
) with (fillfactor = 80);
create unique index one_pending_timer_per_conversation on timers (conversation_id, workspace_id)
  where fired_at is null and cancelled_at is null;
create index timers_by_session on timers (session_id, workspace_id);
create index timers_newest on timers (armed_at, run_id, workspace_id);
-- For the timer worker alone, as agent_sessions_to_close is for the night.
create index timers_to_fire on timers (fire_at, run_id, workspace_id)
  where fired_at is null and cancelled_at is null and fire_at is not null;

-- A question whose yes releases one exact tool call (requirement R12). Written with the turn that
-- asks; answered by one conditional update. What it asked is class `journals`.
create table confirmations (
  workspace_id text not null references workspaces,
  id uuid not null,
  run_id uuid not null,
  conversation_id uuid not null,
  contact_id uuid not null,
  -- The session whose end cancels it. Null when none was active.
  session_id uuid,
  call_id text not null,
  tool text not null,
  risk text not null check (risk in ('low', 'medium', 'high')),
  input jsonb not null,
  -- Of tool, input, agent and version (core/tools/arguments-hash.ts): what the yes is good for.
  arguments_hash text not null,
  agent_id text not null,
  agent_version text not null,
  rule text not null,
  reason text not null,
  audience text not null check (audience in ('customer', 'operator')),
  question text not null,
  status text not null default 'pending' check (
    status in ('pending', 'approved', 'denied', 'expired', 'cancelled')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  note text,
  -- The customer's own word.
  answered_by_event uuid,
  -- The operator whose command asks; null for an agent. Only an agent's question is cancelled
  -- with its session.
  asked_by text,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs,
  constraint decided_says_when_and_by_whom
    check ((status = 'pending') = (decided_at is null)
      and (status in ('pending', 'expired') or decided_by is not null)),
  constraint expires_after_it_was_asked check (expires_at > created_at)
);
create index confirmations_by_status on confirmations (status, workspace_id, id desc);
create index confirmations_of_run on confirmations (run_id, workspace_id, id desc);
create unique index one_open_question_per_run on confirmations (run_id, workspace_id)
  where status = 'pending';
create index open_questions on confirmations (conversation_id, workspace_id)
  where status = 'pending';

-- A living process. A session advisory lock on lock_key proves that it lives. Written by the
-- process; its row goes when another process buries it.
create table workers (
  id uuid primary key,
  lock_key bigint not null,
  description text not null,
  -- When its lock was first found free. A connection may come back; a second look decides.
  missing_since timestamptz,
  started_at timestamptz not null default now()
);

-- ── The channel: what leaves, what became of it, what came ─────────────────────────────────────────

-- A message to a customer, committed with its turn and sent after it. Written with the turn, moved
-- on by senders and delivery reports. The row is kept; its words are class `messages`.
create table outbox_messages (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  run_id uuid not null,
  seq bigint not null,
  idempotency_key text not null,
  content jsonb not null,
  -- The customer as named in the message that this answers: people have several phones.
  recipient jsonb not null,
  reply_to_message_id text,
  status text not null default 'queued' check (
    status in ('queued', 'in_flight', 'accepted', 'failed', 'in_doubt', 'dropped')),
  attempt integer not null default 0,
  on_doubt text not null check (on_doubt in ('drop', 'resend', 'hold')),
  in_flight_at timestamptz,
  doubt_until timestamptz,
  wamid text,
  delivery text check (delivery in ('sent', 'failed', 'delivered', 'read', 'played')),
  detail text,
  error_code integer,
  -- What its turn had heard.
  inbound_seq bigint not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  price_type text,
  price_category text,
  price_billable boolean,
  -- Place in its block, from 1. 0: part of no block.
  position integer not null default 0 check ("position" >= 0),
  -- How long it is typed after the message before it was accepted.
  delay_ms integer not null default 0 check (delay_ms >= 0),
  -- What the agent made it of, and how much it matters that it is said.
  template_id text,
  priority text check (priority in ('CORE', 'COMPLEMENTARIA', 'OPCIONAL')),
  drop_code text check (drop_code = 'interrupted'),
  -- requested: the customer named the minute. commercial: they did not, so contact hours hold
  -- it.
  purpose text not null default 'reply' check (purpose in ('reply', 'requested', 'commercial')),
  -- After this it is of no use to the customer.
  useful_until timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs
) with (fillfactor = 80);
create unique index outbox_by_conversation on outbox_messages (conversation_id, workspace_id, seq);
create index outbox_by_ourselves on outbox_messages (conversation_id, workspace_id, created_at)
  where purpose = 'commercial';
create index outbox_by_wamid on outbox_messages (wamid, workspace_id) where wamid is not null;
create unique index outbox_once on outbox_messages (idempotency_key, workspace_id);
create index outbox_unsent on outbox_messages (conversation_id, workspace_id, seq)
  where status in ('queued', 'in_flight', 'in_doubt');

-- One try to send. Inserted with the mark that commits it in flight, completed by the answer or by a
-- delivery report. Written by senders. Kept until the customer is erased; it holds no words.
create table outbox_attempts (
  workspace_id text not null,
  outbox_id uuid not null,
  attempt integer not null check (attempt > 0),
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text not null default 'in_flight' check (
    outcome in ('in_flight', 'accepted', 'refused', 'not_sent', 'in_doubt')),
  -- Whether a byte of the request may have left. Null until it is known.
  request_written boolean,
  http_status integer,
  error_code integer,
  -- The kind of core/outbound/refusal.ts.
  refusal text,
  detail text,
  wamid text,
  -- A second id for the same message proves that the customer got it twice.
  duplicate_wamid text,
  primary key (workspace_id, outbox_id, attempt),
  foreign key (workspace_id, outbox_id) references outbox_messages,
  constraint attempt_that_ended_says_how check ((outcome = 'in_flight') = (ended_at is null)),
  constraint attempt_that_ended_says_whether_it_left
    check ((outcome = 'in_flight') = (request_written is null))
) with (fillfactor = 80);

-- What holds messages back: an access token (by a hash), a number, or proactive messages of a
-- number. Opened by an answer or a report, removed when a send proves it closed again.
create table circuits (
  workspace_id text not null references workspaces,
  scope text not null check (scope in ('credential', 'number', 'proactive')),
  key text not null check (length(key) between 1 and 64),
  -- The kind of core/outbound/refusal.ts.
  kind text not null,
  code integer,
  detail text,
  opened_at timestamptz not null,
  -- When the next message tries it. A `proactive` one ends by itself then.
  retry_at timestamptz not null,
  -- How long after one try the next is made when the first is not heard of.
  probe_every_ms integer not null,
  -- Refusals since it was opened.
  refusals integer not null default 1,
  -- What a report has opened, an answer does not close: WhatsApp accepts first and fails later.
  opened_by text not null default 'answer' check (opened_by in ('answer', 'report')),
  primary key (workspace_id, scope, key)
);

-- A delivery report, also of a message that is not ours (yet). Written by the door. The row is kept
-- until the customer is erased; its body as it came is class `webhooks`.
create table message_statuses (
  workspace_id text not null references workspaces,
  phone_number_id text not null,
  wamid text not null,
  status text not null,
  recipient text not null default '',
  occurred_at timestamptz not null,
  opaque text,
  errors jsonb,
  raw jsonb,
  received_at timestamptz not null default now(),
  primary key (workspace_id, phone_number_id, wamid, status, recipient)
);
create index message_statuses_newest on message_statuses (workspace_id, phone_number_id, received_at desc);
create index reports_to_forget on message_statuses (workspace_id, received_at)
  where raw is not null;

-- A file that a customer sent. Written with its message; fetch_at is queue, lease and back-off as
-- run_at is, and attempts is its fence. Bytes are class `files`, what it was understood to say is
-- class `messages`.
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
  status text not null default 'waiting' check (
    status in ('waiting', 'stored', 'refused', 'gone', 'erased')),
  attempts integer not null default 0,
  -- Attempts in a row whose worker died.
  silent_attempts integer not null default 0,
  fetch_at timestamptz,
  detail text,
  -- What the bytes are, not what they were called.
  detected_type text,
  size_bytes bigint,
  sha256 text,
  bytes bytea,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- The run that waits for this file. The statement that settles it makes that conversation due.
  awaited_by uuid,
  -- What listening or looking gave, once for ever, or why it failed. It stands with the file, so
  -- no run asks twice.
  understanding jsonb,
  understood_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, event_id) references agent_events,
  constraint media_is_stored_with_its_bytes check ((status = 'stored') = (bytes is not null)),
  constraint media_waits_or_is_settled check ((fetch_at is null) = (status <> 'waiting'))
);
create index media_by_conversation on media_items (conversation_id, workspace_id, id desc);
create unique index media_items_of_event on media_items (event_id, workspace_id);
create index media_to_erase on media_items (workspace_id, settled_at) where status = 'stored';
create index media_to_fetch on media_items (fetch_at) where fetch_at is not null;
-- Pictures and voice are compressed already.
alter table media_items alter column bytes set storage external;

-- A signed item that could not be read. Written by the door. Class `webhooks`.
create table quarantined_items (
  workspace_id text not null references workspaces,
  id uuid not null default gen_random_uuid(),
  reason text not null,
  raw bytea not null,
  received_at timestamptz not null default now(),
  -- Hash of what came: delivered again, it stands once.
  content_key text,
  primary key (workspace_id, id)
);
create unique index quarantined_items_once on quarantined_items (content_key, workspace_id);
create index quarantined_items_to_forget on quarantined_items (received_at, workspace_id);

-- What WhatsApp says that is neither message nor report: account, quality, errors. Written by the
-- door. Class `webhooks`.
create table channel_notices (
  workspace_id text not null references workspaces,
  id uuid not null default gen_random_uuid(),
  field text not null,
  phone_number_id text,
  waba_id text,
  raw jsonb not null,
  received_at timestamptz not null default now(),
  content_key text,
  primary key (workspace_id, id)
);
create unique index channel_notices_once on channel_notices (content_key, workspace_id);
create index channel_notices_to_forget on channel_notices (received_at, workspace_id);

-- An approved template; no other may be sent. Written by an operator. Kept for good.
create table message_templates (
  workspace_id text not null references workspaces,
  name text not null check (length(name) <= 512 and name ~ '^[a-z0-9_]+$'),
  language text not null check (language ~ '^[a-z]{2,3}(_[A-Za-z0-9]{2,4})?$'),
  category text not null check (category in ('marketing', 'utility', 'authentication')),
  body text not null check (length(body) between 1 and 1024),
  -- {{1}} … {{n}} of the body.
  variables integer not null check (variables between 0 and 20),
  updated_at timestamptz not null,
  updated_by text not null,
  primary key (workspace_id, name, language)
);

-- ── The shop: its books and its work ───────────────────────────────────────────────────────────────

-- An order, at most one for each purchase_key. Written with the turn, or by an operator's command.
-- Kept until the customer is erased; erased_orders keeps the numbers.
create table orders (
  workspace_id text not null,
  id uuid not null,
  purchase_key text not null check (length(purchase_key) between 1 and 256),
  -- Null when the shop ordered for a customer without a session.
  session_id uuid,
  conversation_id uuid not null,
  contact_id uuid not null,
  run_id uuid not null,
  source text not null check (
    source in ('customer', 'timer_sinpack', 'timer_pendiente', 'operator', 'service')),
  status text not null check (status in ('confirmed', 'pending', 'cancelled')),
  stage text not null,
  pack text,
  products jsonb not null,
  -- Whole units of the currency.
  total bigint not null check (total >= 0),
  shipping_address text not null,
  note text,
  data jsonb not null,
  tags text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Put away: out of every list.
  deleted_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts,
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs,
  foreign key (workspace_id, session_id) references agent_sessions
);
create unique index one_order_per_purchase on orders (purchase_key, workspace_id);
create index orders_by_contact on orders (contact_id, workspace_id);
create index orders_by_conversation on orders (conversation_id, workspace_id, created_at desc);
create index orders_by_session on orders (session_id, workspace_id);
create index orders_newest on orders (created_at, workspace_id);

-- Something that a person of the shop is to do. Written with the turn or by an operator. Kept until
-- the customer is erased.
create table tasks (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  session_id uuid,
  -- Null when it came of a reminder that could not be said.
  run_id uuid,
  title text not null,
  priority text not null check (priority in ('low', 'normal', 'high')),
  note text,
  mode text,
  data jsonb not null,
  pack text,
  status text not null default 'open' check (status in ('open', 'done')),
  assignee text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  assigned_at timestamptz,
  closed_at timestamptz,
  closed_by text,
  closing_note text,
  assigned_by text,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs,
  foreign key (workspace_id, session_id) references agent_sessions,
  constraint task_is_done_by_somebody
    check ((status = 'done') = (closed_at is not null) and (closed_at is null) = (closed_by is null))
);
create index tasks_by_assignee on tasks (workspace_id, assignee, assigned_at desc)
  where assignee is not null;
create index tasks_by_conversation on tasks (conversation_id, workspace_id, created_at desc);
create index tasks_to_do on tasks (workspace_id, created_at) where status = 'open';

-- A note about a contact, shown in the conversation where it was written. Customers never see it.
-- Written by operators and CRM tools. Kept until the customer is erased.
create table contact_notes (
  workspace_id text not null,
  id uuid not null,
  contact_id uuid not null,
  conversation_id uuid not null,
  -- Null when a person wrote it in the inbox.
  run_id uuid,
  author text not null,
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null,
  deleted_at timestamptz,
  idempotency_key text,
  primary key (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts,
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs
);
create index contact_notes_by_contact on contact_notes (contact_id, workspace_id, id desc)
  where deleted_at is null;
create index contact_notes_by_conversation on contact_notes (conversation_id, workspace_id, id desc)
  where deleted_at is null;
create unique index contact_notes_once on contact_notes (idempotency_key, workspace_id)
  where idempotency_key is not null;

-- A field of the shop's own, by name and type. Written by CRM tools. Kept for good.
create table contact_fields (
  workspace_id text not null references workspaces,
  name text not null check (name ~ '^[a-z][a-z0-9_]{0,49}$'),
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'choice')),
  choices text[] not null default '{}',
  created_at timestamptz not null,
  created_by text not null,
  primary key (workspace_id, name),
  constraint choice_has_choices check ((type = 'choice') = (cardinality(choices) > 0))
);

-- What the shop knows of one contact in one field. Written by CRM tools. Kept until the customer is
-- erased.
create table contact_field_values (
  workspace_id text not null,
  contact_id uuid not null,
  field text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by text not null,
  primary key (workspace_id, contact_id, field),
  foreign key (workspace_id, contact_id) references contacts,
  foreign key (workspace_id, field) references contact_fields
);
create index contact_field_values_by_contact on contact_field_values (contact_id, workspace_id);

-- A reminder or follow-up. Written by an operator, a program or a turn. A worker claims a due one
-- (attempt is its fence) and makes it an event with a run of its own, which says it. Class `messages`.
create table scheduled_messages (
  workspace_id text not null,
  id uuid not null,
  idempotency_key text not null check (length(idempotency_key) between 1 and 256),
  conversation_id uuid not null,
  kind text not null check (kind in ('reminder', 'follow_up')),
  category text check (
    category in ('schedule_confirm', 'document_status', 'reminder_check', 'window_maintenance', 'custom')),
  text text not null check (length(text) between 1 and 1000),
  -- Said outside the 24-hour window instead. Null: nothing is said, and a person is asked.
  template jsonb,
  is_requested boolean not null,
  time_zone text not null,
  due_at timestamptz not null,
  useful_until timestamptz not null,
  -- When a worker looks at it: when it is due, or when what held it back is over.
  fire_at timestamptz not null,
  held_by text,
  attempt integer not null default 0,
  claimed_until timestamptz,
  run_id uuid,
  status text not null default 'pending' check (
    status in ('pending', 'sent', 'failed', 'cancelled')),
  reason text,
  created_by text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  -- What was asked for: its key never stands for anything else.
  arguments_hash text,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs,
  constraint follow_up_has_a_category check ((kind = 'follow_up') = (category is not null)),
  constraint settled_says_when check ((status = 'pending') = (settled_at is null))
) with (fillfactor = 80);
create unique index one_pending_follow_up_of_a_category on scheduled_messages
  (conversation_id, workspace_id, category)
  where kind = 'follow_up' and status = 'pending' and run_id is null;
create index scheduled_by_conversation on scheduled_messages (conversation_id, workspace_id, id desc);
create unique index scheduled_once on scheduled_messages (idempotency_key, workspace_id);
create index scheduled_to_fire on scheduled_messages (fire_at)
  where status = 'pending' and run_id is null;
create index scheduled_under_way on scheduled_messages (run_id)
  where status = 'pending' and run_id is not null;

-- What a person should look at. At most one is open for each kind and subject; raised again it
-- counts. Written by doors and workers, resolved by good news or a person. Class `alerts`.
create table alerts (
  workspace_id text not null references workspaces,
  id uuid not null,
  kind text not null check (length(kind) between 1 and 64),
  -- A number, a template, a conversation, the account. '' is the shop as a whole.
  subject text not null check (length(subject) <= 512),
  severity text not null check (severity in ('info', 'warning', 'critical')),
  detail jsonb not null,
  count integer not null default 1,
  raised_at timestamptz not null,
  last_seen_at timestamptz not null,
  resolved_at timestamptz,
  -- The person who resolved it. Null when good news did.
  resolved_by text,
  note text,
  -- When it is told next. Null when there is nothing to tell. While a worker tells it, the end
  -- of that worker's time: after a death the next one tells it again.
  tell_at timestamptz,
  -- Grows with every try. A worker that has lost it settles nothing.
  tell_attempt integer not null default 0,
  -- Failures since it was last accepted, and the newest reason.
  tell_failures integer not null default 0,
  tell_failure text,
  told_at timestamptz,
  primary key (workspace_id, id)
);
create index alerts_newest on alerts (workspace_id, id desc);
create index alerts_to_forget on alerts (resolved_at, workspace_id) where resolved_at is not null;
create index alerts_to_tell on alerts (tell_at) where tell_at is not null;
create unique index one_open_alert on alerts (workspace_id, kind, subject)
  where resolved_at is null;

-- Calls of a workspace in this minute, by module. Written before a limited call. A new minute
-- begins the row anew, so nothing is left to clear away.
create table tool_rates (
  workspace_id text not null references workspaces,
  module text not null,
  minute timestamptz not null,
  calls integer not null,
  primary key (workspace_id, module)
) with (fillfactor = 50);

-- ── Language models, and learning from traffic ─────────────────────────────────────────────────────

-- One call of a language model, also a failed one. Written right after the call. A call whose answer
-- a crash lost is made again and stands here twice, as on the bill. Kept for good; it holds no words.
-- It refers to no conversation: a call that waits for none must not lock one.
create table model_calls (
  workspace_id text not null references workspaces,
  id uuid not null,
  conversation_id uuid,
  session_id uuid,
  run_id uuid,
  purpose text not null,
  key text not null,
  model text not null,
  prompt_id text not null,
  prompt_version text not null,
  outcome text not null check (
    outcome in ('answered', 'retry_later', 'never', 'spend', 'refusal', 'truncated', 'broken_output')),
  failure_code text,
  input_tokens integer not null,
  output_tokens integer not null,
  cache_read_tokens integer not null,
  cache_write_tokens integer not null,
  -- Null when the model had no price.
  cost_micro_usd bigint,
  price_date date,
  latency_ms double precision not null,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create index model_calls_by_conversation on model_calls (conversation_id, workspace_id, created_at);
create index model_calls_by_run on model_calls (run_id, workspace_id);

-- Tokens that a session has used. Written with the call. Kept until the customer is erased.
create table token_budgets (
  workspace_id text not null references workspaces,
  session_id uuid not null,
  conversation_id uuid not null,
  used_tokens bigint not null,
  updated_at timestamptz not null,
  primary key (workspace_id, session_id)
);

-- The same by day (of the shop's clock), model and purpose, for cost guards and reports. Written
-- with the call. Kept for good.
create table model_costs (
  workspace_id text not null references workspaces,
  day date not null,
  model text not null,
  purpose text not null,
  calls bigint not null,
  failures bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cache_read_tokens bigint not null,
  cache_write_tokens bigint not null,
  micro_usd bigint not null,
  -- Tokens of calls that had no price.
  unpriced_tokens bigint not null,
  primary key (workspace_id, day, model, purpose)
);

-- What was said before the newest turns, up to through_turn. Written by the worker that holds its
-- claim. Class `messages`.
create table conversation_summaries (
  workspace_id text not null,
  conversation_id uuid not null,
  through_turn integer not null default 0,
  text text,
  model text,
  prompt_version text,
  updated_at timestamptz,
  claim uuid,
  claimed_until timestamptz,
  primary key (workspace_id, conversation_id),
  foreign key (workspace_id, conversation_id) references conversations
);

-- How a workspace learns from traffic, and how far its copier has come. Made with the workspace.
-- Kept for good. Events are copied in order, up to the first whose run is not over, and none younger
-- than the longest statement: one that commits late would lie behind the mark.
create table nlu_settings (
  workspace_id text primary key references workspaces,
  -- Off: no text of a customer is kept for learning. The chat record is separate.
  keeps_texts boolean not null default false,
  keeps_texts_by text,
  keeps_texts_at timestamptz,
  -- The key of text_hash and of tombstones. Without it "sí" is guessed in a second, and a text
  -- of one workspace would be recognised in another. Tenants cannot read it.
  salt bytea not null default sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))),
  copied_at timestamptz not null default '-infinity',
  copied_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- When a worker last began a round; others leave it alone for a while.
  looked_at timestamptz
);

-- What was understood in a run, by which engine and how surely, and whether it was right. Copied by
-- a background job; no turn waits for it. Class `nlu_samples`.
create table nlu_samples (
  workspace_id text not null references workspaces,
  run_id uuid not null,
  conversation_id uuid not null,
  agent_id text not null,
  agent_version text not null,
  -- The agent's trained model then: a stop names it.
  local_model text,
  engine text not null check (engine in ('context', 'rules', 'linear', 'model')),
  -- Of what took part: the trained model's hash or the language model's name.
  model_hash text,
  mode text,
  -- Of the folded text, keyed by the workspace.
  text_hash text not null,
  text text,
  intent text not null,
  confidence real not null,
  alternatives jsonb not null,
  -- Acted upon without asking a language model.
  is_settled boolean not null,
  created_at timestamptz not null,
  -- Drawn for an audit: precision is counted of these alone.
  is_audited boolean not null,
  audit_tries smallint not null default 0,
  -- When a model is asked next. Null when none is asked; a person still may.
  audit_at timestamptz,
  -- What another judge says it was: `model:<name>` or a person, in labelled_by.
  label text,
  label_confidence real,
  labelled_by text,
  labelled_at timestamptz,
  is_right boolean,
  primary key (workspace_id, run_id),
  foreign key (workspace_id, conversation_id) references conversations on delete cascade,
  constraint label_says_who_and_when
    check ((label is null) = (labelled_by is null) and (label is null) = (labelled_at is null)
      and (label is null) = (is_right is null))
);
create index nlu_samples_audited on nlu_samples (created_at, workspace_id) where is_audited;
create index nlu_samples_by_conversation on nlu_samples (conversation_id, workspace_id);
create index nlu_samples_by_text on nlu_samples (text_hash, workspace_id);
create index nlu_samples_by_time on nlu_samples (created_at, workspace_id);
create index nlu_samples_to_audit on nlu_samples (audit_at) where audit_at is not null;

-- A trained model whose answers are no longer trusted for an agent. Written by the audit. Kept for
-- good. Another trained model is another row.
create table nlu_stops (
  workspace_id text not null references workspaces,
  agent_id text not null,
  local_model text not null,
  audited integer not null,
  correct integer not null,
  stopped_at timestamptz not null,
  -- A person lifted it: only answers since then count.
  resumed_at timestamptz,
  resumed_by text,
  primary key (workspace_id, agent_id, local_model),
  constraint resumption_says_who check ((resumed_at is null) = (resumed_by is null))
);

-- What an agent could not make out, for the person who teaches it. Written with the turn. Class
-- `journals`.
create table disambiguation_log (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  session_id uuid,
  run_id uuid not null,
  message text not null,
  mode text,
  intent text not null,
  confidence real not null,
  alternatives jsonb not null,
  reasoning text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs,
  foreign key (workspace_id, session_id) references agent_sessions
);
create index disambiguation_log_by_run on disambiguation_log (run_id, workspace_id);

-- ── Governance: who did what, what is kept, what is forgotten ──────────────────────────────────────

-- Who did what: one line for each deed, written by triggers in the deed's own transaction. Lines are
-- only ever added. The night numbers and chains them (seal_audit), so that a change is found
-- (verify_audit). It holds ids, names and reasons, and nothing that a customer said. Kept for good.
create table audit_log (
  workspace_id text not null references workspaces,
  id bigint generated always as identity,
  at timestamptz not null,
  -- A person's name, `agent:<id>@<version>`, or `system`.
  actor text not null,
  action text not null check (length(action) between 1 and 100),
  subject_kind text not null,
  subject_id text not null,
  run_id uuid,
  detail jsonb not null,
  seq bigint,
  previous_hash bytea,
  hash bytea,
  primary key (workspace_id, id),
  unique (workspace_id, seq),
  constraint sealed_whole
    check ((seq is null) = (hash is null) and (seq is null or previous_hash is not null))
);
create index audit_by_subject on audit_log (subject_id, workspace_id, id);
create index audit_handoffs on audit_log (at, workspace_id) where action = 'conversation.bot_off';
create index audit_to_seal on audit_log (workspace_id, id) where hash is null;

-- Days to keep each class of data, as the workspace has set them. Null within: for good. Absent: the
-- default of core/operations/retention.ts. Written by an owner. Kept for good.
create table retention_settings (
  workspace_id text primary key references workspaces,
  days jsonb not null default '{}' check (jsonb_typeof(days) = 'object'),
  set_at timestamptz not null,
  set_by text not null
);

-- The newest night of a workspace and how far it has come. Read and moved in the transaction that
-- forgets, under its row lock: the next worker goes on where a dead one stopped. Kept for good.
create table retention_nights (
  workspace_id text primary key references workspaces,
  night date not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- The class under way and its last row looked at. Null: its first.
  class text,
  after_at timestamptz,
  after_id text,
  -- Rows by class.
  removed jsonb not null default '{}'
);

-- A salted hash of something erased, by which a late webhook brings nobody back. The holder of this
-- database who already has a phone can learn that it was erased; nothing else. Kept for good.
create table tombstones (
  workspace_id text not null references workspaces,
  hash bytea not null check (length(hash) = 32),
  -- name: a phone or BSUID. event: an idempotency key. message: the id or wamid of a reply.
  kind text not null check (kind in ('name', 'event', 'message')),
  erased_at timestamptz not null,
  -- What a caller who repeats the event is answered. They name nothing any more.
  event_id uuid,
  conversation_id uuid,
  run_id uuid,
  primary key (workspace_id, hash)
);
create index tombstones_of_names on tombstones (workspace_id, erased_at) where kind = 'name';

-- The numbers of an erased customer's order: which pack, how much, when. No name, no address, no
-- link to a person. Written by the erasure. Kept for good.
create table erased_orders (
  workspace_id text not null references workspaces,
  id uuid not null,
  source text not null,
  status text not null,
  pack text,
  total bigint not null,
  created_at timestamptz not null,
  erased_at timestamptz not null,
  primary key (workspace_id, id)
);

-- ── Trying out ─────────────────────────────────────────────────────────────────────────────────────

-- A conversation that was tried out and saved under a name (requirement A36). body is what the
-- sandbox wrote of itself. Written and deleted by people; at most 20 in a workspace.
create table sandbox_saved_sessions (
  workspace_id text not null references workspaces,
  id uuid not null,
  place integer not null check (place between 1 and 20),
  name text not null check (length(name) between 1 and 80),
  agent_id text not null,
  mode text not null,
  turns integer not null,
  body text not null,
  saved_at timestamptz not null default recado_now(),
  primary key (workspace_id, id),
  unique (workspace_id, name),
  unique (workspace_id, place)
);

-- Empty in production. A test moves the clock of leases and due times by its one row.
create table test_clock (
  only_row boolean default true primary key check (only_row),
  ahead interval not null
);

-- ── The first workspace ─────────────────────────────────────────────────────────────────────────
--
-- The triggers that open a workspace (functions/workspaces.sql) do not exist yet.
insert into workspaces (id, name) values ('default', 'Default');
insert into workspace_agent_config (workspace_id, agent_enabled) values ('default', true);
insert into nlu_settings (workspace_id) values ('default');
-- Its first night is the next one.
insert into retention_nights (workspace_id, night, started_at, ended_at)
  values ('default', (recado_now() at time zone 'America/Bogota' - interval '2 hours')::date,
    recado_now(), recado_now());

-- ── Row security ────────────────────────────────────────────────────────────────────────────────
--
-- A table with the policy own_workspace is a table of ours: secure_tables() forces its row security
-- and gives it the policies and grants of our other roles.
do $$
declare
  of_table text;
begin
  foreach of_table in array array[
    'phone_numbers', 'workspace_agent_config', 'workspace_members', 'api_tokens', 'studio_sessions',
    'contacts', 'contact_aliases', 'conversations',
    'agent_runs', 'agent_events', 'run_steps', 'agent_checkpoints', 'agent_sessions', 'session_state', 'agent_turns',
    'agent_tool_calls', 'timers', 'confirmations',
    'outbox_messages', 'outbox_attempts', 'circuits', 'message_statuses', 'media_items', 'quarantined_items',
    'channel_notices', 'message_templates',
    'orders', 'tasks', 'contact_notes', 'contact_fields', 'contact_field_values', 'scheduled_messages', 'alerts',
    'tool_rates',
    'model_calls', 'token_budgets', 'model_costs', 'conversation_summaries', 'nlu_settings', 'nlu_samples', 'nlu_stops',
    'disambiguation_log',
    'audit_log', 'retention_settings', 'retention_nights', 'tombstones', 'erased_orders',
    'sandbox_saved_sessions']
  loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
    -- Four tables have columns that no tenant may read; those are granted by name below.
    if of_table not in ('workspace_members', 'api_tokens', 'studio_sessions', 'nlu_settings') then
      execute format('grant select on %I to recado_tenant', of_table);
    end if;
  end loop;
end $$;
alter table workspaces enable row level security;
create policy own_workspace on workspaces to recado_tenant using (id = recado_workspace());
grant select on workspaces to recado_tenant;

grant select (workspace_id, keeps_texts, keeps_texts_by, keeps_texts_at) on nlu_settings to recado_tenant;
grant select (workspace_id, user_id, role, name, added_at, changed_by, removed_at)
  on workspace_members to recado_tenant;
grant select (workspace_id, id, name, user_id, role, scopes, created_by, created_at, expires_at, last_used_at,
  revoked_at, revoked_by) on api_tokens to recado_tenant;
grant select (workspace_id, id, token_id, created_at, seen_at, expires_at, ended_at)
  on studio_sessions to recado_tenant;

-- Every role that asks for the time reads a clock that a test has moved.
alter table test_clock enable row level security;
alter table test_clock force row level security;
create policy tenants_read_the_clock on test_clock for select to recado_tenant using (true);
create policy members_read on test_clock for select to recado_member using (true);
grant select on test_clock to recado_tenant, recado_member;
