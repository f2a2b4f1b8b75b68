-- The same notice or unreadable item, delivered again, is kept once and told once. The key is a hash of what came, with the
-- time of its entry; of what was kept before there was one it is null.

alter table channel_notices add column content_key text;
alter table quarantined_items add column content_key text;
create unique index channel_notices_once on channel_notices (content_key, workspace_id);
create unique index quarantined_items_once on quarantined_items (content_key, workspace_id);
