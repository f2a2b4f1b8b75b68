-- A person takes over a conversation, or a customer opts out: what the agent has asked is cancelled, and
-- none of its runs goes on with another segment.

create or replace function stop_for_bot_off() returns trigger
  language plpgsql
  as $$
begin
  perform cancel_confirmations(new.workspace_id, new.id, null, new.switched_by, 'a person has taken over'),
    stop_segments(new.workspace_id, new.id, null, 'taken_over', new.switched_by);
  return null;
end $$;
create or replace trigger bot_off_stops_agent after update of bot_enabled on conversations
  for each row when (old.bot_enabled and not new.bot_enabled) execute function stop_for_bot_off();

create or replace function stop_for_opt_out() returns trigger
  language plpgsql
  as $$
begin
  perform cancel_confirmations(c.workspace_id, c.id, null, 'system', 'the customer wants no more messages'),
    stop_segments(c.workspace_id, c.id, null, 'opted_out', 'customer')
  from conversations c join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
  where c.workspace_id = new.workspace_id and (k.id = new.id or k.merged_into = new.id);
  return null;
end $$;
create or replace trigger opt_out_stops_agent after update of marketing_stopped_at on contacts
  for each row when (old.marketing_stopped_at is null and new.marketing_stopped_at is not null)
  execute function stop_for_opt_out();
