-- Labels of carriers, each bought once (docs/decisions/0090).

-- Which of the services on offer is bought for a courier.
alter table couriers
  add column label_rule text not null default 'service' check (label_rule in ('service', 'cheapest', 'cheapest_in_time'));

-- Prices that were answered for the parcels of a shipment. A purchase is made at one of them only.
create table label_quotes (
  id int generated always as identity primary key,
  client_id int not null,
  shipment_id int not null,
  -- What callers name it by.
  object_id text not null unique,
  courier_id int not null,
  carrier_id text not null,
  carrier text not null,
  service_code text not null,
  service text not null,
  cost numeric(15, 4) not null check (cost >= 0),
  currency text not null,
  days int,
  arrives_on date,
  arrive_by date,
  -- A row per parcel: its carton, the partner's rate, its cost.
  parcels jsonb not null,
  -- Of the address, the terms and the cartons that the price was asked for: another one makes it void.
  basis bytea not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  foreign key (client_id, shipment_id) references shipments (client_id, id)
);
create index label_quotes_by_shipment on label_quotes (client_id, shipment_id);
create index label_quotes_by_age on label_quotes (created_at);
call guard_by_client('label_quotes', '');

-- A label, written before it is bought.
create table labels (
  id int generated always as identity primary key,
  client_id int not null,
  shipment_id int not null,
  -- The number of the carton; of a parcel without one, its place among them.
  carton text not null check (carton <> ''),
  own_number text not null default '',
  state text not null default 'asked' check (state in ('asked', 'bought', 'refused', 'voiding', 'voided')),
  quote_id text not null,
  rate_id text not null,
  -- The partner's id of the purchase; empty until it is known.
  object_id text not null default '',
  carrier_id text not null,
  carrier text not null,
  service text not null,
  cost numeric(15, 4) not null check (cost >= 0),
  currency text not null,
  format text not null check (format in ('pdf', 'zpl')),
  tracking_number text not null default '',
  tracking_url text not null default '',
  -- The label itself, in the file storage.
  path text not null default '',
  problem text not null default '',
  -- Something was sent and nobody knows whether it was done.
  is_unknown boolean not null default false,
  -- The carrier did not give the money back: it counts again, beside another label of the carton.
  void_refused boolean not null default false,
  -- How often it was sent, and how often the partner was asked since what became of it; when it is next asked.
  attempts int not null default 0,
  looks int not null default 0,
  sent_at timestamptz(3),
  due_at timestamptz(3),
  printed_at timestamptz(3),
  tracking_status text not null default 'unknown'
    check (tracking_status in ('unknown', 'pre_transit', 'transit', 'delivered', 'returned', 'failure')),
  tracking jsonb not null default '[]',
  track_at timestamptz(3),
  arrive_by date,
  user_id int not null,
  user_name text not null,
  created_at timestamptz(3) not null default now(),
  bought_at timestamptz(3),
  voided_at timestamptz(3),
  unique (client_id, id),
  foreign key (client_id, shipment_id) references shipments (client_id, id)
);
-- The safety net below every command: a carton has one label that counts.
create unique index labels_once on labels (client_id, shipment_id, carton) where state in ('asked', 'bought') and not void_refused;
create index labels_by_shipment on labels (client_id, shipment_id, id);
create index labels_due on labels (due_at) where due_at is not null;
create index labels_to_track on labels (track_at) where track_at is not null;
create index labels_void_refused on labels (id) where void_refused;
create index labels_asked on labels (id) where state = 'asked';
create index labels_late on labels (arrive_by) where state = 'bought' and tracking_status not in ('delivered', 'returned');
create index labels_returned on labels (id) where tracking_status = 'returned';
create index labels_by_path on labels (path) where path <> '';
call guard_by_client('labels', '');

-- Labels for many shipments, bought one after the other by a job.
create table label_batches (
  id int generated always as identity primary key,
  user_id int not null,
  user_name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done')),
  only_missing boolean not null default true,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create index label_batches_by_age on label_batches (created_at);
alter table label_batches enable row level security;
create policy all_clients on label_batches to app_staff using (true);
grant select, insert, update, delete on label_batches to app_staff;

create table label_batch_shipments (
  id int generated always as identity primary key,
  client_id int not null,
  batch_id int not null references label_batches (id) on delete cascade,
  shipment_id int not null,
  state text not null default 'waiting' check (state in ('waiting', 'bought', 'failed', 'skipped')),
  labels int not null default 0,
  problem text not null default '',
  foreign key (client_id, shipment_id) references shipments (client_id, id)
);
create unique index label_batch_shipments_key on label_batch_shipments (batch_id, shipment_id);
create index label_batch_shipments_by_shipment on label_batch_shipments (client_id, shipment_id);
call guard_by_client('label_batch_shipments', '');

-- What the printer of a user takes.
create table label_formats (
  user_id int primary key references users (id) on delete cascade,
  format text not null check (format in ('pdf', 'zpl'))
);
alter table label_formats enable row level security;
create policy all_users on label_formats to app_staff using (true);
grant select, insert, update, delete on label_formats to app_staff;
