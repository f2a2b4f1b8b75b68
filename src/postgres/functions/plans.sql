-- Plans and their tasks (requirement Q1), read from the runs that carry them out. There is no second store: a plan's state is
-- committed with its segment, and the journal keeps the newest one until its class is forgotten.

-- The state of a plan (src/planner/plan.ts), and no other agent's.
create or replace function is_plan(state jsonb) returns boolean
  language sql immutable
  as $$
  select coalesce(state ->> 'format' = '1' and jsonb_typeof(state -> 'goal') = 'string' and jsonb_typeof(state -> 'tasks') = 'array', false)
$$;

-- RC009: what a task has become stays so, and no task is lost.
create or replace function keep_plan_forward() returns trigger
  language plpgsql set search_path from current
  as $$
declare
  moved record;
begin
  for moved in
    select b.task ->> 'id' as id, b.task ->> 'status' as was, a.task ->> 'status' as becomes
    from run_segments g
    cross join lateral jsonb_array_elements(g.state -> 'tasks') as b (task)
    left join lateral jsonb_array_elements(new.state -> 'tasks') as a (task) on a.task ->> 'id' = b.task ->> 'id'
    where g.workspace_id = new.workspace_id and g.run_id = new.run_id and g.number = new.number - 1 and is_plan(g.state)
      and b.task ->> 'status' is distinct from a.task ->> 'status'
  loop
    if moved.becomes is null or moved.was in ('done', 'failed', 'dropped') or moved.becomes = 'pending' then
      raise exception 'task % of run % cannot go from % to %', moved.id, new.run_id, moved.was, coalesce(moved.becomes, 'nothing')
        using errcode = 'RC009';
    end if;
  end loop;
  return new;
end $$;
create or replace trigger plan_goes_forward before insert on run_segments
  for each row when (new.number > 1 and new.state is not null) execute function keep_plan_forward();

-- One row a plan: the run that carries it out.
create or replace view agent_plans with (security_invoker = true) as
select r.workspace_id, r.id as plan_id, r.conversation_id, c.contact_id, r.agent_id, r.agent_version,
  p.state ->> 'goal' as objective, p.state ->> 'summary' as context_summary,
  case
    when r.status = 'waiting_confirmation' then 'waiting_user'
    when r.status in ('queued', 'running', 'failed') then case when r.paused_at is null then 'running' else 'paused' end
    when r.outcome = 'cancelled' then 'cancelled'
    when w.ended_by in ('all_done', 'planner_done') then 'completed'
    else 'failed' end as status,
  case when r.status in ('completed', 'dead_letter') then coalesce(w.ended_by, r.stopped, r.failure_code, r.outcome) end as ended_by,
  (p.state ->> 'replans')::int as replans, (p.state ->> 'calls')::int as calls, (p.state ->> 'tokens')::int as tokens,
  p.state -> 'given' as given, p.state -> 'toFind' as to_find, p.state -> 'guesses' as guesses,
  p.state -> 'tasks' as tasks, w.answer,
  r.paused_at, r.paused_by, r.created_at, r.ended_at
from agent_runs r
join conversations c on c.workspace_id = r.workspace_id and c.id = r.conversation_id
cross join lateral (
  select s.output_snapshot #> '{decision,next,state}' as state
  from agent_steps s
  where s.workspace_id = r.workspace_id and s.run_id = r.id and s.name = plan_of_segment(s.segment)
    and is_plan(s.output_snapshot #> '{decision,next,state}')
    -- What was decided counts from its commit on, which begins the next segment: not while a call of it waits for a yes, and
    -- not after a no.
    and exists (select from run_segments g
      where g.workspace_id = s.workspace_id and g.run_id = s.run_id and g.number = s.segment + 1)
  order by s.segment desc limit 1) p
left join lateral (
  -- The decision that ended the plan says why, last of all but its list of tasks.
  select (select substring(y from '^plan ended: (\w+)$') from jsonb_array_elements_text(s.output_snapshot #> '{decision,why}') as y
      where y like 'plan ended: %' limit 1) as ended_by,
    s.output_snapshot #>> '{decision,messages,0,text}' as answer
  from agent_steps s
  where s.workspace_id = r.workspace_id and s.run_id = r.id and s.name = plan_of_segment(r.segment)
    and jsonb_typeof(s.output_snapshot #> '{decision,why}') = 'array'
    and jsonb_typeof(s.output_snapshot #> '{decision,next}') is distinct from 'object') w
  on r.ended_at is not null and coalesce(r.outcome, '') not in ('declined', 'expired', 'cancelled')
where r.segment > 0;
grant select on agent_plans to recado_tenant;

-- One row a task. `segment` is the newest time that it was worked on: its steps and calls bear that number.
create or replace view agent_tasks with (security_invoker = true) as
select p.workspace_id, p.plan_id, t.task ->> 'id' as task_id, t.position::int as position, t.task ->> 'description' as description,
  t.task ->> 'worker' as worker_type,
  array(select jsonb_array_elements_text(t.task -> 'dependsOn')) as depends_on,
  case
    when p.ended_at is null or t.task ->> 'status' in ('done', 'failed', 'dropped') then t.task ->> 'status'
    -- A plan of one task ends with that task's own words.
    when p.ended_by = 'all_done' then 'done'
    else 'dropped' end as status,
  case when p.ended_by = 'all_done' and t.task ->> 'status' = 'in_progress' then p.answer else t.task ->> 'result' end as result,
  t.task ->> 'reason' as reason,
  g.number as segment, g.created_at as started_at, g.ended_at,
  -- A new plan drops the tasks that had not begun, and answers those that had failed. It leaves both out of its way.
  t.task ->> 'status' <> 'dropped' and coalesce(not (t.task ->> 'isAnswered')::boolean, true) as is_current
from agent_plans p
cross join lateral jsonb_array_elements(p.tasks) with ordinality as t (task, position)
left join lateral (
  select s.number, s.created_at, s.ended_at from run_segments s
  where s.workspace_id = p.workspace_id and s.run_id = p.plan_id and s.key = 'task.' || (t.task ->> 'id')
  order by s.number desc limit 1) g on true;
grant select on agent_tasks to recado_tenant;
