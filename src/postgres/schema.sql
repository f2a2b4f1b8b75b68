-- What migrations and functions make of an empty database. Written by `npm run schema`, never by hand.
--
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

create table agent_checkpoints (
  workspace_id text not null,
  run_id uuid not null,
  node text not null,
  state jsonb not null,
  created_at timestamp with time zone not null,
  constraint agent_checkpoints_pkey PRIMARY KEY (workspace_id, run_id, node),
  constraint agent_checkpoints_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint agent_checkpoints_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id)
);
alter table agent_checkpoints enable row level security;
alter table agent_checkpoints force row level security;
create policy members_read on agent_checkpoints for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on agent_checkpoints for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on agent_checkpoints for all to recado_runtime using (true) with check (true);
grant select on agent_checkpoints to recado_member;
grant delete, insert, select, update on agent_checkpoints to recado_runtime;
grant select on agent_checkpoints to recado_tenant;

create table agent_events (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  seq bigint not null,
  run_id uuid not null,
  user_id uuid not null,
  source text not null,
  input_type text not null,
  payload jsonb not null,
  source_message_id text,
  idempotency_key text not null,
  status text not null default 'pending'::text,
  attempt_count integer not null default 0,
  occurred_at timestamp with time zone not null,
  available_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  constraint agent_events_pkey PRIMARY KEY (workspace_id, id),
  constraint agent_events_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id) NOT ENFORCED,
  constraint agent_events_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id) NOT ENFORCED,
  constraint agent_events_input_type_check CHECK ((input_type = ANY (ARRAY['message'::text, 'echo'::text, 'operator_command'::text, 'timer'::text, 'scheduled'::text, 'confirmation'::text, 'segment'::text]))),
  constraint agent_events_source_check CHECK ((source = ANY (ARRAY['whatsapp'::text, 'api'::text, 'rehearsal'::text, 'system'::text, 'sandbox'::text]))),
  constraint agent_events_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text])))
) with (fillfactor=90);
alter table agent_events enable row level security;
alter table agent_events force row level security;
CREATE INDEX agent_events_by_run ON agent_events USING btree (run_id, workspace_id, seq);
CREATE INDEX agent_events_newest ON agent_events USING btree (created_at, workspace_id);
CREATE UNIQUE INDEX agent_events_by_conversation ON agent_events USING btree (conversation_id, workspace_id, seq);
CREATE UNIQUE INDEX agent_events_once ON agent_events USING btree (idempotency_key, workspace_id);
create policy members_read on agent_events for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on agent_events for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on agent_events for all to recado_runtime using (true) with check (true);
grant select on agent_events to recado_member;
grant delete, insert, select, update on agent_events to recado_runtime;
grant select on agent_events to recado_tenant;
CREATE TRIGGER audited AFTER INSERT ON agent_events FOR EACH ROW WHEN (((new.source = ANY (ARRAY['api'::text, 'rehearsal'::text])) AND (new.payload ? 'saidBy'::text))) EXECUTE FUNCTION audit_event();
CREATE TRIGGER fed AFTER INSERT ON agent_events FOR EACH ROW WHEN (((new.input_type = 'message'::text) AND (new.source <> 'sandbox'::text))) EXECUTE FUNCTION feed_message();

create table agent_runs (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  event_id uuid not null,
  status text not null default 'queued'::text,
  graph_version text not null default 'v1'::text,
  input_class text,
  agent_id text,
  agent_version text,
  attempts integer not null default 0,
  failures integer not null default 0,
  outcome text,
  merged_into uuid,
  failure_code text,
  failure_reason text,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  discarded_at timestamp with time zone,
  discarded_by text,
  discard_note text,
  due_at timestamp with time zone,
  kept text not null default 'all'::text,
  retried_by text,
  segment integer not null default 0,
  stopped text,
  stopped_by text,
  paused_at timestamp with time zone,
  paused_by text,
  paused_ms bigint not null default 0,
  constraint agent_runs_pkey PRIMARY KEY (workspace_id, id),
  constraint agent_runs_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id) NOT ENFORCED,
  constraint agent_runs_kept_check CHECK ((kept = ANY (ARRAY['all'::text, 'messages'::text, 'nothing'::text]))),
  constraint agent_runs_paused_ms_check CHECK ((paused_ms >= 0)),
  constraint agent_runs_segment_check CHECK (((segment >= 0) AND (segment <= 50))),
  constraint agent_runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting_confirmation'::text, 'completed'::text, 'failed'::text, 'dead_letter'::text]))),
  constraint only_a_dead_letter_is_discarded CHECK ((((discarded_at IS NULL) = (discarded_by IS NULL)) AND ((discarded_at IS NULL) OR (status = 'dead_letter'::text)))),
  constraint pause_says_who CHECK (((paused_at IS NULL) = (paused_by IS NULL))),
  constraint run_that_is_over_says_how CHECK (((status <> 'completed'::text) OR (outcome IS NOT NULL))),
  constraint stopped_says_who CHECK (((stopped_by IS NULL) OR (stopped IS NOT NULL)))
) with (fillfactor=80);
alter table agent_runs enable row level security;
alter table agent_runs force row level security;
CREATE INDEX agent_runs_by_conversation ON agent_runs USING btree (conversation_id, workspace_id, id DESC);
CREATE INDEX agent_runs_by_status ON agent_runs USING btree (status, workspace_id, id DESC) WHERE (status <> 'completed'::text);
CREATE INDEX dead_letters_to_look_at ON agent_runs USING btree (workspace_id, id) WHERE ((status = 'dead_letter'::text) AND (discarded_at IS NULL));
CREATE INDEX runs_that_went_on ON agent_runs USING btree (id DESC, workspace_id) WHERE (segment > 0);
CREATE INDEX runs_to_forget ON agent_runs USING btree (workspace_id, kept, (
CASE
    WHEN (discarded_at IS NULL) THEN ended_at
    ELSE discarded_at
END), id) WHERE ((kept <> 'nothing'::text) AND ((status = 'completed'::text) OR (discarded_at IS NOT NULL)));
CREATE INDEX runs_to_take_up ON agent_runs USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX runs_to_take_up_in ON agent_runs USING btree (conversation_id, workspace_id) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX one_running_run_per_conversation ON agent_runs USING btree (conversation_id, workspace_id) WHERE (status = 'running'::text);
create policy members_read on agent_runs for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on agent_runs for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on agent_runs for all to recado_runtime using (true) with check (true);
grant select on agent_runs to recado_member;
grant delete, insert, select, update on agent_runs to recado_runtime;
grant select on agent_runs to recado_tenant;
CREATE TRIGGER audited AFTER UPDATE OF status, discarded_at ON agent_runs FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) AND ((new.status = 'dead_letter'::text) OR ((old.status = ANY (ARRAY['failed'::text, 'dead_letter'::text])) AND (new.status = 'queued'::text)))) OR ((old.discarded_at IS NULL) AND (new.discarded_at IS NOT NULL)))) EXECUTE FUNCTION audit_run();
CREATE TRIGGER fed AFTER UPDATE OF status ON agent_runs FOR EACH ROW WHEN (((new.status = 'dead_letter'::text) AND (old.status <> 'dead_letter'::text))) EXECUTE FUNCTION feed_run();
CREATE TRIGGER hold_paused BEFORE UPDATE OF status, due_at, paused_at ON agent_runs FOR EACH ROW WHEN ((new.paused_at IS NOT NULL)) EXECUTE FUNCTION hold_paused_run();
CREATE TRIGGER run_transition BEFORE UPDATE OF status ON agent_runs FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION check_run_transition();
CREATE TRIGGER segments_end AFTER UPDATE OF status ON agent_runs FOR EACH ROW WHEN (((new.segment > 0) AND (new.status = ANY (ARRAY['completed'::text, 'queued'::text])) AND (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION end_segments();
CREATE TRIGGER stop_audited AFTER UPDATE OF stopped ON agent_runs FOR EACH ROW WHEN (((old.stopped IS NULL) AND (new.stopped IS NOT NULL))) EXECUTE FUNCTION audit_stop();

create table agent_sessions (
  workspace_id text not null,
  id uuid not null,
  agent_id text not null,
  conversation_id uuid not null,
  contact_id uuid not null,
  version integer not null default 1,
  status text not null default 'active'::text,
  current_mode text not null default 'conversacion'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  session_end jsonb,
  last_activity_at timestamp with time zone,
  memory_read_at timestamp with time zone,
  memory_due_at timestamp with time zone,
  constraint agent_sessions_pkey PRIMARY KEY (workspace_id, id),
  constraint agent_sessions_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id),
  constraint agent_sessions_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id) NOT ENFORCED,
  constraint agent_sessions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'closed'::text, 'handed_off'::text])))
) with (fillfactor=80);
alter table agent_sessions enable row level security;
alter table agent_sessions force row level security;
CREATE INDEX agent_sessions_by_conversation ON agent_sessions USING btree (conversation_id, workspace_id, created_at DESC);
CREATE INDEX agent_sessions_to_close ON agent_sessions USING btree (created_at) WHERE ((status = 'active'::text) AND (created_at IS NOT NULL));
CREATE INDEX agent_sessions_to_read ON agent_sessions USING btree (closed_at) WHERE ((closed_at IS NOT NULL) AND (memory_read_at IS NULL));
CREATE UNIQUE INDEX one_active_session_per_conversation ON agent_sessions USING btree (conversation_id, workspace_id) WHERE (status = 'active'::text);
create policy members_read on agent_sessions for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on agent_sessions for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on agent_sessions for all to recado_runtime using (true) with check (true);
grant select on agent_sessions to recado_member;
grant delete, insert, select, update on agent_sessions to recado_runtime;
grant select on agent_sessions to recado_tenant;
CREATE TRIGGER fed AFTER INSERT ON agent_sessions FOR EACH ROW EXECUTE FUNCTION feed_session();
CREATE TRIGGER fed_when_changed AFTER UPDATE OF status, current_mode ON agent_sessions FOR EACH ROW WHEN (((old.status <> new.status) OR (old.current_mode <> new.current_mode))) EXECUTE FUNCTION feed_session();
CREATE TRIGGER session_ends_with_its_questions AFTER UPDATE OF status ON agent_sessions FOR EACH ROW WHEN (((old.status = 'active'::text) AND (new.status <> 'active'::text))) EXECUTE FUNCTION cancel_for_session();
CREATE TRIGGER session_ends_with_its_timer AFTER UPDATE OF status ON agent_sessions FOR EACH ROW WHEN (((old.status = 'active'::text) AND (new.status <> 'active'::text))) EXECUTE FUNCTION cancel_timer();

create table agent_tool_calls (
  workspace_id text not null,
  run_id uuid not null,
  call_id text not null,
  session_id uuid,
  tool_name text not null,
  risk_level text not null,
  input jsonb,
  output jsonb,
  status text not null,
  error text,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  policy_decision text not null,
  policy_reason text,
  actor_kind text not null default 'agent'::text,
  actor text,
  is_dry_run boolean not null default false,
  snapshots jsonb,
  constraint agent_tool_calls_pkey PRIMARY KEY (workspace_id, run_id, call_id),
  constraint agent_tool_calls_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id),
  constraint agent_tool_calls_workspace_id_session_id_fkey FOREIGN KEY (workspace_id, session_id) REFERENCES agent_sessions(workspace_id, id),
  constraint agent_tool_calls_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['agent'::text, 'operator'::text, 'service'::text]))),
  constraint agent_tool_calls_policy_decision_check CHECK ((policy_decision = ANY (ARRAY['allow'::text, 'confirm'::text, 'deny'::text]))),
  constraint agent_tool_calls_risk_level_check CHECK ((risk_level = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
  constraint agent_tool_calls_status_check CHECK ((status = ANY (ARRAY['started'::text, 'ok'::text, 'error'::text, 'timeout'::text, 'blocked'::text, 'discarded'::text])))
);
alter table agent_tool_calls enable row level security;
alter table agent_tool_calls force row level security;
create policy members_read on agent_tool_calls for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on agent_tool_calls for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on agent_tool_calls for all to recado_runtime using (true) with check (true);
grant select on agent_tool_calls to recado_member;
grant delete, insert, select, update on agent_tool_calls to recado_runtime;
grant select on agent_tool_calls to recado_tenant;
CREATE TRIGGER audited AFTER INSERT OR UPDATE OF status ON agent_tool_calls FOR EACH ROW EXECUTE FUNCTION audit_tool_use();

create table agent_turns (
  workspace_id text not null,
  conversation_id uuid not null,
  turn_number integer not null,
  session_id uuid,
  run_id uuid,
  role text not null,
  content text not null,
  intent_detected text,
  confidence real,
  tools_called jsonb not null default '[]'::jsonb,
  tokens_used integer not null default 0,
  created_at timestamp with time zone not null default now(),
  message_id uuid,
  is_unsaid boolean not null default false,
  words tsvector,
  constraint agent_turns_pkey PRIMARY KEY (workspace_id, conversation_id, turn_number),
  constraint agent_turns_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id) NOT ENFORCED,
  constraint agent_turns_workspace_id_session_id_fkey FOREIGN KEY (workspace_id, session_id) REFERENCES agent_sessions(workspace_id, id) NOT ENFORCED,
  constraint agent_turns_role_check CHECK ((role = ANY (ARRAY['user'::text, 'assistant'::text, 'system'::text]))),
  constraint forgotten_lines_have_no_words CHECK (((content <> ''::text) OR (words IS NULL))) NOT VALID
);
alter table agent_turns enable row level security;
alter table agent_turns force row level security;
CREATE INDEX agent_turns_words ON agent_turns USING gin (to_tsvector('simple'::regconfig, folded(content))) WHERE (role <> 'system'::text);
CREATE INDEX switch_notes_to_forget ON agent_turns USING btree (workspace_id, created_at) WHERE ((role = 'system'::text) AND (run_id IS NULL) AND (content ~~ '%: %'::text));
CREATE INDEX switches_of_a_conversation ON agent_turns USING btree (conversation_id, workspace_id, created_at) WHERE ((role = 'system'::text) AND (run_id IS NULL));
create policy members_read on agent_turns for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on agent_turns for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on agent_turns for all to recado_runtime using (true) with check (true);
grant select on agent_turns to recado_member;
grant delete, insert, select, update on agent_turns to recado_runtime;
grant select on agent_turns to recado_tenant;

create table alerts (
  workspace_id text not null,
  id uuid not null,
  kind text not null,
  subject text not null,
  severity text not null,
  detail jsonb not null,
  count integer not null default 1,
  raised_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  resolved_by text,
  note text,
  tell_at timestamp with time zone,
  tell_attempt integer not null default 0,
  tell_failures integer not null default 0,
  tell_failure text,
  told_at timestamp with time zone,
  constraint alerts_pkey PRIMARY KEY (workspace_id, id),
  constraint alerts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint alerts_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 64))),
  constraint alerts_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'critical'::text]))),
  constraint alerts_subject_check CHECK ((length(subject) <= 512))
);
alter table alerts enable row level security;
alter table alerts force row level security;
CREATE INDEX alerts_newest ON alerts USING btree (workspace_id, id DESC);
CREATE INDEX alerts_to_forget ON alerts USING btree (resolved_at, workspace_id) WHERE (resolved_at IS NOT NULL);
CREATE INDEX alerts_to_tell ON alerts USING btree (tell_at) WHERE (tell_at IS NOT NULL);
CREATE UNIQUE INDEX one_open_alert ON alerts USING btree (workspace_id, kind, subject) WHERE (resolved_at IS NULL);
create policy members_read on alerts for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on alerts for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on alerts for all to recado_runtime using (true) with check (true);
grant select on alerts to recado_member;
grant delete, insert, select, update on alerts to recado_runtime;
grant select on alerts to recado_tenant;
CREATE TRIGGER audited AFTER UPDATE OF resolved_at ON alerts FOR EACH ROW WHEN (((old.resolved_at IS NULL) AND (new.resolved_at IS NOT NULL))) EXECUTE FUNCTION audit_alert();

create table api_tokens (
  workspace_id text not null,
  id uuid not null,
  token_hash bytea not null,
  name text not null,
  user_id text,
  role text,
  scopes text[],
  created_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by text,
  link_hash bytea,
  link_expires_at timestamp with time zone,
  link_used_at timestamp with time zone,
  constraint api_tokens_pkey PRIMARY KEY (workspace_id, id),
  constraint api_tokens_token_hash_key UNIQUE (token_hash),
  constraint api_tokens_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint api_tokens_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES workspace_members(workspace_id, user_id),
  constraint api_tokens_link_hash_check CHECK ((length(link_hash) = 32)),
  constraint api_tokens_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 200)) AND (name <> 'api'::text))),
  constraint api_tokens_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'operator'::text, 'viewer'::text, 'service'::text]))),
  constraint api_tokens_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint link_is_of_a_member CHECK (((link_hash IS NULL) OR (user_id IS NOT NULL))),
  constraint link_is_whole CHECK (((link_hash IS NULL) = (link_expires_at IS NULL))),
  constraint link_used_exists CHECK (((link_used_at IS NULL) OR (link_hash IS NOT NULL))),
  constraint revoked_by_somebody CHECK (((revoked_at IS NULL) = (revoked_by IS NULL))),
  constraint role_is_its_own_or_its_persons CHECK (((role IS NULL) <> (user_id IS NULL)))
);
alter table api_tokens enable row level security;
alter table api_tokens force row level security;
CREATE UNIQUE INDEX api_tokens_link ON api_tokens USING btree (link_hash) WHERE (link_hash IS NOT NULL);
create policy own_workspace on api_tokens for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on api_tokens for all to recado_runtime using (true) with check (true);
grant insert, select, update on api_tokens to recado_runtime;
CREATE TRIGGER audited AFTER UPDATE OF revoked_at ON api_tokens FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION audit_token();
CREATE TRIGGER audited_from_the_start AFTER INSERT ON api_tokens FOR EACH ROW EXECUTE FUNCTION audit_token();

create table artifacts (
  workspace_id text not null,
  id text not null,
  conversation_id uuid not null,
  run_id uuid not null,
  type text not null,
  record jsonb not null,
  created_at timestamp with time zone not null,
  constraint artifacts_pkey PRIMARY KEY (workspace_id, id),
  constraint artifacts_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint artifacts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint artifacts_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id)
);
alter table artifacts enable row level security;
alter table artifacts force row level security;
CREATE INDEX artifacts_by_conversation ON artifacts USING btree (conversation_id, workspace_id, created_at DESC);
CREATE INDEX artifacts_by_run ON artifacts USING btree (run_id, workspace_id);
CREATE INDEX artifacts_by_time ON artifacts USING btree (workspace_id, created_at, id);
create policy members_read on artifacts for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on artifacts for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on artifacts for all to recado_runtime using (true) with check (true);
grant select on artifacts to recado_member;
grant delete, insert, select, update on artifacts to recado_runtime;
grant select on artifacts to recado_tenant;
CREATE TRIGGER artifact_is_written_once BEFORE UPDATE ON artifacts FOR EACH ROW EXECUTE FUNCTION refuse_rewrite();

create table audit_log (
  workspace_id text not null,
  id bigint not null,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  run_id uuid,
  detail jsonb not null,
  seq bigint,
  previous_hash bytea,
  hash bytea,
  constraint audit_log_pkey PRIMARY KEY (workspace_id, id),
  constraint audit_log_workspace_id_seq_key UNIQUE (workspace_id, seq),
  constraint audit_log_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint audit_log_action_check CHECK (((length(action) >= 1) AND (length(action) <= 100))),
  constraint sealed_whole CHECK ((((seq IS NULL) = (hash IS NULL)) AND ((seq IS NULL) OR (previous_hash IS NOT NULL))))
);
alter table audit_log enable row level security;
alter table audit_log force row level security;
CREATE INDEX audit_by_subject ON audit_log USING btree (subject_id, workspace_id, id);
CREATE INDEX audit_handoffs ON audit_log USING btree (at, workspace_id) WHERE (action = 'conversation.bot_off'::text);
CREATE INDEX audit_to_seal ON audit_log USING btree (workspace_id, id) WHERE (hash IS NULL);
create policy members_read on audit_log for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on audit_log for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on audit_log for all to recado_runtime using (true) with check (true);
grant select on audit_log to recado_member;
grant select on audit_log to recado_runtime;
grant select on audit_log to recado_tenant;
CREATE TRIGGER audit_is_never_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_is_only_added_to BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

create table canned_replies (
  workspace_id text not null,
  id uuid not null,
  shortcut text not null,
  body text not null,
  changed_at timestamp with time zone not null default recado_now(),
  changed_by text not null,
  constraint canned_replies_pkey PRIMARY KEY (workspace_id, id),
  constraint canned_replies_workspace_id_shortcut_key UNIQUE (workspace_id, shortcut),
  constraint canned_replies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint canned_replies_body_check CHECK (((length(body) >= 1) AND (length(body) <= 4096))),
  constraint canned_replies_shortcut_check CHECK (((shortcut ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(shortcut) <= 40)))
);
alter table canned_replies enable row level security;
alter table canned_replies force row level security;
create policy members_read on canned_replies for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on canned_replies for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on canned_replies for all to recado_runtime using (true) with check (true);
grant select on canned_replies to recado_member;
grant delete, insert, select, update on canned_replies to recado_runtime;
grant select on canned_replies to recado_tenant;

create table channel_notices (
  workspace_id text not null,
  id uuid not null default gen_random_uuid(),
  field text not null,
  phone_number_id text,
  waba_id text,
  raw jsonb not null,
  received_at timestamp with time zone not null default now(),
  content_key text,
  constraint channel_notices_pkey PRIMARY KEY (workspace_id, id),
  constraint channel_notices_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
alter table channel_notices enable row level security;
alter table channel_notices force row level security;
CREATE INDEX channel_notices_to_forget ON channel_notices USING btree (received_at, workspace_id);
CREATE UNIQUE INDEX channel_notices_once ON channel_notices USING btree (content_key, workspace_id);
create policy members_read on channel_notices for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on channel_notices for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on channel_notices for all to recado_runtime using (true) with check (true);
grant select on channel_notices to recado_member;
grant delete, insert, select, update on channel_notices to recado_runtime;
grant select on channel_notices to recado_tenant;

create table circuits (
  workspace_id text not null,
  scope text not null,
  key text not null,
  kind text not null,
  code integer,
  detail text,
  opened_at timestamp with time zone not null,
  retry_at timestamp with time zone not null,
  probe_every_ms integer not null,
  refusals integer not null default 1,
  opened_by text not null default 'answer'::text,
  constraint circuits_pkey PRIMARY KEY (workspace_id, scope, key),
  constraint circuits_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint circuits_key_check CHECK (((length(key) >= 1) AND (length(key) <= 64))),
  constraint circuits_opened_by_check CHECK ((opened_by = ANY (ARRAY['answer'::text, 'report'::text]))),
  constraint circuits_scope_check CHECK ((scope = ANY (ARRAY['credential'::text, 'number'::text, 'proactive'::text])))
);
alter table circuits enable row level security;
alter table circuits force row level security;
create policy members_read on circuits for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on circuits for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on circuits for all to recado_runtime using (true) with check (true);
grant select on circuits to recado_member;
grant delete, insert, select, update on circuits to recado_runtime;
grant select on circuits to recado_tenant;

create table confirmations (
  workspace_id text not null,
  id uuid not null,
  run_id uuid not null,
  conversation_id uuid not null,
  contact_id uuid not null,
  session_id uuid,
  call_id text not null,
  tool text not null,
  risk text not null,
  input jsonb not null,
  arguments_hash text not null,
  agent_id text not null,
  agent_version text not null,
  rule text not null,
  reason text not null,
  audience text not null,
  question text not null,
  status text not null default 'pending'::text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_by text,
  decided_at timestamp with time zone,
  note text,
  answered_by_event uuid,
  asked_by text,
  segment integer not null default 0,
  constraint confirmations_pkey PRIMARY KEY (workspace_id, id),
  constraint confirmations_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint confirmations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint confirmations_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id),
  constraint confirmations_audience_check CHECK ((audience = ANY (ARRAY['customer'::text, 'operator'::text]))),
  constraint confirmations_risk_check CHECK ((risk = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
  constraint confirmations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'expired'::text, 'cancelled'::text]))),
  constraint decided_says_when_and_by_whom CHECK ((((status = 'pending'::text) = (decided_at IS NULL)) AND ((status = ANY (ARRAY['pending'::text, 'expired'::text])) OR (decided_by IS NOT NULL)))),
  constraint expires_after_it_was_asked CHECK ((expires_at > created_at))
);
alter table confirmations enable row level security;
alter table confirmations force row level security;
CREATE INDEX confirmations_by_status ON confirmations USING btree (status, workspace_id, id DESC);
CREATE INDEX confirmations_of_run ON confirmations USING btree (run_id, workspace_id, id DESC);
CREATE INDEX open_questions ON confirmations USING btree (conversation_id, workspace_id) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX one_open_question_per_run ON confirmations USING btree (run_id, workspace_id) WHERE (status = 'pending'::text);
create policy members_read on confirmations for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on confirmations for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on confirmations for all to recado_runtime using (true) with check (true);
grant select on confirmations to recado_member;
grant delete, insert, select, update on confirmations to recado_runtime;
grant select on confirmations to recado_tenant;
CREATE TRIGGER audited AFTER INSERT ON confirmations FOR EACH ROW EXECUTE FUNCTION audit_confirmation();
CREATE TRIGGER confirmation_is_decided_once BEFORE UPDATE ON confirmations FOR EACH ROW EXECUTE FUNCTION check_confirmation();
CREATE TRIGGER decision_audited AFTER UPDATE OF status ON confirmations FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION audit_confirmation();
CREATE TRIGGER fed AFTER INSERT ON confirmations FOR EACH ROW WHEN ((new.status = 'pending'::text)) EXECUTE FUNCTION feed_confirmation();
CREATE TRIGGER run_heeds_decision AFTER UPDATE OF status ON confirmations FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION heed_decision();

