-- A number that moves to another database: its door here keeps nothing more of it, while its rows are copied and after.

-- Null: the number is served here. `arriving`: its rows are not here yet. `draining`: what is under way ends.
-- `copying`: nothing of it changes any more. `moved`: it is served elsewhere.
alter table phone_numbers add column move_phase text
  check (move_phase in ('arriving', 'draining', 'copying', 'moved'));

-- One move as this database knows it. The same id stands in the other database with the other direction, so a move
-- that was cut off goes on from what both have committed.
create table number_moves (
  workspace_id text not null references workspaces,
  id uuid not null,
  phone_number_id text not null,
  direction text not null check (direction in ('out', 'in')),
  phase text not null check (phase in ('begun', 'over', 'cancelled')),
  -- Of a move out: where the webhooks of the number are passed on to. Null: Meta is told to deliver again.
  forward_to text check (length(forward_to) between 1 and 2000),
  -- Host, port and name of the other database, without a password.
  other text not null,
  -- Rows by table, once they are copied.
  copied jsonb not null default '{}',
  moved_by text not null,
  begun_at timestamptz not null,
  ended_at timestamptz,
  primary key (workspace_id, id),
  check ((phase = 'begun') = (ended_at is null))
);
create index number_moves_by_number on number_moves (phone_number_id, workspace_id, begun_at);

alter table number_moves enable row level security;
create policy own_workspace on number_moves to recado_tenant using (workspace_id = recado_workspace())
  with check (workspace_id = recado_workspace());
-- Not the name of the other database: that is the operator's of the machines.
grant select (workspace_id, id, phone_number_id, direction, phase, copied, moved_by, begun_at, ended_at) on number_moves to recado_tenant;
