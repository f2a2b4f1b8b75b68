-- A workspace names its locale: its country's law on contact hours, its opt-out words, and the
-- words that the runtime says itself. Those that exist stay in Colombia.
alter table workspace_agent_config
  add column locale text not null default 'es-CO' check (locale in ('es-CO', 'es-MX', 'pt-BR', 'en-US'));
