-- While a number moves to another database nothing of it may change here: a row written after it was copied
-- would be lost. Triggers of this function stand on the number's tables only while a move is under way
-- (moves/guard-tables.ts). Their arguments: how a row leads to its conversation, and by which column.

-- RC008: the row belongs to a number that is moving. Work that looks for what is due passes over such a row.
create or replace function guard_moving() returns trigger
  language plpgsql set search_path from current
  as $$
declare
  link uuid;
  tenant text;
  is_moving boolean;
begin
  if tg_op = 'DELETE' then
    execute format('select ($1).%I, ($1).workspace_id', tg_argv[1]) into link, tenant using old;
  else
    execute format('select ($1).%I, ($1).workspace_id', tg_argv[1]) into link, tenant using new;
  end if;
  if tg_argv[0] = 'contact' then
    -- A customer of several numbers goes on being served by those that stay.
    select coalesce(bool_and(coalesce(n.move_phase in ('copying', 'moved'), false)), false) into is_moving
      from conversations c join phone_numbers n on n.workspace_id = c.workspace_id and n.id = c.phone_number_id
      where c.contact_id = link and c.workspace_id = tenant;
  else
    select exists (
      select from conversations c join phone_numbers n on n.workspace_id = c.workspace_id and n.id = c.phone_number_id
      where n.move_phase in ('copying', 'moved') and c.workspace_id = tenant
        and c.id = case tg_argv[0]
          when 'conversation' then link
          when 'run' then (select r.conversation_id from agent_runs r where r.workspace_id = tenant and r.id = link)
          when 'session' then (select s.conversation_id from agent_sessions s where s.workspace_id = tenant and s.id = link)
          when 'event' then (select e.conversation_id from agent_events e where e.workspace_id = tenant and e.id = link)
          when 'outbox' then (select o.conversation_id from outbox_messages o where o.workspace_id = tenant and o.id = link) end)
      into is_moving;
  end if;
  -- The move itself takes the rows away when they have arrived.
  if is_moving and current_setting('recado.moves_number', true) is distinct from 'on' then
    if tg_op = 'UPDATE' and tg_table_name in ('conversations', 'timers', 'scheduled_messages', 'media_items', 'documents',
      'feed_deliveries', 'memory_queue', 'agent_sessions') then return null; end if;
    raise exception 'the number of this conversation is moving to another database' using errcode = 'RC008';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
