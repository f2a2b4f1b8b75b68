-- Keeps the planner's picture of a growing table fresh. Only its owner may do that.
create or replace function analyze_table(of_table text) returns void
  language plpgsql security definer set search_path from current
  as $$ begin execute format('analyze (skip_locked) %s', of_table::regclass); end $$;
