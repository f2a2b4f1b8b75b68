-- PAIR_RATE of core/outbound/pacing.ts: a message every 6 s, 45 of them borrowed. Stable, not immutable: a
-- function that promises more than its body is never inlined, and these stand six times in a commit.

create or replace function recado_pair_allowed_at(tat timestamptz) returns timestamptz
  language sql stable
  as $$ select tat - interval '264 seconds' $$;

create or replace function recado_next_pair_tat(tat timestamptz, at timestamptz) returns timestamptz
  language sql stable
  as $$ select greatest(coalesce(tat, at), at) + interval '6 seconds' $$;
