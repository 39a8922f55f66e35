-- Serial numbers kept in buckets, and counting without stopping work.

----------------------------------------------------------------------------------------------------------- serials
-- Units that are received, moved and shipped together, each by its own number. In stock, all of it is on one stock row.
create table serial_buckets (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  inventory_id int not null,
  lead text not null check (lead <> ''),
  increment int not null default 1 check (increment > 0),
  units int not null check (units > 0),
  state text not null default 'created' check (state in ('created', 'in_stock', 'quarantined', 'shipped', 'disposed')),
  -- From its first receipt on, whatever became of it.
  used boolean not null default false,
  stock_row_id int,
  split_from int,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id),
  unique (client_id, inventory_id, id),
  foreign key (client_id, inventory_id) references inventories (client_id, id),
  foreign key (client_id, stock_row_id) references stock_rows (client_id, id),
  foreign key (client_id, split_from) references serial_buckets (client_id, id),
  constraint serial_buckets_on_one_row check ((state in ('in_stock', 'quarantined')) = (stock_row_id is not null)),
  constraint serial_buckets_used check (used or state = 'created')
);
create index serial_buckets_by_created on serial_buckets (created_at, id);
create index serial_buckets_by_lead on serial_buckets (lower(lead), id);
create index serial_buckets_by_client on serial_buckets (client_id, created_at, id);
create index serial_buckets_by_item on serial_buckets (inventory_id, state);
create index serial_buckets_by_row on serial_buckets (stock_row_id) where stock_row_id is not null;
call guard_by_client('serial_buckets', 'select');

create table serials (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  inventory_id int not null,
  bucket_id int not null,
  serial text not null check (serial <> ''),
  foreign key (client_id, inventory_id, bucket_id) references serial_buckets (client_id, inventory_id, id) on delete cascade
);
create unique index serials_serial_key on serials (inventory_id, lower(serial));
create index serials_by_bucket on serials (bucket_id, id);
create index serials_by_text on serials using gin (lower(serial) gin_trgm_ops);
call guard_by_client('serials', 'select');

-- Which bucket a movement took along, so that a serial's way can be told.
alter table movements add column bucket_id int;
alter table movements add foreign key (client_id, bucket_id) references serial_buckets (client_id, id);
create index movements_by_bucket on movements (bucket_id) where bucket_id is not null;
-- Few movements are receipts, and they are what a chart of stock is explained by.
create index movements_by_receipt on movements (inventory_id, at desc) where kind = 'receive' and not quarantine and reference <> '';
-- The last movement of each place before a moment, however long the history. As a number, so that the planner walks the
-- index over both states instead of sorting them.
create index movements_by_place on movements (inventory_id, coalesce(license_id, 0), coalesce(lot_id, 0), (quarantine::int), at desc, id desc);

-- Client users save items, and so wait for what is posted to them; what an item has in all is not theirs to change.
create function guarded.hold_item(held int) returns void
language sql security definer set search_path = public, pg_temp as $$
  select from item_totals
  where inventory_id = held
    and (current_setting('role') = 'app_staff' or client_id = nullif(current_setting('app.client_id', true), '')::int)
  for no key update
$$;
alter function guarded.hold_item(int) owner to app_staff;
revoke all on function guarded.hold_item(int) from public;
grant execute on function guarded.hold_item(int) to app_client, app_staff;

------------------------------------------------------------------------------------------------------------ counts
-- A count sheet: what stood where when it was made, what people found and when, and what was made of it.
create table counts (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  name text not null default '',
  state text not null default 'open' check (state in ('open', 'posting', 'posted', 'cancelled')),
  -- The moment its quantities are of.
  sheet_at timestamptz(6) not null,
  recount_of int,
  user_id int not null,
  user_name text not null,
  posted_by text not null default '',
  posted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, recount_of) references counts (client_id, id)
);
create index counts_by_created on counts (created_at, id);
create index counts_by_client on counts (client_id, created_at, id);
call guard_by_client('counts', '');

create table count_lines (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  count_id int not null,
  inventory_id int not null,
  license_id int,
  lot_id int,
  quarantine boolean not null default false,
  -- What the sheet says; nothing for a line that people added because they found goods there.
  expected int check (expected >= 0),
  counted int check (counted >= 0),
  counted_at timestamptz(6),
  uploaded_at timestamptz(6),
  -- What was made of it when the count was posted.
  outcome text check (outcome in ('posted', 'same', 'recount', 'refused')),
  variance int,
  problem text not null default '',
  foreign key (client_id, count_id) references counts (client_id, id) on delete cascade,
  foreign key (client_id, inventory_id) references inventories (client_id, id),
  foreign key (client_id, license_id) references licenses (client_id, id),
  foreign key (client_id, lot_id) references lots (client_id, id),
  check ((counted is null) = (uploaded_at is null)),
  check (counted is not null or counted_at is null)
);
create unique index count_lines_key on count_lines (count_id, inventory_id, license_id, lot_id, quarantine) nulls not distinct;
create index count_lines_by_item on count_lines (inventory_id);
create index count_lines_by_license on count_lines (license_id) where license_id is not null;
create index count_lines_by_lot on count_lines (lot_id) where lot_id is not null;
call guard_by_client('count_lines', '');

-------------------------------------------------------------------------------------------------------- operations
-- The jobs that failed are found among the many that did not.
create index job_runs_by_state on job_runs (state, id desc);
