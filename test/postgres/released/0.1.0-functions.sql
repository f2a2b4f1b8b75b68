-- The functions of 0.1.0, in the order in which it applied them. Never edited: upgrade.test.ts upgrades a database from here.

-- A test moves the clock by a row in test_clock: recado_now() (0001_baseline) is replaced.
create or replace function move_test_clock() returns trigger
  language plpgsql
  as $$
begin
  execute format('create or replace function recado_now() returns timestamptz language sql stable as %L',
    format(' select now() + interval %L ', new.ahead));
  return null;
end $$;
create or replace trigger test_clock_moves after insert or update on test_clock
  for each row execute function move_test_clock();

-- Aborts, by SQLSTATE. The adapter maps each code to what happens next.

-- RC001: the turn read something that has changed. Aborts a statement after its first write.
create or replace function recado_conflict(reason text) returns boolean
  language plpgsql
  as $$ begin raise exception 'version conflict: %', reason using errcode = 'RC001'; end $$;

-- 40001: the statement met a row younger than its snapshot. It runs again at once.
create or replace function recado_again(reason text) returns boolean
  language plpgsql
  as $$ begin raise exception 'read again: %', reason using errcode = '40001'; end $$;

-- RC003: the turn changes an order that does not exist.
create or replace function recado_order_unknown() returns boolean
  language plpgsql
  as $$ begin raise exception 'the order that the turn changes is not there' using errcode = 'RC003'; end $$;

-- RC005: the turn changes something that does not exist.
create or replace function refuse_crm_change(what text) returns void
  language plpgsql
  as $$ begin raise exception 'the turn changes %, which is not there', what using errcode = 'RC005'; end $$;

-- Who a direct connection speaks for, and which workspaces that person belongs to.

-- The person, as Supabase says it: claims of a token that it has checked. No claims, no person.
create or replace function recado_jwt_subject() returns text
  language sql stable set search_path from current
  as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub',
    nullif(current_setting('request.jwt.claim.sub', true), '')) $$;

create or replace function recado_member_workspaces() returns setof text
  language sql stable set search_path from current
  as $$ select m.workspace_id from workspace_members m where m.user_id = recado_jwt_subject() and m.removed_at is null $$;

-- For policies of your own tables. The setting counts for our own role alone: other connections may
-- set what they like.
create or replace function is_workspace_member(of_workspace text) returns boolean
  language sql stable set search_path from current
  as $$ select of_workspace in (select recado_member_workspaces())
    or (pg_has_role('recado_tenant', 'usage') and of_workspace = recado_workspace()) $$;

-- By itself, and through no other table: what members_read asks of all other tables is answered here.
drop policy if exists members_read on workspace_members;
create policy members_read on workspace_members for select to recado_member
  using (user_id = recado_jwt_subject());
grant select on workspace_members to recado_member;

-- The log of deeds: lines are added by audit() alone, chained by seal_audit(), checked by verify_audit().

