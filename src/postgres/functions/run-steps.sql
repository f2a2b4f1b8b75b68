-- The journal of a run (run_steps), written as one row and read a row a step.

-- A step's name as its own segment knows it: `segment.3.plan` is `plan`.
create or replace function step_in_segment(name text) returns text
  language sql immutable
  as $$ select regexp_replace(name, '^segment\.[0-9]+\.', '') $$;

-- The name of the step in which a segment was decided; 0 is the turn that opens a run.
create or replace function plan_of_segment(number int) returns text
  language sql immutable
  as $$ select case when number = 0 then 'plan' else 'segment.' || number || '.plan' end $$;

-- What was written and what is written now. A completed call stays as it is: it is never made again,
-- so no later attempt knows better. A phase, and a call that was only begun, takes the newer word.
create or replace function merged_steps(was jsonb, now_written jsonb) returns jsonb
  language sql immutable
  as $$
  select was || coalesce((
    select jsonb_object_agg(s.name, s.step) from jsonb_each(now_written) as s (name, step)
    where (was -> s.name ->> 'status' = 'ok' and was -> s.name ->> 'node' <> step_in_segment(s.name)) is not true), '{}')
$$;

-- Which phase, which call, how long, how it ended. What was in them goes.
create or replace function forgotten_steps(steps jsonb) returns jsonb
  language sql immutable
  as $$
  select coalesce(jsonb_object_agg(s.name, (s.step - 'output') || jsonb_strip_nulls(
    jsonb_build_object('output', forgotten_step(step_in_segment(s.name), s.step -> 'output')))), '{}')
  from jsonb_each(steps) as s (name, step)
$$;

-- A row a step, under the names of requirement R2. The input of a phase is what the phase before it has
-- found; of a call, see agent_tool_calls. It is looked up only where it is asked for.
create or replace view agent_steps with (security_invoker = true) as
select r.workspace_id, r.run_id, s.name, s.step ->> 'node' as node, s.step ->> 'status' as status,
  (s.step -> 'position')::integer as position, case
    when s.step ->> 'node' = step_in_segment(s.name) then (
      select nullif(b.step -> 'output', 'null') from jsonb_each(r.steps) as b (name, step)
      where b.step ->> 'node' = step_in_segment(b.name) and (b.step -> 'position')::integer < (s.step -> 'position')::integer
        and substring(b.name from '^segment\.[0-9]+') is not distinct from substring(s.name from '^segment\.[0-9]+')
      order by (b.step -> 'position')::integer desc limit 1) end as input_snapshot,
  nullif(s.step -> 'output', 'null') as output_snapshot,
  (s.step ->> 'startedAt')::timestamptz as started_at,
  (s.step -> 'latencyMs')::double precision as latency_ms,
  coalesce(substring(s.name from '^segment\.([0-9]+)\.')::integer, 0) as segment
from run_steps r cross join lateral jsonb_each(r.steps) as s (name, step);
grant select on agent_steps to recado_tenant;
