-- Weeks of delivered events stand between the few that wait or are parked, which people look for.
create index feed_undelivered on feed_deliveries (endpoint_id, workspace_id) where delivered_at is null;
create index feed_parked on feed_deliveries (workspace_id, seq) where parked_at is not null;