-- All that a line says, and the hash before it.
create or replace function audit_hash(line audit_log) returns bytea
  language sql immutable
  as $$
  select sha256(line.previous_hash || convert_to(jsonb_build_object(
    'workspace', line.workspace_id, 'id', line.id, 'seq', line.seq,
    'at', to_char(line.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    'actor', line.actor, 'action', line.action, 'subjectKind', line.subject_kind, 'subjectId', line.subject_id,
    'runId', line.run_id, 'detail', line.detail)::text, 'UTF8'))
$$;

-- RC004: a line may only be sealed, once.
create or replace function refuse_audit_change() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  if tg_op = 'UPDATE' and old.hash is null and new.hash is not null
    and (to_jsonb(new) - array['seq', 'previous_hash', 'hash']) = (to_jsonb(old) - array['seq', 'previous_hash', 'hash'])
  then return new;
  end if;
  raise exception 'the audit log is only ever added to' using errcode = 'RC004';
end $$;
create or replace trigger audit_is_only_added_to before update or delete on audit_log
  for each row execute function refuse_audit_change();
create or replace trigger audit_is_never_emptied before truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Chains at most `at_most` lines, for one process at a time. Answers how many.
create or replace function seal_audit(at_most int) returns int
  language plpgsql set search_path from current
  as $$
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
end $$;

-- The length of a workspace's chain, its last link, and the first number at which it does not hold.
-- broken_at is null when the chain holds.
create or replace function verify_audit(of_workspace text)
  returns table (lines bigint, unsealed bigint, last_hash bytea, broken_at bigint)
  language sql stable
  as $$
  with chain as (
    select a.seq, a.hash, a.previous_hash, audit_hash(a) as computed,
      lag(a.hash, 1, ''::bytea) over (order by a.seq) as before, row_number() over (order by a.seq) as place
    from audit_log a where a.workspace_id = of_workspace and a.seq is not null
  )
  select count(*), (select count(*) from audit_log a where a.workspace_id = of_workspace and a.seq is null),
    (array_agg(hash order by seq desc))[1],
    min(seq) filter (where hash <> computed or previous_hash <> before or seq <> place)
  from chain
$$;

-- The one way into the log. With an insert of its own our role could write a line of yesterday, or a
-- sealed one.
create or replace function audit(
  workspace text, who text, what text, kind text, subject text, run uuid, told jsonb) returns void
  language sql security definer set search_path from current
  as $$
  insert into audit_log (workspace_id, at, actor, action, subject_kind, subject_id, run_id, detail)
  values (workspace, recado_now(), coalesce(who, 'system'), what, kind, subject, run, jsonb_strip_nulls(told))
$$;

-- Lines for what happens to runs and conversations, and for what is said through our own routes.

create or replace function audit_run() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform audit(new.workspace_id, case when new.status = 'queued' then new.retried_by else new.discarded_by end,
    case when new.status = 'queued' then 'run.retried' when new.discarded_at is null then 'run.dead_letter' else 'run.discarded' end,
    'conversation', new.conversation_id::text, new.id, jsonb_build_object('failure', new.failure_code));
  return null;
end $$;
create or replace trigger audited after update of status, discarded_at on agent_runs
  for each row when (
    (old.status is distinct from new.status
      and (new.status = 'dead_letter' or (old.status in ('failed', 'dead_letter') and new.status = 'queued')))
    or (old.discarded_at is null and new.discarded_at is not null))
  execute function audit_run();

-- The bot is switched on or off in a conversation; switched_by says who did it.
create or replace function audit_switch() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform audit(new.workspace_id, new.switched_by, case when new.bot_enabled then 'conversation.bot_on' else 'conversation.bot_off' end,
    'conversation', new.id::text, null, '{}');
  return null;
end $$;
create or replace trigger audited after update of bot_enabled on conversations
  for each row when (old.bot_enabled is distinct from new.bot_enabled)
  execute function audit_switch();
create or replace trigger audited_from_the_start after insert on conversations
  for each row when (not new.bot_enabled) execute function audit_switch();

-- What came through a route of ours says who brought it, whatever becomes of it.
create or replace function audit_event() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, new.payload -> 'saidBy' ->> 'display',
    case when new.source = 'rehearsal' then 'event.said_as_customer' when new.input_type = 'message' then 'event.said'
      else 'event.commanded' end,
    'conversation', new.conversation_id::text, new.run_id, jsonb_build_object(
      'event', new.id, 'kind', new.payload -> 'saidBy' ->> 'kind', 'id', new.payload -> 'saidBy' ->> 'id'));
  return null;
end $$;
create or replace trigger audited after insert on agent_events
  for each row when (new.source in ('api', 'rehearsal') and new.payload ? 'saidBy')
  execute function audit_event();

-- A tool call, by its caller. Its input stands as a hash, so that no word of the customer is here. Of a
-- denial only its rule is told: the rest may quote the call.
create or replace function audit_tool_use() returns trigger
  language plpgsql set search_path from current
  as $$
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
end $$;
create or replace trigger audited after insert or update of status on agent_tool_calls
  for each row execute function audit_tool_use();

-- A question or a decision. Of a customer the event that answered stands here, not their words.
create or replace function audit_confirmation() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id,
    case when new.status = 'pending' then coalesce(new.asked_by, 'agent:' || new.agent_id || '@' || new.agent_version) else new.decided_by end,
    'confirmation.' || case new.status when 'pending' then 'asked' else new.status end,
    'conversation', new.conversation_id::text, new.run_id,
    jsonb_build_object('confirmation', new.id, 'tool', new.tool, 'call', new.call_id, 'risk', new.risk, 'rule', new.rule,
      'audience', new.audience, 'argumentsHash', new.arguments_hash, 'event', new.answered_by_event));
  return null;
end $$;
create or replace trigger audited after insert on confirmations
  for each row execute function audit_confirmation();
create or replace trigger decision_audited after update of status on confirmations
  for each row when (old.status is distinct from new.status) execute function audit_confirmation();

-- Lines for what people do with the shop's work.

create or replace function audit_task() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform audit(new.workspace_id, case when new.closed_at is not null then new.closed_by else new.assigned_by end,
    case when new.closed_at is not null then 'task.completed' when new.assignee is null then 'task.unassigned' else 'task.assigned' end,
    'task', new.id::text, null, jsonb_build_object('assignee', new.assignee, 'conversation', new.conversation_id));
  return null;
end $$;
create or replace trigger audited after update of assignee, closed_at on tasks
  for each row when (old.assignee is distinct from new.assignee or old.closed_at is distinct from new.closed_at)
  execute function audit_task();

create or replace function audit_alert() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform audit(new.workspace_id, new.resolved_by, 'alert.resolved', 'alert', new.id::text, null, jsonb_build_object('kind', new.kind));
  return null;
end $$;
create or replace trigger audited after update of resolved_at on alerts
  for each row when (old.resolved_at is null and new.resolved_at is not null)
  execute function audit_alert();

