-- What language models are asked, and what it comes to.
--
--   model_calls             the ledger: one row for each call that was made, also for one that failed, written right after it.
--                           A call whose answer was lost in a crash is made again and stands here twice, as it is on the bill.
--   token_budgets           tokens of a session, counted in the statement that writes the call. A new session begins at nothing.
--   model_costs             the same by day (of the shop's clock), model and purpose: what the cost guards and the report read.
--   conversation_summaries  what was said before the last turns. claim and claimed_until: who makes the next one, and until
--                           when nobody else does; through_turn is the last turn that it covers.
--
-- No row of the first three refers to a conversation: a call holds the row of its day, which all calls of a workspace add to,
-- and must wait for nobody's conversation meanwhile.

create table model_calls (
  workspace_id text not null references workspaces,
  id uuid not null,
  conversation_id uuid,
  session_id uuid,
  run_id uuid,
  purpose text not null,
  key text not null,
  model text not null,
  prompt_id text not null,
  prompt_version text not null,
  outcome text not null check (
    outcome in ('answered', 'retry_later', 'never', 'spend', 'refusal', 'truncated', 'broken_output')),
  failure_code text,
  input_tokens integer not null,
  output_tokens integer not null,
  cache_read_tokens integer not null,
  cache_write_tokens integer not null,
  -- Null where the model had no price.
  cost_micro_usd bigint,
  price_date date,
  latency_ms double precision not null,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create index model_calls_by_run on model_calls (run_id, workspace_id);
create index model_calls_by_conversation on model_calls (conversation_id, workspace_id, created_at);

create table token_budgets (
  workspace_id text not null references workspaces,
  session_id uuid not null,
  conversation_id uuid not null,
  used_tokens bigint not null,
  updated_at timestamptz not null,
  primary key (workspace_id, session_id)
);

create table model_costs (
  workspace_id text not null references workspaces,
  day date not null,
  model text not null,
  purpose text not null,
  calls bigint not null,
  failures bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cache_read_tokens bigint not null,
  cache_write_tokens bigint not null,
  micro_usd bigint not null,
  -- Of calls that had no price.
  unpriced_tokens bigint not null,
  primary key (workspace_id, day, model, purpose)
);

create table conversation_summaries (
  workspace_id text not null,
  conversation_id uuid not null,
  through_turn integer not null default 0,
  text text,
  model text,
  prompt_version text,
  updated_at timestamptz,
  claim uuid,
  claimed_until timestamptz,
  primary key (workspace_id, conversation_id),
  foreign key (workspace_id, conversation_id) references conversations
);

do $$
declare
  of_table text;
begin
  foreach of_table in array array['model_calls', 'token_budgets', 'model_costs', 'conversation_summaries']
  loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
end $$;
