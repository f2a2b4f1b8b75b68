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
    where n.value <> o.value and n.key not in ('updated_at', 'updated_by', 'knowledge_version', 'prompts_version')));
  return null;
end $$;
create or replace trigger audited after update on workspace_agent_config
  for each row when (to_jsonb(old) - array['updated_at', 'updated_by', 'knowledge_version', 'prompts_version']
    <> to_jsonb(new) - array['updated_at', 'updated_by', 'knowledge_version', 'prompts_version'])
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
