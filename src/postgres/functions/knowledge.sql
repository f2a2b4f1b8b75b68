-- The shop's knowledge: what is written stays, and every process learns that something changed.

create or replace function keep_knowledge() returns trigger
  language plpgsql
  as $$ begin
  raise exception 'a version of an entry is never changed: write the next one';
end $$;
create or replace trigger only_ever_added before update or delete on knowledge_entries
  for each row execute function keep_knowledge();

create or replace function tell_knowledge() returns trigger
  language plpgsql set search_path from current
  as $$ begin
  update workspace_agent_config set knowledge_version = knowledge_version + 1 where workspace_id = new.workspace_id;
  perform audit(new.workspace_id, new.changed_by, case when new.is_deleted then 'knowledge.deleted' else 'knowledge.written' end,
    'knowledge', new.id, null, jsonb_build_object('version', new.version));
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on knowledge_entries
  for each row execute function tell_knowledge();
