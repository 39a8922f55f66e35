-- Connections of clients to their shops (docs/decisions/0083). `integrations` is what the API calls them.
create table integrations (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  -- The partner's code; partners are declared by the server, not here.
  type smallint not null check (type > 0),
  name text not null check (name <> ''),
  api_version text not null default '',
  -- Fields of the form that are no secret, by name.
  fields jsonb not null default '{}',
  -- All secrets of the connection, encrypted together; and when each was set, by name.
  secrets bytea not null,
  set_at jsonb not null default '{}',
  -- Tokens that the partner gave for a while, encrypted.
  token bytea,
  token_expires_at timestamptz(3),
  -- Verified: the partner accepted the credentials, and has not refused them since. The reason why not is for people.
  verified boolean not null default false,
  verified_at timestamptz(3),
  problem text not null default '',
  account text not null default '',
  store_time_zone text not null default 'America/New_York',
  create_new_item boolean not null default false,
  auto_process boolean not null default true,
  service_id text not null default '',
  service_loc_id text not null default '',
  is_inv_management boolean not null default false,
  synchronize boolean not null default true,
  sync_minutes smallint not null default 5 check (sync_minutes between 1 and 1440),
  report_shipments boolean not null default true,
  report_stock boolean not null default false,
  stock_reserve int not null default 0 check (stock_reserve between 0 and 999999),
  stock_share smallint not null default 100 check (stock_share between 0 and 100),
  -- The partner calls us at an address with a token, of which the hash is kept to find the connection; the token itself
  -- and the key of signatures are among the secrets.
  hook_hash bytea not null unique,
  -- Everything that changed before this moment has been read.
  synced_until timestamptz(3),
  next_sync_at timestamptz(3),
  -- Runs that failed one after the other: the next one waits longer.
  failures int not null default 0,
  succeeded_at timestamptz(3),
  -- Who made it, and is told when the partner revokes it. Without a foreign key: users belong to clients too.
  user_id int not null,
  user_name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id)
);
create index integrations_by_client on integrations (client_id, id);
create index integrations_due on integrations (next_sync_at) where synchronize and verified;
call guard_by_client('integrations', 'select (id, client_id, type, name, api_version, fields, set_at, verified, verified_at, problem, account,
  store_time_zone, create_new_item, auto_process, service_id, service_loc_id, is_inv_management, synchronize, sync_minutes,
  report_shipments, report_stock, stock_reserve, stock_share, synced_until, next_sync_at, failures, succeeded_at, user_name, created_at, updated_at)');

-- Reading the changes of a shop, by its schedule, a person, a webhook or a reference.
create table channel_runs (
  id int generated always as identity primary key,
  client_id int not null,
  integration_id int not null,
  started_by text not null check (started_by in ('schedule', 'person', 'webhook', 'reference')),
  user_name text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- The window of changes that it reads, where its next page begins, and how many orders the partner announced.
  since timestamptz(3),
  until timestamptz(3),
  cursor text,
  pages int not null default 0,
  total int,
  -- What became of the orders that were read.
  read int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  problem text not null default '',
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  foreign key (client_id, integration_id) references integrations (client_id, id) on delete cascade
);
create index channel_runs_by_integration on channel_runs (integration_id, id);
-- A connection is read by one run at a time; one more may wait.
create unique index channel_runs_open on channel_runs (integration_id, state) where state in ('waiting', 'running');
call guard_by_client('channel_runs', 'select');

-- Every order of a shop that was seen, once per connection, whether or not it became an order here.
create table channel_orders (
  id int generated always as identity primary key,
  client_id int not null,
  integration_id int not null,
  source_id text not null check (source_id <> ''),
  number text not null default '',
  customer text not null default '',
  -- waiting: something must be decided first (`problems`) · placed: it is an order here · changed: it changed at the shop
  -- after it was processed here, a person decides · ignored: there is nothing to ship.
  state text not null check (state in ('waiting', 'placed', 'changed', 'ignored')),
  raw_status text not null default '',
  order_id int,
  -- The order as the shop has it, in the form that all partners share, and what of it the order here has: which item each
  -- line is, in which quantity.
  document jsonb not null,
  applied jsonb not null default '[]',
  -- What must be decided: [{ reason, line }].
  problems jsonb not null default '[]',
  source_updated_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, integration_id) references integrations (client_id, id) on delete cascade
);
create unique index channel_orders_source_key on channel_orders (integration_id, source_id);
create index channel_orders_by_state on channel_orders (integration_id, state, id);
create index channel_orders_by_time on channel_orders (integration_id, created_at);
create index channel_orders_by_order on channel_orders (client_id, order_id) where order_id is not null;
call guard_by_client('channel_orders', 'select');

