-- Orders of all four types with their lines, and the shipments that carry them out.

------------------------------------------------------------------------------------------------------------ orders
create table orders (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  type text not null check (type in ('Customer Order', 'Vendor Order', 'Customer Return', 'Vendor Return')),
  status text not null default 'Open' check (status in ('Open', 'Processed', 'Finished', 'Cancelled')),
  -- A processed order with units left to ship.
  has_bo boolean not null default false,
  reference text not null check (reference <> ''),
  po text not null default '',
  relation_id int not null,
  -- Copies, in the shape of the contract: a later edit of the relation changes no order. The ids say which address of
  -- the relation was copied, as long as it was copied unchanged; the address itself may be deleted.
  shipping_address_id int,
  shipping_address jsonb not null check (jsonb_typeof(shipping_address) = 'object'),
  billing_address_id int,
  billing_address jsonb not null check (jsonb_typeof(billing_address) = 'object'),
  tax_rate numeric(6, 5) not null default 0 check (tax_rate between 0 and 1),
  payment_term text not null default 'NA',
  source text not null default 'Manual',
  source_id text not null default '',
  source_key text not null default '',
  api_credential_id int,
  web_origin boolean not null default false,
  shipping_api text not null default 'Manual',
  courier_id int not null references couriers (id),
  shipping_payment text not null default 'prepaid' check (shipping_payment in ('prepaid', 'collect', 'third')),
  collect_account text not null default '',
  collect_country_code text not null default '',
  collect_zip_code text not null default '',
  note text not null default '',
  print_note text not null default '',
  -- The file that an import read it from: the same file imported again makes no second order.
  import_digest bytea,
  search_text text not null generated always as (lower(reference || E'\n' || po)) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, relation_id) references relations (client_id, id),
  constraint orders_back_order check (not has_bo or status = 'Processed')
) with (fillfactor = 90);
-- One index per order a list can be shown in. With one status the second of each pair is read in order.
create index orders_by_update on orders (client_id, type, updated_at, id);
create index orders_by_status on orders (client_id, type, status, updated_at, id);
create index orders_by_created on orders (client_id, type, created_at, id);
create index orders_by_reference on orders (client_id, type, lower(reference), id);
create index orders_by_po on orders (client_id, type, lower(po), id);
create index orders_by_text on orders using gin (client_id, search_text gin_trgm_ops);
create index orders_by_relation on orders (client_id, relation_id);
create index orders_by_courier on orders (courier_id);
create index orders_by_term on orders (lower(payment_term)) where payment_term <> 'NA';
-- What still needs work, for dashboards: a small part of all orders.
create index orders_unfinished on orders (client_id, type, id) include (status, has_bo) where status in ('Open', 'Processed');
create unique index orders_import_key on orders (client_id, type, lower(reference), import_digest) where import_digest is not null;
create unique index orders_source_key on orders (api_credential_id, source_id) where api_credential_id is not null;
create trigger orders_courier_of_client before insert or update of courier_id, client_id on orders
  for each row execute function courier_of_client();
call guard_by_client('orders', 'select, insert, update');
-- The id is taken before the order is written, so that its lines and its history are sent in the same batch.
grant usage on sequence orders_id_seq to app_client, app_staff;

create table order_lines (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  order_id int not null,
  inventory_id int not null,
  sku text not null,
  name text not null,
  upc text not null default '',
  uom text not null default '',
  price numeric(15, 4) not null default 0 check (price >= 0),
  -- What dividing a kit's price into prices per unit leaves over; part of the line's amount.
  remainder numeric(15, 4) not null default 0 check (remainder >= 0),
  quantity int not null check (quantity >= 0),
  -- In shipments that are not voided, and given up by cancelling a back-order; the rest is left to ship.
  processed_qty int not null default 0 check (processed_qty >= 0),
  cancelled_qty int not null default 0 check (cancelled_qty >= 0),
  leftover int not null generated always as (quantity - processed_qty - cancelled_qty) stored,
  comment text not null default '' check (length(comment) <= 255),
  source text not null default 'Web',
  source_id text not null default '',
  kit_id int,
  kit_sku text not null default '',
  kit_name text not null default '',
  kit_quantity int not null default 0 check (kit_quantity >= 0),
  kit_price numeric(15, 4) not null default 0 check (kit_price >= 0),
  unique (client_id, id),
  foreign key (client_id, order_id) references orders (client_id, id),
  foreign key (client_id, inventory_id) references inventories (client_id, id),
  foreign key (client_id, kit_id) references inventories (client_id, id),
  constraint order_lines_processed check (processed_qty + cancelled_qty <= quantity)
) with (fillfactor = 90);
create index order_lines_by_order on order_lines (order_id, id);
create index order_lines_by_item on order_lines (inventory_id);
create index order_lines_left on order_lines (inventory_id, order_id) where quantity > processed_qty + cancelled_qty;
call guard_by_client('order_lines', 'select, insert, update, delete');

