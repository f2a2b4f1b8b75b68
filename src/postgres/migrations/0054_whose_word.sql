-- Who said it (src/core/turn/whose-word.ts): what a program says in a conversation is heard, and is not its customer's word.
--
--   agent_events.source 'rehearsal'   an owner spoke as the customer, on the simulator. payload.saidBy is who called a route of ours.
--   conversations.own_speech_seq      the mailbox number up to which the customer has spoken; last_speech_seq counts a program's words
--                                     too, because they cut off what is still unsaid.
--   contacts.resumed_by_event_id      the message that wanted our messages again; null: WhatsApp said so.

alter table agent_events drop constraint agent_events_source_check;
alter table agent_events add constraint agent_events_source_check
  check (source in ('whatsapp', 'api', 'rehearsal', 'system', 'sandbox')) not valid;
alter table agent_events validate constraint agent_events_source_check;

alter table conversations add column own_speech_seq bigint not null default 0;
-- It is compared with opted_out_seq alone.
update conversations set own_speech_seq = last_speech_seq where opted_out_seq > 0;

alter table contacts add column resumed_by_event_id uuid;

-- The name that stands in our books for who spoke in an event: the customer, or the caller who spoke for them. Without an event
-- WhatsApp itself said it.
create function who_said(of_workspace text, event uuid) returns text
  language sql stable
  as $$
  select case when event is null then 'whatsapp' else coalesce((
    select e.payload -> 'saidBy' ->> 'display' from agent_events e where e.workspace_id = of_workspace and e.id = event), 'customer') end
$$;

create or replace function audit_consent() returns trigger language plpgsql as $$
declare
  said_in uuid := case when new.marketing_stopped_at is null then new.resumed_by_event_id else new.stopped_by_event_id end;
begin
  perform audit(new.workspace_id, who_said(new.workspace_id, said_in),
    case when new.marketing_stopped_at is null then 'contact.opted_in' else 'contact.opted_out' end,
    'contact', new.id::text, null, jsonb_build_object('event', said_in));
  return null;
end $$;

do $$
declare
  definition text := pg_get_functiondef('contact_opts_out()'::regprocedure);
  was constant text := 'settled_by = ''customer''';
begin
  if position(was in definition) = 0 then raise exception 'contact_opts_out does not say %', was; end if;
  execute replace(definition, was, 'settled_by = who_said(new.workspace_id, new.stopped_by_event_id)');
end $$;

-- What came through a route of ours says who brought it, whatever becomes of it.
create function audit_event() returns trigger language plpgsql as $$
begin
  perform audit(new.workspace_id, new.payload -> 'saidBy' ->> 'display',
    case when new.source = 'rehearsal' then 'event.said_as_customer' when new.input_type = 'message' then 'event.said'
      else 'event.commanded' end,
    'conversation', new.conversation_id::text, new.run_id, jsonb_build_object(
      'event', new.id, 'kind', new.payload -> 'saidBy' ->> 'kind', 'id', new.payload -> 'saidBy' ->> 'id'));
  return null;
end $$;
create trigger audited after insert on agent_events
  for each row when (new.source in ('api', 'rehearsal') and new.payload ? 'saidBy') execute function audit_event();
