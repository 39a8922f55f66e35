-- Who holds how many units of an item. item_totals.reserved is the sum of an item's rows; both are written by the same
-- statements (modules/stock/reservations).

create table reservations (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  inventory_id int not null,
  holder_kind text not null check (holder_kind in ('shipment_line')),
  holder_id int not null check (holder_id > 0),
  -- What is still to be fulfilled; a reservation that is consumed or released has no row any more.
  quantity int not null check (quantity > 0),
  since timestamptz(3) not null default now(),
  foreign key (client_id, inventory_id) references inventories (client_id, id),
  constraint reservations_holder_key unique (holder_kind, holder_id, inventory_id)
);
create index reservations_by_item on reservations (inventory_id, since, id);
call guard_by_client('reservations', 'select, insert, update, delete');

-- Client users ship their own orders, which reserves stock. The rest of the totals stays out of their reach.
grant update (reserved) on item_totals to app_client;
alter table item_totals rename constraint item_totals_promised to item_totals_reserved;

-- No release before this one could reserve anything, so a counter without rows is nobody's.
update item_totals set reserved = 0 where reserved <> 0;

-- A place is found by equality, whether or not it names a plate and a lot.
create index stock_rows_by_place on stock_rows (inventory_id, coalesce(license_id, 0), coalesce(lot_id, 0), quarantine);
