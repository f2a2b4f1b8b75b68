-- The prompts of agents: a version is never rewritten, and every process learns which one is in use.

create or replace function keep_prompts() returns trigger
  language plpgsql
  as $$ begin
  if tg_op = 'DELETE' or (new.text, new.proposed_by, new.proposed_at) is distinct from (old.text, old.proposed_by, old.proposed_at)
    or (old.approved_at is not null and new.approved_at is distinct from old.approved_at) then
    raise exception 'a version of a prompt is never changed: propose the next one';
  end if;
  return new;
end $$;
create or replace trigger only_ever_added before update or delete on prompt_versions
  for each row execute function keep_prompts();

create or replace function tell_prompts() returns trigger
  language plpgsql set search_path from current
  as $$
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
end $$;
create or replace trigger audited_from_the_start after insert or update on prompt_versions
  for each row execute function tell_prompts();

-- Puts a version of a prompt into use, or none (null): then the agent's own words hold. `not_approved`, `not_found` or `ok`.
create or replace function use_prompt(of_workspace text, of_agent text, of_part text, wanted integer, by_person text) returns text
  language plpgsql set search_path from current
  as $$
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
end $$;
