-- What became of an item that could not be read. `open`: a person has not decided about it.
alter table quarantined_items
  add column status text not null default 'open' check (status in ('open', 'replayed', 'resolved', 'ignored')),
  add column settled_at timestamptz,
  add column settled_by text,
  add column note text,
  add constraint settled_item_names_who check ((settled_at is not null) = (status <> 'open'));
create index quarantined_items_open on quarantined_items (workspace_id, received_at desc) where status = 'open';
