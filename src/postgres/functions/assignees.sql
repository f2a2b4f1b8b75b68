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