-- What happened to an order of a shop: received, changed, shipped, reported.
create table channel_order_steps (
  id bigint generated always as identity primary key,
  client_id int not null,
  channel_order_id int not null,
  step text not null check (step <> ''),
  detail text not null default '',
  created_at timestamptz(3) not null default now(),
  foreign key (client_id, channel_order_id) references channel_orders (client_id, id) on delete cascade
);
create index channel_order_steps_by_order on channel_order_steps (channel_order_id, id);
call guard_by_client('channel_order_steps', 'select');

-- SKUs of a shop that are called otherwise here.
create table channel_skus (
  id int generated always as identity primary key,
  client_id int not null,
  integration_id int not null,
  sku text not null check (sku <> ''),
  inventory_id int not null,
  created_at timestamptz(3) not null default now(),
  foreign key (client_id, integration_id) references integrations (client_id, id) on delete cascade,
  foreign key (client_id, inventory_id) references inventories (client_id, id)
);
create unique index channel_skus_key on channel_skus (integration_id, lower(sku));
create index channel_skus_by_item on channel_skus (client_id, inventory_id);
call guard_by_client('channel_skus', 'select');

-- Shipping methods that were seen in a shop, and the courier of each; null until somebody chooses one.
create table channel_couriers (
  id int generated always as identity primary key,
  client_id int not null,
  integration_id int not null,
  method text not null,
  courier_id int references couriers (id),
  created_at timestamptz(3) not null default now(),
  foreign key (client_id, integration_id) references integrations (client_id, id) on delete cascade
);
create trigger channel_couriers_courier_of_client before insert or update of courier_id, client_id on channel_couriers
  for each row execute function courier_of_client();
create unique index channel_couriers_key on channel_couriers (integration_id, lower(method));
create index channel_couriers_by_courier on channel_couriers (courier_id) where courier_id is not null;
call guard_by_client('channel_couriers', 'select');

-- What is to be told to a shop, written before it is sent: one row per shipment.
create table channel_reports (
  id int generated always as identity primary key,
  client_id int not null,
  integration_id int not null,
  shipment_id int not null,
  order_id int not null,
  -- What the shop should know of the shipment: that it was shipped, or that it was taken back.
  wanted text not null check (wanted in ('shipped', 'withdrawn')),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  -- It was sent and no answer came: what is there is looked up first.
  is_unknown boolean not null default false,
  external_id text not null default '',
  -- Which lines of the shop's order were shipped, in which quantity.
  lines jsonb not null default '[]',
  attempts int not null default 0,
  problem text not null default '',
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  foreign key (client_id, integration_id) references integrations (client_id, id) on delete cascade
);
create unique index channel_reports_key on channel_reports (integration_id, shipment_id);
create index channel_reports_open on channel_reports (integration_id, state) where state <> 'done';
create index channel_reports_by_order on channel_reports (client_id, order_id);
call guard_by_client('channel_reports', 'select');

-- The stock levels that a shop was last told.
create table channel_levels (
  integration_id int not null,
  client_id int not null,
  inventory_id int not null,
  sku text not null,
  level int not null,
  problem text not null default '',
  reported_at timestamptz(3) not null default now(),
  primary key (integration_id, sku),
  foreign key (client_id, integration_id) references integrations (client_id, id) on delete cascade
);
call guard_by_client('channel_levels', 'select');

-- A line for every call to a partner, for 90 days; never a secret.
create table channel_calls (
  id bigint generated always as identity primary key,
  client_id int not null,
  integration_id int not null,
  subject text not null,
  -- 0 when no answer came.
  status smallint not null,
  ms int not null,
  request_id text not null default '',
  problem text not null default '',
  created_at timestamptz(3) not null default now(),
  foreign key (client_id, integration_id) references integrations (client_id, id) on delete cascade
);
create index channel_calls_by_integration on channel_calls (integration_id, id);
create index channel_calls_by_age on channel_calls (created_at);
call guard_by_client('channel_calls', 'select');

-- Calls of partners to us that were accepted, so that one that is sent again is not worked off again.
create table channel_hook_calls (
  integration_id int not null,
  client_id int not null,
  key text not null,
  created_at timestamptz(3) not null default now(),
  primary key (integration_id, key),
  foreign key (client_id, integration_id) references integrations (client_id, id) on delete cascade
);
create index channel_hook_calls_by_age on channel_hook_calls (created_at);
call guard_by_client('channel_hook_calls', '');

-- How many calls are left, of whatever has a limit that all servers keep together.
create table call_allowances (
  name text primary key,
  -- Negative: so much of the future is given away already.
  calls double precision not null,
  counted_at timestamptz(3) not null default now(),
  -- The other side asked not to be called before.
  blocked_until timestamptz(3)
);
grant select, insert, update, delete on call_allowances to app_staff;

-- Whether the addresses of an order are those of the shop it came from, which nobody selects or edits here.
alter table orders add column has_source_address boolean not null default false;