create or replace function audit_timer() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, coalesce(new.cancelled_by, new.hurried_by),
    case when new.cancelled_by is not null then 'timer.cancelled' else 'timer.fired_now' end,
    'conversation', new.conversation_id::text, new.run_id, jsonb_build_object('level', new.level));
  return null;
end $$;
create or replace trigger audited after update of hurried_by, cancelled_by on timers
  for each row when (old.hurried_by is distinct from new.hurried_by or old.cancelled_by is distinct from new.cancelled_by)
  execute function audit_timer();

create or replace function audit_scheduled() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, case when tg_op = 'INSERT' then new.created_by else new.settled_by end,
    case when tg_op = 'INSERT' then new.kind || '.created' else new.kind || '.' || new.status end,
    'conversation', new.conversation_id::text, new.run_id, jsonb_build_object('id', new.id, 'reason', new.reason));
  return null;
end $$;
create or replace trigger audited after insert on scheduled_messages
  for each row execute function audit_scheduled();
create or replace trigger audited_when_settled after update of status on scheduled_messages
  for each row when (old.status = 'pending' and new.status <> 'pending')
  execute function audit_scheduled();

-- What tools may send. The name of a template is the shop's own word.
create or replace function audit_template() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform audit(new.workspace_id, new.updated_by, 'template.written', 'template', new.name || '/' || new.language, null,
    jsonb_build_object('category', new.category, 'variables', new.variables));
  return null;
end $$;
create or replace trigger audited after insert or update on message_templates
  for each row execute function audit_template();

-- Lines for who gets in: members, tokens, sign-ins.

create or replace function audit_member() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, new.changed_by,
    case when new.removed_at is not null then 'member.removed' when tg_op = 'UPDATE' and old.removed_at is null then 'member.changed'
      else 'member.added' end,
    'member', new.user_id, null, jsonb_build_object('role', new.role, 'name', new.name));
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on workspace_members
  for each row execute function audit_member();
create or replace trigger audited after update on workspace_members
  for each row when (old is distinct from new) execute function audit_member();

create or replace function audit_token() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, coalesce(new.revoked_by, new.created_by),
    case when new.revoked_at is null then 'token.created' else 'token.revoked' end, 'token', new.id::text, null,
    jsonb_build_object('name', new.name, 'member', new.user_id, 'role', new.role, 'scopes', new.scopes));
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on api_tokens
  for each row execute function audit_token();
create or replace trigger audited after update of revoked_at on api_tokens
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function audit_token();

-- A member signs in as themselves, not under the name of their token.
create or replace function audit_sign_in() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform audit(new.workspace_id, coalesce((
      select coalesce(m.name, t.name) from api_tokens t
      left join workspace_members m on m.workspace_id = t.workspace_id and m.user_id = t.user_id
      where t.workspace_id = new.workspace_id and t.id = new.token_id), 'api'),
    case when new.ended_at is null then 'session.opened' else 'session.ended' end, 'session', new.id::text, null, '{}');
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on studio_sessions
  for each row execute function audit_sign_in();
create or replace trigger audited after update of ended_at on studio_sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function audit_sign_in();

-- Lines for what a workspace is and how it is set.

create or replace function audit_workspace() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.id, new.created_by, 'workspace.created', 'workspace', new.id, null, jsonb_build_object('name', new.name));
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on workspaces
  for each row execute function audit_workspace();

create or replace function audit_number() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, new.assigned_by, 'number.assigned', 'number', new.id, null, jsonb_build_object('agent', new.agent_id));
  if tg_op = 'UPDATE' and old.workspace_id <> new.workspace_id then
    perform audit(old.workspace_id, new.assigned_by, 'number.left', 'number', new.id, null, '{}');
  end if;
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on phone_numbers
  for each row when (new.assigned_by is not null) execute function audit_number();
create or replace trigger audited after update of workspace_id, agent_id on phone_numbers
  for each row when (old.workspace_id <> new.workspace_id or old.agent_id <> new.agent_id)
  execute function audit_number();

create or replace function audit_agent_config() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, new.updated_by, 'workspace.config', 'workspace', new.workspace_id, null, (
    select jsonb_object_agg(n.key, n.value) from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
    where n.value <> o.value and n.key not in ('updated_at', 'updated_by')));
  return null;
end $$;
create or replace trigger audited after update on workspace_agent_config
  for each row when (to_jsonb(old) - array['updated_at', 'updated_by'] <> to_jsonb(new) - array['updated_at', 'updated_by'])
  execute function audit_agent_config();

create or replace function audit_retention() returns trigger
  language plpgsql set search_path from current
  as $$ begin
  -- An absent class has the default. Null is a value here, so it is written out.
  perform audit(new.workspace_id, new.set_by, 'workspace.retention', 'workspace', new.workspace_id, null, jsonb_build_object(
    'from', case when tg_op = 'UPDATE' then old.days::text else '{}' end, 'to', new.days::text));
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on retention_settings
  for each row when (new.days <> '{}') execute function audit_retention();
