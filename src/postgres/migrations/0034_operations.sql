-- What a shop needs to be run for months: customers who want no more messages, and everything that we say by ourselves.
--
--   contacts.marketing_stopped_at   since when nothing may be said to them that they did not ask for. Whoever says so (their own
--                                   words, WhatsApp's notice, a refusal), it is the same state; the newest word counts.
--   contacts.stopped_by_event_id    the message that said so; null: WhatsApp did.
--   conversations.opted_out_seq     the newest event in which the customer said so here. What was thought of before it does not
--                                   leave any more: each reply carries what its turn had heard (outbox_messages.inbound_seq).

alter table contacts add column stopped_by_event_id uuid;
alter table conversations add column opted_out_seq bigint not null default 0;

-- Our functions that several migrations change: each change is made in the text as it stands.
create function pg_temp.change_function(of_function regprocedure, was text, becomes text) returns void
  language plpgsql
  as $$
declare
  definition text := pg_get_functiondef(of_function);
begin
  if position(was in definition) = 0 then raise exception '% does not say %', of_function, was; end if;
  execute replace(definition, was, becomes);
end $$;

select pg_temp.change_function('read_turns(text[], uuid[])',
  $$'stopTagged', 'WPP' = any (k.tags))$$,
  $$'stopTagged', 'WPP' = any (k.tags),
        'hasOptedOut', k.marketing_stopped_at is not null)$$);

select pg_temp.change_function('read_outbox_head(text, uuid)',
  $$'isCancelled', o.seq <= c.cancelled_through or$$,
  $$'isCancelled', o.seq <= c.cancelled_through or o.inbound_seq < c.opted_out_seq or$$);

select pg_temp.change_function('read_send_conditions(text, uuid)',
  $$'marketingStopped', k.marketing_stopped_at is not null,$$,
  $$'marketingStopped', k.marketing_stopped_at is not null,
      'hasOptedOut', k.stopped_by_event_id is not null,$$);

-- Whoever wants no more messages has nothing left that would be said without their asking, whatever code wrote it down.
create function contact_opts_out() returns trigger
  language plpgsql
  as $$
begin
  update timers t set cancelled_at = recado_now()
  from conversations c
  where c.workspace_id = new.workspace_id and t.workspace_id = c.workspace_id and t.conversation_id = c.id
    and t.fired_at is null and t.cancelled_at is null
    and c.contact_id in (select k.id from contacts k
      where k.workspace_id = new.workspace_id and (k.id = new.id or k.merged_into = new.id));
  return null;
end $$;
create trigger opts_out after update of marketing_stopped_at on contacts
  for each row when (old.marketing_stopped_at is null and new.marketing_stopped_at is not null)
  execute function contact_opts_out();

create function audit_consent() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, case when new.stopped_by_event_id is null then 'whatsapp' else 'customer' end,
    case when new.marketing_stopped_at is null then 'contact.opted_in' else 'contact.opted_out' end,
    'contact', new.id::text, null, jsonb_build_object('event', new.stopped_by_event_id));
  return null;
end $$;
create trigger audited after update of marketing_stopped_at on contacts
  for each row when ((old.marketing_stopped_at is null) <> (new.marketing_stopped_at is null))
  execute function audit_consent();
create trigger audited_from_the_start after insert on contacts
  for each row when (new.marketing_stopped_at is not null) execute function audit_consent();

-- Whoever lets them be written to again, the message that said no counts no more.
create function forget_opt_out() returns trigger
  language plpgsql
  as $$
begin
  new.stopped_by_event_id := null;
  return new;
end $$;
create trigger opts_in before update of marketing_stopped_at on contacts
  for each row when (new.marketing_stopped_at is null and new.stopped_by_event_id is not null) execute function forget_opt_out();
