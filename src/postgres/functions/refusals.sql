-- Aborts, by SQLSTATE. The adapter maps each code to what happens next.

-- RC001: the turn read something that has changed. Aborts a statement after its first write.
create or replace function recado_conflict(reason text) returns boolean
  language plpgsql
  as $$ begin raise exception 'version conflict: %', reason using errcode = 'RC001'; end $$;

-- 40001: the statement met a row younger than its snapshot. It runs again at once.
create or replace function recado_again(reason text) returns boolean
  language plpgsql
  as $$ begin raise exception 'read again: %', reason using errcode = '40001'; end $$;

-- RC003: the turn changes an order that does not exist.
create or replace function recado_order_unknown() returns boolean
  language plpgsql
  as $$ begin raise exception 'the order that the turn changes is not there' using errcode = 'RC003'; end $$;

-- RC006: the turn sets more reminders than one customer may have open.
create or replace function recado_reminders_full() returns boolean
  language plpgsql
  as $$ begin raise exception 'the customer has too many open reminders' using errcode = 'RC006'; end $$;

-- RC005: the turn changes something that does not exist.
create or replace function refuse_crm_change(what text) returns void
  language plpgsql
  as $$ begin raise exception 'the turn changes %, which is not there', what using errcode = 'RC005'; end $$;
