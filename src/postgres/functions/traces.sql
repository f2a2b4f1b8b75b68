-- Looking into runs: the ledger that stands. There is no second store of traces.
create or replace view traces with (security_invoker = true) as
select r.workspace_id, r.id as trace_id, r.conversation_id, c.contact_id, r.agent_id, r.agent_version,
  (select string_agg(t.content, E'\n' order by t.turn_number) from agent_turns t
    where t.workspace_id = r.workspace_id and t.conversation_id = r.conversation_id and t.run_id = r.id and t.role = 'user') as input,
  (select string_agg(t.content, E'\n' order by t.turn_number) from agent_turns t
    where t.workspace_id = r.workspace_id and t.conversation_id = r.conversation_id and t.run_id = r.id
      and t.role = 'assistant' and not t.is_unsaid) as output,
  r.input_class as message_type,
  case when r.status = 'completed' then 'completed' when r.status in ('failed', 'dead_letter') then 'failed' else 'started' end as status,
  r.outcome, r.created_at, r.ended_at,
  (select a.value from contact_aliases a where a.workspace_id = r.workspace_id and a.contact_id = c.contact_id and a.kind = 'phone'
    order by a.heard_at desc limit 1) as phone,
  (select e.source_message_id from agent_events e
    where e.workspace_id = r.workspace_id and e.conversation_id = r.conversation_id and e.run_id = r.id order by e.seq limit 1) as wa_message_id
from agent_runs r
join conversations c on c.workspace_id = r.workspace_id and c.id = r.conversation_id;
grant select on traces to recado_tenant;

-- How a run was judged, each score from 0 to 1. `finished`: it ended without a dead letter. `tools`: the share of its calls that
-- succeeded. `understood`: how sure the agent was of the customer's words. `reaction`: the customer's own, on what was said.
create or replace view trace_scores with (security_invoker = true) as
select r.workspace_id, r.id as trace_id, 'finished' as name, case when r.status = 'completed' then 1 else 0 end::float8 as value,
  'system' as source, r.failure_code as comment
from agent_runs r where r.status in ('completed', 'dead_letter')
union all
select k.workspace_id, k.run_id, 'tools', avg(case when k.status = 'ok' then 1 else 0 end)::float8, 'system',
  string_agg(distinct k.tool_name, ', ') filter (where k.status <> 'ok')
from agent_tool_calls k where k.status <> 'started' and not k.is_dry_run
group by k.workspace_id, k.run_id
union all
select t.workspace_id, t.run_id, 'understood', min(t.confidence)::float8 / 100, 'system', min(t.intent_detected)
from agent_turns t where t.role = 'user' and t.confidence is not null and t.run_id is not null
group by t.workspace_id, t.run_id
union all
select o.workspace_id, o.run_id, 'reaction', case when o.emoji ~ '^(👎|😢|😡)' then 0 else 1 end::float8, 'user', o.emoji
from (
  -- The newest counts: a customer changes a reaction, or takes it back (no emoji).
  select distinct on (o.workspace_id, o.run_id, o.id) o.workspace_id, o.run_id, e.payload #>> '{content,emoji}' as emoji
  from outbox_messages o
  join agent_events e on e.workspace_id = o.workspace_id and e.conversation_id = o.conversation_id
    and e.payload #>> '{content,type}' = 'reaction' and e.payload #>> '{content,targetWamid}' = o.wamid
  where o.wamid is not null
  order by o.workspace_id, o.run_id, o.id, e.seq desc) o
where o.emoji ~ '^(👎|😢|😡|👍|❤|😂|🙏)'
union all
select s.workspace_id, s.run_id, s.name, s.value::float8, s.source, s.comment from run_scores s;
grant select on trace_scores to recado_tenant;

-- What a run did, as spans (requirement Q12): its phases, its questions to models, its calls of tools, and what a guardrail said of its words.
-- A span belongs to its trace, so none has a parent but a guardrail, whose parent is the phase that decided.
create or replace view trace_spans with (security_invoker = true) as
select s.workspace_id, s.run_id as trace_id, s.name as span_id, null::text as parent_id, s.name, 'span' as kind,
  s.input_snapshot as input, s.output_snapshot as output, s.status, s.latency_ms, '{}'::jsonb as metadata
from agent_steps s
union all
select m.workspace_id, m.run_id, m.id::text, null, m.purpose, 'generation', null, null, m.outcome, m.latency_ms,
  jsonb_build_object('gen_ai.request.model', m.model, 'gen_ai.usage.input_tokens', m.input_tokens + m.cache_read_tokens + m.cache_write_tokens,
    'gen_ai.usage.output_tokens', m.output_tokens)
from model_calls m where m.run_id is not null
union all
select k.workspace_id, k.run_id, k.call_id, null, k.tool_name, 'tool', k.input, k.output, k.status,
  (extract(epoch from k.ended_at - k.started_at) * 1000)::double precision,
  jsonb_build_object('gen_ai.tool.name', k.tool_name, 'gen_ai.tool.call.id', k.call_id)
from agent_tool_calls k
union all
select s.workspace_id, s.run_id, s.name || ':' || w.place, s.name, 'guardrail', 'guardrail', null, to_jsonb(w.line),
  case when w.line like 'guardrail, said all the same: %' then 'said' else 'corrected' end, null, '{}'
from agent_steps s
cross join lateral jsonb_array_elements_text(case when jsonb_typeof(s.output_snapshot #> '{decision,why}') = 'array'
  then s.output_snapshot #> '{decision,why}' else '[]' end)
  with ordinality w (line, place)
where w.line like 'guardrail, said all the same: %' or w.line like 'what the model would say is not said: %';
grant select on trace_spans to recado_tenant;
