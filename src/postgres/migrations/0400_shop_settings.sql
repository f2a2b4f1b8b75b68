-- What an owner sets: how long a question waits for a person of the shop (null: as the agent or the runtime says), and what
-- messages cost in the shop's currency ({"usd": 4100, "marketing": 52.5, …}; a price that is not there was not said).
alter table workspace_agent_config
  add column confirmation_minutes integer check (confirmation_minutes between 1 and 10080),
  add column message_prices jsonb not null default '{}';
