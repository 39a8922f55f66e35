-- Billing: what can be charged, what each client pays for it from which day on, and the charges themselves.

create table billing_items (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null default '',
  uom text not null default '',
  rate numeric(15, 4) not null default 0 check (rate >= 0),
  is_active boolean not null default true,
  tax_code text not null default '',
  internal boolean not null default false,
  accounting_class text not null default '',
  report_breakdown boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index billing_items_name_key on billing_items (lower(name));
create index billing_items_by_text on billing_items using gin (lower(name) gin_trgm_ops);
alter table billing_items enable row level security;
create policy all_clients on billing_items to app_staff using (true);
grant select, insert, update on billing_items to app_staff;

create table billing_activities (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  name text not null check (name <> ''),
  charge text not null default 'Manual' check (charge in ('Manual', 'Inbound', 'Outbound', 'Count', 'Month-Begin', 'Month-End',
    'Week-Beg', 'Week-End', 'Daily-Cubic', 'Daily-Location', 'Shipping-Charge')),
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id)
);
create unique index billing_activities_name_key on billing_activities (client_id, lower(name));
create index billing_activities_by_name on billing_activities (lower(name), id);
create index billing_activities_by_created on billing_activities (created_at, id);
create index billing_activities_by_text on billing_activities using gin (lower(name) gin_trgm_ops);
call guard_by_client('billing_activities', '');

-- What an item costs in an activity, from a day on: the row of the latest day that is not later counts. A rate of 0 says
-- that the item is not in the activity from that day on. Rows are never removed, so that a day can be priced again.
create table billing_links (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  activity_id int not null,
  item_id int not null references billing_items (id),
  valid_from date not null,
  rate numeric(15, 4) not null check (rate >= 0),
  quantity numeric(15, 4) not null default 1 check (quantity >= 0),
  minimum_charge numeric(15, 4) not null default 0 check (minimum_charge >= 0),
  minimum_quantity numeric(15, 4) not null default 0 check (minimum_quantity >= 0),
  user_name text not null,
  created_at timestamptz(3) not null default now(),
  foreign key (client_id, activity_id) references billing_activities (client_id, id)
);
create unique index billing_links_day_key on billing_links (activity_id, item_id, valid_from);
create index billing_links_by_item on billing_links (item_id);
call guard_by_client('billing_links', '');

create table billing_entries (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  activity_id int not null,
  item_id int not null references billing_items (id),
  bill_date date not null,
  reference text not null check (reference <> ''),
  meta_name text not null,
  meta_uom text not null default '',
  price numeric(15, 4) not null check (price >= 0),
  -- Negative for the reversal of a charge in a closed period.
  quantity numeric(15, 4) not null check (quantity <> 0),
  amount numeric(17, 2) not null generated always as (round(price * quantity, 2)) stored,
  note text not null default '',
  billable_type text check (billable_type in ('shipment', 'count', 'snapshot')),
  billable_id int,
  -- How it was computed, in the contract's shape; null when a person entered it.
  how jsonb,
  created_by text not null,
  -- Changed by a person: a charge that is computed again leaves it as it is.
  touched boolean not null default false,
  -- A removed charge keeps its row, so that computing it again does not bring it back.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, activity_id) references billing_activities (client_id, id),
  check ((billable_type is null) = (billable_id is null))
);
create index billing_entries_by_date on billing_entries (bill_date, id) where deleted_at is null;
create index billing_entries_by_client on billing_entries (client_id, bill_date, id) where deleted_at is null;
create index billing_entries_by_billable on billing_entries (billable_type, billable_id) where billable_id is not null;
create index billing_entries_by_item on billing_entries (item_id);
call guard_by_client('billing_entries', '');
