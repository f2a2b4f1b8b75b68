-- A person of the shop adds a document, for one customer or for the whole shop. Its bytes stand here; those of a
-- customer's own file stand in media_items.
alter table documents alter column conversation_id drop not null;
alter table documents add column bytes bytea;
alter table documents alter column bytes set storage external;
alter table documents add column uploaded_by text;
alter table documents add constraint document_of_the_shop_has_an_author
  check (conversation_id is not null or uploaded_by is not null);
alter table document_chunks alter column conversation_id drop not null;
create index documents_by_workspace on documents (workspace_id, id desc);
