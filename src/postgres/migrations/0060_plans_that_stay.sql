-- Plans may not depend on the hour at which PostgreSQL looked at the tables. At night every session is closed and no timer counts. An
-- ANALYZE then says that none is active, and a look-up of one conversation's session walked the index of all active ones until the
-- next ANALYZE. The night and the timers ask by time, and only a condition on that time implies "is not null" here: a look-up by
-- conversation cannot use these indexes any more.
drop index agent_sessions_to_close;
create index agent_sessions_to_close on agent_sessions (created_at)
  where status = 'active' and created_at is not null;

drop index timers_to_fire;
create index timers_to_fire on timers (fire_at, run_id, workspace_id)
  where fired_at is null and cancelled_at is null and fire_at is not null;

-- Only primary keys lead with `workspace_id` (0019): an item was looked for by its id in the index of events.
alter table media_items drop constraint media_items_workspace_id_event_id_key;
create unique index media_items_of_event on media_items (event_id, workspace_id);
drop index audit_by_subject;
create index audit_by_subject on audit_log (subject_id, workspace_id, id);
