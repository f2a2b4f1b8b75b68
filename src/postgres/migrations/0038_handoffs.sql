-- Who a handoff's task goes to, and whether agents may use the books.

alter table workspace_agent_config add column crm_agents_enabled boolean not null default true;

create or replace function pg_temp.change_function(of_function regprocedure, was text, becomes text) returns void
  language plpgsql
  as $$
declare
  definition text := pg_get_functiondef(of_function);
begin
  if position(was in definition) = 0 then raise exception '% does not say %', of_function, was; end if;
  execute replace(definition, was, becomes);
end $$;

select pg_temp.change_function('read_turns(text[], uuid[])',
  $$'responseSpeed', w.response_speed)$$,
  $$'responseSpeed', w.response_speed, 'crmAgentsEnabled', w.crm_agents_enabled)$$);

-- The people who could take a task now, whoever was given one longest ago first: owners and operators whose Studio has asked for
-- something in the last 10 minutes (seen_at moves every 5). A token's last use is known to the hour only, and a program may hold it.
create function online_assignees(of_workspace text) returns text[]
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
create index tasks_by_assignee on tasks (workspace_id, assignee, assigned_at desc) where assignee is not null;
