-- Shipments that a person hands over the way a marketplace wants it, written before the marketplace is asked.
create table channel_fulfilments (
  id int generated always as identity primary key,
  client_id int not null,
  integration_id int not null,
  shipment_id int not null,
  order_id int not null,
  method text not null,
  provider text not null,
  is_own_carrier boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  -- It was sent and no answer is written: what is there is looked up first.
  is_unknown boolean not null default false,
  -- Which lines and units of the shop's order it has.
  lines jsonb not null default '[]',
  external_id text not null default '',
  tracking_number text not null default '',
  problem text not null default '',
  attempts int not null default 0,
  user_name text not null,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  unique (client_id, id),
  foreign key (client_id, integration_id) references integrations (client_id, id) on delete cascade
);
create unique index channel_fulfilments_key on channel_fulfilments (integration_id, shipment_id);
create index channel_fulfilments_by_shipment on channel_fulfilments (client_id, shipment_id);
create index channel_fulfilments_by_order on channel_fulfilments (client_id, order_id);
call guard_by_client('channel_fulfilments', 'select');

-- The marketplace's documents of such a shipment, kept as files.
create table channel_documents (
  id int generated always as identity primary key,
  client_id int not null,
  fulfilment_id int not null,
  kind text not null,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'refused')),
  -- What the marketplace calls a document that it is drawing.
  ticket text not null default '',
  path text not null default '',
  size int not null default 0,
  problem text not null default '',
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  foreign key (client_id, fulfilment_id) references channel_fulfilments (client_id, id) on delete cascade
);
create unique index channel_documents_key on channel_documents (fulfilment_id, kind);
create index channel_documents_by_client on channel_documents (client_id, fulfilment_id);
create index channel_documents_by_path on channel_documents (path) where path <> '';
call guard_by_client('channel_documents', 'select');
