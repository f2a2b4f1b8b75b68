-- Events of the feed, written in the commit that makes them: none without its cause, and no cause without
-- its event. A workspace without an endpoint pays one look into an empty index.

-- In plpgsql, which keeps its plans. As a function in SQL each call took 0.15 to 0.3 ms, twice a message, also where nothing
-- is fed (docs/adr/0014).
create or replace function feed(of_workspace text, of_kinds text[], of_conversation uuid, told jsonb) returns void
  language plpgsql set search_path from current
  as $$
begin
  insert into feed_deliveries (workspace_id, id, endpoint_id, conversation_id, kind, data, happened_at, due_at)
  select of_workspace, gen_random_uuid(), e.id, of_conversation, k.kind, jsonb_strip_nulls(told), recado_now(), recado_now()
  from feed_endpoints e cross join unnest(of_kinds) as k (kind)
  where e.workspace_id = of_workspace and k.kind = any (e.kinds)
    -- The browser of a person whose access has ended is told nothing.
    and (e.device_of is null or e.device_of not like 'user:%' or exists (
      select from workspace_members m
      where m.workspace_id = of_workspace and 'user:' || m.user_id = e.device_of and m.removed_at is null))
    and (e.device_of is null or e.device_of not like 'token:%' or exists (
      select from api_tokens t
      where t.workspace_id = of_workspace and 'token:' || t.id = e.device_of and t.revoked_at is null
        and (t.expires_at is null or t.expires_at > recado_now())))
    -- A sandbox is played by people of the shop.
    and exists (
      select from conversations c
      where c.workspace_id = of_workspace and c.id = of_conversation and c.phone_number_id not like 'sandbox:%');
end $$;

create or replace function feed_order() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform feed(new.workspace_id, case
      when new.status = 'confirmed' and (tg_op = 'INSERT' or old.status <> 'confirmed') then '{order.confirmed}'
      -- What the shop does with it has a kind of its own, beside the one that tells of any change.
      when tg_op = 'UPDATE' and new.status <> old.status and new.status <> 'pending'
        then array['order.updated', 'order.' || new.status]
      else '{order.updated}' end,
    new.conversation_id, jsonb_build_object('order', jsonb_build_object(
      'id', new.id, 'status', new.status, 'stage', new.stage, 'source', new.source, 'pack', new.pack, 'total', new.total,
      'carrier', new.carrier, 'guide', new.guide, 'isDeleted', new.deleted_at is not null)));
  return null;
end $$;
create or replace trigger fed after insert on orders for each row execute function feed_order();
-- Not for a row that only changes its contact.
create or replace trigger fed_when_changed after update on orders
  for each row when ((old.status, old.stage, old.source, old.pack, old.products, old.total, old.shipping_address, old.note,
      old.carrier, old.guide, old.data, old.tags, old.deleted_at)
    is distinct from (new.status, new.stage, new.source, new.pack, new.products, new.total, new.shipping_address, new.note,
      new.carrier, new.guide, new.data, new.tags, new.deleted_at))
  execute function feed_order();

create or replace function feed_session() returns trigger
  language plpgsql set search_path from current
  as $$
declare
  is_new boolean := tg_op = 'INSERT';
  told jsonb;
begin
  if not exists (select from feed_endpoints e where e.workspace_id = new.workspace_id) then return null; end if;
  told := jsonb_build_object('session', jsonb_build_object(
    'id', new.id, 'agent', new.agent_id, 'status', new.status, 'mode', new.current_mode));
  if is_new then
    perform feed(new.workspace_id, '{session.started,agent/session.started}', new.conversation_id, told);
  end if;
  if new.current_mode like 'collecting\_data%' and (is_new or old.current_mode not like 'collecting\_data%') then
    perform feed(new.workspace_id, '{agent/collecting_data.started}', new.conversation_id, told);
  end if;
  if new.current_mode = 'ofrecer_promos' and (is_new or old.current_mode <> 'ofrecer_promos') then
    perform feed(new.workspace_id, '{agent/promos.offered}', new.conversation_id, told);
  end if;
  if new.status = 'handed_off' and (is_new or old.status <> 'handed_off') then
    perform feed(new.workspace_id, '{handoff}', new.conversation_id, told);
  end if;
  return null;
end $$;
create or replace trigger fed after insert on agent_sessions for each row execute function feed_session();
create or replace trigger fed_when_changed after update of status, current_mode on agent_sessions
  for each row when (old.status <> new.status or old.current_mode <> new.current_mode) execute function feed_session();

create or replace function feed_confirmation() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform feed(new.workspace_id, '{confirmation.waiting}', new.conversation_id, jsonb_build_object(
    'confirmation', jsonb_build_object('id', new.id, 'run', new.run_id, 'tool', new.tool, 'risk', new.risk,
      'audience', new.audience, 'expiresAt', new.expires_at)));
  return null;
end $$;
create or replace trigger fed after insert on confirmations
  for each row when (new.status = 'pending') execute function feed_confirmation();

create or replace function feed_task() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform feed(new.workspace_id, '{task.created}', new.conversation_id, jsonb_build_object(
    'task', jsonb_build_object('id', new.id, 'priority', new.priority, 'assignee', new.assignee)));
  return null;
end $$;
create or replace trigger fed after insert on tasks for each row execute function feed_task();

create or replace function feed_run() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform feed(new.workspace_id, '{run.dead_letter}', new.conversation_id, jsonb_build_object(
    'run', jsonb_build_object('id', new.id, 'failure', new.failure_code)));
  return null;
end $$;
create or replace trigger fed after update of status on agent_runs
  for each row when (new.status = 'dead_letter' and old.status <> 'dead_letter') execute function feed_run();

create or replace function feed_message() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  if not exists (select from feed_endpoints e where e.workspace_id = new.workspace_id) then return null; end if;
  perform feed(new.workspace_id, '{agent/customer.message}', new.conversation_id, jsonb_build_object(
    'message', jsonb_build_object('event', new.id, 'run', new.run_id, 'seq', new.seq)));
  return null;
end $$;
create or replace trigger fed after insert on agent_events
  for each row when (new.input_type = 'message' and new.source <> 'sandbox') execute function feed_message();

-- Who sends the shop's events where.
create or replace function audit_feed() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform audit(new.workspace_id, new.changed_by, case when tg_op = 'INSERT' then 'feed.created' else 'feed.rotated' end,
    'feed', new.id::text, null, jsonb_build_object('host', substring(new.url from '://([^/?#]+)'), 'kinds', new.kinds));
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on feed_endpoints
  for each row execute function audit_feed();
create or replace trigger audited after update of secret on feed_endpoints
  for each row when (old.secret <> new.secret) execute function audit_feed();
