-- What customers say about themselves. A fact is never changed: a new value ends the one before, and
-- one that is forgotten loses its words. Its row stays, so that the same message teaches it no second time.
create table contact_facts (
  workspace_id text not null references workspaces,
  id uuid not null default gen_random_uuid(),
  -- In this order they were learnt.
  seq bigint generated always as identity,
  contact_id uuid not null,
  -- The message that said it. A night may have forgotten that message's row.
  source_event_id uuid not null,
  subject text not null check (length(subject) between 1 and 40),
  key text not null check (length(key) between 1 and 64),
  value text not null check (length(value) <= 200),
  -- For comparing: small letters, no accents, nothing but letters and digits.
  value_norm text not null,
  quote text not null check (length(quote) <= 300),
  said_at timestamptz not null,
  kind text not null check (kind in ('stated', 'captured', 'requested')),
  confidence integer not null check (confidence between 0 and 100),
  sensitivity text not null check (sensitivity in ('plain', 'health', 'identity', 'payment')),
  valid_from timestamptz not null,
  valid_to timestamptz,
  ended text check (ended in ('superseded', 'forgotten')),
  supersedes uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade,
  constraint ended_facts_say_how check ((valid_to is null) = (ended is null)),
  constraint forgotten_facts_say_nothing check (ended is distinct from 'forgotten' or (value = '' and quote = '' and value_norm = '')),
  constraint known_facts_have_words check (ended is not distinct from 'forgotten' or (value <> '' and quote <> ''))
);
create index facts_by_time on contact_facts (said_at, workspace_id);
create index facts_of_contact on contact_facts (contact_id, workspace_id, seq desc);

-- Facts of turns that are to be kept, written in the turn's own commit. A row lives for moments.
create table memory_queue (
  workspace_id text not null references workspaces,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  run_id uuid not null,
  facts jsonb not null,
  queued_at timestamptz not null,
  tries integer not null default 0,
  due_at timestamptz not null,
  failure text check (length(failure) <= 500),
  primary key (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
);
create index memory_queue_by_time on memory_queue (due_at);
create index memory_queue_of_contact on memory_queue (contact_id, workspace_id);

-- All that the customer said up to then is forgotten, also what was not learnt yet.
alter table contacts add column memory_forgotten_at timestamptz;

do $$
declare of_table text;
begin
  foreach of_table in array array['contact_facts', 'memory_queue'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
  end loop;
end $$;
grant select on contact_facts, memory_queue to recado_tenant;

-- Requirement R14, one row a contact that has any of it.
create view memory_profile with (security_invoker = true) as
  select f.workspace_id, f.contact_id as user_id,
    string_agg(f.value, '; ' order by f.said_at) filter (where f.key = 'display_name') as display_name,
    string_agg(f.value, '; ' order by f.said_at) filter (where f.key = 'tone_preference') as tone_preference,
    string_agg(f.value, '; ' order by f.said_at) filter (where f.key = 'language_preference') as language_preference,
    string_agg(f.value, '; ' order by f.said_at) filter (where f.key = 'timezone') as timezone,
    string_agg(f.value, '; ' order by f.said_at) filter (where f.key = 'goals') as goals,
    string_agg(f.value, '; ' order by f.said_at) filter (where f.key = 'constraints') as constraints,
    max(f.said_at) as updated_at
  from contact_facts f
  where f.valid_to is null and f.subject = 'self'
    and f.key in ('display_name', 'tone_preference', 'language_preference', 'timezone', 'goals', 'constraints')
  group by f.workspace_id, f.contact_id;
grant select on memory_profile to recado_tenant;
