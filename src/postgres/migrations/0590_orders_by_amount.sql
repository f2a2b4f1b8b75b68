-- A person searches an order by what was paid: the newest of one amount, however many orders the shop has.
create index orders_by_total on orders (workspace_id, total, id desc) where deleted_at is null;
