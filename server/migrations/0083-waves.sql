-- Carts and totes, and waves: outbound shipments that are picked together (docs/decisions/0098). What is to be picked is
-- in `allocations`, what was picked in `fulfillments`: a wave has no list of its own.

create table carts (
  id int generated always as identity primary key,
  cart text not null check (cart <> ''),
  totes int not null check (totes > 0),
  max_weight double precision not null default 0 check (max_weight >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index carts_cart_key on carts (lower(cart));
create index carts_by_created on carts (created_at, id);
alter table carts enable row level security;
create policy all_carts on carts to app_staff using (true);
grant select, insert, update, delete on carts to app_staff;

create table totes (
  id int generated always as identity primary key,
  tote text not null check (tote <> ''),
  note text not null default '',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index totes_tote_key on totes (lower(tote));
create index totes_by_created on totes (created_at, id);
alter table totes enable row level security;
create policy all_totes on totes to app_staff using (true);
grant select, insert, update, delete on totes to app_staff;

create table waves (
  id int generated always as identity primary key,
  state text not null default 'picking' check (state in ('picking', 'done', 'void')),
  cart_id int not null references carts (id),
  assignee_id int references users (id),
  user_name text not null,
  -- As they were computed when it started.
  metres int not null check (metres >= 0),
  minutes int not null check (minutes >= 0),
  alone_metres int not null check (alone_metres >= 0),
  alone_minutes int not null check (alone_minutes >= 0),
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  constraint waves_end check ((state = 'picking') = (ended_at is null))
);
create index waves_by_state on waves (state, id);
create index waves_by_created on waves (created_at, id);
create index waves_by_assignee on waves (assignee_id) where assignee_id is not null;
create index waves_by_cart on waves (cart_id);
-- The safety net below every command: a cart has one wave at a time.
create unique index waves_cart_key on waves (cart_id) where state = 'picking';
alter table waves enable row level security;
create policy all_waves on waves to app_staff using (true);
grant select, insert, update on waves to app_staff;

create table wave_shipments (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  wave_id int not null references waves (id),
  shipment_id int not null,
  tote_id int not null references totes (id),
  -- Its place on the cart, from 1.
  position int not null check (position > 0),
  -- Units of its lines: when somebody changes them elsewhere, it leaves the wave.
  units int not null check (units > 0),
  is_open boolean not null default true,
  -- The tote is in use, until the shipment is finished or void.
  holds_tote boolean not null default true,
  -- A message key: why it is no longer part of the wave; empty while it is, and when it was picked.
  left_because text not null default '',
  foreign key (client_id, shipment_id) references shipments (client_id, id)
);
create index wave_shipments_by_wave on wave_shipments (wave_id, position);
create index wave_shipments_by_shipment on wave_shipments (shipment_id, id);
create index wave_shipments_by_tote on wave_shipments (tote_id, id);
-- A shipment is in one wave at a time, a tote holds one shipment.
create unique index wave_shipments_key on wave_shipments (shipment_id) where is_open;
create unique index wave_shipments_tote_key on wave_shipments (tote_id) where holds_tote;
call guard_by_client('wave_shipments', '');

create table wave_shorts (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  wave_id int not null references waves (id),
  shipment_id int not null,
  shipment_line_id int not null,
  inventory_id int not null,
  location text not null default '',
  quantity int not null check (quantity > 0),
  why text not null check (why in ('missing', 'damaged', 'expired', 'other')),
  note text not null default '',
  user_name text not null,
  at timestamptz(3) not null default now(),
  foreign key (client_id, shipment_id) references shipments (client_id, id),
  foreign key (client_id, shipment_line_id) references shipment_lines (client_id, id),
  foreign key (client_id, inventory_id) references inventories (client_id, id)
);
create index wave_shorts_by_wave on wave_shorts (wave_id, id);
create index wave_shorts_by_line on wave_shorts (shipment_line_id);
call guard_by_client('wave_shorts', '');
