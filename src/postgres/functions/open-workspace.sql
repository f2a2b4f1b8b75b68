-- A new workspace gets its rows of settings.

create or replace function open_nlu_settings() returns trigger
  language plpgsql
  as $$
begin
  insert into nlu_settings (workspace_id) values (new.id);
  return null;
end $$;
create or replace trigger workspace_has_nlu_settings after insert on workspaces
  for each row execute function open_nlu_settings();

create or replace function open_agent_config() returns trigger
  language plpgsql
  as $$
begin
  insert into workspace_agent_config (workspace_id) values (new.id) on conflict (workspace_id) do nothing;
  return null;
end $$;
create or replace trigger workspace_has_agent_config after insert on workspaces
  for each row execute function open_agent_config();

-- Its first night is the next one: nothing is forgotten in the middle of a day.
create or replace function open_retention() returns trigger
  language plpgsql set search_path from current
  as $$ begin
  insert into retention_nights (workspace_id, night, started_at, ended_at)
    select new.id, (recado_now() at time zone coalesce(
        (select w.time_zone from workspace_agent_config w where w.workspace_id = new.id), 'America/Bogota')
      - interval '2 hours')::date, recado_now(), recado_now();
  return null;
end $$;
create or replace trigger workspace_has_nights after insert on workspaces
  for each row execute function open_retention();
