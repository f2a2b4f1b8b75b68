-- What a shop needs to be run for months: customers who want no more messages, and everything that we say by ourselves.
--
--   contacts.marketing_stopped_at   since when nothing may be said to them that they did not ask for. Whoever says so (their own
--                                   words, WhatsApp's notice, a refusal), it is the same state; the newest word counts.
--   contacts.stopped_by_event_id    the message that said so; null: WhatsApp did.
--   conversations.opted_out_seq     the newest event in which the customer said so here. What was thought of before it does not
--                                   leave any more: each reply carries what its turn had heard (outbox_messages.inbound_seq).

alter table contacts add column stopped_by_event_id uuid;
alter table conversations add column opted_out_seq bigint not null default 0;

-- Our functions that several migrations change: each change is made in the text as it stands.
create function pg_temp.change_function(of_function regprocedure, was text, becomes text) returns void
  language plpgsql
  as $$
declare
  definition text := pg_get_functiondef(of_function);
begin
  if position(was in definition) = 0 then raise exception '% does not say %', of_function, was; end if;
  execute replace(definition, was, becomes);
end $$;

select pg_temp.change_function('read_turns(text[], uuid[])',
  $$'stopTagged', 'WPP' = any (k.tags))$$,
  $$'stopTagged', 'WPP' = any (k.tags),
        'hasOptedOut', k.marketing_stopped_at is not null)$$);

select pg_temp.change_function('read_outbox_head(text, uuid)',
  $$'isCancelled', o.seq <= c.cancelled_through or$$,
  $$'isCancelled', o.seq <= c.cancelled_through or o.inbound_seq < c.opted_out_seq or$$);

select pg_temp.change_function('read_send_conditions(text, uuid)',
  $$'marketingStopped', k.marketing_stopped_at is not null,$$,
  $$'marketingStopped', k.marketing_stopped_at is not null,
      'hasOptedOut', k.stopped_by_event_id is not null,$$);

-- Whoever wants no more messages has nothing left that would be said without their asking, whatever code wrote it down.
create function contact_opts_out() returns trigger
  language plpgsql
  as $$
begin
  update timers t set cancelled_at = recado_now()
  from conversations c
  where c.workspace_id = new.workspace_id and t.workspace_id = c.workspace_id and t.conversation_id = c.id
    and t.fired_at is null and t.cancelled_at is null
    and c.contact_id in (select k.id from contacts k
      where k.workspace_id = new.workspace_id and (k.id = new.id or k.merged_into = new.id));
  return null;
end $$;
create trigger opts_out after update of marketing_stopped_at on contacts
  for each row when (old.marketing_stopped_at is null and new.marketing_stopped_at is not null)
  execute function contact_opts_out();

create function audit_consent() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, case when new.stopped_by_event_id is null then 'whatsapp' else 'customer' end,
    case when new.marketing_stopped_at is null then 'contact.opted_in' else 'contact.opted_out' end,
    'contact', new.id::text, null, jsonb_build_object('event', new.stopped_by_event_id));
  return null;
end $$;
create trigger audited after update of marketing_stopped_at on contacts
  for each row when ((old.marketing_stopped_at is null) <> (new.marketing_stopped_at is null))
  execute function audit_consent();
create trigger audited_from_the_start after insert on contacts
  for each row when (new.marketing_stopped_at is not null) execute function audit_consent();

-- Whoever lets them be written to again, the message that said no counts no more.
create function forget_opt_out() returns trigger
  language plpgsql
  as $$
begin
  new.stopped_by_event_id := null;
  return new;
end $$;
create trigger opts_in before update of marketing_stopped_at on contacts
  for each row when (new.marketing_stopped_at is null and new.stopped_by_event_id is not null) execute function forget_opt_out();

-- What a workspace has set for itself; null: as the environment of the processes says. A workspace begins with its agents off, but
-- for the first one: a number that is seen for the first time is answered by it.
create table workspace_agent_config (
  workspace_id text primary key references workspaces,
  agent_enabled boolean not null default false,
  -- Serves all numbers of the workspace in the place of each number's own.
  conversational_agent_id text check (length(conversational_agent_id) between 1 and 100),
  -- Said at a handoff in the place of the agent's own words.
  handoff_message text check (length(handoff_message) between 1 and 1000),
  timer_preset text check (timer_preset in ('real', 'rapido', 'instantaneo')),
  response_speed real check (response_speed in (1, 0.2::real, 0)),
  updated_at timestamptz not null default recado_now(),
  updated_by text not null default 'system'
);
insert into workspace_agent_config (workspace_id, agent_enabled) select id, agent_enabled from workspaces;
create function open_agent_config() returns trigger
  language plpgsql
  as $$
begin
  insert into workspace_agent_config (workspace_id) values (new.id) on conflict (workspace_id) do nothing;
  return null;
end $$;
create trigger workspace_has_agent_config after insert on workspaces for each row execute function open_agent_config();

select pg_temp.change_function('read_turns(text[], uuid[])',
  'join workspaces w on w.id = c.workspace_id', 'join workspace_agent_config w on w.workspace_id = c.workspace_id');
select pg_temp.change_function('read_turns(text[], uuid[])',
  $$'agentId', n.agent_id,$$,
  $$'agentId', coalesce(w.conversational_agent_id, n.agent_id),
      'settings', jsonb_build_object(
        'handoffMessage', w.handoff_message, 'timerPreset', w.timer_preset, 'responseSpeed', w.response_speed),$$);
select pg_temp.change_function('read_outbox_head(text, uuid)',
  'join workspaces w on w.id = c.workspace_id', 'join workspace_agent_config w on w.workspace_id = c.workspace_id');
