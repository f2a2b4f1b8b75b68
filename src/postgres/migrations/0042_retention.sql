-- What is kept, and for how long, by class of data (src/core/operations/retention.ts). Each night forgets what is older than its workspace wants.
--
--   agent_runs.kept      all: the run as it was · messages: its journal is gone, what was said is there · nothing: its frame alone,
--                        who, when, how it ended, how long it took. It only ever goes down, in the statement that forgets.
--   retention_settings   what a workspace has set: days by class, null for good. A class that is not named has the default.
--   retention_nights     the newest night of a workspace, and how far it has come: it is read and moved in the transaction that
--                        forgets, under the lock of its row, so a worker that dies takes nothing along, and the next one goes on.
--
-- A frame stays where something counts on the row: events (their keys are for ever), runs, steps, calls, replies.

alter table agent_runs add column kept text not null default 'all';
alter table agent_runs add constraint agent_runs_kept_check check (kept in ('all', 'messages', 'nothing'));
-- Not by a coalesce: under row security nothing is looked up by one (0035_inbox.sql).
create index runs_to_forget on agent_runs (workspace_id, kept, (case when discarded_at is null then ended_at else discarded_at end), id)
  where kept <> 'nothing' and (status = 'completed' or discarded_at is not null);
create index disambiguation_log_by_run on disambiguation_log (run_id, workspace_id);
create index quarantined_items_to_forget on quarantined_items (received_at, workspace_id);
create index channel_notices_to_forget on channel_notices (received_at, workspace_id);
drop index media_to_erase;
create index media_to_erase on media_items (workspace_id, settled_at) where status = 'stored';
create index alerts_to_forget on alerts (resolved_at, workspace_id) where resolved_at is not null;

create table retention_settings (
  workspace_id text primary key references workspaces,
  days jsonb not null default '{}' check (jsonb_typeof(days) = 'object'),
  set_at timestamptz not null,
  set_by text not null
);

create table retention_nights (
  workspace_id text primary key references workspaces,
  night date not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- The class that is under way, and the last row of it that was looked at. Null: its first.
  class text,
  after_at timestamptz,
  after_id text,
  -- Rows by class.
  removed jsonb not null default '{}'
);

-- The first night of a workspace is the next one: an upgrade forgets nothing in the middle of the day, before anybody has read of it.
create function open_retention() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  as $$ begin
  insert into retention_nights (workspace_id, night, started_at, ended_at)
    values (new.id, (recado_now() at time zone 'America/Bogota' - interval '2 hours')::date, recado_now(), recado_now());
  return null;
end $$;
create trigger workspace_has_nights after insert on workspaces for each row execute function open_retention();
insert into retention_nights (workspace_id, night, started_at, ended_at)
  select id, (recado_now() at time zone 'America/Bogota' - interval '2 hours')::date, recado_now(), recado_now() from workspaces;

create function audit_retention() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  as $$ begin
  -- An absent class has the default; null is a value here, so it is written out.
  perform audit(new.workspace_id, new.set_by, 'workspace.retention', 'workspace', new.workspace_id, null, jsonb_build_object(
    'from', case when tg_op = 'UPDATE' then old.days::text else '{}' end, 'to', new.days::text));
  return null;
end $$;
create trigger audited_from_the_start after insert on retention_settings for each row when (new.days <> '{}') execute function audit_retention();
create trigger audited after update of days on retention_settings for each row when (old.days <> new.days) execute function audit_retention();

-- To forget what a call was asked is no deed of a tool: its line stands, with the hash of what was asked.
drop trigger audited on agent_tool_calls;
create trigger audited after insert or update of status on agent_tool_calls for each row execute function audit_tool_use();

-- What came, without the words: its type and its numbers, in the shape that its type has.
create function forgotten_content(content jsonb) returns jsonb
  language sql immutable
  as $$
  select content
    || coalesce((
      select jsonb_object_agg(w.key, w.empty) from (values
        ('body', '""'::jsonb), ('title', '""'), ('payload', '""'), ('text', '""'), ('caption', 'null'), ('fileName', 'null'),
        ('name', 'null'), ('address', 'null'), ('latitude', 'null'), ('longitude', 'null'), ('people', '[]'), ('answer', 'null'),
        ('note', 'null'), ('items', '[]'), ('input', 'null'), ('template', 'null'), ('components', '[]'), ('header', 'null'),
        ('footer', 'null'), ('buttons', '[]'), ('sections', '[]'), ('sha256', 'null'), ('understanding', 'null')) as w (key, empty)
      where content ? w.key), '{}')
$$;

-- What we said, so that it can still be read as a message: of a template its name, of all others nothing but that they were.
create function forgotten_reply(content jsonb) returns jsonb
  language sql immutable
  as $$
  select case content ->> 'type'
    when 'template' then content || '{"components": []}'
    when 'reaction' then content
    else '{"type": "text", "body": "…"}' end
$$;

-- What a language model was asked, by its numbers.
create function forgotten_step(name text, output jsonb) returns jsonb
  language sql immutable
  as $$
  select case when name like 'model.%' and output ? 'asked' then jsonb_build_object(
    'purpose', output -> 'purpose', 'prompt', output -> 'prompt', 'model', output -> 'model', 'tokens', output -> 'tokens',
    'microUsd', output -> 'microUsd', 'calls', output -> 'calls',
    'asked', jsonb_build_object('reason', output #> '{asked,reason}',
      'failure', jsonb_build_object('code', output #> '{asked,failure,code}'))) end
$$;

do $$
declare
  of_table text;
begin
  foreach of_table in array array['retention_settings', 'retention_nights'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format('create policy own_workspace on %I for all to recado_tenant
      using (workspace_id = recado_workspace()) with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
end $$;
