-- An artifact and a fact stay as they were made. A revision is a row of its own; only an erasure and the
-- end of a customer's days take rows away.
create or replace function refuse_rewrite() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger artifact_is_written_once before update on artifacts
  for each row execute function refuse_rewrite();
create or replace trigger fact_is_written_once before update on sourced_facts
  for each row execute function refuse_rewrite();
create or replace trigger verdict_is_written_once before update on fact_verdicts
  for each row execute function refuse_rewrite();
