-- Freight that is booked for shipments, written before the provider is asked (docs/decisions/0093). A row for each attempt.
create table freight_bookings (
  id int generated always as identity primary key,
  client_id int not null,
  shipment_id int not null,
  -- The name of the partner, as it is declared.
  partner text not null,
  -- Ours: the provider answers the first booking again.
  booking_key text not null unique,
  -- wanted: being booked, or the answer was lost · refused: never booked · the rest in the provider's words.
  state text not null check (state in ('wanted', 'refused', 'SUBMITTED', 'CONFIRMED', 'REJECTED', 'CANCELLED')),
  -- The provider's id; empty until it is known.
  external_id text not null default '',
  -- What is sent, the same with every repetition; and what a person chose of it.
  document jsonb not null,
  chosen jsonb not null,
  problem text not null default '',
  attempts int not null default 0,
  -- When the provider was last asked.
  tried_at timestamptz(3) not null default now(),
  booked_at timestamptz(3),
  read_at timestamptz(3),
  decided_at timestamptz(3),
  user_name text not null,
  created_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, shipment_id) references shipments (client_id, id)
);
-- Only one that is not over: two people who press at once book once.
create unique index freight_bookings_live on freight_bookings (client_id, shipment_id) where state in ('wanted', 'SUBMITTED', 'CONFIRMED');
create index freight_bookings_by_shipment on freight_bookings (client_id, shipment_id, id);
create index freight_bookings_by_external_id on freight_bookings (external_id) where external_id <> '';
create index freight_bookings_due on freight_bookings (tried_at) where state in ('wanted', 'SUBMITTED', 'CONFIRMED');
call guard_by_client('freight_bookings', '');
