-- The same behaviour for less of the server's time. Measurements stand where the thing that was measured stands.

-- The clock of leases and due times. A statement of ours asks it some twenty times a turn: without a table to look at, the
-- planner puts now() in its place, and asking costs nothing. A test that moves the clock replaces the function.
create or replace function recado_now() returns timestamptz language sql stable as $$ select now() $$;

create function move_test_clock() returns trigger language plpgsql as $$
begin
  execute format('create or replace function recado_now() returns timestamptz language sql stable as %L',
    format(' select now() + interval %L ', new.ahead));
  return null;
end $$;

create trigger test_clock_moves after insert or update on test_clock
  for each row execute function move_test_clock();