create table contact_aliases (
  workspace_id text not null,
  kind text not null,
  value text not null,
  contact_id uuid not null,
  created_at timestamp with time zone not null default now(),
  heard_at timestamp with time zone not null default now(),
  erased_at timestamp with time zone,
  constraint contact_aliases_pkey PRIMARY KEY (workspace_id, kind, value),
  constraint contact_aliases_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id),
  constraint contact_aliases_kind_check CHECK ((kind = ANY (ARRAY['bsuid'::text, 'phone'::text])))
);
alter table contact_aliases enable row level security;
alter table contact_aliases force row level security;
CREATE INDEX contact_aliases_by_contact ON contact_aliases USING btree (contact_id, workspace_id, kind, created_at DESC);
CREATE INDEX contact_aliases_by_digits ON contact_aliases USING gin (word_parts(workspace_id, value)) WITH (gin_pending_list_limit='256', fastupdate=off) WHERE (kind = 'phone'::text);
CREATE INDEX contact_aliases_by_last_digits ON contact_aliases USING btree ("right"(value, 10), workspace_id) WHERE (kind = 'phone'::text);
create policy members_read on contact_aliases for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on contact_aliases for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on contact_aliases for all to recado_runtime using (true) with check (true);
grant select on contact_aliases to recado_member;
grant delete, insert, select, update on contact_aliases to recado_runtime;
grant select on contact_aliases to recado_tenant;
CREATE TRIGGER refuse_merged_contact AFTER INSERT OR UPDATE OF contact_id ON contact_aliases FOR EACH ROW EXECUTE FUNCTION refuse_merged_contact();

create table contact_facts (
  workspace_id text not null,
  id uuid not null default gen_random_uuid(),
  seq bigint not null,
  contact_id uuid not null,
  source_event_id uuid not null,
  subject text not null,
  key text not null,
  value text not null,
  value_norm text not null,
  quote text not null,
  said_at timestamp with time zone not null,
  kind text not null,
  confidence integer not null,
  sensitivity text not null,
  valid_from timestamp with time zone not null,
  valid_to timestamp with time zone,
  ended text,
  supersedes uuid,
  consent_event_id uuid,
  words tsvector default stems_of(((((((replace(key, '_'::text, ' '::text) || ' '::text) ||
CASE
    WHEN (subject = 'self'::text) THEN ''::text
    ELSE subject
END) || ' '::text) || value) || ' '::text) || quote)),
  constraint contact_facts_pkey PRIMARY KEY (workspace_id, id),
  constraint contact_facts_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id) ON DELETE CASCADE,
  constraint contact_facts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint contact_facts_confidence_check CHECK (((confidence >= 0) AND (confidence <= 100))),
  constraint contact_facts_ended_check CHECK ((ended = ANY (ARRAY['superseded'::text, 'forgotten'::text]))),
  constraint contact_facts_key_check CHECK (((length(key) >= 1) AND (length(key) <= 64))),
  constraint contact_facts_kind_check CHECK ((kind = ANY (ARRAY['stated'::text, 'captured'::text, 'requested'::text, 'confirmed'::text]))),
  constraint contact_facts_quote_check CHECK ((length(quote) <= 300)),
  constraint contact_facts_sensitivity_check CHECK ((sensitivity = ANY (ARRAY['plain'::text, 'health'::text, 'identity'::text, 'payment'::text]))),
  constraint contact_facts_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 40))),
  constraint contact_facts_value_check CHECK ((length(value) <= 200)),
  constraint ended_facts_say_how CHECK (((valid_to IS NULL) = (ended IS NULL))),
  constraint forgotten_facts_say_nothing CHECK (((ended IS DISTINCT FROM 'forgotten'::text) OR ((value = ''::text) AND (quote = ''::text) AND (value_norm = ''::text)))),
  constraint known_facts_have_words CHECK (((NOT (ended IS DISTINCT FROM 'forgotten'::text)) OR ((value <> ''::text) AND (quote <> ''::text)))),
  constraint sensitive_facts_have_consent CHECK (((sensitivity = 'plain'::text) OR (consent_event_id IS NOT NULL)))
);
alter table contact_facts enable row level security;
alter table contact_facts force row level security;
CREATE INDEX facts_by_time ON contact_facts USING btree (said_at, workspace_id);
CREATE INDEX facts_forgotten ON contact_facts USING btree (contact_id, workspace_id) WHERE (ended = 'forgotten'::text);
CREATE INDEX facts_of_contact ON contact_facts USING btree (contact_id, workspace_id, seq DESC);
CREATE INDEX facts_of_profile ON contact_facts USING btree (contact_id, workspace_id, seq DESC) WHERE ((valid_to IS NULL) AND (subject = 'self'::text) AND (key = ANY (ARRAY['display_name'::text, 'tone_preference'::text, 'language_preference'::text, 'timezone'::text, 'goals'::text, 'constraints'::text])));
create policy members_read on contact_facts for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on contact_facts for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on contact_facts for all to recado_runtime using (true) with check (true);
grant select on contact_facts to recado_member;
grant delete, insert, select, update on contact_facts to recado_runtime;
grant select on contact_facts to recado_tenant;
CREATE TRIGGER facts_are_only_ended BEFORE UPDATE ON contact_facts FOR EACH ROW EXECUTE FUNCTION guard_fact();

create table contact_field_values (
  workspace_id text not null,
  contact_id uuid not null,
  field text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null,
  updated_by text not null,
  constraint contact_field_values_pkey PRIMARY KEY (workspace_id, contact_id, field),
  constraint contact_field_values_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id),
  constraint contact_field_values_workspace_id_field_fkey FOREIGN KEY (workspace_id, field) REFERENCES contact_fields(workspace_id, name)
);
alter table contact_field_values enable row level security;
alter table contact_field_values force row level security;
CREATE INDEX contact_field_values_by_contact ON contact_field_values USING btree (contact_id, workspace_id);
create policy members_read on contact_field_values for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on contact_field_values for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on contact_field_values for all to recado_runtime using (true) with check (true);
grant select on contact_field_values to recado_member;
grant delete, insert, select, update on contact_field_values to recado_runtime;
grant select on contact_field_values to recado_tenant;

create table contact_fields (
  workspace_id text not null,
  name text not null,
  type text not null,
  choices text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  created_by text not null,
  constraint contact_fields_pkey PRIMARY KEY (workspace_id, name),
  constraint contact_fields_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint choice_has_choices CHECK (((type = 'choice'::text) = (cardinality(choices) > 0))),
  constraint contact_fields_name_check CHECK ((name ~ '^[a-z][a-z0-9_]{0,49}$'::text)),
  constraint contact_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'boolean'::text, 'choice'::text])))
);
alter table contact_fields enable row level security;
alter table contact_fields force row level security;
create policy members_read on contact_fields for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on contact_fields for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on contact_fields for all to recado_runtime using (true) with check (true);
grant select on contact_fields to recado_member;
grant delete, insert, select, update on contact_fields to recado_runtime;
grant select on contact_fields to recado_tenant;

create table contact_notes (
  workspace_id text not null,
  id uuid not null,
  contact_id uuid not null,
  conversation_id uuid not null,
  run_id uuid,
  author text not null,
  body text not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  idempotency_key text,
  constraint contact_notes_pkey PRIMARY KEY (workspace_id, id),
  constraint contact_notes_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id),
  constraint contact_notes_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint contact_notes_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id),
  constraint contact_notes_body_check CHECK (((length(body) >= 1) AND (length(body) <= 4000)))
);
alter table contact_notes enable row level security;
alter table contact_notes force row level security;
CREATE INDEX contact_notes_by_contact ON contact_notes USING btree (contact_id, workspace_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX contact_notes_by_conversation ON contact_notes USING btree (conversation_id, workspace_id, id DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX contact_notes_once ON contact_notes USING btree (idempotency_key, workspace_id) WHERE (idempotency_key IS NOT NULL);
create policy members_read on contact_notes for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on contact_notes for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on contact_notes for all to recado_runtime using (true) with check (true);
grant select on contact_notes to recado_member;
grant delete, insert, select, update on contact_notes to recado_runtime;
grant select on contact_notes to recado_tenant;

create table contacts (
  workspace_id text not null,
  id uuid not null,
  name text,
  tags text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  unreachable_at timestamp with time zone,
  marketing_stopped_at timestamp with time zone,
  marketing_said_at timestamp with time zone,
  identity_changed_at timestamp with time zone,
  merged_into uuid,
  profile jsonb not null default '{}'::jsonb,
  deleted_at timestamp with time zone,
  stopped_by_event_id uuid,
  resumed_by_event_id uuid,
  memory_forgotten_at timestamp with time zone,
  memory_asked jsonb not null default '[]'::jsonb,
  constraint contacts_pkey PRIMARY KEY (workspace_id, id),
  constraint contacts_merged_into_fkey FOREIGN KEY (workspace_id, merged_into) REFERENCES contacts(workspace_id, id),
  constraint contacts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
alter table contacts enable row level security;
alter table contacts force row level security;
CREATE INDEX contacts_by_words ON contacts USING gin (word_parts(workspace_id, ((COALESCE(name, ''::text) || ' '::text) || COALESCE((profile ->> 'name'::text), ''::text)))) WITH (gin_pending_list_limit='256');
CREATE INDEX contacts_merged ON contacts USING btree (workspace_id, merged_into) WHERE (merged_into IS NOT NULL);
create policy members_read on contacts for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on contacts for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on contacts for all to recado_runtime using (true) with check (true);
grant select on contacts to recado_member;
grant delete, insert, select, update on contacts to recado_runtime;
grant select on contacts to recado_tenant;
CREATE TRIGGER audited AFTER UPDATE OF marketing_stopped_at ON contacts FOR EACH ROW WHEN (((old.marketing_stopped_at IS NULL) <> (new.marketing_stopped_at IS NULL))) EXECUTE FUNCTION audit_consent();
CREATE TRIGGER audited_from_the_start AFTER INSERT ON contacts FOR EACH ROW WHEN ((new.marketing_stopped_at IS NOT NULL)) EXECUTE FUNCTION audit_consent();
CREATE TRIGGER opt_out_stops_agent AFTER UPDATE OF marketing_stopped_at ON contacts FOR EACH ROW WHEN (((old.marketing_stopped_at IS NULL) AND (new.marketing_stopped_at IS NOT NULL))) EXECUTE FUNCTION stop_for_opt_out();
CREATE TRIGGER opts_in BEFORE UPDATE OF marketing_stopped_at ON contacts FOR EACH ROW WHEN (((new.marketing_stopped_at IS NULL) AND (new.stopped_by_event_id IS NOT NULL))) EXECUTE FUNCTION forget_opt_out();
CREATE TRIGGER opts_out AFTER UPDATE OF marketing_stopped_at ON contacts FOR EACH ROW WHEN (((old.marketing_stopped_at IS NULL) AND (new.marketing_stopped_at IS NOT NULL))) EXECUTE FUNCTION contact_opts_out();

create table conversation_desks (
  workspace_id text not null,
  conversation_id uuid not null,
  seen_seq bigint,
  snoozed_seq bigint,
  resolved_seq bigint,
  snoozed_until timestamp with time zone,
  writing_by text,
  writing_at timestamp with time zone,
  changed_at timestamp with time zone not null default recado_now(),
  constraint conversation_desks_pkey PRIMARY KEY (workspace_id, conversation_id),
  constraint conversation_desks_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint conversation_desks_check CHECK (((snoozed_seq IS NULL) = (snoozed_until IS NULL)))
);
alter table conversation_desks enable row level security;
alter table conversation_desks force row level security;
CREATE INDEX desks_by_conversation ON conversation_desks USING btree (conversation_id, workspace_id);
CREATE INDEX desks_newest ON conversation_desks USING btree (changed_at, workspace_id);
create policy members_read on conversation_desks for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on conversation_desks for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on conversation_desks for all to recado_runtime using (true) with check (true);
grant select on conversation_desks to recado_member;
grant delete, insert, select, update on conversation_desks to recado_runtime;
grant select on conversation_desks to recado_tenant;

create table conversation_summaries (
  workspace_id text not null,
  conversation_id uuid not null,
  through_turn integer not null default 0,
  text text,
  model text,
  prompt_version text,
  updated_at timestamp with time zone,
  claim uuid,
  claimed_until timestamp with time zone,
  constraint conversation_summaries_pkey PRIMARY KEY (workspace_id, conversation_id),
  constraint conversation_summaries_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id)
);
alter table conversation_summaries enable row level security;
alter table conversation_summaries force row level security;
create policy members_read on conversation_summaries for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on conversation_summaries for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on conversation_summaries for all to recado_runtime using (true) with check (true);
grant select on conversation_summaries to recado_member;
grant delete, insert, select, update on conversation_summaries to recado_runtime;
grant select on conversation_summaries to recado_tenant;

create table conversations (
  workspace_id text not null,
  id uuid not null,
  phone_number_id text not null,
  contact_id uuid not null,
  bot_enabled boolean not null default true,
  last_customer_message_at timestamp with time zone,
  version bigint not null default 0,
  turn_count integer not null default 0,
  run_at timestamp with time zone,
  leased_by uuid,
  fence bigint not null default 0,
  last_seq bigint not null default 0,
  pending integer not null default 0,
  active_run_id uuid,
  queued_run_id uuid,
  send_at timestamp with time zone,
  sender uuid,
  last_outbox_seq bigint not null default 0,
  unsent integer not null default 0,
  cancelled_through bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  pair_tat timestamp with time zone,
  last_speech_seq bigint not null default 0,
  free_entry_asked_at timestamp with time zone,
  switched_by text,
  assignee text,
  closed_at timestamp with time zone,
  closed_by text,
  opted_out_seq bigint not null default 0,
  own_speech_seq bigint not null default 0,
  constraint conversations_pkey PRIMARY KEY (workspace_id, id),
  constraint conversations_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id),
  constraint conversations_workspace_id_phone_number_id_fkey FOREIGN KEY (workspace_id, phone_number_id) REFERENCES phone_numbers(workspace_id, id),
  constraint conversation_is_idle_or_has_a_run CHECK (((run_at IS NULL) = ((active_run_id IS NULL) AND (queued_run_id IS NULL)))),
  constraint conversation_is_idle_or_has_events CHECK (((run_at IS NULL) = (pending = 0))),
  constraint conversation_lease_has_a_time CHECK (((leased_by IS NULL) OR (run_at IS NOT NULL))),
  constraint conversation_sender_has_a_time CHECK (((sender IS NULL) OR (send_at IS NOT NULL))),
  constraint conversation_sends_or_is_done CHECK (((send_at IS NULL) = (unsent = 0))),
  constraint conversations_assignee_check CHECK (((length(assignee) >= 1) AND (length(assignee) <= 200))),
  constraint conversations_pending_check CHECK ((pending >= 0)),
  constraint conversations_unsent_check CHECK ((unsent >= 0))
) with (fillfactor=80);
alter table conversations enable row level security;
alter table conversations force row level security;
CREATE INDEX conversations_by_assignee ON conversations USING btree (assignee, workspace_id) WHERE (assignee IS NOT NULL);
CREATE INDEX conversations_leased ON conversations USING btree (leased_by) WHERE (leased_by IS NOT NULL);
CREATE INDEX conversations_newest ON conversations USING btree (workspace_id, (
CASE
    WHEN (last_customer_message_at IS NULL) THEN created_at
    ELSE last_customer_message_at
END) DESC, id DESC) WHERE ((run_at IS NULL) AND (leased_by IS NULL) AND (send_at IS NULL) AND (sender IS NULL));
CREATE INDEX conversations_of_people ON conversations USING btree (workspace_id, id) WHERE (NOT bot_enabled);
CREATE INDEX conversations_sending ON conversations USING btree (sender) WHERE (sender IS NOT NULL);
CREATE INDEX conversations_to_run ON conversations USING btree (run_at) WHERE (run_at IS NOT NULL);
CREATE INDEX conversations_to_send ON conversations USING btree (send_at) WHERE (send_at IS NOT NULL);
CREATE UNIQUE INDEX one_conversation_per_contact_and_number ON conversations USING btree (contact_id, workspace_id, phone_number_id);
create policy members_read on conversations for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on conversations for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on conversations for all to recado_runtime using (true) with check (true);
grant select on conversations to recado_member;
grant delete, insert, select, update on conversations to recado_runtime;
grant select on conversations to recado_tenant;
CREATE TRIGGER audited AFTER UPDATE OF bot_enabled ON conversations FOR EACH ROW WHEN ((old.bot_enabled IS DISTINCT FROM new.bot_enabled)) EXECUTE FUNCTION audit_switch();
CREATE TRIGGER audited_from_the_start AFTER INSERT ON conversations FOR EACH ROW WHEN ((NOT new.bot_enabled)) EXECUTE FUNCTION audit_switch();
CREATE TRIGGER bot_off_stops_agent AFTER UPDATE OF bot_enabled ON conversations FOR EACH ROW WHEN ((old.bot_enabled AND (NOT new.bot_enabled))) EXECUTE FUNCTION stop_for_bot_off();
CREATE TRIGGER refuse_merged_contact AFTER INSERT OR UPDATE OF contact_id ON conversations FOR EACH ROW EXECUTE FUNCTION refuse_merged_contact();

create table desk_papers (
  workspace_id text not null,
  id uuid not null,
  kind text not null,
  title text not null,
  text text not null,
  idempotency_key text not null,
  written_by text not null,
  written_at timestamp with time zone not null default recado_now(),
  constraint desk_papers_pkey PRIMARY KEY (workspace_id, id),
  constraint desk_papers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint desk_papers_kind_check CHECK ((kind = ANY (ARRAY['report'::text, 'note'::text]))),
  constraint desk_papers_text_check CHECK (((length(text) >= 1) AND (length(text) <= 20000))),
  constraint desk_papers_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);
alter table desk_papers enable row level security;
alter table desk_papers force row level security;
CREATE INDEX papers_by_age ON desk_papers USING btree (workspace_id, kind, written_at DESC);
CREATE UNIQUE INDEX one_paper_a_call ON desk_papers USING btree (workspace_id, idempotency_key);
create policy members_read on desk_papers for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on desk_papers for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on desk_papers for all to recado_runtime using (true) with check (true);
grant select on desk_papers to recado_member;
grant delete, insert, select, update on desk_papers to recado_runtime;
grant select on desk_papers to recado_tenant;
CREATE TRIGGER audited_from_the_start AFTER INSERT ON desk_papers FOR EACH ROW EXECUTE FUNCTION audit_paper();

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
  created_at timestamp with time zone not null,
  constraint disambiguation_log_pkey PRIMARY KEY (workspace_id, id),
  constraint disambiguation_log_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint disambiguation_log_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id),
  constraint disambiguation_log_workspace_id_session_id_fkey FOREIGN KEY (workspace_id, session_id) REFERENCES agent_sessions(workspace_id, id)
);
alter table disambiguation_log enable row level security;
alter table disambiguation_log force row level security;
CREATE INDEX disambiguation_log_by_run ON disambiguation_log USING btree (run_id, workspace_id);
create policy members_read on disambiguation_log for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on disambiguation_log for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on disambiguation_log for all to recado_runtime using (true) with check (true);
grant select on disambiguation_log to recado_member;
grant delete, insert, select, update on disambiguation_log to recado_runtime;
grant select on disambiguation_log to recado_tenant;

create table dismissed_questions (
  workspace_id text not null,
  id uuid not null,
  text text not null,
  dismissed_at timestamp with time zone not null default recado_now(),
  dismissed_by text not null,
  constraint dismissed_questions_pkey PRIMARY KEY (workspace_id, id),
  constraint dismissed_questions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint dismissed_questions_text_check CHECK (((length(text) >= 1) AND (length(text) <= 1000)))
);
alter table dismissed_questions enable row level security;
alter table dismissed_questions force row level security;
create policy members_read on dismissed_questions for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on dismissed_questions for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on dismissed_questions for all to recado_runtime using (true) with check (true);
grant select on dismissed_questions to recado_member;
grant delete, insert, select, update on dismissed_questions to recado_runtime;
grant select on dismissed_questions to recado_tenant;

create table document_chunks (
  workspace_id text not null,
  document_id uuid not null,
  place integer not null,
  conversation_id uuid,
  reference jsonb not null,
  text text not null,
  constraint document_chunks_pkey PRIMARY KEY (workspace_id, document_id, place),
  constraint document_chunks_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint document_chunks_workspace_id_document_id_fkey FOREIGN KEY (workspace_id, document_id) REFERENCES documents(workspace_id, id) ON DELETE CASCADE,
  constraint document_chunks_place_check CHECK ((place >= 0))
);
alter table document_chunks enable row level security;
alter table document_chunks force row level security;
CREATE INDEX document_chunks_by_conversation ON document_chunks USING btree (conversation_id, workspace_id);
create policy members_read on document_chunks for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on document_chunks for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on document_chunks for all to recado_runtime using (true) with check (true);
grant select on document_chunks to recado_member;
grant delete, insert, select, update on document_chunks to recado_runtime;
grant select on document_chunks to recado_tenant;

create table documents (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid,
  file_name text,
  media_type text,
  sha256 text not null,
  status text not null default 'waiting'::text,
  fault text,
  title text,
  pages integer,
  pages_without_text integer[] not null default '{}'::integer[],
  tables jsonb not null default '[]'::jsonb,
  attempts integer not null default 0,
  read_at timestamp with time zone,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  bytes bytea,
  uploaded_by text,
  constraint documents_pkey PRIMARY KEY (workspace_id, id),
  constraint documents_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint documents_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint document_has_a_fault CHECK (((fault IS NOT NULL) = (status = 'unreadable'::text))),
  constraint document_of_the_shop_has_an_author CHECK (((conversation_id IS NOT NULL) OR (uploaded_by IS NOT NULL))),
  constraint document_waits_or_is_settled CHECK (((read_at IS NULL) = (status <> 'waiting'::text))),
  constraint documents_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'read'::text, 'unreadable'::text, 'erased'::text])))
);
alter table documents enable row level security;
alter table documents force row level security;
CREATE INDEX documents_by_conversation ON documents USING btree (conversation_id, workspace_id, id DESC);
CREATE INDEX documents_by_workspace ON documents USING btree (workspace_id, id DESC);
CREATE INDEX documents_to_erase ON documents USING btree (workspace_id, settled_at) WHERE (status = ANY (ARRAY['read'::text, 'unreadable'::text]));
CREATE INDEX documents_to_read ON documents USING btree (read_at) WHERE (read_at IS NOT NULL);
create policy members_read on documents for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on documents for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on documents for all to recado_runtime using (true) with check (true);
grant select on documents to recado_member;
grant delete, insert, select, update on documents to recado_runtime;
grant select on documents to recado_tenant;

