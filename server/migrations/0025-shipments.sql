-- Shipments as the warehouse works on them: lock, cartons, allocation, and what lists and papers need.

alter table shipments
  -- Copies of the order, which cannot be edited while it has a shipment: lists of all clients search and show them
  -- without a join.
  add column order_type text not null default '',
  add column reference text not null default '',
  add column po text not null default '',
  -- Who holds it, and when they last used it: the lock ends half an hour later.
  add column locked_by int references users (id),
  add column locked_by_name text not null default '',
  add column lock_used_at timestamptz(3),
  -- Given on the first print; gapless per client, and per company.
  add column invoice_sequence int,
  add column invoice_number text not null default '',
  add column bol_number bigint,
  add column ss_order_id text not null default '',
  add column fba_shipment_id text not null default '',
  add column fba_feed_type text not null default 'NONE' check (fba_feed_type in ('NONE', '2D_BARCODE', 'FEED')),
  add column exist_in_fba boolean not null default false,
  add constraint shipments_lock check ((locked_by is null) = (lock_used_at is null));

-- For servers of the previous release, which do not write the copies.
create function copy_order_to_shipment() returns trigger language plpgsql as $$
begin
  select o.type, o.reference, o.po into new.order_type, new.reference, new.po
  from orders o where o.client_id = new.client_id and o.id = new.order_id;
  return new;
end $$;
create trigger shipments_copy_of_order before insert on shipments
  for each row when (new.order_type = '') execute function copy_order_to_shipment();

update shipments s set order_type = o.type, reference = o.reference, po = o.po
from orders o where o.client_id = s.client_id and o.id = s.order_id;

alter table shipments
  add column search_text text not null generated always as (lower(id::text || E'\n' || reference || E'\n' || po)) stored;

create unique index shipments_invoice_key on shipments (client_id, invoice_sequence) where invoice_sequence is not null;
create unique index shipments_bol_key on shipments (bol_number) where bol_number is not null;

create table containers (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  shipment_id int not null,
  -- The order in which the cartons were packed, from 1.
  position int not null check (position > 0),
  -- Six letters or digits, unique within the shipment.
  number text not null check (number <> ''),
  own_number text not null default '',
  length numeric(12, 4) not null default 1 check (length > 0),
  width numeric(12, 4) not null default 1 check (width > 0),
  height numeric(12, 4) not null default 1 check (height > 0),
  weight numeric(12, 4) not null default 1 check (weight > 0),
  unique (client_id, id),
  foreign key (client_id, shipment_id) references shipments (client_id, id)
);
create unique index containers_number_key on containers (shipment_id, lower(number));
call guard_by_client('containers', 'select');

create table container_lines (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  container_id int not null,
  shipment_line_id int not null,
  quantity int not null check (quantity > 0),
  expire date,
  foreign key (client_id, container_id) references containers (client_id, id) on delete cascade,
  foreign key (client_id, shipment_line_id) references shipment_lines (client_id, id)
);
create index container_lines_by_container on container_lines (container_id, id);
create index container_lines_by_line on container_lines (shipment_line_id);
call guard_by_client('container_lines', 'select');

-- Where the picking ticket tells to take the goods of an outbound shipment. A proposal: it reserves nothing, and what is
-- fulfilled may differ.
create table allocations (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  shipment_id int not null,
  shipment_line_id int not null,
  inventory_id int not null,
  license_id int,
  lot_id int,
  quantity int not null check (quantity > 0),
  -- A message key with its values.
  reason text not null check (reason <> ''),
  created_at timestamptz(3) not null default now(),
  foreign key (client_id, shipment_id) references shipments (client_id, id),
  foreign key (client_id, shipment_line_id) references shipment_lines (client_id, id),
  foreign key (client_id, inventory_id) references inventories (client_id, id),
  foreign key (client_id, license_id) references licenses (client_id, id),
  foreign key (client_id, lot_id) references lots (client_id, id)
);
create index allocations_by_shipment on allocations (shipment_id, id);
create index allocations_by_license on allocations (license_id) where license_id is not null;
create index allocations_by_lot on allocations (lot_id) where lot_id is not null;
call guard_by_client('allocations', 'select');
