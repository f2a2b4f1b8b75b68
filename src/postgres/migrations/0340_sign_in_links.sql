-- A link by which a member signs one browser in, once. It belongs to a token of the member whose text is kept by
-- nobody: revoking that token ends the link, or the session that it opened.
alter table api_tokens
  -- sha256 of the link's secret. The secret itself is shown once and kept nowhere.
  add column link_hash bytea,
  add column link_expires_at timestamptz,
  add column link_used_at timestamptz,
  add constraint link_is_whole check ((link_hash is null) = (link_expires_at is null)),
  add constraint link_is_of_a_member check (link_hash is null or user_id is not null),
  add constraint link_used_exists check (link_used_at is null or link_hash is not null),
  add constraint api_tokens_link_hash_check check (length(link_hash) = 32);
create unique index api_tokens_link on api_tokens (link_hash) where link_hash is not null;

-- A workspace sees whether a link was used, and no hash.
grant select (link_expires_at, link_used_at) on api_tokens to recado_tenant;
