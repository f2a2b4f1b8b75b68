-- What people say of runs, and what they keep about them, stands in the audit log: who and when, without the words.

create or replace function audit_score() returns trigger
  language plpgsql set search_path from current
  as $$ begin
  perform audit(new.workspace_id, new.given_by, 'run.scored', 'run', new.run_id::text, new.run_id,
    jsonb_build_object('conversation', new.conversation_id, 'name', new.name, 'value', new.value, 'source', new.source));
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on run_scores
  for each row execute function audit_score();
create or replace trigger audited after update of value, correct on run_scores
  for each row when (old.value <> new.value or (new.correct is not null and old.correct is distinct from new.correct))
  execute function audit_score();

create or replace function audit_paper() returns trigger
  language plpgsql set search_path from current
  as $$ begin
  perform audit(new.workspace_id, new.written_by, new.kind || '.written', new.kind, new.id::text, null, '{}');
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on desk_papers
  for each row execute function audit_paper();

create or replace function audit_evaluation() returns trigger
  language plpgsql set search_path from current
  as $$ begin
  perform audit(new.workspace_id, new.run_by, 'evaluation.run', 'evaluation', new.id::text, null,
    jsonb_build_object('agent', new.agent_id, 'version', new.agent_version, 'examples', new.examples, 'passed', new.passed));
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on evaluation_runs
  for each row execute function audit_evaluation();