create table erased_orders (
  workspace_id text not null,
  id uuid not null,
  source text not null,
  status text not null,
  pack text,
  total bigint not null,
  created_at timestamp with time zone not null,
  erased_at timestamp with time zone not null,
  constraint erased_orders_pkey PRIMARY KEY (workspace_id, id),
  constraint erased_orders_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
alter table erased_orders enable row level security;
alter table erased_orders force row level security;
create policy members_read on erased_orders for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on erased_orders for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on erased_orders for all to recado_runtime using (true) with check (true);
grant select on erased_orders to recado_member;
grant delete, insert, select, update on erased_orders to recado_runtime;
grant select on erased_orders to recado_tenant;

create table evaluation_runs (
  workspace_id text not null,
  id uuid not null,
  agent_id text not null,
  agent_version text not null,
  model text,
  dataset text not null,
  examples integer not null,
  passed integer not null,
  by_kind jsonb not null,
  guardrails jsonb not null,
  failures jsonb not null,
  run_by text not null,
  run_at timestamp with time zone not null default recado_now(),
  constraint evaluation_runs_pkey PRIMARY KEY (workspace_id, id),
  constraint evaluation_runs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint evaluation_runs_check CHECK (((passed >= 0) AND (passed <= examples))),
  constraint evaluation_runs_dataset_check CHECK (((length(dataset) >= 1) AND (length(dataset) <= 200))),
  constraint evaluation_runs_examples_check CHECK ((examples > 0))
);
alter table evaluation_runs enable row level security;
alter table evaluation_runs force row level security;
CREATE INDEX evaluations_by_age ON evaluation_runs USING btree (workspace_id, run_at DESC);
create policy members_read on evaluation_runs for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on evaluation_runs for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on evaluation_runs for all to recado_runtime using (true) with check (true);
grant select on evaluation_runs to recado_member;
grant delete, insert, select, update on evaluation_runs to recado_runtime;
grant select on evaluation_runs to recado_tenant;
CREATE TRIGGER audited_from_the_start AFTER INSERT ON evaluation_runs FOR EACH ROW EXECUTE FUNCTION audit_evaluation();

create table expenses (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  run_id uuid not null,
  amount bigint not null,
  currency text not null,
  category text not null,
  created_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint expenses_pkey PRIMARY KEY (workspace_id, id),
  constraint expenses_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint expenses_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint expenses_amount_check CHECK ((amount > 0))
);
alter table expenses enable row level security;
alter table expenses force row level security;
CREATE INDEX expenses_by_conversation ON expenses USING btree (conversation_id, workspace_id, created_at DESC);
create policy members_read on expenses for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on expenses for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on expenses for all to recado_runtime using (true) with check (true);
grant select on expenses to recado_member;
grant delete, insert, select, update on expenses to recado_runtime;
grant select on expenses to recado_tenant;

create table fact_verdicts (
  workspace_id text not null,
  conversation_id uuid not null,
  fact_id text not null,
  number integer not null,
  verdict text not null,
  note text,
  decided_by text not null,
  decided_at timestamp with time zone not null,
  constraint fact_verdicts_pkey PRIMARY KEY (workspace_id, conversation_id, fact_id, number),
  constraint fact_verdicts_workspace_id_conversation_id_fact_id_fkey FOREIGN KEY (workspace_id, conversation_id, fact_id) REFERENCES sourced_facts(workspace_id, conversation_id, id) ON DELETE CASCADE,
  constraint fact_verdicts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint fact_verdicts_number_check CHECK ((number > 0)),
  constraint fact_verdicts_verdict_check CHECK ((verdict = ANY (ARRAY['verified'::text, 'withdrawn'::text, 'open'::text])))
);
alter table fact_verdicts enable row level security;
alter table fact_verdicts force row level security;
create policy members_read on fact_verdicts for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on fact_verdicts for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on fact_verdicts for all to recado_runtime using (true) with check (true);
grant select on fact_verdicts to recado_member;
grant delete, insert, select, update on fact_verdicts to recado_runtime;
grant select on fact_verdicts to recado_tenant;
CREATE TRIGGER verdict_is_written_once BEFORE UPDATE ON fact_verdicts FOR EACH ROW EXECUTE FUNCTION refuse_rewrite();

create table feed_deliveries (
  workspace_id text not null,
  id uuid not null,
  endpoint_id uuid not null,
  seq bigint not null,
  conversation_id uuid not null,
  kind text not null,
  data jsonb not null,
  happened_at timestamp with time zone not null,
  due_at timestamp with time zone default now(),
  attempt integer not null default 0,
  failures integer not null default 0,
  failure text,
  delivered_at timestamp with time zone,
  parked_at timestamp with time zone,
  constraint feed_deliveries_pkey PRIMARY KEY (workspace_id, id),
  constraint feed_deliveries_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint feed_deliveries_workspace_id_endpoint_id_fkey FOREIGN KEY (workspace_id, endpoint_id) REFERENCES feed_endpoints(workspace_id, id) ON DELETE CASCADE,
  constraint feed_deliveries_check CHECK (((due_at IS NULL) = ((delivered_at IS NOT NULL) OR (parked_at IS NOT NULL))))
);
alter table feed_deliveries enable row level security;
alter table feed_deliveries force row level security;
CREATE INDEX feed_by_conversation ON feed_deliveries USING btree (conversation_id, workspace_id);
CREATE INDEX feed_by_endpoint ON feed_deliveries USING btree (endpoint_id, workspace_id, seq);
CREATE INDEX feed_due ON feed_deliveries USING btree (endpoint_id, workspace_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX feed_over ON feed_deliveries USING btree (workspace_id, happened_at) WHERE (due_at IS NULL);
CREATE INDEX feed_parked ON feed_deliveries USING btree (workspace_id, seq) WHERE (parked_at IS NOT NULL);
CREATE INDEX feed_undelivered ON feed_deliveries USING btree (endpoint_id, workspace_id) WHERE (delivered_at IS NULL);
CREATE INDEX feed_waiting ON feed_deliveries USING btree (endpoint_id, conversation_id, workspace_id, seq) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX feed_by_seq ON feed_deliveries USING btree (workspace_id, seq);
create policy members_read on feed_deliveries for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on feed_deliveries for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on feed_deliveries for all to recado_runtime using (true) with check (true);
grant select on feed_deliveries to recado_member;
grant delete, insert, select, update on feed_deliveries to recado_runtime;
grant select on feed_deliveries to recado_tenant;

create table feed_endpoints (
  workspace_id text not null,
  id uuid not null,
  url text not null,
  kinds text[] not null,
  secret text not null,
  former_secret text,
  former_until timestamp with time zone,
  created_at timestamp with time zone not null,
  changed_by text not null,
  failures integer not null default 0,
  rests_until timestamp with time zone,
  device_of text,
  device_keys jsonb,
  constraint feed_endpoints_pkey PRIMARY KEY (workspace_id, id),
  constraint feed_endpoints_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint feed_endpoints_check CHECK (((former_secret IS NULL) = (former_until IS NULL))),
  constraint feed_endpoints_device_check CHECK (((device_of IS NULL) = (device_keys IS NULL))),
  constraint feed_endpoints_device_of_check CHECK (((length(device_of) >= 1) AND (length(device_of) <= 300))),
  constraint feed_endpoints_kinds_check CHECK (((cardinality(kinds) >= 1) AND (cardinality(kinds) <= 50))),
  constraint feed_endpoints_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2000)))
);
alter table feed_endpoints enable row level security;
alter table feed_endpoints force row level security;
CREATE UNIQUE INDEX feed_devices ON feed_endpoints USING btree (workspace_id, url) WHERE (device_of IS NOT NULL);
create policy own_workspace on feed_endpoints for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on feed_endpoints for all to recado_runtime using (true) with check (true);
grant delete, insert, select, update on feed_endpoints to recado_runtime;
CREATE TRIGGER audited AFTER UPDATE OF secret ON feed_endpoints FOR EACH ROW WHEN ((old.secret <> new.secret)) EXECUTE FUNCTION audit_feed();
CREATE TRIGGER audited_from_the_start AFTER INSERT ON feed_endpoints FOR EACH ROW EXECUTE FUNCTION audit_feed();

create table inbox_views (
  workspace_id text not null,
  id uuid not null,
  name text not null,
  query jsonb not null,
  changed_at timestamp with time zone not null default recado_now(),
  changed_by text not null,
  owned_by text,
  constraint inbox_views_pkey PRIMARY KEY (workspace_id, id),
  constraint inbox_views_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint inbox_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint inbox_views_owned_by_check CHECK (((length(owned_by) >= 1) AND (length(owned_by) <= 200)))
);
alter table inbox_views enable row level security;
alter table inbox_views force row level security;
CREATE UNIQUE INDEX inbox_views_by_name ON inbox_views USING btree (workspace_id, name, COALESCE(owned_by, ''::text));
create policy members_read on inbox_views for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on inbox_views for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on inbox_views for all to recado_runtime using (true) with check (true);
grant select on inbox_views to recado_member;
grant delete, insert, select, update on inbox_views to recado_runtime;
grant select on inbox_views to recado_tenant;

create table knowledge_entries (
  workspace_id text not null,
  id text not null,
  version integer not null,
  title text not null,
  asks text[] not null default '{}'::text[],
  text text not null,
  until date,
  is_deleted boolean not null default false,
  changed_at timestamp with time zone not null default recado_now(),
  changed_by text not null,
  constraint knowledge_entries_pkey PRIMARY KEY (workspace_id, id, version),
  constraint knowledge_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint knowledge_entries_asks_check CHECK ((cardinality(asks) <= 60)),
  constraint knowledge_entries_id_check CHECK (((length(id) <= 80) AND (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))),
  constraint knowledge_entries_text_check CHECK (((length(text) >= 1) AND (length(text) <= 1024))),
  constraint knowledge_entries_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint knowledge_entries_version_check CHECK ((version > 0))
);
alter table knowledge_entries enable row level security;
alter table knowledge_entries force row level security;
create policy members_read on knowledge_entries for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on knowledge_entries for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on knowledge_entries for all to recado_runtime using (true) with check (true);
grant select on knowledge_entries to recado_member;
grant delete, insert, select, update on knowledge_entries to recado_runtime;
grant select on knowledge_entries to recado_tenant;
CREATE TRIGGER audited_from_the_start AFTER INSERT ON knowledge_entries FOR EACH ROW EXECUTE FUNCTION tell_knowledge();
CREATE TRIGGER only_ever_added BEFORE DELETE OR UPDATE ON knowledge_entries FOR EACH ROW EXECUTE FUNCTION keep_knowledge();

create table media_items (
  workspace_id text not null,
  id uuid not null,
  event_id uuid not null,
  conversation_id uuid not null,
  phone_number_id text not null,
  media_id text not null,
  kind text not null,
  declared_type text,
  declared_sha256 text,
  file_name text,
  status text not null default 'waiting'::text,
  attempts integer not null default 0,
  silent_attempts integer not null default 0,
  fetch_at timestamp with time zone,
  detail text,
  detected_type text,
  size_bytes bigint,
  sha256 text,
  bytes bytea,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  awaited_by uuid,
  understanding jsonb,
  understood_at timestamp with time zone,
  constraint media_items_pkey PRIMARY KEY (workspace_id, id),
  constraint media_items_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint media_items_workspace_id_event_id_fkey FOREIGN KEY (workspace_id, event_id) REFERENCES agent_events(workspace_id, id),
  constraint media_is_stored_with_its_bytes CHECK (((status = 'stored'::text) = (bytes IS NOT NULL))),
  constraint media_items_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'audio'::text, 'video'::text, 'document'::text, 'sticker'::text]))),
  constraint media_items_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'stored'::text, 'refused'::text, 'gone'::text, 'erased'::text]))),
  constraint media_waits_or_is_settled CHECK (((fetch_at IS NULL) = (status <> 'waiting'::text)))
);
alter table media_items enable row level security;
alter table media_items force row level security;
CREATE INDEX media_by_conversation ON media_items USING btree (conversation_id, workspace_id, id DESC);
CREATE INDEX media_to_erase ON media_items USING btree (workspace_id, settled_at) WHERE (status = 'stored'::text);
CREATE INDEX media_to_fetch ON media_items USING btree (fetch_at) WHERE (fetch_at IS NOT NULL);
CREATE UNIQUE INDEX media_items_of_event ON media_items USING btree (event_id, workspace_id);
create policy members_read on media_items for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on media_items for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on media_items for all to recado_runtime using (true) with check (true);
grant select on media_items to recado_member;
grant delete, insert, select, update on media_items to recado_runtime;
grant select on media_items to recado_tenant;

create table member_phones (
  workspace_id text not null,
  id uuid not null,
  user_id text not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  created_by text not null,
  expires_at timestamp with time zone not null,
  contact_id uuid,
  bound_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by text,
  constraint member_phones_pkey PRIMARY KEY (workspace_id, id),
  constraint member_phones_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id),
  constraint member_phones_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES workspace_members(workspace_id, user_id),
  constraint bound_phone_has_a_contact CHECK (((bound_at IS NULL) OR (contact_id IS NOT NULL))),
  constraint phone_ended_by_someone CHECK (((ended_at IS NULL) = (ended_by IS NULL)))
);
alter table member_phones enable row level security;
alter table member_phones force row level security;
CREATE INDEX phones_of_a_member ON member_phones USING btree (workspace_id, user_id, created_at DESC);
CREATE UNIQUE INDEX one_member_per_phone ON member_phones USING btree (contact_id, workspace_id) WHERE ((ended_at IS NULL) AND (contact_id IS NOT NULL));
CREATE UNIQUE INDEX one_phone_per_member ON member_phones USING btree (workspace_id, user_id) WHERE ((bound_at IS NOT NULL) AND (ended_at IS NULL));
create policy own_workspace on member_phones for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on member_phones for all to recado_runtime using (true) with check (true);
grant delete, insert, select, update on member_phones to recado_runtime;
CREATE TRIGGER audited AFTER UPDATE ON member_phones FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_member_phone();
CREATE TRIGGER audited_from_the_start AFTER INSERT ON member_phones FOR EACH ROW EXECUTE FUNCTION audit_member_phone();

create table memory_queue (
  workspace_id text not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  run_id uuid not null,
  facts jsonb not null,
  queued_at timestamp with time zone not null,
  tries integer not null default 0,
  due_at timestamp with time zone not null,
  failure text,
  constraint memory_queue_pkey PRIMARY KEY (workspace_id, id),
  constraint memory_queue_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id) ON DELETE CASCADE,
  constraint memory_queue_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint memory_queue_failure_check CHECK ((length(failure) <= 500))
);
alter table memory_queue enable row level security;
alter table memory_queue force row level security;
CREATE INDEX memory_queue_by_time ON memory_queue USING btree (due_at);
CREATE INDEX memory_queue_of_contact ON memory_queue USING btree (contact_id, workspace_id);
create policy members_read on memory_queue for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on memory_queue for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on memory_queue for all to recado_runtime using (true) with check (true);
grant select on memory_queue to recado_member;
grant delete, insert, select, update on memory_queue to recado_runtime;
grant select on memory_queue to recado_tenant;

create table message_statuses (
  workspace_id text not null,
  phone_number_id text not null,
  wamid text not null,
  status text not null,
  recipient text not null default ''::text,
  occurred_at timestamp with time zone not null,
  opaque text,
  errors jsonb,
  raw jsonb,
  received_at timestamp with time zone not null default now(),
  constraint message_statuses_pkey PRIMARY KEY (workspace_id, phone_number_id, wamid, status, recipient),
  constraint message_statuses_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) NOT ENFORCED
);
alter table message_statuses enable row level security;
alter table message_statuses force row level security;
CREATE INDEX reports_to_forget ON message_statuses USING btree (workspace_id, received_at) WHERE (raw IS NOT NULL);
create policy members_read on message_statuses for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on message_statuses for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on message_statuses for all to recado_runtime using (true) with check (true);
grant select on message_statuses to recado_member;
grant delete, insert, select, update on message_statuses to recado_runtime;
grant select on message_statuses to recado_tenant;

create table message_templates (
  workspace_id text not null,
  name text not null,
  language text not null,
  category text not null,
  body text not null,
  variables integer not null,
  updated_at timestamp with time zone not null,
  updated_by text not null,
  constraint message_templates_pkey PRIMARY KEY (workspace_id, name, language),
  constraint message_templates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint message_templates_body_check CHECK (((length(body) >= 1) AND (length(body) <= 1024))),
  constraint message_templates_category_check CHECK ((category = ANY (ARRAY['marketing'::text, 'utility'::text, 'authentication'::text]))),
  constraint message_templates_language_check CHECK ((language ~ '^[a-z]{2,3}(_[A-Za-z0-9]{2,4})?$'::text)),
  constraint message_templates_name_check CHECK (((length(name) <= 512) AND (name ~ '^[a-z0-9_]+$'::text))),
  constraint message_templates_variables_check CHECK (((variables >= 0) AND (variables <= 20)))
);
alter table message_templates enable row level security;
alter table message_templates force row level security;
create policy members_read on message_templates for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on message_templates for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on message_templates for all to recado_runtime using (true) with check (true);
grant select on message_templates to recado_member;
grant delete, insert, select, update on message_templates to recado_runtime;
grant select on message_templates to recado_tenant;
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON message_templates FOR EACH ROW EXECUTE FUNCTION audit_template();

create table model_calls (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid,
  session_id uuid,
  run_id uuid,
  purpose text not null,
  key text not null,
  model text not null,
  prompt_id text not null,
  prompt_version text not null,
  outcome text not null,
  failure_code text,
  input_tokens integer not null,
  output_tokens integer not null,
  cache_read_tokens integer not null,
  cache_write_tokens integer not null,
  cost_micro_usd bigint,
  price_date date,
  latency_ms double precision not null,
  created_at timestamp with time zone not null,
  constraint model_calls_pkey PRIMARY KEY (workspace_id, id),
  constraint model_calls_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint model_calls_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'retry_later'::text, 'never'::text, 'spend'::text, 'refusal'::text, 'truncated'::text, 'broken_output'::text])))
);
alter table model_calls enable row level security;
alter table model_calls force row level security;
CREATE INDEX model_calls_by_conversation ON model_calls USING btree (conversation_id, workspace_id, created_at);
CREATE INDEX model_calls_by_run ON model_calls USING btree (run_id, workspace_id);
create policy members_read on model_calls for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on model_calls for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on model_calls for all to recado_runtime using (true) with check (true);
grant select on model_calls to recado_member;
grant delete, insert, select, update on model_calls to recado_runtime;
grant select on model_calls to recado_tenant;

create table model_costs (
  workspace_id text not null,
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
  unpriced_tokens bigint not null,
  constraint model_costs_pkey PRIMARY KEY (workspace_id, day, model, purpose),
  constraint model_costs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
alter table model_costs enable row level security;
alter table model_costs force row level security;
create policy members_read on model_costs for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on model_costs for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on model_costs for all to recado_runtime using (true) with check (true);
grant select on model_costs to recado_member;
grant delete, insert, select, update on model_costs to recado_runtime;
grant select on model_costs to recado_tenant;

create table nlu_samples (
  workspace_id text not null,
  run_id uuid not null,
  conversation_id uuid not null,
  agent_id text not null,
  agent_version text not null,
  local_model text,
  engine text not null,
  model_hash text,
  mode text,
  text_hash text not null,
  text text,
  intent text not null,
  confidence real not null,
  alternatives jsonb not null,
  is_settled boolean not null,
  created_at timestamp with time zone not null,
  is_audited boolean not null,
  audit_tries smallint not null default 0,
  audit_at timestamp with time zone,
  label text,
  label_confidence real,
  labelled_by text,
  labelled_at timestamp with time zone,
  is_right boolean,
  constraint nlu_samples_pkey PRIMARY KEY (workspace_id, run_id),
  constraint nlu_samples_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id) ON DELETE CASCADE,
  constraint nlu_samples_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint label_says_who_and_when CHECK ((((label IS NULL) = (labelled_by IS NULL)) AND ((label IS NULL) = (labelled_at IS NULL)) AND ((label IS NULL) = (is_right IS NULL)))),
  constraint nlu_samples_engine_check CHECK ((engine = ANY (ARRAY['context'::text, 'rules'::text, 'linear'::text, 'model'::text])))
);
alter table nlu_samples enable row level security;
alter table nlu_samples force row level security;
CREATE INDEX nlu_samples_audited ON nlu_samples USING btree (created_at, workspace_id) WHERE is_audited;
CREATE INDEX nlu_samples_by_conversation ON nlu_samples USING btree (conversation_id, workspace_id);
CREATE INDEX nlu_samples_by_text ON nlu_samples USING btree (text_hash, workspace_id);
CREATE INDEX nlu_samples_by_time ON nlu_samples USING btree (created_at, workspace_id);
CREATE INDEX nlu_samples_to_audit ON nlu_samples USING btree (audit_at) WHERE (audit_at IS NOT NULL);
create policy members_read on nlu_samples for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on nlu_samples for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on nlu_samples for all to recado_runtime using (true) with check (true);
grant select on nlu_samples to recado_member;
grant delete, insert, select, update on nlu_samples to recado_runtime;
grant select on nlu_samples to recado_tenant;

create table nlu_settings (
  workspace_id text not null,
  keeps_texts boolean not null default false,
  keeps_texts_by text,
  keeps_texts_at timestamp with time zone,
  salt bytea not null default sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))),
  copied_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  copied_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  looked_at timestamp with time zone,
  constraint nlu_settings_pkey PRIMARY KEY (workspace_id),
  constraint nlu_settings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
alter table nlu_settings enable row level security;
alter table nlu_settings force row level security;
create policy own_workspace on nlu_settings for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on nlu_settings for all to recado_runtime using (true) with check (true);
grant delete, insert, select, update on nlu_settings to recado_runtime;

create table nlu_stops (
  workspace_id text not null,
  agent_id text not null,
  local_model text not null,
  audited integer not null,
  correct integer not null,
  stopped_at timestamp with time zone not null,
  resumed_at timestamp with time zone,
  resumed_by text,
  constraint nlu_stops_pkey PRIMARY KEY (workspace_id, agent_id, local_model),
  constraint nlu_stops_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint resumption_says_who CHECK (((resumed_at IS NULL) = (resumed_by IS NULL)))
);
alter table nlu_stops enable row level security;
alter table nlu_stops force row level security;
create policy members_read on nlu_stops for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on nlu_stops for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on nlu_stops for all to recado_runtime using (true) with check (true);
grant select on nlu_stops to recado_member;
grant delete, insert, select, update on nlu_stops to recado_runtime;
grant select on nlu_stops to recado_tenant;

create table number_moves (
  workspace_id text not null,
  id uuid not null,
  phone_number_id text not null,
  direction text not null,
  phase text not null,
  forward_to text,
  other text not null,
  copied jsonb not null default '{}'::jsonb,
  moved_by text not null,
  begun_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint number_moves_pkey PRIMARY KEY (workspace_id, id),
  constraint number_moves_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint number_moves_check CHECK (((phase = 'begun'::text) = (ended_at IS NULL))),
  constraint number_moves_direction_check CHECK ((direction = ANY (ARRAY['out'::text, 'in'::text]))),
  constraint number_moves_forward_to_check CHECK (((length(forward_to) >= 1) AND (length(forward_to) <= 2000))),
  constraint number_moves_phase_check CHECK ((phase = ANY (ARRAY['begun'::text, 'over'::text, 'cancelled'::text])))
);
alter table number_moves enable row level security;
alter table number_moves force row level security;
CREATE INDEX number_moves_by_number ON number_moves USING btree (phone_number_id, workspace_id, begun_at);
create policy own_workspace on number_moves for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on number_moves for all to recado_runtime using (true) with check (true);
grant delete, insert, select, update on number_moves to recado_runtime;

create table order_changes (
  workspace_id text not null,
  seq bigint not null,
  order_id uuid not null,
  conversation_id uuid not null,
  changed_by text not null,
  fields text[] not null,
  was jsonb not null,
  becomes jsonb not null,
  changed_at timestamp with time zone not null,
  constraint order_changes_pkey PRIMARY KEY (workspace_id, seq),
  constraint order_changes_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint order_changes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint order_changes_workspace_id_order_id_fkey FOREIGN KEY (workspace_id, order_id) REFERENCES orders(workspace_id, id) ON DELETE CASCADE
);
alter table order_changes enable row level security;
alter table order_changes force row level security;
CREATE INDEX order_changes_by_conversation ON order_changes USING btree (conversation_id, workspace_id);
CREATE INDEX order_changes_by_order ON order_changes USING btree (order_id, workspace_id, seq DESC);
create policy members_read on order_changes for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on order_changes for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on order_changes for all to recado_runtime using (true) with check (true);
grant select on order_changes to recado_member;
grant delete, insert, select, update on order_changes to recado_runtime;
grant select on order_changes to recado_tenant;

create table order_requests (
  workspace_id text not null,
  idempotency_key text not null,
  order_id uuid not null,
  conversation_id uuid not null,
  arguments_hash text not null,
  notice jsonb,
  created_at timestamp with time zone not null,
  constraint order_requests_pkey PRIMARY KEY (workspace_id, idempotency_key),
  constraint order_requests_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint order_requests_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint order_requests_workspace_id_order_id_fkey FOREIGN KEY (workspace_id, order_id) REFERENCES orders(workspace_id, id) ON DELETE CASCADE,
  constraint order_requests_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 200)))
);
alter table order_requests enable row level security;
alter table order_requests force row level security;
CREATE INDEX order_requests_by_conversation ON order_requests USING btree (conversation_id, workspace_id);
CREATE INDEX order_requests_by_order ON order_requests USING btree (order_id, workspace_id);
create policy members_read on order_requests for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on order_requests for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on order_requests for all to recado_runtime using (true) with check (true);
grant select on order_requests to recado_member;
grant delete, insert, select, update on order_requests to recado_runtime;
grant select on order_requests to recado_tenant;

