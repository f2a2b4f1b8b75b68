-- An operator sees what the shop has sold where an owner allows it.
alter table workspace_members add column sees_sales boolean not null default false;
grant select (sees_sales) on workspace_members to recado_tenant;
