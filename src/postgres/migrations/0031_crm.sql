-- The shop's own books, as tools write them: what is known of a contact, notes, fields of the shop's own, orders that are put
-- away, who looks after a conversation. All of it is written in the commit of a turn, under its fence, by apply_crm_change.
--
--   contact_notes         what somebody has written down about a contact.
--   contact_fields        what a shop wants to know of each of its contacts, and of what type it is.
--   contact_field_values  what it knows.
--   message_templates     the approved templates that may be sent; no other is.
--   tool_rates            how many calls a workspace has made in this minute, by module.

alter table contacts add column profile jsonb not null default '{}';
-- Put away: in no list until they write again.
alter table contacts add column deleted_at timestamptz;
create index contact_aliases_by_last_digits on contact_aliases (right(value, 10), workspace_id) where kind = 'phone';

alter table conversations add column assignee text check (length(assignee) between 1 and 200);
alter table conversations add column closed_at timestamptz;
alter table conversations add column closed_by text;
create index conversations_by_assignee on conversations (assignee, workspace_id) where assignee is not null;

-- Somebody of the shop may order for a customer who has no session.
alter table orders alter column session_id drop not null;
alter table orders add column deleted_at timestamptz;
alter table orders drop constraint orders_source_check;
alter table orders add constraint orders_source_check
  check (source in ('customer', 'timer_sinpack', 'timer_pendiente', 'operator', 'service'));

create table contact_notes (
  workspace_id text not null,
  id uuid not null,
  contact_id uuid not null,
  conversation_id uuid not null,
  run_id uuid not null,
  author text not null,
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts,
  foreign key (workspace_id, conversation_id) references conversations,
  foreign key (workspace_id, run_id) references agent_runs
);
create index contact_notes_by_contact on contact_notes (contact_id, workspace_id, id desc) where deleted_at is null;

create table contact_fields (
  workspace_id text not null references workspaces,
  name text not null check (name ~ '^[a-z][a-z0-9_]{0,49}$'),
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'choice')),
  choices text[] not null default '{}',
  created_at timestamptz not null,
  created_by text not null,
  primary key (workspace_id, name),
  constraint choice_has_choices check ((type = 'choice') = (cardinality(choices) > 0))
);

create table contact_field_values (
  workspace_id text not null,
  contact_id uuid not null,
  field text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by text not null,
  primary key (workspace_id, contact_id, field),
  foreign key (workspace_id, contact_id) references contacts,
  foreign key (workspace_id, field) references contact_fields
);
create index contact_field_values_by_contact on contact_field_values (contact_id, workspace_id);

create table message_templates (
  workspace_id text not null references workspaces,
  name text not null check (length(name) <= 512 and name ~ '^[a-z0-9_]+$'),
  language text not null check (language ~ '^[a-z]{2,3}(_[A-Za-z0-9]{2,4})?$'),
  category text not null check (category in ('marketing', 'utility', 'authentication')),
  body text not null check (length(body) between 1 and 1024),
  -- {{1}} … {{n}} of the body.
  variables int not null check (variables between 0 and 20),
  updated_at timestamptz not null,
  updated_by text not null,
  primary key (workspace_id, name, language)
);

-- One row for each module: a new minute begins it anew, so that nothing is left to clear away.
create table tool_rates (
  workspace_id text not null references workspaces,
  module text not null,
  minute timestamptz not null,
  calls int not null,
  primary key (workspace_id, module)
) with (fillfactor = 50);

alter table agent_tool_calls add column actor_kind text not null default 'agent' check (actor_kind in ('agent', 'operator', 'service'));
-- Null for an agent: its run names it.
alter table agent_tool_calls add column actor text;
alter table agent_tool_calls add column is_dry_run boolean not null default false;
-- What the changed row was before and after, as the commit found and left it.
alter table agent_tool_calls add column snapshots jsonb;