create table orders (
  workspace_id text not null,
  id uuid not null,
  purchase_key text not null,
  session_id uuid,
  conversation_id uuid not null,
  contact_id uuid not null,
  run_id uuid not null,
  source text not null,
  status text not null,
  stage text not null,
  pack text,
  products jsonb not null,
  total bigint not null,
  shipping_address text not null,
  note text,
  data jsonb not null,
  tags text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  carrier text,
  guide text,
  sent_at timestamp with time zone,
  changed_by text not null default 'agent'::text,
  constraint orders_pkey PRIMARY KEY (workspace_id, id),
  constraint orders_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id),
  constraint orders_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint orders_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id),
  constraint orders_workspace_id_session_id_fkey FOREIGN KEY (workspace_id, session_id) REFERENCES agent_sessions(workspace_id, id),
  constraint orders_purchase_key_check CHECK (((length(purchase_key) >= 1) AND (length(purchase_key) <= 256))),
  constraint orders_source_check CHECK ((source = ANY (ARRAY['customer'::text, 'timer_sinpack'::text, 'timer_pendiente'::text, 'operator'::text, 'service'::text]))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['confirmed'::text, 'pending'::text, 'cancelled'::text, 'packed'::text, 'sent'::text, 'delivered'::text, 'returned'::text]))),
  constraint orders_total_check CHECK ((total >= 0)),
  constraint sent_order_names_its_parcel CHECK (((status <> 'sent'::text) OR ((carrier IS NOT NULL) AND (guide IS NOT NULL))))
);
alter table orders enable row level security;
alter table orders force row level security;
CREATE INDEX orders_by_contact ON orders USING btree (contact_id, workspace_id);
CREATE INDEX orders_by_conversation ON orders USING btree (conversation_id, workspace_id, created_at DESC);
CREATE INDEX orders_by_session ON orders USING btree (session_id, workspace_id);
CREATE INDEX orders_by_status ON orders USING btree (workspace_id, status, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_total ON orders USING btree (workspace_id, total, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_words ON orders USING gin (word_parts(workspace_id, ((((((((((((shipping_address || ' '::text) || stage) || ' '::text) || COALESCE(pack, ''::text)) || ' '::text) || COALESCE(note, ''::text)) || ' '::text) || COALESCE(carrier, ''::text)) || ' '::text) || COALESCE(guide, ''::text)) || ' '::text) || (jsonb_path_query_array(products, '$[*]."name"'::jsonpath))::text))) WITH (gin_pending_list_limit='256') WHERE (deleted_at IS NULL);
CREATE INDEX orders_newest ON orders USING btree (created_at, workspace_id);
CREATE UNIQUE INDEX one_order_per_purchase ON orders USING btree (purchase_key, workspace_id);
create policy members_read on orders for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on orders for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on orders for all to recado_runtime using (true) with check (true);
grant select on orders to recado_member;
grant delete, insert, select, update on orders to recado_runtime;
grant select on orders to recado_tenant;
CREATE TRIGGER fed AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION feed_order();
CREATE TRIGGER fed_when_changed AFTER UPDATE ON orders FOR EACH ROW WHEN ((((((((((((((old.status IS DISTINCT FROM new.status) OR (old.stage IS DISTINCT FROM new.stage)) OR (old.source IS DISTINCT FROM new.source)) OR (old.pack IS DISTINCT FROM new.pack)) OR (old.products IS DISTINCT FROM new.products)) OR (old.total IS DISTINCT FROM new.total)) OR (old.shipping_address IS DISTINCT FROM new.shipping_address)) OR (old.note IS DISTINCT FROM new.note)) OR (old.carrier IS DISTINCT FROM new.carrier)) OR (old.guide IS DISTINCT FROM new.guide)) OR (old.data IS DISTINCT FROM new.data)) OR (old.tags IS DISTINCT FROM new.tags)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION feed_order();
CREATE TRIGGER order_ends_with_its_questions AFTER UPDATE ON orders FOR EACH ROW WHEN ((((new.status = 'cancelled'::text) AND (old.status <> 'cancelled'::text)) OR ((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL)))) EXECUTE FUNCTION cancel_for_order();
CREATE TRIGGER recorded AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION record_order_change();
CREATE TRIGGER recorded_when_changed AFTER UPDATE ON orders FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION record_order_change();
CREATE TRIGGER refuse_merged_contact AFTER INSERT OR UPDATE OF contact_id ON orders FOR EACH ROW EXECUTE FUNCTION refuse_merged_contact();

create table outbox_attempts (
  workspace_id text not null,
  outbox_id uuid not null,
  attempt integer not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  outcome text not null default 'in_flight'::text,
  request_written boolean,
  http_status integer,
  error_code integer,
  refusal text,
  detail text,
  wamid text,
  duplicate_wamid text,
  constraint outbox_attempts_pkey PRIMARY KEY (workspace_id, outbox_id, attempt),
  constraint outbox_attempts_workspace_id_outbox_id_fkey FOREIGN KEY (workspace_id, outbox_id) REFERENCES outbox_messages(workspace_id, id) NOT ENFORCED,
  constraint attempt_that_ended_says_how CHECK (((outcome = 'in_flight'::text) = (ended_at IS NULL))),
  constraint attempt_that_ended_says_whether_it_left CHECK (((outcome = 'in_flight'::text) = (request_written IS NULL))),
  constraint outbox_attempts_attempt_check CHECK ((attempt > 0)),
  constraint outbox_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['in_flight'::text, 'accepted'::text, 'refused'::text, 'not_sent'::text, 'in_doubt'::text])))
) with (fillfactor=80);
alter table outbox_attempts enable row level security;
alter table outbox_attempts force row level security;
create policy members_read on outbox_attempts for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on outbox_attempts for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on outbox_attempts for all to recado_runtime using (true) with check (true);
grant select on outbox_attempts to recado_member;
grant delete, insert, select, update on outbox_attempts to recado_runtime;
grant select on outbox_attempts to recado_tenant;

create table outbox_messages (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  run_id uuid not null,
  seq bigint not null,
  idempotency_key text not null,
  content jsonb not null,
  recipient jsonb not null,
  reply_to_message_id text,
  status text not null default 'queued'::text,
  attempt integer not null default 0,
  on_doubt text not null,
  in_flight_at timestamp with time zone,
  doubt_until timestamp with time zone,
  wamid text,
  delivery text,
  detail text,
  error_code integer,
  inbound_seq bigint not null,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  price_type text,
  price_category text,
  price_billable boolean,
  "position" integer not null default 0,
  delay_ms integer not null default 0,
  template_id text,
  priority text,
  drop_code text,
  purpose text not null default 'reply'::text,
  useful_until timestamp with time zone,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  read_at timestamp with time zone,
  constraint outbox_messages_pkey PRIMARY KEY (workspace_id, id),
  constraint outbox_messages_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id) NOT ENFORCED,
  constraint outbox_messages_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id) NOT ENFORCED,
  constraint outbox_messages_delay_ms_check CHECK ((delay_ms >= 0)),
  constraint outbox_messages_delivery_check CHECK ((delivery = ANY (ARRAY['sent'::text, 'failed'::text, 'delivered'::text, 'read'::text, 'played'::text]))),
  constraint outbox_messages_drop_code_check CHECK ((drop_code = 'interrupted'::text)),
  constraint outbox_messages_on_doubt_check CHECK ((on_doubt = ANY (ARRAY['drop'::text, 'resend'::text, 'hold'::text]))),
  constraint outbox_messages_position_check CHECK (("position" >= 0)),
  constraint outbox_messages_priority_check CHECK ((priority = ANY (ARRAY['CORE'::text, 'COMPLEMENTARIA'::text, 'OPCIONAL'::text]))),
  constraint outbox_messages_purpose_check CHECK ((purpose = ANY (ARRAY['reply'::text, 'requested'::text, 'commercial'::text]))),
  constraint outbox_messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'in_flight'::text, 'accepted'::text, 'failed'::text, 'in_doubt'::text, 'dropped'::text])))
) with (fillfactor=80);
alter table outbox_messages enable row level security;
alter table outbox_messages force row level security;
CREATE INDEX outbox_asked_for ON outbox_messages USING btree (conversation_id, workspace_id, created_at) WHERE (purpose = 'requested'::text);
CREATE INDEX outbox_by_ourselves ON outbox_messages USING btree (conversation_id, workspace_id, created_at) WHERE (purpose = 'commercial'::text);
CREATE INDEX outbox_by_wamid ON outbox_messages USING btree (wamid, workspace_id) WHERE (wamid IS NOT NULL);
CREATE INDEX outbox_unsent ON outbox_messages USING btree (conversation_id, workspace_id, seq) WHERE (status = ANY (ARRAY['queued'::text, 'in_flight'::text, 'in_doubt'::text]));
CREATE UNIQUE INDEX outbox_by_conversation ON outbox_messages USING btree (conversation_id, workspace_id, seq);
CREATE UNIQUE INDEX outbox_once ON outbox_messages USING btree (idempotency_key, workspace_id);
create policy members_read on outbox_messages for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on outbox_messages for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on outbox_messages for all to recado_runtime using (true) with check (true);
grant select on outbox_messages to recado_member;
grant delete, insert, select, update on outbox_messages to recado_runtime;
grant select on outbox_messages to recado_tenant;

create table phone_numbers (
  id text not null,
  workspace_id text not null,
  agent_id text not null,
  created_at timestamp with time zone not null default now(),
  assigned_by text,
  move_phase text,
  constraint phone_numbers_pkey PRIMARY KEY (id),
  constraint phone_numbers_workspace_id_id_key UNIQUE (workspace_id, id),
  constraint phone_numbers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint phone_numbers_id_check CHECK (((length(id) >= 1) AND (length(id) <= 64))),
  constraint phone_numbers_move_phase_check CHECK ((move_phase = ANY (ARRAY['arriving'::text, 'draining'::text, 'copying'::text, 'moved'::text])))
);
alter table phone_numbers enable row level security;
alter table phone_numbers force row level security;
create policy members_read on phone_numbers for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on phone_numbers for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on phone_numbers for all to recado_runtime using (true) with check (true);
grant select on phone_numbers to recado_member;
grant delete, insert, select, update on phone_numbers to recado_runtime;
grant select on phone_numbers to recado_tenant;
CREATE TRIGGER audited AFTER UPDATE OF workspace_id, agent_id ON phone_numbers FOR EACH ROW WHEN (((old.workspace_id <> new.workspace_id) OR (old.agent_id <> new.agent_id))) EXECUTE FUNCTION audit_number();
CREATE TRIGGER audited_from_the_start AFTER INSERT ON phone_numbers FOR EACH ROW WHEN ((new.assigned_by IS NOT NULL)) EXECUTE FUNCTION audit_number();

create table prompt_versions (
  workspace_id text not null,
  agent_id text not null,
  part text not null,
  version integer not null,
  text text not null,
  note text,
  proposed_by text not null,
  proposed_at timestamp with time zone not null default recado_now(),
  approved_by text,
  approved_at timestamp with time zone,
  is_used boolean not null default false,
  constraint prompt_versions_pkey PRIMARY KEY (workspace_id, agent_id, part, version),
  constraint prompt_versions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint approved_by_someone CHECK (((approved_by IS NULL) = (approved_at IS NULL))),
  constraint only_approved_is_used CHECK (((approved_at IS NOT NULL) OR (NOT is_used))),
  constraint prompt_versions_agent_id_check CHECK (((length(agent_id) >= 1) AND (length(agent_id) <= 100))),
  constraint prompt_versions_note_check CHECK ((length(note) <= 1000)),
  constraint prompt_versions_part_check CHECK (((length(part) >= 1) AND (length(part) <= 60))),
  constraint prompt_versions_text_check CHECK (((length(text) >= 1) AND (length(text) <= 32000))),
  constraint prompt_versions_version_check CHECK ((version > 0))
);
alter table prompt_versions enable row level security;
alter table prompt_versions force row level security;
CREATE UNIQUE INDEX one_prompt_in_use ON prompt_versions USING btree (workspace_id, agent_id, part) WHERE is_used;
create policy members_read on prompt_versions for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on prompt_versions for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on prompt_versions for all to recado_runtime using (true) with check (true);
grant select on prompt_versions to recado_member;
grant delete, insert, select, update on prompt_versions to recado_runtime;
grant select on prompt_versions to recado_tenant;
CREATE TRIGGER audited_from_the_start AFTER INSERT OR UPDATE ON prompt_versions FOR EACH ROW EXECUTE FUNCTION tell_prompts();
CREATE TRIGGER only_ever_added BEFORE DELETE OR UPDATE ON prompt_versions FOR EACH ROW EXECUTE FUNCTION keep_prompts();

create table push_keys (
  workspace_id text not null,
  public_key text not null,
  private_key text not null,
  created_at timestamp with time zone not null,
  constraint push_keys_pkey PRIMARY KEY (workspace_id),
  constraint push_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
alter table push_keys enable row level security;
alter table push_keys force row level security;
create policy own_workspace on push_keys for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on push_keys for all to recado_runtime using (true) with check (true);
grant delete, insert, select, update on push_keys to recado_runtime;

create table quarantined_items (
  workspace_id text not null,
  id uuid not null default gen_random_uuid(),
  reason text not null,
  raw bytea not null,
  received_at timestamp with time zone not null default now(),
  content_key text,
  status text not null default 'open'::text,
  settled_at timestamp with time zone,
  settled_by text,
  note text,
  constraint quarantined_items_pkey PRIMARY KEY (workspace_id, id),
  constraint quarantined_items_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint quarantined_items_status_check CHECK ((status = ANY (ARRAY['open'::text, 'replayed'::text, 'resolved'::text, 'ignored'::text]))),
  constraint settled_item_names_who CHECK (((settled_at IS NOT NULL) = (status <> 'open'::text)))
);
alter table quarantined_items enable row level security;
alter table quarantined_items force row level security;
CREATE INDEX quarantined_items_open ON quarantined_items USING btree (workspace_id, received_at DESC) WHERE (status = 'open'::text);
CREATE INDEX quarantined_items_to_forget ON quarantined_items USING btree (received_at, workspace_id);
CREATE UNIQUE INDEX quarantined_items_once ON quarantined_items USING btree (content_key, workspace_id);
create policy members_read on quarantined_items for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on quarantined_items for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on quarantined_items for all to recado_runtime using (true) with check (true);
grant select on quarantined_items to recado_member;
grant delete, insert, select, update on quarantined_items to recado_runtime;
grant select on quarantined_items to recado_tenant;

create table recado_functions (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone not null default now(),
  constraint recado_functions_pkey PRIMARY KEY (name)
);
alter table recado_functions enable row level security;
alter table recado_functions force row level security;
create policy runtime on recado_functions for all to recado_runtime using (true) with check (true);
grant select on recado_functions to recado_runtime;

create table recado_migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint recado_migrations_pkey PRIMARY KEY (name)
);
alter table recado_migrations enable row level security;
alter table recado_migrations force row level security;
create policy runtime on recado_migrations for all to recado_runtime using (true) with check (true);
grant select on recado_migrations to recado_runtime;

create table retention_nights (
  workspace_id text not null,
  night date not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  class text,
  after_at timestamp with time zone,
  after_id text,
  removed jsonb not null default '{}'::jsonb,
  constraint retention_nights_pkey PRIMARY KEY (workspace_id),
  constraint retention_nights_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
alter table retention_nights enable row level security;
alter table retention_nights force row level security;
create policy members_read on retention_nights for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on retention_nights for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on retention_nights for all to recado_runtime using (true) with check (true);
grant select on retention_nights to recado_member;
grant delete, insert, select, update on retention_nights to recado_runtime;
grant select on retention_nights to recado_tenant;

create table retention_settings (
  workspace_id text not null,
  days jsonb not null default '{}'::jsonb,
  set_at timestamp with time zone not null,
  set_by text not null,
  constraint retention_settings_pkey PRIMARY KEY (workspace_id),
  constraint retention_settings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint retention_settings_days_check CHECK ((jsonb_typeof(days) = 'object'::text))
);
alter table retention_settings enable row level security;
alter table retention_settings force row level security;
create policy members_read on retention_settings for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on retention_settings for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on retention_settings for all to recado_runtime using (true) with check (true);
grant select on retention_settings to recado_member;
grant delete, insert, select, update on retention_settings to recado_runtime;
grant select on retention_settings to recado_tenant;
CREATE TRIGGER audited AFTER UPDATE OF days ON retention_settings FOR EACH ROW WHEN ((old.days <> new.days)) EXECUTE FUNCTION audit_retention();
CREATE TRIGGER audited_from_the_start AFTER INSERT ON retention_settings FOR EACH ROW WHEN ((new.days <> '{}'::jsonb)) EXECUTE FUNCTION audit_retention();

create table run_scores (
  workspace_id text not null,
  run_id uuid not null,
  conversation_id uuid not null,
  name text not null,
  source text not null,
  value real not null,
  comment text,
  correct text,
  given_by text not null,
  given_at timestamp with time zone not null default recado_now(),
  constraint run_scores_pkey PRIMARY KEY (workspace_id, run_id, name, given_by),
  constraint run_scores_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id) ON DELETE CASCADE,
  constraint run_scores_comment_check CHECK ((length(comment) <= 1000)),
  constraint run_scores_correct_check CHECK ((length(correct) <= 4096)),
  constraint run_scores_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint run_scores_source_check CHECK ((source = ANY (ARRAY['human'::text, 'llm_judge'::text]))),
  constraint run_scores_value_check CHECK (((value >= (0)::double precision) AND (value <= (1)::double precision)))
);
alter table run_scores enable row level security;
alter table run_scores force row level security;
CREATE INDEX scores_by_conversation ON run_scores USING btree (conversation_id, workspace_id);
create policy members_read on run_scores for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on run_scores for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on run_scores for all to recado_runtime using (true) with check (true);
grant select on run_scores to recado_member;
grant delete, insert, select, update on run_scores to recado_runtime;
grant select on run_scores to recado_tenant;
CREATE TRIGGER audited AFTER UPDATE OF value, correct ON run_scores FOR EACH ROW WHEN (((old.value <> new.value) OR ((new.correct IS NOT NULL) AND (old.correct IS DISTINCT FROM new.correct)))) EXECUTE FUNCTION audit_score();
CREATE TRIGGER audited_from_the_start AFTER INSERT ON run_scores FOR EACH ROW EXECUTE FUNCTION audit_score();

create table run_segments (
  workspace_id text not null,
  run_id uuid not null,
  number integer not null,
  key text not null,
  state jsonb,
  origin jsonb not null,
  session_id uuid not null,
  since_turn integer not null,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint run_segments_pkey PRIMARY KEY (workspace_id, run_id, number),
  constraint run_segments_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id),
  constraint run_segments_key_check CHECK (((length(key) >= 1) AND (length(key) <= 64))),
  constraint run_segments_number_check CHECK (((number >= 1) AND (number <= 50))),
  constraint run_segments_state_check CHECK ((octet_length((state)::text) <= 131072)),
  constraint state_goes_with_its_segment CHECK (((ended_at IS NULL) OR (state IS NULL)))
);
alter table run_segments enable row level security;
alter table run_segments force row level security;
create policy members_read on run_segments for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on run_segments for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on run_segments for all to recado_runtime using (true) with check (true);
grant select on run_segments to recado_member;
grant delete, insert, select, update on run_segments to recado_runtime;
grant select on run_segments to recado_tenant;
CREATE TRIGGER plan_goes_forward BEFORE INSERT ON run_segments FOR EACH ROW WHEN (((new.number > 1) AND (new.state IS NOT NULL))) EXECUTE FUNCTION keep_plan_forward();

create table run_steps (
  workspace_id text not null,
  run_id uuid not null,
  steps jsonb not null,
  constraint run_steps_pkey PRIMARY KEY (workspace_id, run_id),
  constraint run_steps_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id) NOT ENFORCED,
  constraint run_steps_steps_check CHECK ((jsonb_typeof(steps) = 'object'::text))
);
alter table run_steps enable row level security;
alter table run_steps force row level security;
create policy members_read on run_steps for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on run_steps for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on run_steps for all to recado_runtime using (true) with check (true);
grant select on run_steps to recado_member;
grant delete, insert, select, update on run_steps to recado_runtime;
grant select on run_steps to recado_tenant;

create table sandbox_saved_sessions (
  workspace_id text not null,
  id uuid not null,
  place integer not null,
  name text not null,
  agent_id text not null,
  mode text not null,
  turns integer not null,
  body text not null,
  saved_at timestamp with time zone not null default recado_now(),
  constraint sandbox_saved_sessions_pkey PRIMARY KEY (workspace_id, id),
  constraint sandbox_saved_sessions_workspace_id_name_key UNIQUE (workspace_id, name),
  constraint sandbox_saved_sessions_workspace_id_place_key UNIQUE (workspace_id, place),
  constraint sandbox_saved_sessions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint sandbox_saved_sessions_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint sandbox_saved_sessions_place_check CHECK (((place >= 1) AND (place <= 20)))
);
alter table sandbox_saved_sessions enable row level security;
alter table sandbox_saved_sessions force row level security;
create policy members_read on sandbox_saved_sessions for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on sandbox_saved_sessions for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on sandbox_saved_sessions for all to recado_runtime using (true) with check (true);
grant select on sandbox_saved_sessions to recado_member;
grant delete, insert, select, update on sandbox_saved_sessions to recado_runtime;
grant select on sandbox_saved_sessions to recado_tenant;

create table scheduled_messages (
  workspace_id text not null,
  id uuid not null,
  idempotency_key text not null,
  conversation_id uuid not null,
  kind text not null,
  category text,
  text text not null,
  template jsonb,
  is_requested boolean not null,
  time_zone text not null,
  due_at timestamp with time zone not null,
  useful_until timestamp with time zone not null,
  fire_at timestamp with time zone not null,
  held_by text,
  attempt integer not null default 0,
  claimed_until timestamp with time zone,
  run_id uuid,
  status text not null default 'pending'::text,
  reason text,
  created_by text not null,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  settled_by text,
  arguments_hash text,
  agent_key text,
  rule text,
  series_id uuid,
  is_continued boolean not null default false,
  missed integer not null default 0,
  skipped integer not null default 0,
  constraint scheduled_messages_pkey PRIMARY KEY (workspace_id, id),
  constraint scheduled_messages_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint scheduled_messages_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id),
  constraint agent_key_is_short CHECK (((length(agent_key) >= 1) AND (length(agent_key) <= 64))),
  constraint follow_up_has_a_category CHECK (((kind = 'follow_up'::text) = (category IS NOT NULL))),
  constraint rule_has_a_series CHECK (((rule IS NULL) = (series_id IS NULL))),
  constraint rule_is_of_a_reminder CHECK (((rule IS NULL) OR (kind = 'reminder'::text))),
  constraint rule_is_short CHECK (((length(rule) >= 1) AND (length(rule) <= 200))),
  constraint scheduled_messages_category_check CHECK ((category = ANY (ARRAY['schedule_confirm'::text, 'document_status'::text, 'reminder_check'::text, 'window_maintenance'::text, 'custom'::text]))),
  constraint scheduled_messages_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 256))),
  constraint scheduled_messages_kind_check CHECK ((kind = ANY (ARRAY['reminder'::text, 'follow_up'::text]))),
  constraint scheduled_messages_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'cancelled'::text]))),
  constraint scheduled_says_something CHECK (((length(text) <= 1000) AND ((text <> ''::text) OR (template IS NOT NULL)))),
  constraint settled_says_when CHECK (((status = 'pending'::text) = (settled_at IS NULL)))
) with (fillfactor=80);
alter table scheduled_messages enable row level security;
alter table scheduled_messages force row level security;
CREATE INDEX scheduled_by_conversation ON scheduled_messages USING btree (conversation_id, workspace_id, id DESC);
CREATE INDEX scheduled_to_fire ON scheduled_messages USING btree (fire_at) WHERE ((status = 'pending'::text) AND (run_id IS NULL));
CREATE INDEX scheduled_under_way ON scheduled_messages USING btree (run_id) WHERE ((status = 'pending'::text) AND (run_id IS NOT NULL));
CREATE UNIQUE INDEX one_pending_follow_up_of_a_category ON scheduled_messages USING btree (conversation_id, workspace_id, category) WHERE ((kind = 'follow_up'::text) AND (status = 'pending'::text) AND (run_id IS NULL));
CREATE UNIQUE INDEX one_pending_reminder_of_a_key ON scheduled_messages USING btree (conversation_id, workspace_id, agent_key) WHERE ((agent_key IS NOT NULL) AND (status = 'pending'::text) AND (run_id IS NULL) AND (NOT is_continued));
CREATE UNIQUE INDEX one_waiting_time_of_a_series ON scheduled_messages USING btree (series_id, workspace_id) WHERE ((series_id IS NOT NULL) AND (status = 'pending'::text) AND (run_id IS NULL) AND (NOT is_continued));
CREATE UNIQUE INDEX scheduled_once ON scheduled_messages USING btree (idempotency_key, workspace_id);
create policy members_read on scheduled_messages for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on scheduled_messages for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on scheduled_messages for all to recado_runtime using (true) with check (true);
grant select on scheduled_messages to recado_member;
grant delete, insert, select, update on scheduled_messages to recado_runtime;
grant select on scheduled_messages to recado_tenant;
CREATE TRIGGER audited AFTER INSERT ON scheduled_messages FOR EACH ROW EXECUTE FUNCTION audit_scheduled();
CREATE TRIGGER audited_when_settled AFTER UPDATE OF status ON scheduled_messages FOR EACH ROW WHEN (((old.status = 'pending'::text) AND (new.status <> 'pending'::text))) EXECUTE FUNCTION audit_scheduled();

create table search_items (
  workspace_id text not null,
  collection text not null,
  item text not null,
  lines integer not null,
  words integer not null,
  constraint search_items_pkey PRIMARY KEY (workspace_id, collection, item),
  constraint search_items_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint search_items_collection_check CHECK (((length(collection) >= 1) AND (length(collection) <= 200))),
  constraint search_items_item_check CHECK (((length(item) >= 1) AND (length(item) <= 200))),
  constraint search_items_lines_check CHECK ((lines >= 0)),
  constraint search_items_words_check CHECK ((words >= 0))
);
alter table search_items enable row level security;
alter table search_items force row level security;
create policy members_read on search_items for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on search_items for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on search_items for all to recado_runtime using (true) with check (true);
grant select on search_items to recado_member;
grant delete, insert, select, update on search_items to recado_runtime;
grant select on search_items to recado_tenant;

create table search_words (
  workspace_id text not null,
  collection text not null,
  word text not null,
  item text not null,
  line integer not null,
  times integer not null,
  line_words integer not null,
  item_words integer not null,
  constraint search_words_pkey PRIMARY KEY (workspace_id, collection, word, item, line),
  constraint search_words_workspace_id_collection_item_fkey FOREIGN KEY (workspace_id, collection, item) REFERENCES search_items(workspace_id, collection, item) ON DELETE CASCADE,
  constraint search_words_line_check CHECK ((line >= 0)),
  constraint search_words_times_check CHECK ((times > 0))
);
alter table search_words enable row level security;
alter table search_words force row level security;
CREATE INDEX search_words_by_item ON search_words USING btree (item, workspace_id, collection);
create policy members_read on search_words for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on search_words for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on search_words for all to recado_runtime using (true) with check (true);
grant select on search_words to recado_member;
grant delete, insert, select, update on search_words to recado_runtime;
grant select on search_words to recado_tenant;