create or replace trigger audited after update of days on retention_settings
  for each row when (old.days <> new.days) execute function audit_retention();

-- A new workspace gets its rows of settings.

create or replace function open_nlu_settings() returns trigger
  language plpgsql
  as $$
begin
  insert into nlu_settings (workspace_id) values (new.id);
  return null;
end $$;
create or replace trigger workspace_has_nlu_settings after insert on workspaces
  for each row execute function open_nlu_settings();

create or replace function open_agent_config() returns trigger
  language plpgsql
  as $$
begin
  insert into workspace_agent_config (workspace_id) values (new.id) on conflict (workspace_id) do nothing;
  return null;
end $$;
create or replace trigger workspace_has_agent_config after insert on workspaces
  for each row execute function open_agent_config();

-- Its first night is the next one: nothing is forgotten in the middle of a day.
create or replace function open_retention() returns trigger
  language plpgsql set search_path from current
  as $$ begin
  insert into retention_nights (workspace_id, night, started_at, ended_at)
    values (new.id, (recado_now() at time zone 'America/Bogota' - interval '2 hours')::date, recado_now(), recado_now());
  return null;
end $$;
create or replace trigger workspace_has_nights after insert on workspaces
  for each row execute function open_retention();

-- The run machine of core/turn/run-machine.ts, so that no other program moves a run where it must not go.
create or replace function check_run_transition() returns trigger
  language plpgsql set search_path from current
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
create or replace trigger run_transition before update of status on agent_runs
  for each row when (old.status is distinct from new.status)
  execute function check_run_transition();

-- Names of customers, and contacts that became one.

-- The newest phone or BSUID of a contact; of a merged one, of the survivor. By its index also under
-- row security: PostgreSQL trusts no coalesce there and read every alias of the workspace.
create or replace function newest_alias(of_workspace text, of_contact uuid, of_kind text)
  returns text
  language sql stable
  as $$
    select a.value from contact_aliases a
    where a.workspace_id = of_workspace and a.kind = of_kind and a.contact_id = (
      select case when k.merged_into is null then k.id else k.merged_into end from contacts k
      where k.workspace_id = of_workspace and k.id = of_contact)
    order by a.created_at desc limit 1
$$;

-- Runs after the foreign key has waited for a merge under way, and looks with a fresh snapshot: a row
-- that names a contact merged a moment ago runs again and finds the survivor. (AFTER triggers fire by
-- name, and those of foreign keys begin with RI_.)
create or replace function refuse_merged_contact() returns trigger
  language plpgsql
  as $$
begin
  if exists (
    select from contacts k
    where k.workspace_id = new.workspace_id and k.id = new.contact_id and k.merged_into is not null)
  then perform recado_again('the contact was merged a moment ago');
  end if;
  return null;
end $$;
create or replace trigger refuse_merged_contact after insert or update of contact_id on contact_aliases
  for each row execute function refuse_merged_contact();
create or replace trigger refuse_merged_contact after insert or update of contact_id on conversations
  for each row execute function refuse_merged_contact();
create or replace trigger refuse_merged_contact after insert or update of contact_id on orders
  for each row execute function refuse_merged_contact();

-- A customer wants no more messages, or wants them again.

-- The name in our books for who spoke in an event: the customer, or the caller who spoke for them.
-- Without an event WhatsApp itself said it.
create or replace function who_said(of_workspace text, event uuid) returns text
  language sql stable
  as $$
  select case when event is null then 'whatsapp' else coalesce((
    select e.payload -> 'saidBy' ->> 'display' from agent_events e where e.workspace_id = of_workspace and e.id = event), 'customer') end
$$;

-- Cancels whatever would be said without their asking.
create or replace function contact_opts_out() returns trigger
  language plpgsql
  as $$
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
end $$;
create or replace trigger opts_out after update of marketing_stopped_at on contacts
  for each row when (old.marketing_stopped_at is null and new.marketing_stopped_at is not null)
  execute function contact_opts_out();

-- When they may be written to again, the message that said no no longer counts.
create or replace function forget_opt_out() returns trigger
  language plpgsql
  as $$
begin
  new.stopped_by_event_id := null;
  return new;
end $$;
create or replace trigger opts_in before update of marketing_stopped_at on contacts
  for each row when (new.marketing_stopped_at is null and new.stopped_by_event_id is not null)
  execute function forget_opt_out();

create or replace function audit_consent() returns trigger
  language plpgsql
  as $$
declare
  said_in uuid := case when new.marketing_stopped_at is null then new.resumed_by_event_id else new.stopped_by_event_id end;
begin
  perform audit(new.workspace_id, who_said(new.workspace_id, said_in),
    case when new.marketing_stopped_at is null then 'contact.opted_in' else 'contact.opted_out' end,
    'contact', new.id::text, null, jsonb_build_object('event', said_in));
  return null;