--------------------------------------------------------------------------------------------------------- shipments
create table shipments (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  order_id int not null,
  direction text not null check (direction in ('inbound', 'outbound')),
  status text not null default 'In Warehouse' check (status in ('In Warehouse', 'Ready', 'Finished')),
  -- A voided shipment keeps its row and its number; nothing counts it.
  voided_at timestamptz(3),
  ship_date date not null,
  cancel_date date not null,
  finished_date timestamptz(3),
  -- Gapless per client; the number as printed, with the client's prefix of that moment.
  pt_sequence int not null,
  pt_number text not null,
  print_count int not null default 0 check (print_count >= 0),
  packed boolean not null default false,
  billed boolean not null default false,
  carton_count int not null default 0 check (carton_count >= 0),
  attr_1 text not null default '',
  waybill text not null default '',
  cost numeric(15, 4) not null default 0 check (cost >= 0),
  tracking_status text not null default '',
  shipping_api text not null default 'Manual',
  courier_id int not null references couriers (id),
  payment_method text not null default 'prepaid' check (payment_method in ('prepaid', 'collect', 'third')),
  courier_account text not null default '',
  billing_zip text not null default '',
  billing_country_code text not null default '',
  shipping_addr jsonb not null check (jsonb_typeof(shipping_addr) = 'object'),
  billing_addr jsonb not null check (jsonb_typeof(billing_addr) = 'object'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, order_id) references orders (client_id, id),
  check ((status = 'Finished') = (finished_date is not null))
) with (fillfactor = 90);
create unique index shipments_pt_key on shipments (client_id, pt_sequence);
create index shipments_by_order on shipments (order_id, id);
create index shipments_by_created on shipments (direction, created_at, id) where voided_at is null;
create index shipments_by_client on shipments (client_id, direction, created_at, id) where voided_at is null;
create index shipments_by_ship_date on shipments (direction, ship_date, id) where voided_at is null;
create index shipments_by_courier on shipments (courier_id);
create index shipments_unfinished on shipments (direction, ship_date, client_id) where status <> 'Finished' and voided_at is null;
create trigger shipments_courier_of_client before insert or update of courier_id, client_id on shipments
  for each row execute function courier_of_client();
-- Client users ship their own orders; what the warehouse does to a shipment afterwards is not theirs.
call guard_by_client('shipments', 'select, insert');

create table shipment_lines (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  shipment_id int not null,
  order_line_id int not null,
  inventory_id int not null,
  quantity int not null check (quantity >= 0),
  fulfilled int not null default 0 check (fulfilled >= 0),
  -- The part of what was received that went to quarantine.
  quarantined int not null default 0 check (quarantined >= 0 and quarantined <= fulfilled),
  unique (client_id, id),
  foreign key (client_id, shipment_id) references shipments (client_id, id),
  foreign key (client_id, order_line_id) references order_lines (client_id, id),
  foreign key (client_id, inventory_id) references inventories (client_id, id),
  constraint shipment_lines_fulfilled check (fulfilled <= quantity)
) with (fillfactor = 90);
create index shipment_lines_by_shipment on shipment_lines (shipment_id, id);
create index shipment_lines_by_order_line on shipment_lines (order_line_id);
create index shipment_lines_open on shipment_lines (inventory_id) where fulfilled < quantity;
call guard_by_client('shipment_lines', 'select, insert');

-- One row per place that units of a line were taken from or put to; its movement in the ledger names the shipment.
create table fulfillments (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  shipment_id int not null,
  shipment_line_id int not null,
  inventory_id int not null,
  license_id int,
  lot_id int,
  bucket_id int,
  quantity int not null check (quantity > 0),
  quarantine boolean not null default false,
  reason text not null default '',
  reference text not null default '',
  user_name text not null,
  created_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, shipment_id) references shipments (client_id, id),
  foreign key (client_id, shipment_line_id) references shipment_lines (client_id, id),
  foreign key (client_id, inventory_id) references inventories (client_id, id),
  foreign key (client_id, license_id) references licenses (client_id, id),
  foreign key (client_id, lot_id) references lots (client_id, id),
  foreign key (client_id, bucket_id) references serial_buckets (client_id, id)
);
create index fulfillments_by_line on fulfillments (shipment_line_id, id);
create index fulfillments_by_shipment on fulfillments (shipment_id, id);
create index fulfillments_by_license on fulfillments (license_id) where license_id is not null;
call guard_by_client('fulfillments', 'select');

-- What happened to a shipment, day by day; shown to client users.
create table tracking_entries (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  shipment_id int not null,
  status text not null check (status <> ''),
  day date not null,
  comments text not null default '',
  created_at timestamptz(3) not null default now(),
  foreign key (client_id, shipment_id) references shipments (client_id, id)
);
create index tracking_entries_by_shipment on tracking_entries (shipment_id, id);
call guard_by_client('tracking_entries', 'select, insert');

-- Fragments of a reference or PO, as for relations: under a client's policy the trigram index cannot be used.
create function guarded.find_orders(of_client int, fragment text) returns setof int
language sql stable security definer set search_path = public, pg_temp as $$
  select id from orders
  where client_id = of_client and search_text like '%' || fragment || '%'
    and (current_setting('role') = 'app_staff' or of_client = nullif(current_setting('app.client_id', true), '')::int)
$$;
alter function guarded.find_orders(int, text) owner to app_staff;
revoke all on function guarded.find_orders(int, text) from public;
grant execute on function guarded.find_orders(int, text) to app_client, app_staff;

-- The next picking ticket number of a client, taken at the end of the transaction that creates the shipment: the row
-- stays locked until its commit, so that no number is skipped or given twice. Client users ship too, but may not
-- change the client otherwise.
create function guarded.take_picking_number(of_client int) returns int
language sql volatile security definer set search_path = public, pg_temp as $$
  update clients set next_picking_num = next_picking_num + 1
  where id = of_client
    and (current_setting('role') = 'app_staff' or of_client = nullif(current_setting('app.client_id', true), '')::int)
  returning next_picking_num - 1
$$;
alter function guarded.take_picking_number(int) owner to app_staff;
revoke all on function guarded.take_picking_number(int) from public;
grant execute on function guarded.take_picking_number(int) to app_client, app_staff;

-- Ids that are taken before the insert: a shipment, its lines and the reservations of the lines are one batch of writes.
grant usage on sequence shipments_id_seq, shipment_lines_id_seq to app_client, app_staff;
