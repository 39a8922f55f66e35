-- Items and kits, bins, plates and lots, and the one truth about stock: an append-only ledger with its balances.

--------------------------------------------------------------------------------------------------------- inventory
create table inventories (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  type text not null check (type in ('Item', 'Kit')),
  sku text not null check (sku <> ''),
  name text not null check (name <> ''),
  upc text not null default '',
  description text not null default '',
  cost numeric(16, 4) not null default 0 check (cost >= 0),
  selling numeric(16, 4) not null default 0 check (selling >= 0),
  msrp numeric(16, 4) not null default 0 check (msrp >= 0),
  barcode_1 text not null default '',
  barcode_2 text not null default '',
  custom_1 text not null default '',
  custom_2 text not null default '',
  custom_3 text not null default '',
  hs_code text not null default '',
  custom_value numeric(16, 4) not null default 0 check (custom_value >= 0),
  origin text not null default '',
  composition text not null default '',
  lot boolean not null default false,
  serial boolean not null default false,
  is_active boolean not null default true,
  search_text text not null generated always as
    (lower(sku || E'\n' || name || E'\n' || upc || E'\n' || barcode_1 || E'\n' || barcode_2)) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id),
  check (type = 'Item' or not (lot or serial))
);
create unique index inventories_sku_key on inventories (client_id, lower(sku));
create index inventories_by_name on inventories (client_id, lower(name), id);
create index inventories_by_upc on inventories (client_id, lower(upc), id);
create index inventories_by_update on inventories (client_id, updated_at, id);
create index inventories_to_count on inventories (client_id, type, is_active);
create index inventories_by_text on inventories using gin (client_id, search_text gin_trgm_ops);
create index inventories_by_barcode_1 on inventories (client_id, lower(barcode_1)) where barcode_1 <> '';
create index inventories_by_barcode_2 on inventories (client_id, lower(barcode_2)) where barcode_2 <> '';
call guard_by_client('inventories', 'select, insert, update');

create function guarded.find_inventories(of_client int, fragment text) returns setof int
language sql stable security definer set search_path = public, pg_temp as $$
  select id from inventories
  where client_id = of_client and search_text like '%' || fragment || '%'
    and (current_setting('role') = 'app_staff' or of_client = nullif(current_setting('app.client_id', true), '')::int)
$$;
alter function guarded.find_inventories(int, text) owner to app_staff;
revoke all on function guarded.find_inventories(int, text) from public;
grant execute on function guarded.find_inventories(int, text) to app_client, app_staff;

create table inventory_uoms (
  client_id int not null references clients (id),
  inventory_id int not null,
  uom_id int not null references uoms (id),
  is_base boolean not null default false,
  qty_per_base int not null default 1 check (qty_per_base > 0),
  weight numeric(12, 4) not null default 1 check (weight > 0),
  length numeric(12, 4) not null default 1 check (length > 0),
  width numeric(12, 4) not null default 1 check (width > 0),
  height numeric(12, 4) not null default 1 check (height > 0),
  primary key (inventory_id, uom_id),
  foreign key (client_id, inventory_id) references inventories (client_id, id) on delete cascade,
  check (not is_base or qty_per_base = 1)
);
create unique index inventory_uoms_one_base on inventory_uoms (inventory_id) where is_base;
call guard_by_client('inventory_uoms', 'select, insert, update, delete');

create table kit_components (
  client_id int not null references clients (id),
  kit_id int not null,
  item_id int not null,
  quantity int not null check (quantity > 0),
  primary key (kit_id, item_id),
  foreign key (client_id, kit_id) references inventories (client_id, id),
  foreign key (client_id, item_id) references inventories (client_id, id)
);
create index kit_components_by_item on kit_components (item_id);
call guard_by_client('kit_components', 'select, insert, update, delete');

