-- Erasing a customer: everything that names them goes, in one transaction. What stays behind says nothing about anybody:
--
--   tombstones      salted hashes of what was erased: of the names, of the keys of events, of the ids of our messages. By them a
--                   webhook that comes late (Meta delivers again for seven days) makes neither the person nor the message anew.
--                   Whoever holds this database and already has a phone can find out that it was erased; nothing else.
--   erased_orders   the numbers of the books: which pack, how much, when. No name, no address, no link to a person.
--
-- contact_aliases.erased_at: under this name somebody was erased before, and wrote again. An event of before is then known by its
-- tombstone. No other row is asked for tombstones, so that a plain message costs nothing more.

create table tombstones (
  workspace_id text not null references workspaces,
  hash bytea not null check (length(hash) = 32),
  -- name: a phone or BSUID · event: an idempotency key · message: the id or wamid of a reply.
  kind text not null check (kind in ('name', 'event', 'message')),
  erased_at timestamptz not null,
  -- Of an event: what a caller who repeats it is answered. They name nothing any more.
  event_id uuid,
  conversation_id uuid,
  run_id uuid,
  primary key (workspace_id, hash)
);
alter table tombstones enable row level security;
create policy own_workspace on tombstones for all to recado_tenant
  using (workspace_id = recado_workspace()) with check (workspace_id = recado_workspace());
grant select on tombstones to recado_tenant;
create index tombstones_of_names on tombstones (workspace_id, erased_at) where kind = 'name';

create table erased_orders (
  workspace_id text not null references workspaces,
  id uuid not null,
  source text not null,
  status text not null,
  pack text,
  total bigint not null,
  created_at timestamptz not null,
  erased_at timestamptz not null,
  primary key (workspace_id, id)
);
alter table erased_orders enable row level security;
create policy own_workspace on erased_orders for all to recado_tenant
  using (workspace_id = recado_workspace()) with check (workspace_id = recado_workspace());
grant select on erased_orders to recado_tenant;

alter table contact_aliases add column erased_at timestamptz;

create function tombstone_hash(of_workspace text, of_kind text, value text) returns bytea
  language sql stable
  as $$ select sha256(s.salt || convert_to(of_kind || ':' || value, 'UTF8')) from nlu_settings s where s.workspace_id = of_workspace $$;

-- When somebody of one of these names was erased; null: nobody was.
create function erased_when(of_workspace text, bsuid text, phone text) returns timestamptz
  language sql stable
  as $$
  select max(t.erased_at) from tombstones t
  where t.workspace_id = of_workspace and t.kind = 'name'
    and t.hash in (tombstone_hash(of_workspace, 'name', bsuid), tombstone_hash(of_workspace, 'name', phone))
$$;

-- A customer's words of before the erasure. Instants of WhatsApp are whole seconds.
create function is_before_erasure(said_at timestamptz, erased_at timestamptz) returns boolean
  language sql stable
  as $$ select said_at < date_trunc('second', erased_at) $$;

-- A delivery report of a message that is erased, or of somebody who is and whom nobody has met again.
create function report_is_erased(of_workspace text, of_wamid text, of_outbox uuid, of_recipient text) returns boolean
  language sql stable
  as $$
  select exists (
    select from tombstones t
    where t.workspace_id = of_workspace and t.kind = 'message' and t.hash in (
      tombstone_hash(of_workspace, 'message', of_wamid), tombstone_hash(of_workspace, 'message', of_outbox::text)))
    or erased_when(of_workspace, null, nullif(of_recipient, '')) is not null and not exists (
      select from contact_aliases a where a.workspace_id = of_workspace and a.value = of_recipient)
$$;

-- What is kept as it came (notices, unreadable items) and names somebody who was erased within the days in which Meta delivers
-- again, and whom nobody has met since.
create function names_erased(of_workspace text, told text) returns boolean
  language sql stable
  as $$
  select exists (
      select from tombstones t
      where t.workspace_id = of_workspace and t.kind = 'name' and t.erased_at > recado_now() - interval '8 days')
    and exists (
      select from regexp_matches(told, '[0-9]{7,20}|[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}', 'g') as m (words)
      join tombstones t on t.workspace_id = of_workspace and t.kind = 'name'
        and t.hash = tombstone_hash(of_workspace, 'name', m.words[1])
      where t.erased_at > recado_now() - interval '8 days' and not exists (
        select from contact_aliases a where a.workspace_id = of_workspace and a.value = m.words[1]))
$$;

-- The reason of a denial may quote what a model put into the call; the line of a deed that was allowed names its rule.
create or replace function audit_tool_call() returns trigger
  language plpgsql
  as $$
declare
  of_run agent_runs;
begin
  select * into of_run from agent_runs r where r.workspace_id = new.workspace_id and r.id = new.run_id;
  perform audit(new.workspace_id, 'agent:' || coalesce(of_run.agent_id || '@' || of_run.agent_version, '?'),
    'tool.' || new.status, 'conversation', of_run.conversation_id::text, new.run_id,
    jsonb_build_object('tool', new.tool_name, 'call', new.call_id, 'risk', new.risk_level, 'policy', new.policy_decision,
      'reason', case when new.policy_decision = 'allow' then new.policy_reason end,
      'inputHash', encode(sha256(convert_to(coalesce(new.input, 'null')::text, 'UTF8')), 'hex')));
  return null;
end $$;
