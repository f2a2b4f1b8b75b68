-- Alerts are told, not only kept: to the log, and to the address that the operator has named.
--
--   tell_at       when the alert is told, or told once more. Null: there is nothing to tell. While somebody tells it, the end of
--                 their time: a process that dies in between has told it or not, and the next one tells it again.
--   tell_attempt  grows with every try; who has lost it settles nothing.
--   tell_failures, tell_failure  how often it failed since it was last accepted, and why the newest time.
--   told_at       when it was last accepted.
--
-- What is open by now stays untold: an upgrade must not ring for what people know already.

alter table alerts
  add column tell_at timestamptz,
  add column tell_attempt int not null default 0,
  add column tell_failures int not null default 0,
  add column tell_failure text,
  add column told_at timestamptz;
create index alerts_to_tell on alerts (tell_at) where tell_at is not null;
