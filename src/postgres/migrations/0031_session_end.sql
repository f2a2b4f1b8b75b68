-- When sessions end by themselves: {"nightHour": 2, "quietHours": 2}; nightHour null: never by night.
-- The workspace's setting comes first, then what the agent says.
alter table workspace_agent_config add column session_end jsonb;
alter table agent_sessions add column session_end jsonb;
