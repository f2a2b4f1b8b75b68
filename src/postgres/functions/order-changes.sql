-- The history of an order: a line for each change, in the commit that makes it, whatever door it came by.

create or replace function told_of_order(o orders) returns jsonb
  language sql immutable
  as $$ select jsonb_strip_nulls(jsonb_build_object('status', o.status, 'stage', o.stage, 'carrier', o.carrier,
    'guide', o.guide, 'total', o.total)) $$;

create or replace function record_order_change() returns trigger
  language plpgsql set search_path from current
  as $$
declare
  changed text[];
begin
  if tg_op = 'INSERT' then
    changed := '{status}';
  else
    changed := array_remove(array[
      case when new.status <> old.status then 'status' end,
      case when new.stage <> old.stage then 'stage' end,
      case when new.carrier is distinct from old.carrier then 'carrier' end,
      case when new.guide is distinct from old.guide then 'guide' end,
      case when new.total <> old.total then 'total' end,
      case when new.products <> old.products then 'products' end,
      case when new.shipping_address <> old.shipping_address then 'address' end,
      case when new.note is distinct from old.note then 'note' end,
      case when new.deleted_at is distinct from old.deleted_at then 'deleted' end], null);
  end if;
  if cardinality(changed) > 0 then
    insert into order_changes (
      workspace_id, order_id, conversation_id, changed_by, fields, was, becomes, changed_at)
    values (new.workspace_id, new.id, new.conversation_id, new.changed_by, changed,
      case when tg_op = 'INSERT' then '{}' else told_of_order(old) end, told_of_order(new), recado_now());
  end if;
  return null;
end $$;
create or replace trigger recorded after insert on orders for each row execute function record_order_change();
create or replace trigger recorded_when_changed after update on orders
  for each row when (old.* is distinct from new.*) execute function record_order_change();
