-- One change to the shop's books, in the commit of the turn that asked for it: answers what the row was
-- before and after. What it changes must exist in this workspace, or nothing of the turn is written
-- (RC005). What has moved since the turn read it is a conflict (RC001), and the turn is decided again.
-- `after_all` is what must have been written first.
create or replace function apply_crm_change(
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
    if person is not null then perform recado_conflict('the contact was met since the turn looked'); end if;
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
        total, shipping_address, note, data, tags, changed_by, created_at, updated_at)
      values (ws, target, change ->> 'purchaseKey', of_session, conversation, person, of_run, change ->> 'source',
        change ->> 'status', change ->> 'stage', change ->> 'pack', change -> 'products', (change ->> 'total')::bigint,
        change ->> 'shippingAddress', change ->> 'note', change -> 'data', '{}', by, recado_now(), recado_now())
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
        changed_by = by,
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
        -- A code would say the former title.
        about = case when change ?| array['title', 'note'] then null else t.about end,
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

  -- Read back: the ledger is told what stands there now.
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
