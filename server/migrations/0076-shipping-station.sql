-- Shipments at the shipping station, written before the station is asked (docs/decisions/0092). One row per shipment.
create table station_orders (
  id int generated always as identity primary key,
  client_id int not null,
  shipment_id int not null,
  -- The name of the partner, as it is declared.
  partner text not null,
  -- Ours: the station keeps one order for it, however often it is sent. After the order was taken away there is another.
  order_key text not null unique,
  number text not null,
  -- wanted: to be sent, or sent and not answered · pushed: the station has it · refused: it never took it · removing: to be
  -- taken away, or asked for and not answered · removed.
  state text not null check (state in ('wanted', 'pushed', 'refused', 'removing', 'removed')),
  -- The station's id; empty while nobody knows it.
  external_id text not null default '',
  problem text not null default '',
  -- What was bought there, as it was last read.
  labels jsonb not null default '[]',
  attempts int not null default 0,
  -- When the station was last asked to do what is wanted.
  tried_at timestamptz(3) not null default now(),
  pushed_at timestamptz(3),
  pulled_at timestamptz(3),
  user_name text not null,
  created_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, shipment_id) references shipments (client_id, id)
);
create unique index station_orders_key on station_orders (client_id, shipment_id);
create index station_orders_due on station_orders (tried_at) where state in ('wanted', 'removing');
call guard_by_client('station_orders', '');
