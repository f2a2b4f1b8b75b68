-- Learning from traffic: what was understood, by whom and how surely, and whether that was right.
--
-- A background job copies it from the runs that are over; no turn waits for it or pays for it. The road is the index of events by
-- their time, which is there anyway: `copied_at`, `copied_id` name the last event whose run has been looked at. Events are looked
-- at in order, up to the first whose run is not over yet, and none younger than the longest statement: one that commits late
-- would lie behind the mark.

create table nlu_settings (
  workspace_id text not null primary key references workspaces (id),
  -- Off: no text of a customer is kept for learning. The chat record is another thing, with its own life.
  keeps_texts boolean not null default false,
  keeps_texts_by text,
  keeps_texts_at timestamptz,
  -- The key of `text_hash`. "sí" and "cuánto vale" are guessed in a second where a hash has no key; nor can a text of one
  -- workspace be recognised in another. Tenants cannot read it.
  salt bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  copied_at timestamptz not null default '-infinity',
  copied_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- When a worker last began a round: the others leave it alone for a while.
  looked_at timestamptz
);
insert into nlu_settings (workspace_id) select id from workspaces;
create function open_nlu_settings() returns trigger
  language plpgsql
  as $$
begin
  insert into nlu_settings (workspace_id) values (new.id);
  return null;
end $$;
create trigger workspace_has_nlu_settings after insert on workspaces for each row execute function open_nlu_settings();

create table nlu_samples (
  workspace_id text not null references workspaces (id),
  -- One understanding a run. It stays when a run is deleted; whoever deletes a conversation takes its samples with it.
  run_id uuid not null,
  conversation_id uuid not null,
  agent_id text not null,
  agent_version text not null,
  -- Of the agent at that time: what a stop of its own answers hangs on.
  local_model text,
  engine text not null check (engine in ('context', 'rules', 'linear', 'model')),
  -- Of what took part: the trained model's hash, the language model's name.
  model_hash text,
  mode text,
  -- Of the folded text, keyed by the workspace.
  text_hash text not null,
  text text,
  intent text not null,
  confidence real not null,
  alternatives jsonb not null,
  -- Acted upon without asking a language model.
  is_settled boolean not null,
  created_at timestamptz not null,
  -- Drawn for an audit: of these alone, precision is counted.
  is_audited boolean not null,
  audit_tries smallint not null default 0,
  -- When a model is asked next. Null: nobody asks it (any more); a person may.
  audit_at timestamptz,
  -- What somebody else says it was, and who: `model:<name>`, or a person.
  label text,
  label_confidence real,
  labelled_by text,
  labelled_at timestamptz,
  is_right boolean,
  primary key (workspace_id, run_id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade,
  constraint label_says_who_and_when check (
    (label is null) = (labelled_by is null) and (label is null) = (labelled_at is null) and (label is null) = (is_right is null))
);
create index nlu_samples_by_conversation on nlu_samples (conversation_id, workspace_id);
create index nlu_samples_by_time on nlu_samples (created_at, workspace_id);
create index nlu_samples_by_text on nlu_samples (text_hash, workspace_id);
create index nlu_samples_audited on nlu_samples (created_at, workspace_id) where is_audited;
create index nlu_samples_to_audit on nlu_samples (audit_at) where audit_at is not null;

-- Whose own answers are not trusted any more. Another trained model is another row: its answers count again.
create table nlu_stops (
  workspace_id text not null references workspaces (id),
  agent_id text not null,
  local_model text not null,
  audited integer not null,
  correct integer not null,
  stopped_at timestamptz not null,
  -- A person has lifted it: only what was answered since then counts from now on.
  resumed_at timestamptz,
  resumed_by text,
  primary key (workspace_id, agent_id, local_model),
  constraint resumption_says_who check ((resumed_at is null) = (resumed_by is null))
);

do $$
declare
  of_tenants text;
begin
  foreach of_tenants in array array['nlu_settings', 'nlu_samples', 'nlu_stops'] loop
    execute format('alter table %I enable row level security', of_tenants);
    execute format(
      'create policy own_workspace on %I for all to recado_tenant
         using (workspace_id = recado_workspace()) with check (workspace_id = recado_workspace())', of_tenants);
  end loop;
end $$;
grant select on nlu_samples, nlu_stops to recado_tenant;
grant select (workspace_id, keeps_texts, keeps_texts_by, keeps_texts_at) on nlu_settings to recado_tenant;
