-- What people see and steer in the Studio: timers that somebody hurries or calls off, and what its numbers are read by.

-- Who made a timer due at once, and who called it off; null where nobody did by hand.
alter table timers add column hurried_by text;
alter table timers add column cancelled_by text;
alter table timers add constraint cancelled_by_somebody_is_cancelled check (cancelled_by is null or cancelled_at is not null);

create function audit_timer() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, coalesce(new.cancelled_by, new.hurried_by),
    case when new.cancelled_by is not null then 'timer.cancelled' else 'timer.fired_now' end,
    'conversation', new.conversation_id::text, new.run_id, jsonb_build_object('level', new.level));
  return null;
end $$;
create trigger audited after update of hurried_by, cancelled_by on timers
  for each row when (old.hurried_by is distinct from new.hurried_by or old.cancelled_by is distinct from new.cancelled_by)
  execute function audit_timer();

-- A page of the newest; what is in force has indexes of its own.
create index timers_newest on timers (armed_at, run_id, workspace_id);
-- By day, for the numbers of a range. A conversation goes to a person in one place alone: where its bot is switched off.
create index orders_newest on orders (created_at, workspace_id);
create index audit_handoffs on audit_log (at, workspace_id) where action = 'conversation.bot_off';
