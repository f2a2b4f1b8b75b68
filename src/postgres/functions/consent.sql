-- A customer wants no more messages, or wants them again.

-- The name in our books for who spoke in an event: the customer, or the caller who spoke for them.
-- Without an event a person of the shop noted it (stop-marketing.ts), or WhatsApp itself said it.
create or replace function who_said(of_workspace text, event uuid) returns text
  language sql stable
  as $$
  select case when event is null then coalesce(nullif(current_setting('recado.noted_by', true), ''), 'whatsapp') else coalesce((
    select e.payload -> 'saidBy' ->> 'display' from agent_events e where e.workspace_id = of_workspace and e.id = event), 'customer') end
$$;

-- Cancels whatever would be said without their asking.
create or replace function contact_opts_out() returns trigger
  language plpgsql
  as $$
begin
  update timers t set cancelled_at = recado_now()
  from conversations c
  where c.workspace_id = new.workspace_id and t.workspace_id = c.workspace_id and t.conversation_id = c.id
    and t.fired_at is null and t.cancelled_at is null
    and c.contact_id in (select k.id from contacts k
      where k.workspace_id = new.workspace_id and (k.id = new.id or k.merged_into = new.id));
  update scheduled_messages s
  set status = 'cancelled', reason = 'opted_out', settled_at = recado_now(), settled_by = who_said(new.workspace_id, new.stopped_by_event_id)
  from conversations c
  where c.workspace_id = new.workspace_id and s.workspace_id = c.workspace_id and s.conversation_id = c.id
    and s.status = 'pending' and s.run_id is null
    and c.contact_id in (select k.id from contacts k
      where k.workspace_id = new.workspace_id and (k.id = new.id or k.merged_into = new.id));
  return null;
end $$;
create or replace trigger opts_out after update of marketing_stopped_at on contacts
  for each row when (old.marketing_stopped_at is null and new.marketing_stopped_at is not null)
  execute function contact_opts_out();

-- When they may be written to again, the message that said no no longer counts.
create or replace function forget_opt_out() returns trigger
  language plpgsql
  as $$
begin
  new.stopped_by_event_id := null;
  return new;
end $$;
create or replace trigger opts_in before update of marketing_stopped_at on contacts
  for each row when (new.marketing_stopped_at is null and new.stopped_by_event_id is not null)
  execute function forget_opt_out();

create or replace function audit_consent() returns trigger
  language plpgsql
  as $$
declare
  said_in uuid := case when new.marketing_stopped_at is null then new.resumed_by_event_id else new.stopped_by_event_id end;
begin
  perform audit(new.workspace_id, who_said(new.workspace_id, said_in),
    case when new.marketing_stopped_at is null then 'contact.opted_in' else 'contact.opted_out' end,
    'contact', new.id::text, null, jsonb_build_object('event', said_in));
  return null;
end $$;
create or replace trigger audited after update of marketing_stopped_at on contacts
  for each row when ((old.marketing_stopped_at is null) <> (new.marketing_stopped_at is null))
  execute function audit_consent();
create or replace trigger audited_from_the_start after insert on contacts
  for each row when (new.marketing_stopped_at is not null) execute function audit_consent();