create table sent_files (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  media_id text not null,
  kind text not null,
  media_type text not null,
  file_name text,
  size_bytes bigint not null,
  sha256 text not null,
  bytes bytea,
  uploaded_by text not null,
  created_at timestamp with time zone not null default recado_now(),
  constraint sent_files_pkey PRIMARY KEY (workspace_id, id),
  constraint sent_files_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint sent_files_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'audio'::text, 'video'::text, 'document'::text])))
);
alter table sent_files enable row level security;
alter table sent_files force row level security;
CREATE INDEX sent_files_by_conversation ON sent_files USING btree (conversation_id, workspace_id, media_id);
CREATE INDEX sent_files_kept ON sent_files USING btree (workspace_id, created_at) WHERE (bytes IS NOT NULL);
create policy members_read on sent_files for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on sent_files for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on sent_files for all to recado_runtime using (true) with check (true);
grant select on sent_files to recado_member;
grant delete, insert, select, update on sent_files to recado_runtime;
grant select on sent_files to recado_tenant;

create table session_state (
  workspace_id text not null,
  session_id uuid not null,
  intents_vistos jsonb not null default '[]'::jsonb,
  templates_enviados jsonb not null default '[]'::jsonb,
  datos_capturados jsonb not null default '{}'::jsonb,
  pack_seleccionado text,
  proactive_started_at timestamp with time zone,
  first_data_at timestamp with time zone,
  min_data_at timestamp with time zone,
  ofrecer_promos_at timestamp with time zone,
  ingest_status jsonb,
  templates_pendientes jsonb not null default '[]'::jsonb,
  constraint session_state_pkey PRIMARY KEY (workspace_id, session_id),
  constraint session_state_workspace_id_session_id_fkey FOREIGN KEY (workspace_id, session_id) REFERENCES agent_sessions(workspace_id, id) NOT ENFORCED
) with (fillfactor=80);
alter table session_state enable row level security;
alter table session_state force row level security;
create policy members_read on session_state for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on session_state for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on session_state for all to recado_runtime using (true) with check (true);
grant select on session_state to recado_member;
grant delete, insert, select, update on session_state to recado_runtime;
grant select on session_state to recado_tenant;

create table sourced_facts (
  workspace_id text not null,
  conversation_id uuid not null,
  id text not null,
  artifact_id text not null,
  topic text not null,
  fact text not null,
  source text not null,
  confidence text not null,
  domain text not null,
  tags text[] not null,
  evidence_snippet text not null,
  created_at timestamp with time zone not null,
  constraint sourced_facts_pkey PRIMARY KEY (workspace_id, conversation_id, id),
  constraint sourced_facts_workspace_id_artifact_id_fkey FOREIGN KEY (workspace_id, artifact_id) REFERENCES artifacts(workspace_id, id) ON DELETE CASCADE,
  constraint sourced_facts_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint sourced_facts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint sourced_facts_confidence_check CHECK ((confidence = ANY (ARRAY['high'::text, 'medium'::text])))
);
alter table sourced_facts enable row level security;
alter table sourced_facts force row level security;
CREATE INDEX sourced_facts_by_artifact ON sourced_facts USING btree (artifact_id, workspace_id);
CREATE INDEX sourced_facts_by_id ON sourced_facts USING btree (workspace_id, id);
CREATE INDEX sourced_facts_by_time ON sourced_facts USING btree (workspace_id, created_at DESC, conversation_id, id);
create policy members_read on sourced_facts for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on sourced_facts for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on sourced_facts for all to recado_runtime using (true) with check (true);
grant select on sourced_facts to recado_member;
grant delete, insert, select, update on sourced_facts to recado_runtime;
grant select on sourced_facts to recado_tenant;
CREATE TRIGGER fact_is_written_once BEFORE UPDATE ON sourced_facts FOR EACH ROW EXECUTE FUNCTION refuse_rewrite();

create table studio_sessions (
  workspace_id text not null,
  id uuid not null,
  cookie_hash bytea not null,
  token_id uuid,
  installation_hash bytea,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint studio_sessions_pkey PRIMARY KEY (workspace_id, id),
  constraint studio_sessions_cookie_hash_key UNIQUE (cookie_hash),
  constraint studio_sessions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint studio_sessions_workspace_id_token_id_fkey FOREIGN KEY (workspace_id, token_id) REFERENCES api_tokens(workspace_id, id),
  constraint opened_by_something CHECK (((token_id IS NULL) <> (installation_hash IS NULL))),
  constraint studio_sessions_cookie_hash_check CHECK ((length(cookie_hash) = 32))
);
alter table studio_sessions enable row level security;
alter table studio_sessions force row level security;
create policy own_workspace on studio_sessions for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on studio_sessions for all to recado_runtime using (true) with check (true);
grant insert, select, update on studio_sessions to recado_runtime;
CREATE TRIGGER audited AFTER UPDATE OF ended_at ON studio_sessions FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION audit_sign_in();
CREATE TRIGGER audited_from_the_start AFTER INSERT ON studio_sessions FOR EACH ROW EXECUTE FUNCTION audit_sign_in();

create table tasks (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  session_id uuid,
  run_id uuid,
  title text not null,
  priority text not null,
  note text,
  mode text,
  data jsonb not null,
  pack text,
  status text not null default 'open'::text,
  assignee text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  assigned_at timestamp with time zone,
  closed_at timestamp with time zone,
  closed_by text,
  closing_note text,
  assigned_by text,
  about jsonb,
  constraint tasks_pkey PRIMARY KEY (workspace_id, id),
  constraint tasks_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint tasks_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id),
  constraint tasks_workspace_id_session_id_fkey FOREIGN KEY (workspace_id, session_id) REFERENCES agent_sessions(workspace_id, id),
  constraint task_is_done_by_somebody CHECK ((((status = 'done'::text) = (closed_at IS NOT NULL)) AND ((closed_at IS NULL) = (closed_by IS NULL)))),
  constraint tasks_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text]))),
  constraint tasks_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text])))
);
alter table tasks enable row level security;
alter table tasks force row level security;
CREATE INDEX tasks_by_assignee ON tasks USING btree (workspace_id, assignee, assigned_at DESC) WHERE (assignee IS NOT NULL);
CREATE INDEX tasks_by_conversation ON tasks USING btree (conversation_id, workspace_id, created_at DESC);
CREATE INDEX tasks_to_do ON tasks USING btree (workspace_id, created_at) WHERE (status = 'open'::text);
create policy members_read on tasks for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on tasks for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on tasks for all to recado_runtime using (true) with check (true);
grant select on tasks to recado_member;
grant delete, insert, select, update on tasks to recado_runtime;
grant select on tasks to recado_tenant;
CREATE TRIGGER audited AFTER UPDATE OF assignee, closed_at ON tasks FOR EACH ROW WHEN (((old.assignee IS DISTINCT FROM new.assignee) OR (old.closed_at IS DISTINCT FROM new.closed_at))) EXECUTE FUNCTION audit_task();
CREATE TRIGGER fed AFTER INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION feed_task();

create table test_clock (
  only_row boolean not null default true,
  ahead interval not null,
  constraint test_clock_pkey PRIMARY KEY (only_row),
  constraint test_clock_only_row_check CHECK (only_row)
);
alter table test_clock enable row level security;
alter table test_clock force row level security;
create policy members_read on test_clock for select to recado_member using (true);
create policy tenants_read_the_clock on test_clock for select to recado_tenant using (true);
grant select on test_clock to recado_member;
grant select on test_clock to recado_tenant;
CREATE TRIGGER test_clock_moves AFTER INSERT ON test_clock FOR EACH ROW EXECUTE FUNCTION move_test_clock();

create table timers (
  workspace_id text not null,
  run_id uuid not null,
  conversation_id uuid not null,
  session_id uuid not null,
  level text not null,
  due_at timestamp with time zone not null,
  fire_at timestamp with time zone not null,
  armed_at timestamp with time zone not null,
  fired_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  hurried_by text,
  cancelled_by text,
  segment integer not null default 0,
  id uuid not null default 
CASE
    WHEN (segment = 0) THEN run_id
    ELSE (md5((((run_id)::text || ':'::text) || segment)))::uuid
END,
  constraint timers_pkey PRIMARY KEY (workspace_id, id),
  constraint timers_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  constraint timers_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES agent_runs(workspace_id, id),
  constraint timers_workspace_id_session_id_fkey FOREIGN KEY (workspace_id, session_id) REFERENCES agent_sessions(workspace_id, id),
  constraint cancelled_by_somebody_is_cancelled CHECK (((cancelled_by IS NULL) OR (cancelled_at IS NOT NULL))),
  constraint timer_is_fired_or_cancelled CHECK (((fired_at IS NULL) OR (cancelled_at IS NULL))),
  constraint timer_is_never_early CHECK ((fired_at >= fire_at)),
  constraint timer_settles_after_it_is_due CHECK ((fire_at >= due_at)),
  constraint timers_level_check CHECK (((length(level) >= 1) AND (length(level) <= 64)))
) with (fillfactor=80);
alter table timers enable row level security;
alter table timers force row level security;
CREATE INDEX timers_by_session ON timers USING btree (session_id, workspace_id);
CREATE INDEX timers_newest ON timers USING btree (armed_at, id, workspace_id);
CREATE INDEX timers_to_fire ON timers USING btree (fire_at, id, workspace_id) WHERE ((fired_at IS NULL) AND (cancelled_at IS NULL) AND (fire_at IS NOT NULL));
CREATE UNIQUE INDEX one_pending_timer_per_conversation ON timers USING btree (conversation_id, workspace_id) WHERE ((fired_at IS NULL) AND (cancelled_at IS NULL));
CREATE UNIQUE INDEX timers_of_run ON timers USING btree (run_id, workspace_id, segment);
create policy members_read on timers for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on timers for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on timers for all to recado_runtime using (true) with check (true);
grant select on timers to recado_member;
grant delete, insert, select, update on timers to recado_runtime;
grant select on timers to recado_tenant;
CREATE TRIGGER audited AFTER UPDATE OF hurried_by, cancelled_by ON timers FOR EACH ROW WHEN (((old.hurried_by IS DISTINCT FROM new.hurried_by) OR (old.cancelled_by IS DISTINCT FROM new.cancelled_by))) EXECUTE FUNCTION audit_timer();

create table token_budgets (
  workspace_id text not null,
  session_id uuid not null,
  conversation_id uuid not null,
  used_tokens bigint not null,
  updated_at timestamp with time zone not null,
  constraint token_budgets_pkey PRIMARY KEY (workspace_id, session_id),
  constraint token_budgets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
alter table token_budgets enable row level security;
alter table token_budgets force row level security;
create policy members_read on token_budgets for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on token_budgets for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on token_budgets for all to recado_runtime using (true) with check (true);
grant select on token_budgets to recado_member;
grant delete, insert, select, update on token_budgets to recado_runtime;
grant select on token_budgets to recado_tenant;

create table tombstones (
  workspace_id text not null,
  hash bytea not null,
  kind text not null,
  erased_at timestamp with time zone not null,
  event_id uuid,
  conversation_id uuid,
  run_id uuid,
  constraint tombstones_pkey PRIMARY KEY (workspace_id, hash),
  constraint tombstones_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint tombstones_hash_check CHECK ((length(hash) = 32)),
  constraint tombstones_kind_check CHECK ((kind = ANY (ARRAY['name'::text, 'event'::text, 'message'::text])))
);
alter table tombstones enable row level security;
alter table tombstones force row level security;
CREATE INDEX tombstones_of_names ON tombstones USING btree (workspace_id, erased_at) WHERE (kind = 'name'::text);
create policy members_read on tombstones for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on tombstones for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on tombstones for all to recado_runtime using (true) with check (true);
grant select on tombstones to recado_member;
grant delete, insert, select, update on tombstones to recado_runtime;
grant select on tombstones to recado_tenant;

create table tool_rates (
  workspace_id text not null,
  module text not null,
  minute timestamp with time zone not null,
  calls integer not null,
  constraint tool_rates_pkey PRIMARY KEY (workspace_id, module),
  constraint tool_rates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
) with (fillfactor=50);
alter table tool_rates enable row level security;
alter table tool_rates force row level security;
create policy members_read on tool_rates for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on tool_rates for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on tool_rates for all to recado_runtime using (true) with check (true);
grant select on tool_rates to recado_member;
grant delete, insert, select, update on tool_rates to recado_runtime;
grant select on tool_rates to recado_tenant;

create table workers (
  id uuid not null,
  lock_key bigint not null,
  description text not null,
  missing_since timestamp with time zone,
  started_at timestamp with time zone not null default now(),
  constraint workers_pkey PRIMARY KEY (id)
);
alter table workers enable row level security;
alter table workers force row level security;
create policy runtime on workers for all to recado_runtime using (true) with check (true);
grant delete, insert, select, update on workers to recado_runtime;

create table workspace_agent_config (
  workspace_id text not null,
  agent_enabled boolean not null default false,
  conversational_agent_id text,
  handoff_message text,
  timer_preset text,
  response_speed real,
  updated_at timestamp with time zone not null default recado_now(),
  updated_by text not null default 'system'::text,
  time_zone text not null default 'America/Bogota'::text,
  business_hours jsonb,
  proactive_per_day integer not null default 4,
  proactive_spacing_minutes integer not null default 240,
  quiet_minutes integer not null default 30,
  window_maintenance boolean not null default false,
  crm_agents_enabled boolean not null default true,
  session_end jsonb,
  locale text not null default 'es-CO'::text,
  knowledge_version integer not null default 0,
  prompts_version integer not null default 0,
  confirmation_minutes integer,
  message_prices jsonb not null default '{}'::jsonb,
  constraint workspace_agent_config_pkey PRIMARY KEY (workspace_id),
  constraint workspace_agent_config_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint workspace_agent_config_confirmation_minutes_check CHECK (((confirmation_minutes >= 1) AND (confirmation_minutes <= 10080))),
  constraint workspace_agent_config_conversational_agent_id_check CHECK (((length(conversational_agent_id) >= 1) AND (length(conversational_agent_id) <= 100))),
  constraint workspace_agent_config_handoff_message_check CHECK (((length(handoff_message) >= 1) AND (length(handoff_message) <= 1000))),
  constraint workspace_agent_config_locale_check CHECK ((locale = ANY (ARRAY['es-CO'::text, 'es-MX'::text, 'pt-BR'::text, 'en-US'::text]))),
  constraint workspace_agent_config_proactive_per_day_check CHECK (((proactive_per_day >= 0) AND (proactive_per_day <= 100))),
  constraint workspace_agent_config_proactive_spacing_minutes_check CHECK (((proactive_spacing_minutes >= 0) AND (proactive_spacing_minutes <= 10080))),
  constraint workspace_agent_config_quiet_minutes_check CHECK (((quiet_minutes >= 0) AND (quiet_minutes <= 1440))),
  constraint workspace_agent_config_response_speed_check CHECK ((response_speed = ANY (ARRAY[(1)::real, (0.2)::real, (0)::real]))),
  constraint workspace_agent_config_timer_preset_check CHECK ((timer_preset = ANY (ARRAY['real'::text, 'rapido'::text, 'instantaneo'::text])))
);
alter table workspace_agent_config enable row level security;
alter table workspace_agent_config force row level security;
create policy members_read on workspace_agent_config for select to recado_member using ((workspace_id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on workspace_agent_config for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on workspace_agent_config for all to recado_runtime using (true) with check (true);
grant select on workspace_agent_config to recado_member;
grant delete, insert, select, update on workspace_agent_config to recado_runtime;
grant select on workspace_agent_config to recado_tenant;
CREATE TRIGGER audited AFTER UPDATE ON workspace_agent_config FOR EACH ROW WHEN (((to_jsonb(old.*) - ARRAY['updated_at'::text, 'updated_by'::text, 'knowledge_version'::text, 'prompts_version'::text]) <> (to_jsonb(new.*) - ARRAY['updated_at'::text, 'updated_by'::text, 'knowledge_version'::text, 'prompts_version'::text]))) EXECUTE FUNCTION audit_agent_config();

create table workspace_members (
  workspace_id text not null,
  user_id text not null,
  role text not null,
  name text not null,
  added_at timestamp with time zone not null,
  changed_by text not null,
  removed_at timestamp with time zone,
  sees_sales boolean not null default false,
  constraint workspace_members_pkey PRIMARY KEY (workspace_id, user_id),
  constraint workspace_members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint workspace_members_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 200)) AND (name <> 'api'::text))),
  constraint workspace_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'operator'::text, 'viewer'::text, 'service'::text]))),
  constraint workspace_members_user_id_check CHECK (((length(user_id) >= 1) AND (length(user_id) <= 200)))
);
alter table workspace_members enable row level security;
alter table workspace_members force row level security;
CREATE INDEX memberships_of_a_person ON workspace_members USING btree (user_id) WHERE (removed_at IS NULL);
create policy members_read on workspace_members for select to recado_member using ((user_id = recado_jwt_subject()));
create policy own_workspace on workspace_members for all to recado_tenant using ((workspace_id = recado_workspace())) with check ((workspace_id = recado_workspace()));
create policy runtime on workspace_members for all to recado_runtime using (true) with check (true);
grant select on workspace_members to recado_member;
grant insert, select, update on workspace_members to recado_runtime;
CREATE TRIGGER audited AFTER UPDATE ON workspace_members FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_member();
CREATE TRIGGER audited_from_the_start AFTER INSERT ON workspace_members FOR EACH ROW EXECUTE FUNCTION audit_member();

create table workspaces (
  id text not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  created_by text,
  constraint workspaces_pkey PRIMARY KEY (id),
  constraint workspaces_id_check CHECK (((length(id) >= 1) AND (length(id) <= 64)))
);
alter table workspaces enable row level security;
alter table workspaces force row level security;
create policy members_read on workspaces for select to recado_member using ((id IN ( SELECT recado_member_workspaces() AS recado_member_workspaces)));
create policy own_workspace on workspaces for all to recado_tenant using ((id = recado_workspace()));
create policy runtime on workspaces for all to recado_runtime using (true) with check (true);
grant select on workspaces to recado_member;
grant insert, select, update on workspaces to recado_runtime;
grant select on workspaces to recado_tenant;
CREATE TRIGGER audited_from_the_start AFTER INSERT ON workspaces FOR EACH ROW EXECUTE FUNCTION audit_workspace();
CREATE TRIGGER workspace_has_agent_config AFTER INSERT ON workspaces FOR EACH ROW EXECUTE FUNCTION open_agent_config();
CREATE TRIGGER workspace_has_nights AFTER INSERT ON workspaces FOR EACH ROW EXECUTE FUNCTION open_retention();
CREATE TRIGGER workspace_has_nlu_settings AFTER INSERT ON workspaces FOR EACH ROW EXECUTE FUNCTION open_nlu_settings();

-- view agent_plans with (security_invoker=true): workspace_id text, plan_id uuid, conversation_id uuid, contact_id uuid, agent_id text, agent_version text, objective text, context_summary text, status text, ended_by text, replans integer, calls integer, tokens integer, given jsonb, to_find jsonb, guesses jsonb, tasks jsonb, answer text, paused_at timestamp with time zone, paused_by text, created_at timestamp with time zone, ended_at timestamp with time zone

-- view agent_steps with (security_invoker=true): workspace_id text, run_id uuid, name text, node text, status text, "position" integer, input_snapshot jsonb, output_snapshot jsonb, started_at timestamp with time zone, latency_ms double precision, segment integer

-- view agent_tasks with (security_invoker=true): workspace_id text, plan_id uuid, task_id text, "position" integer, description text, worker_type text, depends_on text[], status text, result text, reason text, segment integer, started_at timestamp with time zone, ended_at timestamp with time zone, is_current boolean

-- view memory_profile with (security_invoker=true): workspace_id text, user_id uuid, display_name text, tone_preference text, language_preference text, timezone text, goals text, constraints text, updated_at timestamp with time zone

-- view tool_executions with (security_invoker=true): workspace_id text, run_id uuid, call_id text, agent_session_id uuid, conversation_id uuid, user_id uuid, tool_name text, input jsonb, output jsonb, status text, error text, duration_ms numeric, context text, snapshots jsonb, created_at timestamp with time zone, actor text

-- view trace_scores with (security_invoker=true): workspace_id text, trace_id uuid, name text, value double precision, source text, comment text

-- view trace_spans with (security_invoker=true): workspace_id text, trace_id uuid, span_id text, parent_id text, name text, kind text, input jsonb, output jsonb, status text, latency_ms double precision, metadata jsonb

-- view traces with (security_invoker=true): workspace_id text, trace_id uuid, conversation_id uuid, contact_id uuid, agent_id text, agent_version text, input text, output text, message_type text, status text, outcome text, created_at timestamp with time zone, ended_at timestamp with time zone, phone text, wa_message_id text