end $$;
create or replace trigger audited after update of marketing_stopped_at on contacts
  for each row when ((old.marketing_stopped_at is null) <> (new.marketing_stopped_at is null))
  execute function audit_consent();
create or replace trigger audited_from_the_start after insert on contacts
  for each row when (new.marketing_stopped_at is not null) execute function audit_consent();

-- A session that ends cancels its timer in the same statement.
create or replace function cancel_timer() returns trigger
  language plpgsql
  as $$
begin
  update timers t set cancelled_at = recado_now()
  where t.workspace_id = new.workspace_id and t.conversation_id = new.conversation_id and t.session_id = new.id
    and t.fired_at is null and t.cancelled_at is null;
  return null;
end $$;
create or replace trigger session_ends_with_its_timer after update of status on agent_sessions
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function cancel_timer();

-- A confirmation is decided once, in time, for exactly what was asked. What follows is the run's.

-- RC005. Once it is decided its words may be erased.
create or replace function check_confirmation() returns trigger
  language plpgsql
  as $$
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
end $$;
create or replace trigger confirmation_is_decided_once before update on confirmations
  for each row execute function check_confirmation();

-- A customer who says no has had the answer to it. A cancelled question is not spoken of again.
create or replace function heed_decision() returns trigger
  language plpgsql
  as $$
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
end $$;
create or replace trigger run_heeds_decision after update of status on confirmations
  for each row when (old.status is distinct from new.status) execute function heed_decision();

-- Cancels what an agent asked in a conversation, of one session or of all; answers how many. An
-- operator's own question stays.
create or replace function cancel_confirmations(
  of_workspace text, of_conversation uuid, of_session uuid, who text, why text) returns int
  language plpgsql
  as $$
declare
  cancelled int;
begin
  update confirmations f set status = 'cancelled', decided_at = recado_now(), decided_by = coalesce(who, 'system'), note = why
  where f.workspace_id = of_workspace and f.conversation_id = of_conversation and f.status = 'pending' and f.asked_by is null
    and (of_session is null or f.session_id = of_session);
  get diagnostics cancelled = row_count;
  return cancelled;
end $$;

create or replace function cancel_for_session() returns trigger
  language plpgsql
  as $$
begin
  perform cancel_confirmations(new.workspace_id, new.conversation_id, new.id, 'system', 'the session is over: ' || new.status);
  return null;
end $$;
create or replace trigger session_ends_with_its_questions after update of status on agent_sessions
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function cancel_for_session();

create or replace function cancel_for_bot_off() returns trigger
  language plpgsql
  as $$
begin
  perform cancel_confirmations(new.workspace_id, new.id, null, new.switched_by, 'a person has taken over');
  return null;
end $$;
create or replace trigger bot_off_ends_questions after update of bot_enabled on conversations
  for each row when (old.bot_enabled and not new.bot_enabled) execute function cancel_for_bot_off();

create or replace function cancel_for_opt_out() returns trigger
  language plpgsql
  as $$
begin
  perform cancel_confirmations(c.workspace_id, c.id, null, 'system', 'the customer wants no more messages')
  from conversations c join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
  where c.workspace_id = new.workspace_id and (k.id = new.id or k.merged_into = new.id)
    and exists (select from confirmations f
      where f.workspace_id = c.workspace_id and f.conversation_id = c.id and f.status = 'pending');
  return null;
end $$;
create or replace trigger opt_out_ends_questions after update of marketing_stopped_at on contacts
  for each row when (old.marketing_stopped_at is null and new.marketing_stopped_at is not null)
  execute function cancel_for_opt_out();

-- One change to the shop's books, in the commit of the turn that asked for it: answers what the row was
-- before and after. What it changes must exist in this workspace, or nothing of the turn is written
-- (RC005). What has moved since the turn read it is a conflict (RC001), and the turn is decided again.
-- `after_all` is what must have been written first.
create or replace function apply_crm_change(
  ws text, conversation uuid, of_session uuid, of_run uuid, by text, change jsonb, after_all bigint) returns jsonb
  language plpgsql
  as $$
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
        total, shipping_address, note, data, tags, created_at, updated_at)
      values (ws, target, change ->> 'purchaseKey', of_session, conversation, person, of_run, change ->> 'source',
        change ->> 'status', change ->> 'stage', change ->> 'pack', change -> 'products', (change ->> 'total')::bigint,
        change ->> 'shippingAddress', change ->> 'note', change -> 'data', '{}', recado_now(), recado_now())
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
end $$;

-- What is left of an erased customer: salted hashes, by which a late webhook brings nobody back.

create or replace function tombstone_hash(of_workspace text, of_kind text, value text) returns bytea
  language sql stable
  as $$ select sha256(s.salt || convert_to(of_kind || ':' || value, 'UTF8')) from nlu_settings s where s.workspace_id = of_workspace $$;