create or replace view tool_executions with (security_invoker = true) as
select t.workspace_id, t.run_id, t.call_id, t.session_id as agent_session_id, r.conversation_id, c.contact_id as user_id,
  t.tool_name, t.input, t.output,
  case when t.is_dry_run then 'dry_run' when t.status = 'ok' then 'success' else 'error' end as status, t.error,
  extract(epoch from t.ended_at - t.started_at) * 1000 as duration_ms,
  case t.actor_kind when 'operator' then 'ui' when 'service' then 'api' else 'agent' end as context, t.snapshots,
  t.started_at as created_at,
  coalesce(t.actor, 'agent:' || coalesce(r.agent_id || '@' || r.agent_version, '?')) as actor
from agent_tool_calls t
join agent_runs r on r.workspace_id = t.workspace_id and r.id = t.run_id
join conversations c on c.workspace_id = r.workspace_id and c.id = r.conversation_id;

-- The line of a call, by who made it. It takes the place of audit_tool_call: a trigger of its own, so that it does not matter in
-- which order the migrations of one release meet a database. Of a denial only its rule is told: the rest may quote the call.
create function audit_tool_use() returns trigger
  language plpgsql
  as $$
declare
  of_run agent_runs;
begin
  select * into of_run from agent_runs r where r.workspace_id = new.workspace_id and r.id = new.run_id;
  perform audit(new.workspace_id, coalesce(new.actor, 'agent:' || coalesce(of_run.agent_id || '@' || of_run.agent_version, '?')),
    case when new.is_dry_run then 'tool.dry_run' else 'tool.' || new.status end,
    'conversation', of_run.conversation_id::text, new.run_id,
    jsonb_build_object('tool', new.tool_name, 'call', new.call_id, 'risk', new.risk_level, 'policy', new.policy_decision,
      'reason', case when new.policy_decision = 'allow' then new.policy_reason
        else substring(new.policy_reason from '^([a-z][a-z_ ]{0,40}): ') end,
      'inputHash', encode(sha256(convert_to(coalesce(new.input, 'null')::text, 'UTF8')), 'hex')));
  return null;
end $$;
do $$ begin execute format('alter function audit_tool_use() set search_path = %I, pg_temp', current_schema()); end $$;
drop trigger audited on agent_tool_calls;
create trigger audited after insert or update on agent_tool_calls for each row execute function audit_tool_use();

create function refuse_crm_change(what text) returns void
  language plpgsql
  as $$ begin raise exception 'the turn changes %, which is not there', what using errcode = 'RC005'; end $$;

-- One change to the books, in the commit of the turn that asked for it: what the row was before and after. What it changes must
-- be there and be this workspace's, or nothing of the turn is written (RC005); what has moved since the turn read it is a
-- conflict (RC001), and the turn is thought over again. `after_all` is what must have been written first.
create function apply_crm_change(
  ws text, conversation uuid, of_session uuid, of_run uuid, by text, change jsonb, after_all bigint) returns jsonb
  language plpgsql
  as $$
declare
  op text := change ->> 'op';
  person uuid;
  target uuid;
  was jsonb;
  is_now jsonb;
