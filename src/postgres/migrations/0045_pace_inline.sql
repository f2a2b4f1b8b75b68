-- A timestamp plus an interval is stable to PostgreSQL, not immutable; a function that calls itself more than its body is
-- never inlined, and each call of it begins a statement of its own. These two stood six times in the commit of a turn.
create or replace function recado_pair_allowed_at(tat timestamptz) returns timestamptz
  language sql stable as $$ select tat - interval '264 seconds' $$;
create or replace function recado_next_pair_tat(tat timestamptz, at timestamptz) returns timestamptz
  language sql stable as $$ select greatest(coalesce(tat, at), at) + interval '6 seconds' $$;