-- When a person with one of these names was erased. Null when none was.
create or replace function erased_when(of_workspace text, bsuid text, phone text)
  returns timestamptz
  language sql stable
  as $$
  select max(t.erased_at) from tombstones t
  where t.workspace_id = of_workspace and t.kind = 'name'
    and t.hash in (tombstone_hash(of_workspace, 'name', bsuid), tombstone_hash(of_workspace, 'name', phone))
$$;

-- The customer's words are from before the erasure. WhatsApp's instants are whole seconds.
create or replace function is_before_erasure(said_at timestamptz, erased_at timestamptz)
  returns boolean
  language sql stable
  as $$ select said_at < date_trunc('second', erased_at) $$;

-- A delivery report of an erased message, or of an erased person who has not been met again.
create or replace function report_is_erased(
  of_workspace text, of_wamid text, of_outbox uuid, of_recipient text) returns boolean
  language sql stable
  as $$
  select exists (
    select from tombstones t
    where t.workspace_id = of_workspace and t.kind = 'message' and t.hash in (
      tombstone_hash(of_workspace, 'message', of_wamid), tombstone_hash(of_workspace, 'message', of_outbox::text)))
    or erased_when(of_workspace, null, nullif(of_recipient, '')) is not null and not exists (
      select from contact_aliases a where a.workspace_id = of_workspace and a.value = of_recipient)
$$;

-- A notice or unreadable item names a person who was erased within the days in which Meta delivers
-- again, and who has not been met since.
create or replace function names_erased(of_workspace text, told text) returns boolean
  language sql stable
  as $$
  select exists (
      select from tombstones t
      where t.workspace_id = of_workspace and t.kind = 'name' and t.erased_at > recado_now() - interval '8 days')
    and exists (
      select from regexp_matches(told, '[0-9]{7,20}|[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}', 'g') as m (words)
      join tombstones t on t.workspace_id = of_workspace and t.kind = 'name'
        and t.hash = tombstone_hash(of_workspace, 'name', m.words[1])
      where t.erased_at > recado_now() - interval '8 days' and not exists (
        select from contact_aliases a where a.workspace_id = of_workspace and a.value = m.words[1]))
$$;

-- What a night leaves of words that are older than their workspace wants.

-- What came, without the words: its type and its numbers, in the shape that its type has.
create or replace function forgotten_content(content jsonb) returns jsonb
  language sql immutable
  as $$
  select content
    || coalesce((
      select jsonb_object_agg(w.key, w.empty) from (values
        ('body', '""'::jsonb), ('title', '""'), ('payload', '""'), ('text', '""'), ('caption', 'null'), ('fileName', 'null'),
        ('name', 'null'), ('address', 'null'), ('latitude', 'null'), ('longitude', 'null'), ('people', '[]'), ('answer', 'null'),
        ('note', 'null'), ('items', '[]'), ('input', 'null'), ('template', 'null'), ('components', '[]'), ('header', 'null'),
        ('footer', 'null'), ('buttons', '[]'), ('sections', '[]'), ('sha256', 'null'), ('understanding', 'null')) as w (key, empty)
      where content ? w.key), '{}')
$$;

-- What we said, still readable as a message: a template's name, of all others only that they were.
create or replace function forgotten_reply(content jsonb) returns jsonb
  language sql immutable
  as $$
  select case content ->> 'type'
    when 'template' then content || '{"components": []}'
    when 'reaction' then content
    else '{"type": "text", "body": "…"}' end
$$;

