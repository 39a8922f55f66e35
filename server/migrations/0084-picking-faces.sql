-- Bins that items are picked from, and how much should lie there (docs/decisions/0103).
create table faces (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  -- A face is of its bin: without it there is none.
  location_id int not null references locations (id) on delete cascade,
  inventory_id int not null,
  minimum int not null check (minimum > 0),
  maximum int not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, inventory_id) references inventories (client_id, id),
  check (minimum <= maximum)
);
create unique index faces_key on faces (location_id, inventory_id);
create index faces_by_item on faces (inventory_id);
create index faces_by_created on faces (created_at, id);
create index faces_by_client on faces (client_id, id);
call guard_by_client('faces', '');
