-- A test moves the clock by a row in test_clock. The first row replaces recado_now() (0001_baseline), which reads it from then
-- on. Replacing a function makes each connection plan its statements anew. So a later move only writes the row.
create or replace function move_test_clock() returns trigger
  language plpgsql
  as $$
begin
  create or replace function recado_now() returns timestamptz language sql stable security definer cost 1
    begin atomic select now() + (select ahead from test_clock); end;
  return null;
end $$;
create or replace trigger test_clock_moves after insert on test_clock
  for each row execute function move_test_clock();