begin
  if change ? 'contactId' then
    select coalesce(k.merged_into, k.id) into person from contacts k
      where k.workspace_id = ws and k.id = (change ->> 'contactId')::uuid;
    select to_jsonb(k) into was from contacts k where k.workspace_id = ws and k.id = person for update;
    if not found then perform refuse_crm_change('contact ' || (change ->> 'contactId')); end if;
  end if;

  if op = 'contact.create' then
    select a.contact_id into person from contact_aliases a
      where a.workspace_id = ws and a.kind = 'phone' and right(a.value, 10) = right(change ->> 'phone', 10)
      order by a.value = change ->> 'phone' desc limit 1;
    if person is not null then perform recado_conflict('somebody met this contact since the turn looked'); end if;
    person := (change ->> 'id')::uuid;
    insert into contacts (workspace_id, id, tags, profile, created_at)
      values (ws, person, array(select jsonb_array_elements_text(change -> 'tags')), change -> 'profile', recado_now());
    insert into contact_aliases (workspace_id, kind, value, contact_id, created_at, heard_at)
      values (ws, 'phone', change ->> 'phone', person, recado_now(), '-infinity');
    was := null;

  elsif op = 'contact.update' then
    update contacts k set profile = jsonb_strip_nulls(k.profile || (change -> 'profile')), deleted_at = null,
        tags = k.tags || array(
          select t.tag from jsonb_array_elements_text(coalesce(change -> 'tags', '[]')) with ordinality as t (tag, place)
          where t.tag <> all (k.tags) order by t.place)
      where k.workspace_id = ws and k.id = person;
  elsif op = 'contact.delete' then
    update contacts k set deleted_at = coalesce(k.deleted_at, recado_now()) where k.workspace_id = ws and k.id = person;
  elsif op = 'tag.add' then
    update contacts k set tags = k.tags || (change ->> 'tag')
      where k.workspace_id = ws and k.id = person and change ->> 'tag' <> all (k.tags);
  elsif op = 'tag.remove' then
    update contacts k set tags = array_remove(k.tags, change ->> 'tag') where k.workspace_id = ws and k.id = person;

  elsif op = 'order.create' then
    target := (change ->> 'id')::uuid;
    insert into orders (
        workspace_id, id, purchase_key, session_id, conversation_id, contact_id, run_id, source, status, stage, pack, products,
        total, shipping_address, note, data, tags, created_at, updated_at)
      values (ws, target, change ->> 'purchaseKey', of_session, conversation, person, of_run, change ->> 'source',
        change ->> 'status', change ->> 'stage', change ->> 'pack', change -> 'products', (change ->> 'total')::bigint,
        change ->> 'shippingAddress', change ->> 'note', change -> 'data', '{}', recado_now(), recado_now())
      on conflict (workspace_id, purchase_key) do nothing;
    was := null;

  elsif op in ('order.update', 'order.status', 'order.delete') then
    target := (change ->> 'orderId')::uuid;
    select to_jsonb(o) into was from orders o where o.workspace_id = ws and o.id = target for update;
    if not found then perform refuse_crm_change('order ' || target); end if;
    if was ->> 'status' <> change ->> 'seenStatus' then
      perform recado_conflict('the order has moved since the turn read it');
    end if;
    update orders o set
        pack = case when change ? 'pack' then change ->> 'pack' else o.pack end,
        products = coalesce(change -> 'products', o.products),
        total = coalesce((change ->> 'total')::bigint, o.total),
        shipping_address = coalesce(change ->> 'shippingAddress', o.shipping_address),
        note = coalesce(change ->> 'note', o.note),
        status = coalesce(change ->> 'status', o.status),
        stage = coalesce(change ->> 'stage', o.stage),
        deleted_at = case when op = 'order.delete' then recado_now() else o.deleted_at end,
        updated_at = recado_now()
      where o.workspace_id = ws and o.id = target;

  elsif op in ('task.update', 'task.complete') then
    target := (change ->> 'taskId')::uuid;
    select to_jsonb(t) into was from tasks t where t.workspace_id = ws and t.id = target for update;
    if not found then perform refuse_crm_change('task ' || target); end if;
    if was ->> 'status' <> 'open' then perform recado_conflict('the task was closed since the turn read it'); end if;
    update tasks t set
        title = coalesce(change ->> 'title', t.title),
        priority = coalesce(change ->> 'priority', t.priority),
        note = coalesce(change ->> 'note', t.note),
        assignee = case when change ? 'assignee' then change ->> 'assignee' else t.assignee end,
        assigned_at = case when change ->> 'assignee' is distinct from t.assignee and change ? 'assignee'
          then case when change ->> 'assignee' is not null then recado_now() end else t.assigned_at end,
        status = case when op = 'task.complete' then 'done' else t.status end,
        closed_at = case when op = 'task.complete' then recado_now() end,
        closed_by = case when op = 'task.complete' then by end,
        closing_note = case when op = 'task.complete' then change ->> 'closingNote' end,
        updated_at = recado_now()
      where t.workspace_id = ws and t.id = target;

  elsif op = 'note.create' then
    target := (change ->> 'id')::uuid;
    insert into contact_notes (workspace_id, id, contact_id, conversation_id, run_id, author, body, created_at)
      values (ws, target, person, conversation, of_run, by, change ->> 'body', recado_now());
    was := null;
  elsif op = 'note.delete' then
    target := (change ->> 'noteId')::uuid;
    select to_jsonb(n) into was from contact_notes n where n.workspace_id = ws and n.id = target for update;
    if not found then perform refuse_crm_change('note ' || target); end if;
    update contact_notes n set deleted_at = coalesce(n.deleted_at, recado_now()) where n.workspace_id = ws and n.id = target;

  elsif op = 'field.set' then
    if change ? 'define' then
      insert into contact_fields (workspace_id, name, type, choices, created_at, created_by)
        values (ws, change ->> 'field', change #>> '{define,type}',
          array(select jsonb_array_elements_text(change #> '{define,choices}')), recado_now(), by)
        on conflict (workspace_id, name) do nothing;
    end if;
    select to_jsonb(v) into was from contact_field_values v
      where v.workspace_id = ws and v.contact_id = person and v.field = change ->> 'field';
    if change -> 'value' = 'null' then
      delete from contact_field_values v where v.workspace_id = ws and v.contact_id = person and v.field = change ->> 'field';
    else
      insert into contact_field_values (workspace_id, contact_id, field, value, updated_at, updated_by)
        values (ws, person, change ->> 'field', change -> 'value', recado_now(), by)
        on conflict (workspace_id, contact_id, field) do update set
          value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by;
    end if;

  elsif op in ('conversation.assign', 'conversation.close') then
    select jsonb_build_object('assignee', c.assignee, 'closed_at', c.closed_at, 'closed_by', c.closed_by) into was
      from conversations c where c.workspace_id = ws and c.id = conversation;
    update conversations c set
        assignee = case when op = 'conversation.assign' then change ->> 'assignee' else c.assignee end,
        closed_at = case when op = 'conversation.close' then recado_now() else c.closed_at end,
        closed_by = case when op = 'conversation.close' then by else c.closed_by end
      where c.workspace_id = ws and c.id = conversation;
    if op = 'conversation.close' then
      update agent_sessions s set status = 'closed', version = s.version + 1, updated_at = recado_now(), closed_at = recado_now()
        where s.workspace_id = ws and s.conversation_id = conversation and s.status = 'active';
    end if;
  else
    raise exception 'no change of the books is named %', op using errcode = 'RC005';
  end if;

  -- Read back: what is told to the ledger is what stands there.
  is_now := case split_part(op, '.', 1)
    when 'contact' then (select to_jsonb(k) from contacts k where k.workspace_id = ws and k.id = person)
    when 'tag' then (select to_jsonb(k) from contacts k where k.workspace_id = ws and k.id = person)
    when 'order' then (select to_jsonb(o) from orders o where o.workspace_id = ws and o.id = target)
    when 'task' then (select to_jsonb(t) from tasks t where t.workspace_id = ws and t.id = target)
    when 'note' then (select to_jsonb(n) from contact_notes n where n.workspace_id = ws and n.id = target)
    when 'field' then (select to_jsonb(v) from contact_field_values v
      where v.workspace_id = ws and v.contact_id = person and v.field = change ->> 'field')
    else (select jsonb_build_object('assignee', c.assignee, 'closed_at', c.closed_at, 'closed_by', c.closed_by)
      from conversations c where c.workspace_id = ws and c.id = conversation) end;
  return jsonb_build_object('before', was - 'workspace_id', 'after', is_now - 'workspace_id');
end $$;

do $$
declare
  of_table text;
begin
  foreach of_table in array array['contact_notes', 'contact_fields', 'contact_field_values', 'message_templates', 'tool_rates']
  loop
    execute format('alter table %I enable row level security', of_table);
    execute format('create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
      with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
end $$;