alter table workspaces drop column agent_enabled;

create function audit_agent_config() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, new.updated_by, 'workspace.config', 'workspace', new.workspace_id, null, (
    select jsonb_object_agg(n.key, n.value) from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
    where n.value <> o.value and n.key not in ('updated_at', 'updated_by')));
  return null;
end $$;
create trigger audited after update on workspace_agent_config
  for each row when (to_jsonb(old) - array['updated_at', 'updated_by'] <> to_jsonb(new) - array['updated_at', 'updated_by'])
  execute function audit_agent_config();

alter table workspace_agent_config enable row level security;
create policy own_workspace on workspace_agent_config to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
grant select on workspace_agent_config to recado_tenant;

-- What we say by ourselves. `requested`: the customer named the minute. `commercial`: they did not; contact hours hold it back.
alter table outbox_messages add column purpose text not null default 'reply' check (purpose in ('reply', 'requested', 'commercial'));
-- After this it is of no use to them any more.
alter table outbox_messages add column useful_until timestamptz;
create index outbox_by_ourselves on outbox_messages (conversation_id, workspace_id, created_at) where purpose = 'commercial';

alter table workspace_agent_config
  add column time_zone text not null default 'America/Bogota',
  add column business_hours jsonb,
  add column proactive_per_day int not null default 4 check (proactive_per_day between 0 and 100),
  add column proactive_spacing_minutes int not null default 240 check (proactive_spacing_minutes between 0 and 10080),
  add column quiet_minutes int not null default 30 check (quiet_minutes between 0 and 1440),
  add column window_maintenance boolean not null default false;

-- Reminders and follow-ups. A worker claims one that is due (`attempt` is its fence), judges it, and makes it an event with a run of
-- its own (`run_id`), which says it through the outbox; what became of it is read from that run and its message afterwards.
create table scheduled_messages (
  workspace_id text not null,
  id uuid not null,
  idempotency_key text not null check (length(idempotency_key) between 1 and 256),
  conversation_id uuid not null,
  kind text not null check (kind in ('reminder', 'follow_up')),
  category text check (category in ('schedule_confirm', 'document_status', 'reminder_check', 'window_maintenance', 'custom')),
  text text not null check (length(text) between 1 and 1000),
  -- What is said outside the 24-hour window in its place; null: nothing, and a person is asked.
  template jsonb,
  is_requested boolean not null,
  time_zone text not null,
  due_at timestamptz not null,
  useful_until timestamptz not null,
  -- Looked at then: when it is due, or when what held it back is over.
  fire_at timestamptz not null,
  held_by text,
  attempt int not null default 0,
  claimed_until timestamptz,
  run_id uuid,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'cancelled')),
  reason text,
  created_by text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs,
  constraint follow_up_has_a_category check ((kind = 'follow_up') = (category is not null)),
  constraint settled_says_when check ((status = 'pending') = (settled_at is null))
) with (fillfactor = 80);
create unique index scheduled_once on scheduled_messages (idempotency_key, workspace_id);
create unique index one_pending_follow_up_of_a_category on scheduled_messages (conversation_id, workspace_id, category)
  where kind = 'follow_up' and status = 'pending' and run_id is null;
create index scheduled_to_fire on scheduled_messages (fire_at) where status = 'pending' and run_id is null;
create index scheduled_under_way on scheduled_messages (run_id) where status = 'pending' and run_id is not null;
create index scheduled_by_conversation on scheduled_messages (conversation_id, workspace_id, id desc);

alter table scheduled_messages enable row level security;
create policy own_workspace on scheduled_messages to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
grant select on scheduled_messages to recado_tenant;

create function audit_scheduled() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, case when tg_op = 'INSERT' then new.created_by else new.settled_by end,
    case when tg_op = 'INSERT' then new.kind || '.created' else new.kind || '.' || new.status end,
    'conversation', new.conversation_id::text, new.run_id, jsonb_build_object('id', new.id, 'reason', new.reason));
  return null;
end $$;
create trigger audited after insert on scheduled_messages for each row execute function audit_scheduled();
create trigger audited_when_settled after update of status on scheduled_messages
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function audit_scheduled();

-- A task may come of no run: of a reminder that could not be said.
alter table tasks alter column run_id drop not null;

do $$
declare
  known text;
begin
  select pg_get_constraintdef(oid) into known from pg_constraint where conname = 'agent_events_input_type_check';
  alter table agent_events drop constraint agent_events_input_type_check;
  execute 'alter table agent_events add constraint agent_events_input_type_check '
    || replace(known, $q$'timer'::text$q$, $q$'timer'::text, 'scheduled'::text$q$);
end $$;

select pg_temp.change_function('contact_opts_out()', 'return null;', $$update scheduled_messages s
  set status = 'cancelled', reason = 'opted_out', settled_at = recado_now(), settled_by = 'customer'
  from conversations c
  where c.workspace_id = new.workspace_id and s.workspace_id = c.workspace_id and s.conversation_id = c.id
    and s.status = 'pending' and s.run_id is null
    and c.contact_id in (select k.id from contacts k
      where k.workspace_id = new.workspace_id and (k.id = new.id or k.merged_into = new.id));
  return null;$$);

select pg_temp.change_function('read_send_conditions(text, uuid)',
  $$'hasOptedOut', k.stopped_by_event_id is not null,$$,
  $$'hasOptedOut', k.stopped_by_event_id is not null,
      'purpose', o.purpose,
      'usefulUntil', o.useful_until,
      'contactHours', (
        select jsonb_build_object('timeZone', w.time_zone, 'businessHours', w.business_hours)
        from workspace_agent_config w where w.workspace_id = c.workspace_id),$$);
