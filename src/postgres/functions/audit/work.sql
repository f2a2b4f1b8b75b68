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
