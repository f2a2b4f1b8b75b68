-- Who did what: one line for each effect of a turn (allowed or denied), each switch, and each command of a person. Written by
-- triggers, in the transaction of the deed itself: whatever code makes a deed, it cannot leave the line out.
--
-- Lines are only ever added. The nightwatch of each workspace (seal_audit) numbers them and chains each to the one before it:
-- hash = sha256(hash before it, all that the line says). Whoever changes, removes or puts in a line later breaks the chain
-- (verify_audit says where). Lines hold ids, names of tools and reasons, and nothing that a customer said.

create table audit_log (
  workspace_id text not null references workspaces,
  id bigint generated always as identity,
  at timestamptz not null,
  -- A person by the name that they gave, `agent:<id>@<version>`, or `system`.
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
  constraint sealed_whole check ((seq is null) = (hash is null) and (seq is null or previous_hash is not null))
);
create index audit_to_seal on audit_log (workspace_id, id) where hash is null;
create index audit_by_subject on audit_log (workspace_id, subject_kind, subject_id, id);

create function audit_hash(line audit_log) returns bytea
  language sql immutable
  as $$
  select sha256(line.previous_hash || convert_to(jsonb_build_object(
    'workspace', line.workspace_id, 'id', line.id, 'seq', line.seq,
    'at', to_char(line.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    'actor', line.actor, 'action', line.action, 'subjectKind', line.subject_kind, 'subjectId', line.subject_id,
    'runId', line.run_id, 'detail', line.detail)::text, 'UTF8'))
$$;

create function refuse_audit_change() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'UPDATE' and old.hash is null and new.hash is not null
    and (to_jsonb(new) - array['seq', 'previous_hash', 'hash']) = (to_jsonb(old) - array['seq', 'previous_hash', 'hash'])
  then return new;
  end if;
  raise exception 'the audit log is only ever added to' using errcode = 'RC004';
end $$;
create trigger audit_is_only_added_to before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_is_never_emptied before truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Chains at most so many lines of each workspace; one process at a time.
create function seal_audit(at_most int) returns int
  language plpgsql
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

-- How long the chain of a workspace is, what its last link is, and the first number at which it does not hold; null where it does.
create function verify_audit(of_workspace text)
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

create function audit(workspace text, who text, what text, kind text, subject text, run uuid, told jsonb) returns void
  language sql
  as $$
  insert into audit_log (workspace_id, at, actor, action, subject_kind, subject_id, run_id, detail)
  values (workspace, recado_now(), coalesce(who, 'system'), what, kind, subject, run, jsonb_strip_nulls(told))
$$;

-- A tool call: what it was asked is told by its hash, so that nothing of the customer's stands here.
create function audit_tool_call() returns trigger
  language plpgsql
  as $$
declare
  of_run agent_runs;
begin
  select * into of_run from agent_runs r where r.workspace_id = new.workspace_id and r.id = new.run_id;
  perform audit(new.workspace_id, 'agent:' || coalesce(of_run.agent_id || '@' || of_run.agent_version, '?'),
    'tool.' || new.status, 'conversation', of_run.conversation_id::text, new.run_id,
    jsonb_build_object('tool', new.tool_name, 'call', new.call_id, 'risk', new.risk_level, 'policy', new.policy_decision,
      'reason', new.policy_reason, 'inputHash', encode(sha256(convert_to(coalesce(new.input, 'null')::text, 'UTF8')), 'hex')));
  return null;
end $$;
create trigger audited after insert or update on agent_tool_calls for each row execute function audit_tool_call();

-- Who answers in a conversation. `switched_by` is set by whoever switches.
alter table conversations add column switched_by text;
create function audit_switch() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, new.switched_by, case when new.bot_enabled then 'conversation.bot_on' else 'conversation.bot_off' end,
    'conversation', new.id::text, null, '{}');
  return null;
end $$;
create trigger audited after update of bot_enabled on conversations
  for each row when (old.bot_enabled is distinct from new.bot_enabled) execute function audit_switch();
create trigger audited_from_the_start after insert on conversations
  for each row when (not new.bot_enabled) execute function audit_switch();

create function audit_run() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, case when new.status = 'queued' then 'api' else new.discarded_by end,
    case when new.status = 'queued' then 'run.retried' when new.discarded_at is null then 'run.dead_letter' else 'run.discarded' end,
    'conversation', new.conversation_id::text, new.id, jsonb_build_object('failure', new.failure_code));
  return null;
end $$;
create trigger audited after update of status, discarded_at on agent_runs
  for each row when (
    (old.status is distinct from new.status and (new.status = 'dead_letter' or (old.status in ('failed', 'dead_letter') and new.status = 'queued')))
    or (old.discarded_at is null and new.discarded_at is not null))
  execute function audit_run();

create function audit_task() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, new.closed_by,
    case when new.closed_at is not null then 'task.completed' when new.assignee is null then 'task.unassigned' else 'task.assigned' end,
    'task', new.id::text, null, jsonb_build_object('assignee', new.assignee, 'conversation', new.conversation_id));
  return null;
end $$;
create trigger audited after update of assignee, closed_at on tasks
  for each row when (old.assignee is distinct from new.assignee or old.closed_at is distinct from new.closed_at)
  execute function audit_task();

create function audit_alert() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, new.resolved_by, 'alert.resolved', 'alert', new.id::text, null, jsonb_build_object('kind', new.kind));
  return null;
end $$;
create trigger audited after update of resolved_at on alerts
  for each row when (old.resolved_at is null and new.resolved_at is not null) execute function audit_alert();

alter table audit_log enable row level security;
create policy own_workspace on audit_log to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
grant select on audit_log to recado_tenant;