--------------------------------------------------------------------------------------------------- bins and plates
create table locations (
  id int generated always as identity primary key,
  location text not null check (location <> ''),
  type text not null default 'S' check (type in ('P', 'S')),
  billing_category text not null default '',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index locations_location_key on locations (lower(location));
create index locations_by_category on locations (lower(billing_category), id);
create index locations_by_created on locations (created_at, id);
create index locations_by_text on locations using gin (lower(location) gin_trgm_ops);
grant select on locations to app_client;
grant select, insert, update, delete on locations to app_staff;

create table licenses (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  license text not null check (license <> ''),
  uom_id int not null references uoms (id),
  length numeric(12, 4) not null default 1 check (length > 0),
  width numeric(12, 4) not null default 1 check (width > 0),
  height numeric(12, 4) not null default 1 check (height > 0),
  weight numeric(12, 4) not null default 1 check (weight > 0),
  location_id int references locations (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id)
);
create unique index licenses_license_key on licenses (lower(license));
create index licenses_by_location on licenses (location_id);
create index licenses_by_created on licenses (created_at, id);
create index licenses_by_client on licenses (client_id, lower(license));
create index licenses_by_text on licenses using gin (lower(license) gin_trgm_ops);
call guard_by_client('licenses', 'select');

-- Where a plate has been, newest first; the last row is where it is.
create table license_locations (
  id bigint generated always as identity primary key,
  client_id int not null references clients (id),
  license_id int not null,
  location_id int not null references locations (id),
  user_name text not null,
  at timestamptz(3) not null default now(),
  foreign key (client_id, license_id) references licenses (client_id, id) on delete cascade
);
create index license_locations_by_license on license_locations (license_id, id desc);
create index license_locations_by_location on license_locations (location_id);
call guard_by_client('license_locations', 'select');

create table lots (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  inventory_id int not null,
  lot_number text not null check (lot_number <> ''),
  expire_date date,
  created_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, inventory_id) references inventories (client_id, id)
);
create unique index lots_number_key on lots (inventory_id, lower(lot_number));
call guard_by_client('lots', 'select');

------------------------------------------------------------------------------------------------------------- stock
-- What an item has in all. Apart from the item, so that lists sort by it and a movement touches a narrow row.
create table item_totals (
  inventory_id int primary key,
  client_id int not null references clients (id),
  in_stock int not null default 0,
  reserved int not null default 0,
  quarantined int not null default 0 check (quarantined >= 0),
  available int not null generated always as (in_stock - reserved) stored,
  foreign key (client_id, inventory_id) references inventories (client_id, id) on delete cascade,
  constraint item_totals_promised check (reserved >= 0 and reserved <= in_stock)
) with (fillfactor = 70);
create index item_totals_by_stock on item_totals (client_id, in_stock, inventory_id);
create index item_totals_by_reserved on item_totals (client_id, reserved, inventory_id);
create index item_totals_by_available on item_totals (client_id, available, inventory_id);
call guard_by_client('item_totals', 'select, insert');

create function total_of_item() returns trigger language plpgsql as $$
begin
  if new.type = 'Item' then
    insert into item_totals (inventory_id, client_id) values (new.id, new.client_id);
  end if;
  return null;
end $$;
create trigger inventories_total after insert on inventories for each row execute function total_of_item();

-- One row per item, plate, lot and state; no plate and no lot are values of their own.
create table stock_rows (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  inventory_id int not null,
  license_id int,
  lot_id int,
  quarantine boolean not null default false,
  quantity int not null constraint stock_rows_not_negative check (quantity >= 0),
  since timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, inventory_id) references inventories (client_id, id),
  foreign key (client_id, license_id) references licenses (client_id, id),
  foreign key (client_id, lot_id) references lots (client_id, id)
) with (fillfactor = 70);
create unique index stock_rows_key on stock_rows (inventory_id, license_id, lot_id, quarantine) nulls not distinct;
create index stock_rows_by_license on stock_rows (license_id) where license_id is not null;
create index stock_rows_by_lot on stock_rows (lot_id) where lot_id is not null;
call guard_by_client('stock_rows', 'select');

-- The ledger. Nothing is ever changed or taken away, by anybody: the application's roles may only add.
create table movements (
  id bigint generated always as identity primary key,
  client_id int not null references clients (id),
  inventory_id int not null,
  license_id int,
  lot_id int,
  quarantine boolean not null,
  quantity int not null check (quantity <> 0),
  row_balance int not null check (row_balance >= 0),
  item_balance int not null check (item_balance >= 0),
  kind text not null check (kind in ('receive', 'ship', 'adjust', 'dispose', 'move', 'convert', 'break', 'count', 'reverse')),
  reference text not null default '',
  cause text not null default '',
  user_id int,
  user_name text not null,
  at timestamptz(6) not null,
  foreign key (client_id, inventory_id) references inventories (client_id, id),
  foreign key (client_id, license_id) references licenses (client_id, id),
  foreign key (client_id, lot_id) references lots (client_id, id)
);
-- Within an item the moment never runs backwards, so this is also the order of the ids.
create index movements_by_item on movements (inventory_id, at desc, id desc);
create index movements_by_license on movements (license_id) where license_id is not null;
create index movements_by_lot on movements (lot_id) where lot_id is not null;
alter table movements enable row level security;
create policy own_client on movements to app_client using (client_id = nullif(current_setting('app.client_id', true), '')::int);
create policy all_clients on movements to app_staff using (true);
grant select on movements to app_client;
grant select, insert on movements to app_staff;
