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
