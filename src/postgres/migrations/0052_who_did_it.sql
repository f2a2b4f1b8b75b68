-- Every deed names who did it, and a line of the log is written in one way alone.

-- A retry and an assignment keep who made them, as a discard and a takeover do.
alter table agent_runs add column retried_by text;
alter table tasks add column assigned_by text;

create or replace function audit_run() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, case when new.status = 'queued' then new.retried_by else new.discarded_by end,
    case when new.status = 'queued' then 'run.retried' when new.discarded_at is null then 'run.dead_letter' else 'run.discarded' end,
    'conversation', new.conversation_id::text, new.id, jsonb_build_object('failure', new.failure_code));
  return null;
end $$;

create or replace function audit_task() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, case when new.closed_at is not null then new.closed_by else new.assigned_by end,
    case when new.closed_at is not null then 'task.completed' when new.assignee is null then 'task.unassigned' else 'task.assigned' end,
    'task', new.id::text, null, jsonb_build_object('assignee', new.assignee, 'conversation', new.conversation_id));
  return null;
end $$;

-- A member signs in as themselves, not as their token is called.
create or replace function audit_sign_in() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, coalesce((
      select coalesce(m.name, t.name) from api_tokens t
      left join workspace_members m on m.workspace_id = t.workspace_id and m.user_id = t.user_id
      where t.workspace_id = new.workspace_id and t.id = new.token_id), 'api'),
    case when new.ended_at is null then 'session.opened' else 'session.ended' end, 'session', new.id::text, null, '{}');
  return null;
end $$;

-- What tools may send. The name of a template is the shop's own word, and no customer's.
create function audit_template() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, new.updated_by, 'template.written', 'template', new.name || '/' || new.language, null,
    jsonb_build_object('category', new.category, 'variables', new.variables));
  return null;
end $$;
create trigger audited after insert or update on message_templates for each row execute function audit_template();

-- The one way into the log. With an insert of its own our role could write a line of yesterday, or one that is sealed already.
create or replace function audit(workspace text, who text, what text, kind text, subject text, run uuid, told jsonb) returns void
  language sql security definer
  as $$
  insert into audit_log (workspace_id, at, actor, action, subject_kind, subject_id, run_id, detail)
  values (workspace, recado_now(), coalesce(who, 'system'), what, kind, subject, run, jsonb_strip_nulls(told))
$$;
revoke insert on audit_log from recado_runtime;

do $$
declare
  pinned text;
  stranger text;
begin
  foreach pinned in array array['audit_run()', 'audit_task()', 'audit_sign_in()', 'audit_template()',
    'audit(text, text, text, text, text, uuid, jsonb)']
  loop
    execute format('alter function %s set search_path = %I, pg_temp', pinned, current_schema());
  end loop;
  -- Where strangers were given all functions by name, as Supabase does, closing a function to all is not enough.
  for stranger in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke execute on function audit(text, text, text, text, text, uuid, jsonb) from %I', stranger);
  end loop;
end $$;
revoke execute on function audit(text, text, text, text, text, uuid, jsonb) from public;
grant execute on function audit(text, text, text, text, text, uuid, jsonb) to recado_runtime;
