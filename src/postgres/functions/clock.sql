-- A test moves the clock by a row in test_clock: recado_now() (0001_baseline) is replaced.
create or replace function move_test_clock() returns trigger
  language plpgsql
  as $$
begin
  execute format('create or replace function recado_now() returns timestamptz language sql stable as %L',
    format(' select now() + interval %L ', new.ahead));
  return null;
end $$;
create or replace trigger test_clock_moves after insert or update on test_clock
  for each row execute function move_test_clock();
