-- A view of the inbox is the shop's, or of one person alone: two people may each have one of the same name.
alter table inbox_views add column owned_by text check (length(owned_by) between 1 and 200);
alter table inbox_views drop constraint inbox_views_workspace_id_name_key;
create unique index inbox_views_by_name on inbox_views (workspace_id, name, coalesce(owned_by, ''));