CREATE OR REPLACE FUNCTION public.analyze_table(of_table text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ begin execute format('analyze (skip_locked) %s', of_table::regclass); end $function$;

CREATE OR REPLACE FUNCTION public.apply_crm_change(ws text, conversation uuid, of_session uuid, of_run uuid, by text, change jsonb, after_all bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  op text := change ->> 'op';
  person uuid;
  target uuid;
  was jsonb;
  is_now jsonb;
begin
  if change ? 'contactId' then
    select coalesce(k.merged_into, k.id) into person from contacts k
      where k.workspace_id = ws and k.id = (change ->> 'contactId')::uuid;
    select to_jsonb(k) into was from contacts k where k.workspace_id = ws and k.id = person for update;
    if not found then perform refuse_crm_change('contact ' || (change ->> 'contactId')); end if;
  end if;

  if op = 'contact.create' then
    select a.contact_id into person from contact_aliases a
      where a.workspace_id = ws and a.kind = 'phone' and right(a.value, 10) = right(change ->> 'phone', 10)
      order by a.value = change ->> 'phone' desc limit 1;
    if person is not null then perform recado_conflict('the contact was met since the turn looked'); end if;
    person := (change ->> 'id')::uuid;
    insert into contacts (workspace_id, id, tags, profile, created_at)
      values (ws, person, array(select jsonb_array_elements_text(change -> 'tags')), change -> 'profile', recado_now());
    insert into contact_aliases (workspace_id, kind, value, contact_id, created_at, heard_at)
      values (ws, 'phone', change ->> 'phone', person, recado_now(), '-infinity');
    was := null;

  elsif op = 'contact.update' then
    update contacts k set profile = jsonb_strip_nulls(k.profile || (change -> 'profile')), deleted_at = null,
        tags = k.tags || array(
          select t.tag from jsonb_array_elements_text(coalesce(change -> 'tags', '[]')) with ordinality as t (tag, place)
          where t.tag <> all (k.tags) order by t.place)
      where k.workspace_id = ws and k.id = person;
  elsif op = 'contact.delete' then
    update contacts k set deleted_at = coalesce(k.deleted_at, recado_now()) where k.workspace_id = ws and k.id = person;
  elsif op = 'tag.add' then
    update contacts k set tags = k.tags || (change ->> 'tag')
      where k.workspace_id = ws and k.id = person and change ->> 'tag' <> all (k.tags);
  elsif op = 'tag.remove' then
    update contacts k set tags = array_remove(k.tags, change ->> 'tag') where k.workspace_id = ws and k.id = person;

  elsif op = 'order.create' then
    target := (change ->> 'id')::uuid;
    insert into orders (
        workspace_id, id, purchase_key, session_id, conversation_id, contact_id, run_id, source, status, stage, pack, products,
        total, shipping_address, note, data, tags, changed_by, created_at, updated_at)
      values (ws, target, change ->> 'purchaseKey', of_session, conversation, person, of_run, change ->> 'source',
        change ->> 'status', change ->> 'stage', change ->> 'pack', change -> 'products', (change ->> 'total')::bigint,
        change ->> 'shippingAddress', change ->> 'note', change -> 'data', '{}', by, recado_now(), recado_now())
      on conflict (workspace_id, purchase_key) do nothing;
    was := null;

  elsif op in ('order.update', 'order.status', 'order.delete') then
    target := (change ->> 'orderId')::uuid;
    select to_jsonb(o) into was from orders o where o.workspace_id = ws and o.id = target for update;
    if not found then perform refuse_crm_change('order ' || target); end if;
    if was ->> 'status' <> change ->> 'seenStatus' then
      perform recado_conflict('the order has moved since the turn read it');
    end if;
    update orders o set
        pack = case when change ? 'pack' then change ->> 'pack' else o.pack end,
        products = coalesce(change -> 'products', o.products),
        total = coalesce((change ->> 'total')::bigint, o.total),
        shipping_address = coalesce(change ->> 'shippingAddress', o.shipping_address),
        note = coalesce(change ->> 'note', o.note),
        status = coalesce(change ->> 'status', o.status),
        stage = coalesce(change ->> 'stage', o.stage),
        deleted_at = case when op = 'order.delete' then recado_now() else o.deleted_at end,
        changed_by = by,
        updated_at = recado_now()
      where o.workspace_id = ws and o.id = target;

  elsif op in ('task.update', 'task.complete') then
    target := (change ->> 'taskId')::uuid;
    select to_jsonb(t) into was from tasks t where t.workspace_id = ws and t.id = target for update;
    if not found then perform refuse_crm_change('task ' || target); end if;
    if was ->> 'status' <> 'open' then perform recado_conflict('the task was closed since the turn read it'); end if;
    update tasks t set
        title = coalesce(change ->> 'title', t.title),
        priority = coalesce(change ->> 'priority', t.priority),
        note = coalesce(change ->> 'note', t.note),
        -- A code would say the former title.
        about = case when change ?| array['title', 'note'] then null else t.about end,
        assignee = case when change ? 'assignee' then change ->> 'assignee' else t.assignee end,
        assigned_at = case when change ->> 'assignee' is distinct from t.assignee and change ? 'assignee'
          then case when change ->> 'assignee' is not null then recado_now() end else t.assigned_at end,
        status = case when op = 'task.complete' then 'done' else t.status end,
        closed_at = case when op = 'task.complete' then recado_now() end,
        closed_by = case when op = 'task.complete' then by end,
        closing_note = case when op = 'task.complete' then change ->> 'closingNote' end,
        updated_at = recado_now()
      where t.workspace_id = ws and t.id = target;

  elsif op = 'note.create' then
    target := (change ->> 'id')::uuid;
    insert into contact_notes (workspace_id, id, contact_id, conversation_id, run_id, author, body, created_at)
      values (ws, target, person, conversation, of_run, by, change ->> 'body', recado_now());
    was := null;
  elsif op = 'note.delete' then
    target := (change ->> 'noteId')::uuid;
    select to_jsonb(n) into was from contact_notes n where n.workspace_id = ws and n.id = target for update;
    if not found then perform refuse_crm_change('note ' || target); end if;
    update contact_notes n set deleted_at = coalesce(n.deleted_at, recado_now()) where n.workspace_id = ws and n.id = target;

  elsif op = 'field.set' then
    if change ? 'define' then
      insert into contact_fields (workspace_id, name, type, choices, created_at, created_by)
        values (ws, change ->> 'field', change #>> '{define,type}',
          array(select jsonb_array_elements_text(change #> '{define,choices}')), recado_now(), by)
        on conflict (workspace_id, name) do nothing;
    end if;
    select to_jsonb(v) into was from contact_field_values v
      where v.workspace_id = ws and v.contact_id = person and v.field = change ->> 'field';
    if change -> 'value' = 'null' then
      delete from contact_field_values v where v.workspace_id = ws and v.contact_id = person and v.field = change ->> 'field';
    else
      insert into contact_field_values (workspace_id, contact_id, field, value, updated_at, updated_by)
        values (ws, person, change ->> 'field', change -> 'value', recado_now(), by)
        on conflict (workspace_id, contact_id, field) do update set
          value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by;
    end if;

  elsif op in ('conversation.assign', 'conversation.close') then
    select jsonb_build_object('assignee', c.assignee, 'closed_at', c.closed_at, 'closed_by', c.closed_by) into was
      from conversations c where c.workspace_id = ws and c.id = conversation;
    update conversations c set
        assignee = case when op = 'conversation.assign' then change ->> 'assignee' else c.assignee end,
        closed_at = case when op = 'conversation.close' then recado_now() else c.closed_at end,
        closed_by = case when op = 'conversation.close' then by else c.closed_by end
      where c.workspace_id = ws and c.id = conversation;
    if op = 'conversation.close' then
      update agent_sessions s set status = 'closed', version = s.version + 1, updated_at = recado_now(), closed_at = recado_now()
        where s.workspace_id = ws and s.conversation_id = conversation and s.status = 'active';
    end if;
  else
    raise exception 'no change of the books is named %', op using errcode = 'RC005';
  end if;

  -- Read back: the ledger is told what stands there now.
  is_now := case split_part(op, '.', 1)
    when 'contact' then (select to_jsonb(k) from contacts k where k.workspace_id = ws and k.id = person)
    when 'tag' then (select to_jsonb(k) from contacts k where k.workspace_id = ws and k.id = person)
    when 'order' then (select to_jsonb(o) from orders o where o.workspace_id = ws and o.id = target)
    when 'task' then (select to_jsonb(t) from tasks t where t.workspace_id = ws and t.id = target)
    when 'note' then (select to_jsonb(n) from contact_notes n where n.workspace_id = ws and n.id = target)
    when 'field' then (select to_jsonb(v) from contact_field_values v
      where v.workspace_id = ws and v.contact_id = person and v.field = change ->> 'field')
    else (select jsonb_build_object('assignee', c.assignee, 'closed_at', c.closed_at, 'closed_by', c.closed_by)
      from conversations c where c.workspace_id = ws and c.id = conversation) end;
  return jsonb_build_object('before', was - 'workspace_id', 'after', is_now - 'workspace_id');
end $function$;

CREATE OR REPLACE FUNCTION public.audit(workspace text, who text, what text, kind text, subject text, run uuid, told jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into audit_log (workspace_id, at, actor, action, subject_kind, subject_id, run_id, detail)
  values (workspace, recado_now(), coalesce(who, 'system'), what, kind, subject, run, jsonb_strip_nulls(told))
$function$;

CREATE OR REPLACE FUNCTION public.audit_agent_config()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit(new.workspace_id, new.updated_by, 'workspace.config', 'workspace', new.workspace_id, null, (
    select jsonb_object_agg(n.key, n.value) from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
    where n.value <> o.value and n.key not in ('updated_at', 'updated_by', 'knowledge_version', 'prompts_version')));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_alert()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform audit(new.workspace_id, new.resolved_by, 'alert.resolved', 'alert', new.id::text, null, jsonb_build_object('kind', new.kind));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit(new.workspace_id,
    case when new.status = 'pending' then coalesce(new.asked_by, 'agent:' || new.agent_id || '@' || new.agent_version) else new.decided_by end,
    'confirmation.' || case new.status when 'pending' then 'asked' else new.status end,
    'conversation', new.conversation_id::text, new.run_id,
    jsonb_build_object('confirmation', new.id, 'tool', new.tool, 'call', new.call_id, 'risk', new.risk, 'rule', new.rule,
      'audience', new.audience, 'argumentsHash', new.arguments_hash, 'event', new.answered_by_event));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_consent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  said_in uuid := case when new.marketing_stopped_at is null then new.resumed_by_event_id else new.stopped_by_event_id end;
begin
  perform audit(new.workspace_id, who_said(new.workspace_id, said_in),
    case when new.marketing_stopped_at is null then 'contact.opted_in' else 'contact.opted_out' end,
    'contact', new.id::text, null, jsonb_build_object('event', said_in));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_evaluation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$ begin
  perform audit(new.workspace_id, new.run_by, 'evaluation.run', 'evaluation', new.id::text, null,
    jsonb_build_object('agent', new.agent_id, 'version', new.agent_version, 'examples', new.examples, 'passed', new.passed));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit(new.workspace_id, new.payload -> 'saidBy' ->> 'display',
    case when new.source = 'rehearsal' then 'event.said_as_customer' when new.input_type = 'message' then 'event.said'
      else 'event.commanded' end,
    'conversation', new.conversation_id::text, new.run_id, jsonb_build_object(
      'event', new.id, 'kind', new.payload -> 'saidBy' ->> 'kind', 'id', new.payload -> 'saidBy' ->> 'id'));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_feed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform audit(new.workspace_id, new.changed_by, case when tg_op = 'INSERT' then 'feed.created' else 'feed.rotated' end,
    'feed', new.id::text, null, jsonb_build_object('host', substring(new.url from '://([^/?#]+)'), 'kinds', new.kinds));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_hash(line audit_log)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sha256(line.previous_hash || convert_to(jsonb_build_object(
    'workspace', line.workspace_id, 'id', line.id, 'seq', line.seq,
    'at', to_char(line.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    'actor', line.actor, 'action', line.action, 'subjectKind', line.subject_kind, 'subjectId', line.subject_id,
    'runId', line.run_id, 'detail', line.detail)::text, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.audit_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit(new.workspace_id, new.changed_by,
    case when new.removed_at is not null then 'member.removed' when tg_op = 'UPDATE' and old.removed_at is null then 'member.changed'
      else 'member.added' end,
    'member', new.user_id, null, jsonb_build_object('role', new.role, 'name', new.name, 'seesSales', new.sees_sales));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_member_phone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform audit(new.workspace_id, new.created_by, 'phone.code_made', 'member', new.user_id, null,
      jsonb_build_object('expiresAt', new.expires_at));
  elsif old.ended_at is null and new.ended_at is not null then
    perform audit(new.workspace_id, new.ended_by, 'phone.unbound', 'member', new.user_id, null,
      jsonb_build_object('contact', new.contact_id));
  elsif old.bound_at is null and new.bound_at is not null then
    perform audit(new.workspace_id, new.user_id, 'phone.bound', 'member', new.user_id, null,
      jsonb_build_object('contact', new.contact_id));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit(new.workspace_id, new.assigned_by, 'number.assigned', 'number', new.id, null, jsonb_build_object('agent', new.agent_id));
  if tg_op = 'UPDATE' and old.workspace_id <> new.workspace_id then
    perform audit(old.workspace_id, new.assigned_by, 'number.left', 'number', new.id, null, '{}');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_paper()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$ begin
  perform audit(new.workspace_id, new.written_by, new.kind || '.written', new.kind, new.id::text, null, '{}');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_retention()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$ begin
  -- An absent class has the default. Null is a value here, so it is written out.
  perform audit(new.workspace_id, new.set_by, 'workspace.retention', 'workspace', new.workspace_id, null, jsonb_build_object(
    'from', case when tg_op = 'UPDATE' then old.days::text else '{}' end, 'to', new.days::text));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform audit(new.workspace_id, case when new.status = 'queued' then new.retried_by else new.discarded_by end,
    case when new.status = 'queued' then 'run.retried' when new.discarded_at is null then 'run.dead_letter' else 'run.discarded' end,
    'conversation', new.conversation_id::text, new.id, jsonb_build_object('failure', new.failure_code));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_scheduled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit(new.workspace_id, case when tg_op = 'INSERT' then new.created_by else new.settled_by end,
    case when tg_op = 'INSERT' then new.kind || '.created' else new.kind || '.' || new.status end,
    'conversation', new.conversation_id::text, new.run_id, jsonb_build_object('id', new.id, 'reason', new.reason));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_score()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$ begin
  perform audit(new.workspace_id, new.given_by, 'run.scored', 'run', new.run_id::text, new.run_id,
    jsonb_build_object('conversation', new.conversation_id, 'name', new.name, 'value', new.value, 'source', new.source));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform audit(new.workspace_id, coalesce((
      select coalesce(m.name, t.name) from api_tokens t
      left join workspace_members m on m.workspace_id = t.workspace_id and m.user_id = t.user_id
      where t.workspace_id = new.workspace_id and t.id = new.token_id), 'api'),
    case when new.ended_at is null then 'session.opened' else 'session.ended' end, 'session', new.id::text, null, '{}');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_stop()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform audit(new.workspace_id, coalesce(new.stopped_by, 'system'), 'run.stopped',
    'conversation', new.conversation_id::text, new.id, jsonb_build_object('reason', new.stopped, 'segment', new.segment));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_switch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform audit(new.workspace_id, new.switched_by, case when new.bot_enabled then 'conversation.bot_on' else 'conversation.bot_off' end,
    'conversation', new.id::text, null, '{}');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform audit(new.workspace_id, case when new.closed_at is not null then new.closed_by else new.assigned_by end,
    case when new.closed_at is not null then 'task.completed' when new.assignee is null then 'task.unassigned' else 'task.assigned' end,
    'task', new.id::text, null, jsonb_build_object('assignee', new.assignee, 'conversation', new.conversation_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_template()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform audit(new.workspace_id, new.updated_by, 'template.written', 'template', new.name || '/' || new.language, null,
    jsonb_build_object('category', new.category, 'variables', new.variables));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_timer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit(new.workspace_id, coalesce(new.cancelled_by, new.hurried_by),
    case when new.cancelled_by is not null then 'timer.cancelled' else 'timer.fired_now' end,
    'conversation', new.conversation_id::text, new.run_id, jsonb_build_object('level', new.level));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_token()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit(new.workspace_id, coalesce(new.revoked_by, new.created_by),
    case when new.revoked_at is null then 'token.created' else 'token.revoked' end, 'token', new.id::text, null,
    jsonb_build_object('name', new.name, 'member', new.user_id, 'role', new.role, 'scopes', new.scopes));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_tool_use()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  of_run agent_runs;
  is_tried boolean := false;
begin
  select * into of_run from agent_runs r where r.workspace_id = new.workspace_id and r.id = new.run_id;
  -- An agent's own turn never comes from a sandbox.
  if new.actor_kind <> 'agent' then
    select e.source = 'sandbox' into is_tried from agent_events e
      where e.workspace_id = new.workspace_id and e.id = of_run.event_id;
  end if;
  perform audit(new.workspace_id, coalesce(new.actor, 'agent:' || coalesce(of_run.agent_id || '@' || of_run.agent_version, '?')),
    case when new.is_dry_run then 'tool.dry_run' else 'tool.' || new.status end,
    'conversation', of_run.conversation_id::text, new.run_id,
    jsonb_build_object('tool', new.tool_name, 'call', new.call_id, 'risk', new.risk_level, 'policy', new.policy_decision,
      'reason', case when new.policy_decision = 'allow' then new.policy_reason
        else substring(new.policy_reason from '^([a-z][a-z_ ]{0,40}): ') end,
      'inputHash', encode(sha256(convert_to(coalesce(new.input, 'null')::text, 'UTF8')), 'hex'))
      || case when is_tried then '{"from": "sandbox"}'::jsonb else '{}'::jsonb end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_workspace()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit(new.id, new.created_by, 'workspace.created', 'workspace', new.id, null, jsonb_build_object('name', new.name));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.bind_member_phone(of_workspace text, of_contact uuid, code text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  found_phone member_phones;
begin
  select p.* into found_phone from member_phones p
    join workspace_members m on m.workspace_id = p.workspace_id and m.user_id = p.user_id and m.removed_at is null
    where p.workspace_id = of_workspace and p.ended_at is null
      and p.code_hash = sha256(convert_to(p.id || ':' || code, 'UTF8'))
      and (p.contact_id = of_contact or (p.contact_id is null and p.expires_at > recado_now()))
    for update of p;
  if not found then return false; end if;
  if found_phone.contact_id is not null then return true; end if;
  update member_phones p set ended_at = recado_now(), ended_by = 'another phone was bound'
    where p.workspace_id = of_workspace and p.ended_at is null and p.bound_at is not null
      and (p.user_id = found_phone.user_id or p.contact_id = of_contact);
  update member_phones p set contact_id = of_contact, bound_at = recado_now()
    where p.workspace_id = of_workspace and p.id = found_phone.id;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_confirmations(of_workspace text, of_conversation uuid, of_session uuid, who text, why text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  cancelled int;
begin
  update confirmations f set status = 'cancelled', decided_at = recado_now(), decided_by = coalesce(who, 'system'), note = why
  where f.workspace_id = of_workspace and f.conversation_id = of_conversation and f.status = 'pending' and f.asked_by is null
    and (of_session is null or f.session_id = of_session);
  get diagnostics cancelled = row_count;
  return cancelled;
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_for_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update confirmations f set status = 'cancelled', decided_at = recado_now(), decided_by = coalesce(new.changed_by, 'system'),
    note = 'the order was cancelled'
  where f.workspace_id = new.workspace_id and f.status = 'pending'
    and f.tool in ('create_order', 'update_order', 'cancel_order', 'crm.order.update', 'crm.order.updateStatus', 'crm.order.delete')
    and (f.input ->> 'orderId' = new.id::text or f.input ->> 'purchaseKey' = new.purchase_key);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_for_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform cancel_confirmations(new.workspace_id, new.conversation_id, new.id, 'system', 'the session is over: ' || new.status);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_run(of_workspace text, of_run uuid, who text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  found_run agent_runs;
begin
  found_run := lock_run(of_workspace, of_run);
  if found_run.id is null then return 'not_found'; end if;
  if found_run.stopped like 'cancelled%' then return 'cancelled'; end if;
  if found_run.status in ('completed', 'dead_letter') then return 'over'; end if;
  if stop_segments(of_workspace, found_run.conversation_id, of_run, 'cancelled_by_operator', who) = 0 then return 'no_segments'; end if;
  update conversations c set version = c.version + 1,
    run_at = case when c.leased_by is null then recado_now() else c.run_at end
  where c.workspace_id = of_workspace and c.id = found_run.conversation_id and c.active_run_id = of_run;
  return 'cancelled';
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_timer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update timers t set cancelled_at = recado_now()
  where t.workspace_id = new.workspace_id and t.conversation_id = new.conversation_id and t.session_id = new.id
    and t.fired_at is null and t.cancelled_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.workspace_id, new.id, new.run_id, new.conversation_id, new.call_id, new.tool, new.arguments_hash, new.agent_id,
      new.agent_version, new.asked_by, new.audience, new.created_at, new.expires_at)
    is distinct from (old.workspace_id, old.id, old.run_id, old.conversation_id, old.call_id, old.tool, old.arguments_hash,
      old.agent_id, old.agent_version, old.asked_by, old.audience, old.created_at, old.expires_at)
    or (old.status = 'pending' and (new.input, new.question) is distinct from (old.input, old.question))
  then raise exception 'what confirmation % asks cannot change', old.id using errcode = 'RC005';
  end if;
  if new.status is distinct from old.status and (old.status <> 'pending'
    or (new.status in ('approved', 'denied') and recado_now() >= old.expires_at)
    or (new.status = 'expired' and recado_now() < old.expires_at))
  then raise exception 'confirmation % cannot go from % to %', old.id, old.status, new.status using errcode = 'RC005';
  end if;
  if new.status = old.status and (new.decided_by, new.decided_at) is distinct from (old.decided_by, old.decided_at)
  then raise exception 'confirmation % was decided before', old.id using errcode = 'RC005';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_run_transition()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (old.status, new.status) in (
    ('queued', 'running'), ('queued', 'completed'),
    ('running', 'waiting_confirmation'), ('running', 'completed'), ('running', 'failed'),
    ('running', 'dead_letter'), ('running', 'queued'),
    ('waiting_confirmation', 'running'), ('waiting_confirmation', 'completed'),
    ('failed', 'running'), ('failed', 'queued'), ('failed', 'dead_letter'),
    ('dead_letter', 'queued'))
  then return new;
  end if;
  raise exception 'run % cannot go from % to %', old.id, old.status, new.status using errcode = 'RC002';
end $function$;

CREATE OR REPLACE FUNCTION public.contact_opts_out()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update timers t set cancelled_at = recado_now()
  from conversations c
  where c.workspace_id = new.workspace_id and t.workspace_id = c.workspace_id and t.conversation_id = c.id
    and t.fired_at is null and t.cancelled_at is null
    and c.contact_id in (select k.id from contacts k
      where k.workspace_id = new.workspace_id and (k.id = new.id or k.merged_into = new.id));
  update scheduled_messages s
  set status = 'cancelled', reason = 'opted_out', settled_at = recado_now(), settled_by = who_said(new.workspace_id, new.stopped_by_event_id)
  from conversations c
  where c.workspace_id = new.workspace_id and s.workspace_id = c.workspace_id and s.conversation_id = c.id
    and s.status = 'pending' and s.run_id is null
    and c.contact_id in (select k.id from contacts k
      where k.workspace_id = new.workspace_id and (k.id = new.id or k.merged_into = new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.delivery_rank(delivery text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$ select coalesce(array_position(array['sent', 'failed', 'delivered', 'read', 'played'], delivery), 0) $function$;

CREATE OR REPLACE FUNCTION public.end_segments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update run_segments g set state = null, ended_at = recado_now()
  where g.workspace_id = new.workspace_id and g.run_id = new.id and g.ended_at is null
    and (new.status <> 'queued' or g.number < new.segment);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.erased_when(of_workspace text, bsuid text, phone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select max(t.erased_at) from tombstones t
  where t.workspace_id = of_workspace and t.kind = 'name'
    and t.hash in (tombstone_hash(of_workspace, 'name', bsuid), tombstone_hash(of_workspace, 'name', phone))
$function$;

CREATE OR REPLACE FUNCTION public.feed(of_workspace text, of_kinds text[], of_conversation uuid, told jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into feed_deliveries (workspace_id, id, endpoint_id, conversation_id, kind, data, happened_at, due_at)
  select of_workspace, gen_random_uuid(), e.id, of_conversation, k.kind, jsonb_strip_nulls(told), recado_now(), recado_now()
  from feed_endpoints e cross join unnest(of_kinds) as k (kind)
  where e.workspace_id = of_workspace and k.kind = any (e.kinds)
    -- The browser of a person whose access has ended is told nothing.
    and (e.device_of is null or e.device_of not like 'user:%' or exists (
      select from workspace_members m
      where m.workspace_id = of_workspace and 'user:' || m.user_id = e.device_of and m.removed_at is null))
    and (e.device_of is null or e.device_of not like 'token:%' or exists (
      select from api_tokens t
      where t.workspace_id = of_workspace and 'token:' || t.id = e.device_of and t.revoked_at is null
        and (t.expires_at is null or t.expires_at > recado_now())))
    -- A sandbox is played by people of the shop.
    and exists (
      select from conversations c
      where c.workspace_id = of_workspace and c.id = of_conversation and c.phone_number_id not like 'sandbox:%');
end $function$;

CREATE OR REPLACE FUNCTION public.feed_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform feed(new.workspace_id, '{confirmation.waiting}', new.conversation_id, jsonb_build_object(
    'confirmation', jsonb_build_object('id', new.id, 'run', new.run_id, 'tool', new.tool, 'risk', new.risk,
      'audience', new.audience, 'expiresAt', new.expires_at)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from feed_endpoints e where e.workspace_id = new.workspace_id) then return null; end if;
  perform feed(new.workspace_id, '{agent/customer.message}', new.conversation_id, jsonb_build_object(
    'message', jsonb_build_object('event', new.id, 'run', new.run_id, 'seq', new.seq)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform feed(new.workspace_id, case
      when new.status = 'confirmed' and (tg_op = 'INSERT' or old.status <> 'confirmed') then '{order.confirmed}'
      -- What the shop does with it has a kind of its own, beside the one that tells of any change.
      when tg_op = 'UPDATE' and new.status <> old.status and new.status <> 'pending'
        then array['order.updated', 'order.' || new.status]
      else '{order.updated}' end,
    new.conversation_id, jsonb_build_object('order', jsonb_build_object(
      'id', new.id, 'status', new.status, 'stage', new.stage, 'source', new.source, 'pack', new.pack, 'total', new.total,
      'carrier', new.carrier, 'guide', new.guide, 'isDeleted', new.deleted_at is not null)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform feed(new.workspace_id, '{run.dead_letter}', new.conversation_id, jsonb_build_object(
    'run', jsonb_build_object('id', new.id, 'failure', new.failure_code)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  told jsonb;
begin
  if not exists (select from feed_endpoints e where e.workspace_id = new.workspace_id) then return null; end if;
  told := jsonb_build_object('session', jsonb_build_object(
    'id', new.id, 'agent', new.agent_id, 'status', new.status, 'mode', new.current_mode));
  if is_new then
    perform feed(new.workspace_id, '{session.started,agent/session.started}', new.conversation_id, told);
  end if;
  if new.current_mode like 'collecting\_data%' and (is_new or old.current_mode not like 'collecting\_data%') then
    perform feed(new.workspace_id, '{agent/collecting_data.started}', new.conversation_id, told);
  end if;
  if new.current_mode = 'ofrecer_promos' and (is_new or old.current_mode <> 'ofrecer_promos') then
    perform feed(new.workspace_id, '{agent/promos.offered}', new.conversation_id, told);
  end if;
  if new.status = 'handed_off' and (is_new or old.status <> 'handed_off') then
    perform feed(new.workspace_id, '{handoff}', new.conversation_id, told);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform feed(new.workspace_id, '{task.created}', new.conversation_id, jsonb_build_object(
    'task', jsonb_build_object('id', new.id, 'priority', new.priority, 'assignee', new.assignee)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.folded(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(lower(NORMALIZE(words, NFC)), 'áéíóúàèìòùâêîôûäëïöüãõñç'::text, 'aeiouaeiouaeiouaeiouaonc'::text);

CREATE OR REPLACE FUNCTION public.forget_facts(ws text, of_contact uuid, facts uuid[], all_facts boolean, fields text[], all_fields boolean, of_session uuid)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  person uuid;
  gone integer;
begin
  select coalesce(k.merged_into, k.id) into person from contacts k where k.workspace_id = ws and k.id = of_contact;
  perform from contacts k where k.workspace_id = ws and k.id = person for update;
  perform forget_sold(ws, person, case when not (all_facts or all_fields) then fields || array(
    select f.key from contact_facts f
    where f.workspace_id = ws and f.contact_id = person and f.id = any (facts) and f.subject = 'self') end);
  update contact_facts f set value = '', quote = '', value_norm = '', ended = 'forgotten', valid_to = recado_now()
    where f.workspace_id = ws and f.contact_id = person and f.ended is distinct from 'forgotten'
      and (all_facts or f.id = any (facts)
        -- Former values of a key go with the one that is known.
        or exists (select from contact_facts g where g.workspace_id = ws and g.id = any (facts)
          and g.contact_id = person and g.subject = f.subject and g.key = f.key and f.ended = 'superseded'));
  get diagnostics gone = row_count;
  if all_facts then
    update contacts k set memory_forgotten_at = recado_now() where k.workspace_id = ws and k.id = person;
  end if;
  update session_state t set
      datos_capturados = case when all_fields then '{}' else t.datos_capturados - coalesce(fields, '{}') end,
      ingest_status = forgotten_ingest(t.ingest_status, case when not all_fields then fields end)
    from agent_sessions s join contacts k on k.workspace_id = s.workspace_id and k.id = s.contact_id
    where t.workspace_id = ws and t.session_id = s.id and s.workspace_id = ws and coalesce(k.merged_into, k.id) = person
      and s.id is distinct from of_session and (all_fields or t.datos_capturados ?| fields);
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_opt_out()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.stopped_by_event_id := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_sold(ws text, person uuid, fields text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update contacts k set profile = (
      select coalesce(jsonb_object_agg(p.key, p.value), '{}') from jsonb_each_text(k.profile) p
      where not exists (
        select from orders o
          join contacts own on own.workspace_id = o.workspace_id and own.id = o.contact_id
          cross join jsonb_each_text(o.data) d
        where o.workspace_id = ws and coalesce(own.merged_into, own.id) = person and d.value <> ''
          and (fields is null or d.key = any (fields))
          and (p.value = d.value or (p.key = 'name' and strpos(' ' || p.value || ' ', ' ' || d.value || ' ') > 0))))
    where k.workspace_id = ws and k.id = person and k.profile <> '{}';
end $function$;

CREATE OR REPLACE FUNCTION public.forgotten_content(content jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select content
    || coalesce((
      select jsonb_object_agg(w.key, w.empty) from (values
        ('body', '""'::jsonb), ('title', '""'), ('payload', '""'), ('text', '""'), ('caption', 'null'), ('fileName', 'null'),
        ('name', 'null'), ('address', 'null'), ('latitude', 'null'), ('longitude', 'null'), ('people', '[]'), ('answer', 'null'),
        ('note', 'null'), ('items', '[]'), ('input', 'null'), ('template', 'null'), ('components', '[]'), ('header', 'null'),
        ('footer', 'null'), ('buttons', '[]'), ('sections', '[]'), ('sha256', 'null'), ('understanding', 'null')) as w (key, empty)
      where content ? w.key), '{}')
$function$;

CREATE OR REPLACE FUNCTION public.forgotten_ingest(status jsonb, fields text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when status ? 'timeline' then status || jsonb_build_object(
    'fieldsAccumulated', case when fields is null then '[]' else coalesce(status -> 'fieldsAccumulated', '[]') - fields end,
    'timeline', (select coalesce(jsonb_agg(entry order by place), '[]')
      from jsonb_array_elements(status -> 'timeline') with ordinality e (entry, place)
      where fields is not null and not (entry -> 'fieldsExtracted') ?| fields)) else status end
$function$;

CREATE OR REPLACE FUNCTION public.forgotten_reply(content jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case content ->> 'type'
    when 'template' then content || '{"components": []}'
    when 'reaction' then content
    else '{"type": "text", "body": "…"}' end
$function$;

CREATE OR REPLACE FUNCTION public.forgotten_step(name text, output jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when name like 'model.%' and output ? 'asked' then jsonb_build_object(
    'purpose', output -> 'purpose', 'prompt', output -> 'prompt', 'model', output -> 'model', 'tokens', output -> 'tokens',
    'microUsd', output -> 'microUsd', 'calls', output -> 'calls',
    'asked', jsonb_build_object('reason', output #> '{asked,reason}',
      'failure', jsonb_build_object('code', output #> '{asked,failure,code}'))) end
$function$;

CREATE OR REPLACE FUNCTION public.forgotten_steps(steps jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(jsonb_object_agg(s.name, (s.step - 'output') || jsonb_strip_nulls(
    jsonb_build_object('output', forgotten_step(step_in_segment(s.name), s.step -> 'output')))), '{}')
  from jsonb_each(steps) as s (name, step)
$function$;

CREATE OR REPLACE FUNCTION public.free_entry_until(of_workspace text, of_conversation uuid, asked_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
    select min(o.settled_at) + interval '72 hours' from outbox_messages o
    where o.workspace_id = of_workspace and o.conversation_id = of_conversation and o.status = 'accepted'
      and o.settled_at >= asked_at and o.settled_at <= asked_at + interval '24 hours'
$function$;

CREATE OR REPLACE FUNCTION public.guard_fact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if row(new.workspace_id, new.id, new.source_event_id, new.subject, new.key, new.said_at, new.kind, new.confidence,
      new.sensitivity, new.valid_from, new.supersedes, new.consent_event_id)
    is distinct from row(old.workspace_id, old.id, old.source_event_id, old.subject, old.key, old.said_at, old.kind,
      old.confidence, old.sensitivity, old.valid_from, old.supersedes, old.consent_event_id)
    or (new.ended is distinct from 'forgotten' and row(new.value, new.quote) is distinct from row(old.value, old.quote))
    or (old.ended = 'forgotten' and new.ended is distinct from old.ended)
    or (old.ended is not null and new.ended is null)
  then
    raise exception 'a fact is ended or forgotten, never changed' using errcode = 'RC007';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.guard_moving()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  link uuid;
  tenant text;
  is_moving boolean;
begin
  if tg_op = 'DELETE' then
    execute format('select ($1).%I, ($1).workspace_id', tg_argv[1]) into link, tenant using old;
  else
    execute format('select ($1).%I, ($1).workspace_id', tg_argv[1]) into link, tenant using new;
  end if;
  if tg_argv[0] = 'contact' then
    -- A customer of several numbers goes on being served by those that stay.
    select coalesce(bool_and(coalesce(n.move_phase in ('copying', 'moved'), false)), false) into is_moving
      from conversations c join phone_numbers n on n.workspace_id = c.workspace_id and n.id = c.phone_number_id
      where c.contact_id = link and c.workspace_id = tenant;
  else
    select exists (
      select from conversations c join phone_numbers n on n.workspace_id = c.workspace_id and n.id = c.phone_number_id
      where n.move_phase in ('copying', 'moved') and c.workspace_id = tenant
        and c.id = case tg_argv[0]
          when 'conversation' then link
          when 'run' then (select r.conversation_id from agent_runs r where r.workspace_id = tenant and r.id = link)
          when 'session' then (select s.conversation_id from agent_sessions s where s.workspace_id = tenant and s.id = link)
          when 'event' then (select e.conversation_id from agent_events e where e.workspace_id = tenant and e.id = link)
          when 'outbox' then (select o.conversation_id from outbox_messages o where o.workspace_id = tenant and o.id = link) end)
      into is_moving;
  end if;
  -- The move itself takes the rows away when they have arrived.
  if is_moving and current_setting('recado.moves_number', true) is distinct from 'on' then
    if tg_op = 'UPDATE' and tg_table_name in ('conversations', 'timers', 'scheduled_messages', 'media_items', 'documents',
      'feed_deliveries', 'memory_queue', 'agent_sessions') then return null; end if;
    raise exception 'the number of this conversation is moving to another database' using errcode = 'RC008';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.heed_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'cancelled' or (new.status = 'denied' and new.audience = 'customer') then
    update agent_runs r set status = 'completed', due_at = null, ended_at = recado_now(),
      outcome = case new.status when 'cancelled' then 'cancelled' else 'declined' end
    where r.workspace_id = new.workspace_id and r.id = new.run_id and r.status = 'waiting_confirmation';
  elsif new.status in ('approved', 'denied') then
    update agent_runs r set due_at = recado_now()
    where r.workspace_id = new.workspace_id and r.id = new.run_id and r.status = 'waiting_confirmation' and r.due_at is not null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_paused_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'completed' then
    new.paused_ms := new.paused_ms + paused_for(new.paused_at);
    new.paused_at := null;
    new.paused_by := null;
  elsif new.status = 'queued' and new.due_at is not null and new.stopped is null then
    new.due_at := greatest(new.due_at, new.created_at + interval '60 days');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.is_before_erasure(said_at timestamp with time zone, erased_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select said_at < date_trunc('second', erased_at) $function$;

CREATE OR REPLACE FUNCTION public.is_cut_off(message outbox_messages, last_speech_seq bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select message.position > 1 and message.status = 'queued' and message.inbound_seq < last_speech_seq $function$;

CREATE OR REPLACE FUNCTION public.is_plan(state jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(state ->> 'format' = '1' and jsonb_typeof(state -> 'goal') = 'string' and jsonb_typeof(state -> 'tasks') = 'array', false)
$function$;

CREATE OR REPLACE FUNCTION public.is_workspace_member(of_workspace text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$ select of_workspace in (select recado_member_workspaces())
    or (pg_has_role('recado_tenant', 'usage') and of_workspace = recado_workspace()) $function$;

CREATE OR REPLACE FUNCTION public.keep_facts(job memory_queue)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  person contacts;
  fact record;
  former uuid;
  kept integer := 0;
begin
  select k.* into person from contacts own
    join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
    where own.workspace_id = job.workspace_id and own.id = job.contact_id
    for update of k;
  for fact in
    select * from jsonb_to_recordset(job.facts) as f (
      "eventId" uuid, subject text, key text, value text, norm text, quote text, "saidAt" timestamptz, kind text,
      confidence integer, sensitivity text, "isList" boolean, "consentEventId" uuid)
  loop
    continue when fact."saidAt" <= person.memory_forgotten_at;
    continue when exists (
      select from contact_facts f
      where f.workspace_id = job.workspace_id and f.contact_id = person.id and f.subject = fact.subject and f.key = fact.key
        and ((f.ended = 'forgotten' and fact."saidAt" <= f.valid_to)
          or (f.value_norm = fact.norm and (f.valid_to is null or f.source_event_id = fact."eventId"))));
    former := null;
    if not fact."isList" then
      update contact_facts f set valid_to = recado_now(), ended = 'superseded'
        where f.workspace_id = job.workspace_id and f.contact_id = person.id and f.subject = fact.subject and f.key = fact.key
          and f.valid_to is null
        returning f.id into former;
    end if;
    insert into contact_facts (
        workspace_id, contact_id, source_event_id, subject, key, value, value_norm, quote, said_at, kind, confidence,
        sensitivity, valid_from, supersedes, consent_event_id)
      values (job.workspace_id, person.id, fact."eventId", fact.subject, fact.key, fact.value, fact.norm, fact.quote,
        fact."saidAt", fact.kind, fact.confidence, fact.sensitivity, recado_now(), former,
        coalesce(fact."consentEventId", case when fact.sensitivity <> 'plain' and fact.kind = 'requested' then fact."eventId" end));
    kept := kept + 1;
  end loop;
  return kept;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_knowledge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  raise exception 'a version of an entry is never changed: write the next one';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_plan_forward()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  moved record;
begin
  for moved in
    select b.task ->> 'id' as id, b.task ->> 'status' as was, a.task ->> 'status' as becomes
    from run_segments g
    cross join lateral jsonb_array_elements(g.state -> 'tasks') as b (task)
    left join lateral jsonb_array_elements(new.state -> 'tasks') as a (task) on a.task ->> 'id' = b.task ->> 'id'
    where g.workspace_id = new.workspace_id and g.run_id = new.run_id and g.number = new.number - 1 and is_plan(g.state)
      and b.task ->> 'status' is distinct from a.task ->> 'status'
  loop
    if moved.becomes is null or moved.was in ('done', 'failed', 'dropped') or moved.becomes = 'pending' then
      raise exception 'task % of run % cannot go from % to %', moved.id, new.run_id, moved.was, coalesce(moved.becomes, 'nothing')
        using errcode = 'RC009';
    end if;
  end loop;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_prompts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if tg_op = 'DELETE' or (new.text, new.proposed_by, new.proposed_at) is distinct from (old.text, old.proposed_by, old.proposed_at)
    or (old.approved_at is not null and new.approved_at is distinct from old.approved_at) then
    raise exception 'a version of a prompt is never changed: propose the next one';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.learn_facts(most integer, OUT taken integer, OUT kept integer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  job memory_queue;
begin
  taken := 0;
  kept := 0;
  for job in select * from memory_queue q where q.due_at <= recado_now() order by q.due_at limit most for update skip locked loop
    begin
      kept := kept + keep_facts(job);
      delete from memory_queue q where q.workspace_id = job.workspace_id and q.id = job.id;
    exception when others then
      update memory_queue q set tries = q.tries + 1, failure = left(sqlerrm, 500),
          due_at = recado_now() + make_interval(secs => least(3600, 10 * 2 ^ least(q.tries, 10)))
        where q.workspace_id = job.workspace_id and q.id = job.id;
    end;
    taken := taken + 1;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_run(of_workspace text, of_run uuid)
 RETURNS agent_runs
 LANGUAGE plpgsql
AS $function$
declare
  found_run agent_runs;
begin
  perform from conversations c where c.workspace_id = of_workspace and c.id = (
    select r.conversation_id from agent_runs r where r.workspace_id = of_workspace and r.id = of_run) for update;
  select * into found_run from agent_runs r where r.workspace_id = of_workspace and r.id = of_run;
  return found_run;
end $function$;

CREATE OR REPLACE FUNCTION public.merged_steps(was jsonb, now_written jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select was || coalesce((
    select jsonb_object_agg(s.name, s.step) from jsonb_each(now_written) as s (name, step)
    where (was -> s.name ->> 'status' = 'ok' and was -> s.name ->> 'node' <> step_in_segment(s.name)) is not true), '{}')
$function$;

CREATE OR REPLACE FUNCTION public.move_test_clock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  create or replace function recado_now() returns timestamptz language sql stable security definer cost 1
    begin atomic select now() + (select ahead from test_clock); end;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.names_erased(of_workspace text, told text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
      select from tombstones t
      where t.workspace_id = of_workspace and t.kind = 'name' and t.erased_at > recado_now() - interval '8 days')
    and exists (
      select from regexp_matches(told, '[0-9]{7,20}|[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}', 'g') as m (words)
      join tombstones t on t.workspace_id = of_workspace and t.kind = 'name'
        and t.hash = tombstone_hash(of_workspace, 'name', m.words[1])
      where t.erased_at > recado_now() - interval '8 days' and not exists (
        select from contact_aliases a where a.workspace_id = of_workspace and a.value = m.words[1]))
$function$;

CREATE OR REPLACE FUNCTION public.newest_alias(of_workspace text, of_contact uuid, of_kind text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
    select a.value from contact_aliases a
    where a.workspace_id = of_workspace and a.kind = of_kind and a.contact_id = (
      select case when k.merged_into is null then k.id else k.merged_into end from contacts k
      where k.workspace_id = of_workspace and k.id = of_contact)
    order by a.created_at desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.online_assignees(of_workspace text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
    select coalesce(array_agg(m.name order by m.last_assigned_at nulls first, m.user_id), '{}')
    from (
      select p.user_id, p.name, (
        select max(k.assigned_at) from tasks k where k.workspace_id = of_workspace and k.assignee = p.name) as last_assigned_at
      from workspace_members p
      where p.workspace_id = of_workspace and p.removed_at is null and p.role in ('owner', 'operator')
        and exists (
          select from api_tokens t
          join studio_sessions s on s.workspace_id = t.workspace_id and s.token_id = t.id
          where t.workspace_id = of_workspace and t.user_id = p.user_id
            and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
            and s.ended_at is null and s.expires_at > now() and s.seen_at > now() - interval '10 minutes')
    ) m
$function$;

CREATE OR REPLACE FUNCTION public.open_agent_config()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into workspace_agent_config (workspace_id) values (new.id) on conflict (workspace_id) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_nlu_settings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into nlu_settings (workspace_id) values (new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_retention()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$ begin
  insert into retention_nights (workspace_id, night, started_at, ended_at)
    select new.id, (recado_now() at time zone coalesce(
        (select w.time_zone from workspace_agent_config w where w.workspace_id = new.id), 'America/Bogota')
      - interval '2 hours')::date, recado_now(), recado_now();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.pause_run(of_workspace text, of_run uuid, is_wanted boolean, who text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  found_run agent_runs;
  segment_due_at timestamptz;
begin
  found_run := lock_run(of_workspace, of_run);
  if found_run.id is null then return 'not_found'; end if;
  if found_run.status in ('completed', 'dead_letter') or found_run.stopped is not null then return 'over'; end if;
  if found_run.segment = 0 then return 'no_segments'; end if;
  if is_wanted then
    if found_run.paused_at is not null then return 'paused'; end if;
    update agent_runs r set paused_at = recado_now(), paused_by = who where r.workspace_id = of_workspace and r.id = of_run;
  else
    if found_run.paused_at is null then return 'resumed'; end if;
    select g.due_at into segment_due_at from run_segments g
      where g.workspace_id = of_workspace and g.run_id = of_run and g.number = found_run.segment;
    update agent_runs r set paused_at = null, paused_by = null, paused_ms = r.paused_ms + paused_for(r.paused_at),
      due_at = case when r.status = 'queued' and r.due_at is not null then greatest(segment_due_at, recado_now()) else r.due_at end
    where r.workspace_id = of_workspace and r.id = of_run;
  end if;
  perform audit(of_workspace, who, case when is_wanted then 'run.paused' else 'run.resumed' end, 'conversation',
    found_run.conversation_id::text, of_run, jsonb_build_object('segment', found_run.segment));
  return case when is_wanted then 'paused' else 'resumed' end;
end $function$;

CREATE OR REPLACE FUNCTION public.paused_for(since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$ select greatest(0, extract(epoch from recado_now() - since) * 1000)::bigint $function$;

CREATE OR REPLACE FUNCTION public.plan_of_segment(number integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ select case when number = 0 then 'plan' else 'segment.' || number || '.plan' end $function$;

CREATE OR REPLACE FUNCTION public.read_sends(of_workspaces text[], of_conversations uuid[])
 RETURNS json
 LANGUAGE plpgsql
 STRICT
AS $function$
begin
  return (
    select json_agg(json_build_object(
      'id', o.id,
      'workspaceId', o.workspace_id,
      'conversationId', o.conversation_id,
      'contactId', c.contact_id,
      'runId', o.run_id,
      'phoneNumberId', c.phone_number_id,
      'recipient', o.recipient,
      'content', o.content,
      'replyToMessageId', o.reply_to_message_id,
      'status', o.status,
      'attempt', o.attempt,
      'onDoubt', o.on_doubt,
      'createdAt', o.created_at,
      'inFlightAt', o.in_flight_at,
      'lastCustomerMessageAt', c.last_customer_message_at,
      -- A takeover called it back, or the bot may no longer speak here (workspace switch, stop tag).
      'isCancelled', o.seq <= c.cancelled_through or o.inbound_seq < c.opted_out_seq or not w.agent_enabled or 'WPP' = any (k.tags),
      'doubtUntil', o.doubt_until,
      'hasNewerInbound', c.last_speech_seq > o.inbound_seq,
      'isInterrupted', o.position > 1 and o.inbound_seq < c.last_speech_seq,
      'turnIsComing', c.run_at is not null,
      -- Typing begins once the message before it has left.
      'leavesAt', case when o.delay_ms > 0 and o.attempt = 0 then make_interval(secs => o.delay_ms / 1000.0)
        + greatest(o.created_at, (
            select p.settled_at from outbox_messages p
            where p.workspace_id = o.workspace_id and p.conversation_id = o.conversation_id and p.seq = o.seq - 1)) end,
      'now', recado_now(),
      'pairAllowedAt', recado_pair_allowed_at(c.pair_tat),
      'marketingStopped', k.marketing_stopped_at is not null,
      'hasOptedOut', k.stopped_by_event_id is not null,
      'purpose', o.purpose,
      -- Null but for templates.
      'template', case when o.content ->> 'type' = 'template' then (
        select json_build_object('category', m.category, 'variables', m.variables) from message_templates m
        where m.workspace_id = o.workspace_id and m.name = o.content ->> 'name' and m.language = o.content ->> 'language') end,
      'usefulUntil', o.useful_until,
      'contactHours', json_build_object('locale', w.locale, 'timeZone', w.time_zone, 'businessHours', w.business_hours),
      'proactiveHeldUntil', (
        select h.retry_at from circuits h
        where h.workspace_id = c.workspace_id and h.scope = 'proactive' and h.key = c.phone_number_id
          and h.retry_at > recado_now()),
      -- How often each end came before, by kind of refusal; the journal is the memory of all senders.
      -- What closed the number counts for every sender that tries it: each waits longer.
      'tries', (
        select coalesce(jsonb_object_agg(t.kind, t.n), '{}') from (
          select coalesce(a.refusal, a.outcome) as kind, count(*)::int as n from outbox_attempts a
          where a.workspace_id = o.workspace_id and a.outbox_id = o.id
          group by 1) t)
        || coalesce((
          select jsonb_build_object(h.kind, h.refusals) from circuits h
          where h.workspace_id = c.workspace_id and h.scope = 'number' and h.key = c.phone_number_id), '{}'),
      -- The first proof that webhooks of this number have reached us since the attempt.
      'flowProvenAt', case when o.status = 'in_doubt' then least(
        (select min(s.received_at) from message_statuses s
          where s.workspace_id = c.workspace_id and s.phone_number_id = c.phone_number_id
            and s.received_at > o.in_flight_at),
        -- Each event is asked for its number as it is met, so that every plan begins with the index by time.
        (select e.created_at from agent_events e
          where e.workspace_id = c.workspace_id and e.created_at > o.in_flight_at and e.source = 'whatsapp'
            and c.phone_number_id = (
              select there.phone_number_id from conversations there
              where there.workspace_id = e.workspace_id and there.id = e.conversation_id)
          order by e.created_at limit 1)) end) order by wanted.place)
    from unnest(of_workspaces, of_conversations) with ordinality as wanted (workspace_id, id, place)
    join conversations c on c.workspace_id = wanted.workspace_id and c.id = wanted.id
    cross join lateral (
      select * from outbox_messages m
      where m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.status in ('queued', 'in_flight', 'in_doubt')
      order by m.seq limit 1) o
    -- A merged contact speaks for its survivor: names, tags and opt-outs stand there.
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
    join workspace_agent_config w on w.workspace_id = c.workspace_id);
end $function$;

CREATE OR REPLACE FUNCTION public.read_turn(of_workspace text, of_conversation uuid)
 RETURNS json
 LANGUAGE plpgsql
AS $function$
begin
  return read_turns(array[of_workspace], array[of_conversation]) -> 0;
end $function$;

CREATE OR REPLACE FUNCTION public.read_turns(of_workspaces text[], of_conversations uuid[])
 RETURNS json
 LANGUAGE plpgsql
 STRICT
AS $function$
begin
  return (
    select json_agg(json_build_object(
      'workspaceId', c.workspace_id,
      'conversationId', c.id,
      'phoneNumberId', c.phone_number_id,
      'agentId', coalesce(w.conversational_agent_id, n.agent_id),
      'settings', json_build_object(
        'handoffMessage', w.handoff_message, 'timerPreset', w.timer_preset, 'responseSpeed', w.response_speed,
        'locale', w.locale, 'timeZone', w.time_zone, 'businessHours', w.business_hours, 'sessionEnd', w.session_end,
        'crmAgentsEnabled', w.crm_agents_enabled, 'confirmationMinutes', w.confirmation_minutes),
      'knowledgeVersion', w.knowledge_version,
      'promptsVersion', w.prompts_version,
      'worker', c.leased_by,
      'fence', c.fence,
      'version', c.version,
      'turnCount', c.turn_count,
      'lastCustomerMessageAt', c.last_customer_message_at,
      -- The newest event, while nothing waits: also what came after the events of a run begun late.
      'heardSeq', case when c.queued_run_id is null then c.last_seq end,
      'gate', json_build_object(
        'workspaceEnabled', w.agent_enabled,
        'botEnabled', c.bot_enabled,
        'stopTagged', 'WPP' = any (k.tags),
        'hasOptedOut', k.marketing_stopped_at is not null),
      'now', recado_now(),
      'contact', json_build_object(
        'id', k.id,
        'name', k.name,
        'phone', case when spoken.identity is null then (
          select a.value from contact_aliases a
          where a.workspace_id = k.workspace_id and a.kind = 'phone' and a.contact_id = k.id
          order by a.created_at desc limit 1)
          else spoken.identity ->> 'phone' end,
        'bsuid', coalesce(spoken.identity ->> 'bsuid', (
          select a.value from contact_aliases a
          where a.workspace_id = k.workspace_id and a.kind = 'bsuid' and a.contact_id = k.id
          order by a.created_at desc limit 1))),
      'run', json_build_object(
        'id', r.id, 'attempts', r.attempts, 'failures', r.failures, 'createdAt', r.created_at,
        'agentId', r.agent_id, 'agentVersion', r.agent_version,
        'fallbackSent', exists (
          select from outbox_messages o
          where o.workspace_id = r.workspace_id and o.idempotency_key = r.id || ':fallback'),
        -- Who opts out between a run's turn and its segment stops it too.
        -- A pause that is never ended ends the run.
        'stopped', coalesce(r.stopped, case when r.segment = 0 then null when k.marketing_stopped_at > r.created_at then 'opted_out'
          when r.paused_at is not null and r.created_at <= recado_now() - interval '60 days' then 'time_limit' end)),
      'segment', case when r.segment > 0 then (
        select json_build_object(
          'key', g.key, 'number', g.number, 'state', g.state, 'sessionId', g.session_id, 'origin', g.origin,
          'pausedMs', r.paused_ms, 'since', (
            select coalesce(json_agg(json_build_object(
              'role', h.role, 'content', h.content, 'intent', h.intent_detected, 'confidence', h.confidence,
              'createdAt', h.created_at) order by h.turn_number), '[]')
            from (select * from agent_turns t
                  where t.workspace_id = c.workspace_id and t.conversation_id = c.id and t.turn_number > g.since_turn
                    and t.role = 'user' and t.content <> ''
                  order by t.turn_number desc limit 20) h))
        from run_segments g
        where g.workspace_id = c.workspace_id and g.run_id = r.id and g.number = r.segment) end,
      -- Runs that wait for their next segment, or in one for an answer.
      'parked', (
        select coalesce(json_agg(json_build_object(
          'runId', w.id, 'key', g.key, 'number', g.number, 'dueAt', g.due_at, 'isPaused', w.is_paused) order by g.due_at, w.id), '[]')
        from (
          select p.workspace_id, p.id, p.segment, p.paused_at is not null as is_paused from agent_runs p
          where p.workspace_id = c.workspace_id and p.conversation_id = c.id and p.due_at is not null
            and p.status = 'queued' and p.segment > 0
          union
          select f.workspace_id, f.run_id, f.segment, q.paused_at is not null from confirmations f
          join agent_runs q on q.workspace_id = f.workspace_id and q.id = f.run_id
          where f.workspace_id = c.workspace_id and f.conversation_id = c.id and f.status = 'pending' and f.segment > 0
            and f.run_id is distinct from c.active_run_id) w
        join run_segments g on g.workspace_id = w.workspace_id and g.run_id = w.id and g.number = w.segment),
      'events', (
        select json_agg(json_build_object(
          'id', e.id, 'seq', e.seq, 'source', e.source, 'inputType', e.input_type,
          'content', e.payload -> 'content', 'context', nullif(e.payload -> 'context', 'null'),
          'sourceMessageId', e.source_message_id, 'occurredAt', e.occurred_at,
          'receivedAt', e.created_at)
          order by e.seq)
        from agent_events e
        where e.workspace_id = c.workspace_id and e.run_id = c.active_run_id and e.status = 'pending'),
      -- What this run asked last in this segment, and where it stood. Null when it never asked.
      'asked', (
        select json_build_object(
          'id', f.id, 'callId', f.call_id, 'tool', f.tool, 'input', f.input, 'argumentsHash', f.arguments_hash,
          'agentId', f.agent_id, 'agentVersion', f.agent_version, 'audience', f.audience, 'status', f.status,
          'decidedBy', f.decided_by, 'note', f.note, 'sessionId', f.session_id, 'checkpoint', k.state)
        from confirmations f
        join agent_checkpoints k on k.workspace_id = f.workspace_id and k.run_id = f.run_id and k.node = 'act'
        where f.workspace_id = c.workspace_id and f.run_id = c.active_run_id and f.segment = r.segment
        order by f.id desc limit 1),
      -- Open questions to this customer.
      'questions', (
        select coalesce(json_agg(json_build_object(
          'id', f.id, 'question', f.question,
          -- A question that is said again is the same one: its buttons name it.
          'lastWordAt', (
            select case when o.content #>> '{buttons,0,id}' = 'confirm:' || f.id || ':yes' then o.in_flight_at end
            from outbox_messages o
            where o.workspace_id = c.workspace_id and o.conversation_id = c.id
              and o.status not in ('dropped', 'failed') and o.content ->> 'type' <> 'reaction'
            order by o.seq desc limit 1),
          'messageIds', (
            select coalesce(json_agg(o.wamid) filter (where o.wamid is not null), '[]') from outbox_messages o
            where o.workspace_id = c.workspace_id and o.conversation_id = c.id
              and o.content #>> '{buttons,0,id}' = 'confirm:' || f.id || ':yes')) order by f.id), '[]')
        from confirmations f
        where f.workspace_id = c.workspace_id and f.conversation_id = c.id and f.status = 'pending'
          and f.audience = 'customer' and f.expires_at > recado_now()),
      'session', (
        select json_build_object(
          'id', s.id, 'agentId', s.agent_id, 'status', s.status, 'mode', s.current_mode, 'version', s.version,
          'intentsVistos', t.intents_vistos,
          'templatesEnviados', case when unsaid.templates is null then t.templates_enviados
            else said_templates(t.templates_enviados, unsaid.templates) end,
          'datosCapturados', t.datos_capturados, 'packSeleccionado', t.pack_seleccionado,
          'ingestStatus', t.ingest_status, 'pendientes', t.templates_pendientes)
        from agent_sessions s
        join session_state t on t.workspace_id = s.workspace_id and t.session_id = s.id
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id and s.status = 'active'),
      -- A pending timer is the active session's: one that ends cancels its timer.
      'timer', (
        select json_build_object('level', m.level, 'dueAt', m.due_at)
        from timers m
        where m.workspace_id = c.workspace_id and m.conversation_id = c.id
          and m.fired_at is null and m.cancelled_at is null),
      'orders', (
        select coalesce(json_agg(json_build_object(
          'id', o.id, 'purchaseKey', o.purchase_key, 'status', o.status, 'pack', o.pack, 'total', o.total)
          order by o.created_at), '[]')
        from agent_sessions s
        join orders o on o.workspace_id = s.workspace_id and o.session_id = s.id
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id and s.status = 'active'),
      -- From one session: an address of one year and a city of another would be no address.
      'knownData', coalesce((
        select t.datos_capturados
        from agent_sessions s
        join session_state t on t.workspace_id = s.workspace_id and t.session_id = s.id
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id and s.status in ('closed', 'handed_off')
          and t.datos_capturados <> '{}'
        order by s.created_at desc limit 1), '{}'),
      'reminders', (
        select coalesce(json_agg(json_build_object('key', m.agent_key, 'at', m.due_at, 'text', m.text, 'rule', m.rule)
          order by m.due_at, m.agent_key), '[]')
        from scheduled_messages m
        where m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.agent_key is not null
          and m.status = 'pending' and m.run_id is null and not m.is_continued
          -- The statement that hears an opt-out reads this before its trigger has cancelled them.
          and k.marketing_stopped_at is null),
      -- What a reaction may answer. What is accepted has an id. Asked for in the condition, it would let the planner go by the
      -- index of ids, through all messages of the shop, as long as it has seen few ids.
      'ourLastMessages', (
        select coalesce(json_agg(o.wamid) filter (where o.wamid is not null), '[]')
        from (select o.wamid from outbox_messages o
              where o.workspace_id = c.workspace_id and o.conversation_id = c.id and o.status = 'accepted'
              order by o.seq desc limit 5) o),
      'history', (
        select coalesce(json_agg(json_build_object(
          'role', h.role, 'content', h.content, 'intent', h.intent_detected, 'confidence', h.confidence,
          'createdAt', h.created_at) order by h.turn_number), '[]')
        from (select * from agent_turns t
              where t.workspace_id = c.workspace_id and t.conversation_id = c.id
                and not t.is_unsaid and (t.message_id = any (unsaid.ids)) is not true
              order by t.turn_number desc limit 20) h),
      'unsaid', unsaid.messages,
      'journal', (
        select coalesce(json_agg(json_build_object(
          'phase', s.node, 'name', s.name, 'position', s.position, 'status', s.status, 'startedAt', s.started_at,
          'durationMs', s.latency_ms, 'output', s.output_snapshot) order by s.position), '[]')
        from agent_steps s
        where s.workspace_id = c.workspace_id and s.run_id = c.active_run_id and s.segment = r.segment)) order by wanted.place)
    from unnest(of_workspaces, of_conversations) with ordinality as wanted (workspace_id, id, place)
    join conversations c on c.workspace_id = wanted.workspace_id and c.id = wanted.id
    -- A merged contact speaks for its survivor: names, tags and opt-outs stand there.
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
    join phone_numbers n on n.id = c.phone_number_id
    join workspace_agent_config w on w.workspace_id = c.workspace_id
    left join agent_runs r on r.workspace_id = c.workspace_id and r.id = c.active_run_id
    -- The customer as the newest message of the run names them: that name is answered.
    left join lateral (
      select e.payload -> 'identity' as identity from agent_events e
      where e.workspace_id = c.workspace_id and e.run_id = c.active_run_id and e.payload ? 'identity'
      order by e.seq desc limit 1) spoken on true
    left join lateral (
      select m.seq - m.position as before_it, m.drop_code = 'interrupted' as is_interrupted
      from outbox_messages m
      where m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.position > 0
      order by m.seq desc limit 1) block on true
    -- What the customer has cut off: what was dropped of the newest block, and what is about to be. A
    -- block has at most 20 messages, so 40 see two of them.
    cross join lateral (
      select
        coalesce(json_agg(json_build_object(
          'id', o.id, 'content', o.content, 'templateId', o.template_id, 'priority', o.priority) order by o.seq), '[]')
          as messages,
        array_agg(o.id) as ids,
        array_agg(o.template_id) filter (where o.status = 'queued') as templates
      from outbox_messages o
      where (c.unsent > 0 or block.is_interrupted)
        and o.workspace_id = c.workspace_id and o.conversation_id = c.id and o.seq > c.last_outbox_seq - 40
        and (is_cut_off(o, c.last_speech_seq) or o.drop_code = 'interrupted' and o.seq > block.before_it)) unsaid);
end $function$;

CREATE OR REPLACE FUNCTION public.recado_again(reason text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$ begin raise exception 'read again: %', reason using errcode = '40001'; end $function$;

CREATE OR REPLACE FUNCTION public.recado_conflict(reason text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$ begin raise exception 'version conflict: %', reason using errcode = 'RC001'; end $function$;

CREATE OR REPLACE FUNCTION public.recado_jwt_subject()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$ select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub',
    nullif(current_setting('request.jwt.claim.sub', true), '')) $function$;

CREATE OR REPLACE FUNCTION public.recado_member_workspaces()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$ select m.workspace_id from workspace_members m where m.user_id = recado_jwt_subject() and m.removed_at is null $function$;

CREATE OR REPLACE FUNCTION public.recado_next_pair_tat(tat timestamp with time zone, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$ select greatest(coalesce(tat, at), at) + interval '6 seconds' $function$;

CREATE OR REPLACE FUNCTION public.recado_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$ select now() $function$;

CREATE OR REPLACE FUNCTION public.recado_order_unknown()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$ begin raise exception 'the order that the turn changes is not there' using errcode = 'RC003'; end $function$;

CREATE OR REPLACE FUNCTION public.recado_pair_allowed_at(tat timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$ select tat - interval '264 seconds' $function$;

CREATE OR REPLACE FUNCTION public.recado_reminders_full()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$ begin raise exception 'the customer has too many open reminders' using errcode = 'RC006'; end $function$;

CREATE OR REPLACE FUNCTION public.recado_workspace()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('recado.workspace_id', true), '') $function$;

CREATE OR REPLACE FUNCTION public.record_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  changed text[];
begin
  if tg_op = 'INSERT' then
    changed := '{status}';
  else
    changed := array_remove(array[
      case when new.status <> old.status then 'status' end,
      case when new.stage <> old.stage then 'stage' end,
      case when new.carrier is distinct from old.carrier then 'carrier' end,
      case when new.guide is distinct from old.guide then 'guide' end,
      case when new.total <> old.total then 'total' end,
      case when new.products <> old.products then 'products' end,
      case when new.shipping_address <> old.shipping_address then 'address' end,
      case when new.note is distinct from old.note then 'note' end,
      case when new.deleted_at is distinct from old.deleted_at then 'deleted' end], null);
  end if;
  if cardinality(changed) > 0 then
    insert into order_changes (
      workspace_id, order_id, conversation_id, changed_by, fields, was, becomes, changed_at)
    values (new.workspace_id, new.id, new.conversation_id, new.changed_by, changed,
      case when tg_op = 'INSERT' then '{}' else told_of_order(old) end, told_of_order(new), recado_now());
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and old.hash is null and new.hash is not null
    and (to_jsonb(new) - array['seq', 'previous_hash', 'hash']) = (to_jsonb(old) - array['seq', 'previous_hash', 'hash'])
  then return new;
  end if;
  raise exception 'the audit log is only ever added to' using errcode = 'RC004';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_crm_change(what text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin raise exception 'the turn changes %, which is not there', what using errcode = 'RC005'; end $function$;

CREATE OR REPLACE FUNCTION public.refuse_merged_contact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from contacts k
    where k.workspace_id = new.workspace_id and k.id = new.contact_id and k.merged_into is not null)
  then perform recado_again('the contact was merged a moment ago');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_rewrite()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.report_is_erased(of_workspace text, of_wamid text, of_outbox uuid, of_recipient text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from tombstones t
    where t.workspace_id = of_workspace and t.kind = 'message' and t.hash in (
      tombstone_hash(of_workspace, 'message', of_wamid), tombstone_hash(of_workspace, 'message', of_outbox::text)))
    or erased_when(of_workspace, null, nullif(of_recipient, '')) is not null and not exists (
      select from contact_aliases a where a.workspace_id = of_workspace and a.value = of_recipient)
$function$;

CREATE OR REPLACE FUNCTION public.said_templates(listed jsonb, unsaid text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select case when coalesce(cardinality(unsaid), 0) = 0 then listed else (
      select coalesce(jsonb_agg(e.id order by e.place), '[]')
      from (select id, place, row_number() over (partition by id order by place desc) as from_end
            from jsonb_array_elements_text(listed) with ordinality as a (id, place)) e
      where e.from_end > (select count(*) from unnest(unsaid) as u (id) where u.id = e.id)) end
$function$;

CREATE OR REPLACE FUNCTION public.sale_profile(ws text, person uuid, told jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(jsonb_object_agg(t.key, t.value), '{}') from jsonb_each_text(told) t
  where t.key <> 'otherPhone' or not exists (
    select from contact_aliases a
    where a.workspace_id = ws and a.contact_id = person and a.kind = 'phone'
      and right(a.value, 10) = right(regexp_replace(t.value, '[^0-9]', '', 'g'), 10))
$function$;

CREATE OR REPLACE FUNCTION public.seal_audit(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  line audit_log;
  head audit_log;
  sealed int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('recado.audit', 0)) then return 0; end if;
  for line in select * from audit_log where hash is null order by workspace_id, id limit at_most for update loop
    if head is null or head.workspace_id <> line.workspace_id then
      select * into head from audit_log a where a.workspace_id = line.workspace_id and a.seq is not null
        order by a.seq desc limit 1;
      if not found then head := null; end if;
    end if;
    line.seq := coalesce(head.seq, 0) + 1;
    line.previous_hash := coalesce(head.hash, ''::bytea);
    line.hash := audit_hash(line);
    update audit_log a set seq = line.seq, previous_hash = line.previous_hash, hash = line.hash
      where a.workspace_id = line.workspace_id and a.id = line.id;
    head := line;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $function$;

CREATE OR REPLACE FUNCTION public.secure_schema(our_functions text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  strangers text;
  ours record;
begin
  select string_agg(format('%I', rolname), ', ') into strangers
  from pg_roles where rolname in ('anon', 'authenticated', 'service_role');

  for ours in
    select p.oid::regprocedure as signature, p.prosecdef as is_definer,
      exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0) as is_open,
      exists (select from aclexplode(p.proacl) a join pg_roles r on r.oid = a.grantee
        where r.rolname in ('anon', 'authenticated', 'service_role')) as is_known_to_strangers
    from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.proname = any (our_functions)
    order by 1
  loop
    if ours.is_open then
      execute format('revoke execute on function %s from public', ours.signature);
      -- A function with its owner's rights is for the data plane alone. Policies, views and defaults
      -- call the others too.
      execute format('grant execute on function %s to recado_runtime%s', ours.signature,
        case when ours.is_definer then '' else ', recado_tenant, recado_member' end);
    end if;
    if ours.is_known_to_strangers then
      execute format('revoke all on function %s from %s', ours.signature, strangers);
    end if;
  end loop;

  if strangers is null then return; end if;
  for ours in
    select c.oid::regclass as name, case c.relkind when 'S' then 'sequence' else 'table' end as kind
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace
      and exists (select from aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
        where r.rolname in ('anon', 'authenticated', 'service_role'))
      and (c.relname = 'test_clock'
        or c.relkind = 'v' and 'security_invoker=true' = any (c.reloptions) and has_table_privilege('recado_tenant', c.oid, 'select')
        or c.relkind = 'S' and exists (
          select from pg_depend d join pg_policy p on p.polrelid = d.refobjid and p.polname = 'runtime'
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass))
    order by 1
  loop
    execute format('revoke all on %s %s from %s', ours.kind, ours.name, strangers);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.secure_tables()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  of_table record;
  stranger text;
begin
  for of_table in
    select c.oid, format('%I', c.relname) as name, c.relname, c.relforcerowsecurity as is_forced,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'runtime') as is_known,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'members_read') as is_read_by_members,
      has_table_privilege('recado_tenant', c.oid, 'select') as is_read_by_tenants,
      case when c.relname = 'workspaces' then 'id' else 'workspace_id' end as of_workspace
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'test_clock'
      and (c.relname in ('recado_migrations', 'recado_functions', 'workers')
        or exists (select from pg_policy p where p.polrelid = c.oid and 'recado_tenant'::regrole = any (p.polroles)))
    order by c.relname
  loop
    if not of_table.is_forced then
      execute format('alter table %s enable row level security', of_table.name);
      execute format('alter table %s force row level security', of_table.name);
    end if;
    if not of_table.is_known then
      execute format('create policy runtime on %s to recado_runtime using (true) with check (true)', of_table.name);
      execute format('revoke all on %s from public', of_table.name);
      for stranger in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
        execute format('revoke all on %s from %I', of_table.name, stranger);
      end loop;
      execute format('grant %s on %s to recado_runtime', case
        when of_table.relname in ('recado_migrations', 'recado_functions') then 'select'
        when of_table.relname = 'audit_log' then 'select, update (seq, previous_hash, hash)'
        when of_table.relname in ('workspaces', 'workspace_members', 'api_tokens', 'studio_sessions') then 'select, insert, update'
        else 'select, insert, update, delete' end, of_table.name);
    end if;
    if of_table.is_read_by_tenants and not of_table.is_read_by_members then
      execute format('create policy members_read on %s for select to recado_member
        using (%I in (select recado_member_workspaces()))', of_table.name, of_table.of_workspace);
      execute format('grant select on %s to recado_member', of_table.name);
    end if;
  end loop;
  for of_table in
    select format('%I', c.relname) as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'v' and 'security_invoker=true' = any (c.reloptions)
      and has_table_privilege('recado_tenant', c.oid, 'select') and not has_table_privilege('recado_member', c.oid, 'select')
  loop
    execute format('revoke all on %s from public', of_table.name);
    execute format('grant select on %s to recado_runtime, recado_member', of_table.name);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.stems_of(said text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN to_tsvector('spanish'::regconfig, regexp_replace(translate(lower(said), 'áàâãéêíóôõúüñç'::text, 'aaaaeeiooouunc'::text), '[^[:alnum:]\x01-\x7f]+'::text, ' '::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.step_in_segment(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ select regexp_replace(name, '^segment\.[0-9]+\.', '') $function$;

CREATE OR REPLACE FUNCTION public.stop_for_bot_off()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform cancel_confirmations(new.workspace_id, new.id, null, new.switched_by, 'a person has taken over'),
    stop_segments(new.workspace_id, new.id, null, 'taken_over', new.switched_by);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.stop_for_opt_out()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform cancel_confirmations(c.workspace_id, c.id, null, 'system', 'the customer wants no more messages'),
    stop_segments(c.workspace_id, c.id, null, 'opted_out', 'customer')
  from conversations c join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
  where c.workspace_id = new.workspace_id and (k.id = new.id or k.merged_into = new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.stop_segments(of_workspace text, of_conversation uuid, of_run uuid, why text, who text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  stopped_runs uuid[];
begin
  with meant as (
    update agent_runs r set stopped = why, stopped_by = who
    where r.workspace_id = of_workspace and r.conversation_id = of_conversation and r.segment > 0 and r.stopped is null
      and r.status in ('queued', 'running', 'failed', 'waiting_confirmation') and (of_run is null or r.id = of_run)
    returning r.id
  )
  select array_agg(id) into stopped_runs from meant;
  if stopped_runs is null then return 0; end if;
  update agent_runs r set status = 'completed', outcome = 'cancelled', due_at = null, ended_at = recado_now()
  where r.workspace_id = of_workspace and r.id = any (stopped_runs) and r.status = 'queued' and r.due_at is not null
    -- A segment that a limit has turned away has its event, and ends at its claim.
    and not exists (select from agent_events e
      where e.workspace_id = r.workspace_id and e.run_id = r.id and e.status = 'pending');
  update confirmations f set status = 'cancelled', decided_at = recado_now(), decided_by = coalesce(who, 'system'), note = why
  where f.workspace_id = of_workspace and f.run_id = any (stopped_runs) and f.status = 'pending';
  -- What a limit has turned away would wait for that limit before it ends.
  update agent_runs r set due_at = recado_now()
  where r.workspace_id = of_workspace and r.id = any (stopped_runs) and r.status = 'queued' and r.due_at > recado_now();
  return cardinality(stopped_runs);
end $function$;

CREATE OR REPLACE FUNCTION public.tell_knowledge()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$ begin
  update workspace_agent_config set knowledge_version = knowledge_version + 1 where workspace_id = new.workspace_id;
  perform audit(new.workspace_id, new.changed_by, case when new.is_deleted then 'knowledge.deleted' else 'knowledge.written' end,
    'knowledge', new.id, null, jsonb_build_object('version', new.version));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_prompts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  detail jsonb := jsonb_build_object('agent', new.agent_id, 'part', new.part, 'version', new.version);
begin
  if tg_op = 'INSERT' then
    perform audit(new.workspace_id, new.proposed_by, 'prompt.proposed', 'prompt', new.agent_id, null, detail);
    return null;
  end if;
  if old.approved_at is null and new.approved_at is not null then
    perform audit(new.workspace_id, new.approved_by, 'prompt.approved', 'prompt', new.agent_id, null, detail);
  end if;
  if old.is_used <> new.is_used then
    update workspace_agent_config set prompts_version = prompts_version + 1 where workspace_id = new.workspace_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.told_of_order(o orders)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$ select jsonb_strip_nulls(jsonb_build_object('status', o.status, 'stage', o.stage, 'carrier', o.carrier,
    'guide', o.guide, 'total', o.total)) $function$;

CREATE OR REPLACE FUNCTION public.tombstone_hash(of_workspace text, of_kind text, value text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$ select sha256(s.salt || convert_to(of_kind || ':' || value, 'UTF8')) from nlu_settings s where s.workspace_id = of_workspace $function$;

CREATE OR REPLACE FUNCTION public.use_prompt(of_workspace text, of_agent text, of_part text, wanted integer, by_person text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  found_version prompt_versions;
begin
  -- One change at a time for a workspace: the row of its settings is what each of them changes.
  perform from workspace_agent_config w where w.workspace_id = of_workspace for update;
  if wanted is not null then
    select p.* into found_version from prompt_versions p
      where p.workspace_id = of_workspace and p.agent_id = of_agent and p.part = of_part and p.version = wanted;
    if not found then return 'not_found'; end if;
    if found_version.approved_at is null then return 'not_approved'; end if;
  end if;
  update prompt_versions p set is_used = false
    where p.workspace_id = of_workspace and p.agent_id = of_agent and p.part = of_part and p.is_used
      and p.version is distinct from wanted;
  update prompt_versions p set is_used = true
    where p.workspace_id = of_workspace and p.agent_id = of_agent and p.part = of_part and p.version = wanted
      and not p.is_used;
  perform audit(of_workspace, by_person, 'prompt.used', 'prompt', of_agent, null,
    jsonb_build_object('agent', of_agent, 'part', of_part, 'version', wanted));
  return 'ok';
end $function$;

CREATE OR REPLACE FUNCTION public.verify_audit(of_workspace text, after_seq bigint DEFAULT 0, after_hash bytea DEFAULT '\x'::bytea)
 RETURNS TABLE(lines bigint, unsealed bigint, last_hash bytea, broken_at bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with chain as (
    select a.seq, a.hash, a.previous_hash, audit_hash(a) as computed,
      lag(a.hash, 1, after_hash) over (order by a.seq) as before,
      after_seq + row_number() over (order by a.seq) as place
    from audit_log a where a.workspace_id = of_workspace and a.seq > after_seq
  )
  select count(*), (select count(*) from audit_log a where a.workspace_id = of_workspace and a.hash is null),
    (array_agg(hash order by seq desc))[1],
    min(seq) filter (where hash <> computed or previous_hash <> before or seq <> place)
  from chain
$function$;

CREATE OR REPLACE FUNCTION public.who_said(of_workspace text, event uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when event is null then coalesce(nullif(current_setting('recado.noted_by', true), ''), 'whatsapp') else coalesce((
    select e.payload -> 'saidBy' ->> 'display' from agent_events e where e.workspace_id = of_workspace and e.id = event), 'customer') end
$function$;

CREATE OR REPLACE FUNCTION public.word_parts(shop text, words text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 10000
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  word text;
  parts text[] := '{}';
begin
  foreach word in array regexp_split_to_array(left(folded(words), 3000), '[\s[:punct:]]+') loop
    continue when word = '';
    word := left(word, 40);
    for start in 1 .. greatest(1, length(word) - 2) loop
      parts := parts || (shop || '/' || substr(word, start));
    end loop;
  end loop;
  return array_to_tsvector(parts);
end $function$;