-- What a language model was asked, by its numbers.
create or replace function forgotten_step(name text, output jsonb) returns jsonb
  language sql immutable
  as $$
  select case when name like 'model.%' and output ? 'asked' then jsonb_build_object(
    'purpose', output -> 'purpose', 'prompt', output -> 'prompt', 'model', output -> 'model', 'tokens', output -> 'tokens',
    'microUsd', output -> 'microUsd', 'calls', output -> 'calls',
    'asked', jsonb_build_object('reason', output #> '{asked,reason}',
      'failure', jsonb_build_object('code', output #> '{asked,failure,code}'))) end
$$;

-- The journal of a run (run_steps), written as one row and read a row a step.

-- What was written and what is written now. A completed call stays as it is: it is never made again,
-- so no later attempt knows better. A phase, and a call that was only begun, takes the newer word.
create or replace function merged_steps(was jsonb, now_written jsonb) returns jsonb
  language sql immutable
  as $$
  select was || coalesce((
    select jsonb_object_agg(s.name, s.step) from jsonb_each(now_written) as s (name, step)
    where (was -> s.name ->> 'status' = 'ok' and was -> s.name ->> 'node' <> s.name) is not true), '{}')
$$;

-- Which phase, which call, how long, how it ended. What was in them goes.
create or replace function forgotten_steps(steps jsonb) returns jsonb
  language sql immutable
  as $$
  select coalesce(jsonb_object_agg(s.name, (s.step - 'output') || jsonb_strip_nulls(
    jsonb_build_object('output', forgotten_step(s.name, s.step -> 'output')))), '{}')
  from jsonb_each(steps) as s (name, step)
$$;

-- A row a step, under the names of requirement R2.
create or replace view agent_steps with (security_invoker = true) as
select r.workspace_id, r.run_id, s.name, s.step ->> 'node' as node, s.step ->> 'status' as status,
  (s.step -> 'position')::integer as position, null::jsonb as input_snapshot,
  nullif(s.step -> 'output', 'null') as output_snapshot,
  (s.step ->> 'startedAt')::timestamptz as started_at,
  (s.step -> 'latencyMs')::double precision as latency_ms
from run_steps r cross join lateral jsonb_each(r.steps) as s (name, step);
grant select on agent_steps to recado_tenant;

-- PAIR_RATE of core/outbound/pacing.ts: a message every 6 s, 45 of them borrowed. Stable, not immutable: a
-- function that promises more than its body is never inlined, and these stand six times in a commit.

create or replace function recado_pair_allowed_at(tat timestamptz) returns timestamptz
  language sql stable
  as $$ select tat - interval '264 seconds' $$;

create or replace function recado_next_pair_tat(tat timestamptz, at timestamptz) returns timestamptz
  language sql stable
  as $$ select greatest(coalesce(tat, at), at) + interval '6 seconds' $$;

-- How far a message has come, and what follows from it.

-- A report's rank; it never goes back. The order of core/outbound/outbox.ts.
create or replace function delivery_rank(delivery text) returns int
  language sql immutable
  as $$ select coalesce(array_position(array['sent', 'failed', 'delivered', 'read', 'played'], delivery), 0) $$;

-- The end of the 72 hours that follow an advertisement. They begin with our first reply within a day.
create or replace function free_entry_until(
  of_workspace text, of_conversation uuid, asked_at timestamptz) returns timestamptz
  language sql stable
  as $$
    select min(o.settled_at) + interval '72 hours' from outbox_messages o
    where o.workspace_id = of_workspace and o.conversation_id = of_conversation and o.status = 'accepted'
      and o.settled_at >= asked_at and o.settled_at <= asked_at + interval '24 hours'
$$;

-- What the customer has cut off counts as never said.

-- A message that has not left, of a block that has begun, and that answers less than the customer has
-- said. A sender looks at this under the lock of the conversation, so it stays so.
create or replace function is_cut_off(message outbox_messages, last_speech_seq bigint)
  returns boolean
  language sql immutable
  as $$ select message.position > 1 and message.status = 'queued' and message.inbound_seq < last_speech_seq $$;

-- `listed` without the last mention of each of `unsaid`.
create or replace function said_templates(listed jsonb, unsaid text[]) returns jsonb
  language sql immutable
  as $$
    select case when coalesce(cardinality(unsaid), 0) = 0 then listed else (
      select coalesce(jsonb_agg(e.id order by e.place), '[]')
      from (select id, place, row_number() over (partition by id order by place desc) as from_end
            from jsonb_array_elements_text(listed) with ordinality as a (id, place)) e
      where e.from_end > (select count(*) from unnest(unsaid) as u (id) where u.id = e.id)) end
$$;

-- The people who could take a task now, the one given one longest ago first: owners and operators whose
-- Studio asked for something in the last 10 minutes (seen_at moves every 5). A token's last use is
-- known to the hour only, and a program may hold it.
create or replace function online_assignees(of_workspace text) returns text[]
  language sql stable
  as $$
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
$$;

-- All that the turns of several conversations read, in one query: beginning it costs as much as three
-- more turns in it. VOLATILE on purpose: each statement of such a function takes a fresh snapshot, and
-- sees what the calling statement has just written and what others committed before it got the row
-- lock. As json, which is written once where jsonb is built again on each level.

create or replace function read_turns(of_workspaces text[], of_conversations uuid[]) returns json
  language plpgsql strict
  as $$
begin
  return (
    select json_agg(json_build_object(
      'workspaceId', c.workspace_id,
      'conversationId', c.id,
      'phoneNumberId', c.phone_number_id,
      'agentId', coalesce(w.conversational_agent_id, n.agent_id),
      'settings', json_build_object(
        'handoffMessage', w.handoff_message, 'timerPreset', w.timer_preset, 'responseSpeed', w.response_speed,
        'timeZone', w.time_zone, 'businessHours', w.business_hours, 'crmAgentsEnabled', w.crm_agents_enabled),
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
      'run', (
        select json_build_object(
          'id', r.id, 'attempts', r.attempts, 'failures', r.failures, 'createdAt', r.created_at,
          'agentId', r.agent_id, 'agentVersion', r.agent_version,
          'fallbackSent', exists (
            select from outbox_messages o
            where o.workspace_id = r.workspace_id and o.idempotency_key = r.id || ':fallback'))
        from agent_runs r where r.workspace_id = c.workspace_id and r.id = c.active_run_id),
      'events', (
        select json_agg(json_build_object(
          'id', e.id, 'seq', e.seq, 'source', e.source, 'inputType', e.input_type,
          'content', e.payload -> 'content', 'context', nullif(e.payload -> 'context', 'null'),
          'sourceMessageId', e.source_message_id, 'occurredAt', e.occurred_at,
          'receivedAt', e.created_at)
          order by e.seq)
        from agent_events e
        where e.workspace_id = c.workspace_id and e.run_id = c.active_run_id and e.status = 'pending'),
      -- What this run asked last, and where it stood. Null when it never asked.
      'asked', (
        select json_build_object(
          'id', f.id, 'callId', f.call_id, 'tool', f.tool, 'input', f.input, 'argumentsHash', f.arguments_hash,
          'agentId', f.agent_id, 'agentVersion', f.agent_version, 'audience', f.audience, 'status', f.status,
          'decidedBy', f.decided_by, 'note', f.note, 'sessionId', f.session_id, 'checkpoint', k.state)
        from confirmations f
        join agent_checkpoints k on k.workspace_id = f.workspace_id and k.run_id = f.run_id and k.node = 'act'
        where f.workspace_id = c.workspace_id and f.run_id = c.active_run_id
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
            select coalesce(json_agg(o.wamid), '[]') from outbox_messages o
            where o.workspace_id = c.workspace_id and o.conversation_id = c.id and o.wamid is not null
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
      -- What a reaction may answer.
      'ourLastMessages', (
        select coalesce(json_agg(o.wamid), '[]')
        from (select o.wamid from outbox_messages o
              where o.workspace_id = c.workspace_id and o.conversation_id = c.id
                and o.status = 'accepted' and o.wamid is not null
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
        from agent_steps s where s.workspace_id = c.workspace_id and s.run_id = c.active_run_id)) order by wanted.place)
    from unnest(of_workspaces, of_conversations) with ordinality as wanted (workspace_id, id, place)
    join conversations c on c.workspace_id = wanted.workspace_id and c.id = wanted.id
    -- A merged contact speaks for its survivor: names, tags and opt-outs stand there.
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
    join phone_numbers n on n.id = c.phone_number_id
    join workspace_agent_config w on w.workspace_id = c.workspace_id
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
end $$;

-- The same for one conversation.
create or replace function read_turn(of_workspace text, of_conversation uuid) returns json
  language plpgsql
  as $$
begin
  return read_turns(array[of_workspace], array[of_conversation]) -> 0;
end $$;

-- The head of each outbox, and all that a sender must know of it. VOLATILE as read_turns.
create or replace function read_sends(of_workspaces text[], of_conversations uuid[]) returns json
  language plpgsql strict
  as $$
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
      'contactHours', json_build_object('timeZone', w.time_zone, 'businessHours', w.business_hours),
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
end $$;

-- Keeps the planner's picture of a growing table fresh. Only its owner may do that.
create or replace function analyze_table(of_table text) returns void
  language plpgsql security definer set search_path from current
  as $$ begin execute format('analyze (skip_locked) %s', of_table::regclass); end $$;

-- The one ledger of tool calls (requirement D14) under the names of requirement B14.
create or replace view tool_executions with (security_invoker = true) as
select t.workspace_id, t.run_id, t.call_id, t.session_id as agent_session_id, r.conversation_id, c.contact_id as user_id,
  t.tool_name, t.input, t.output,
  case when t.is_dry_run then 'dry_run' when t.status = 'ok' then 'success' else 'error' end as status, t.error,
  extract(epoch from t.ended_at - t.started_at) * 1000 as duration_ms,
  case t.actor_kind when 'operator' then 'ui' when 'service' then 'api' else 'agent' end as context, t.snapshots,
  t.started_at as created_at,
  coalesce(t.actor, 'agent:' || coalesce(r.agent_id || '@' || r.agent_version, '?')) as actor
from agent_tool_calls t
join agent_runs r on r.workspace_id = t.workspace_id and r.id = t.run_id
join conversations c on c.workspace_id = r.workspace_id and c.id = r.conversation_id;
grant select on tool_executions to recado_tenant;

-- Gives each table of ours its row security, policies and grants. `recado migrate` calls it after every
-- migration. A table of ours has a policy for recado_tenant.
create or replace function secure_tables() returns void
  language plpgsql
  as $$
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
end $$;
revoke execute on function secure_tables() from public;

-- Takes back what a database gives to strangers by itself. PostgreSQL lets PUBLIC execute every new
-- function; Supabase's default privileges give anon, authenticated and service_role all rights on new
-- functions, sequences and tables, and PostgREST serves what they may. `recado migrate` calls it last,
-- with the names of our functions: what else lives here is not ours.
create or replace function secure_schema(our_functions text[]) returns void
  language plpgsql
  as $$
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
end $$;
revoke execute on function secure_schema(text[]) from public;
