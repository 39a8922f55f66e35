-- Charges by the calendar and for counts, what could not be charged, months that are closed, and tasks that mail reports.

---------------------------------------------------------------------------------------------------------- snapshots
-- What a client had in stock at the end of a day, as it was charged. Sizes, units of measure, categories of locations and
-- units of plates are those of the moment it was taken; it is taken again only when somebody runs the day again.
create table billing_snapshots (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  day date not null,
  units bigint not null check (units >= 0),
  -- Of the items whose sizes are set, in cubic metres or cubic feet by the company's measure.
  volume numeric(20, 4) not null check (volume >= 0),
  measure text not null check (measure in ('metric', 'imperial')),
  -- Units on no plate, or on a plate without a location.
  unplaced bigint not null default 0 check (unplaced >= 0),
  -- [{id, sku, units, volume, uoms}]: the volume is of one unit, null when its sizes were never set; uoms are units by name.
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  -- [{id, location, category}] that held stock.
  places jsonb not null check (jsonb_typeof(places) = 'array'),
  -- [{id, license}]: plates of the unit Pallet that held stock.
  pallets jsonb not null check (jsonb_typeof(pallets) = 'array'),
  taken_at timestamptz(3) not null default now(),
  unique (client_id, id)
);
create unique index billing_snapshots_key on billing_snapshots (client_id, day);
create index billing_snapshots_by_day on billing_snapshots (day, client_id);
call guard_by_client('billing_snapshots', '');

-- What happened since the end of a day is taken off today's stock. The ledger only grows, so a small index finds it.
create index movements_by_moment on movements using brin (at) with (pages_per_range = 32);
create index license_locations_by_moment on license_locations using brin (at) with (pages_per_range = 32);

-- The last day that was charged. One row: whoever charges a day holds it, so that two servers never charge the same day at once.
create table billing_accrual (
  only_row boolean primary key default true check (only_row),
  through date
);
insert into billing_accrual default values;
alter table billing_accrual enable row level security;
create policy all_clients on billing_accrual to app_staff using (true);
grant select, update on billing_accrual to app_staff;

-- Runs of the accrual, for the people who watch over it.
create table billing_runs (
  id int generated always as identity primary key,
  cause text not null check (cause in ('nightly', 'person', 'command', 'unbilled')),
  -- Null: every client.
  client_ids int[],
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- The last day of it that is done; a run that was cut off continues after it.
  done_through date,
  added int not null default 0,
  changed int not null default 0,
  removed int not null default 0,
  -- Changed or removed by a person, or in a closed month: left as they are.
  kept int not null default 0,
  gaps int not null default 0,
  problem text not null default '',
  user_name text not null default '',
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  ended_at timestamptz(3)
);
create index billing_runs_unended on billing_runs (id) where state in ('waiting', 'running');
alter table billing_runs enable row level security;
create policy all_clients on billing_runs to app_staff using (true);
grant select, insert, update, delete on billing_runs to app_staff;

------------------------------------------------------------------------------------------------------------ entries
alter table billing_entries
  -- The day that the charge is for; later than it is the bill date of a charge whose month was closed already.
  add column charge_day date,
  -- Made by the accrual, which may replace it as long as nobody touched it.
  add column accrued boolean not null default false,
  -- The entry in a closed month that this one corrects or takes back.
  add column corrects int,
  add foreign key (client_id, corrects) references billing_entries (client_id, id);
-- Once per activity, item and cause, however often it is computed. A removed one keeps its place.
create unique index billing_entries_accrued_key on billing_entries (activity_id, item_id, billable_type, billable_id) where accrued;
create index billing_entries_by_correction on billing_entries (corrects) where corrects is not null;
create index billing_entries_by_activity on billing_entries (activity_id, item_id, bill_date) where deleted_at is null;

------------------------------------------------------------------------------------------------------------ periods
create table billing_periods (
  client_id int not null references clients (id),
  month date not null check (extract(day from month) = 1),
  is_closed boolean not null default true,
  -- Of the entries when it was closed.
  total numeric(17, 2) not null default 0,
  entries int not null default 0,
  -- As they were when it was closed, so that its statement does not change with the client or the billing items.
  tax_rate numeric(6, 5) not null default 0,
  internal_items int[] not null default '{}',
  user_name text not null,
  changed_at timestamptz(3) not null default now(),
  primary key (client_id, month)
);
call guard_by_client('billing_periods', '');

-- In a closed month no entry is made, moved, changed or removed, by whatever command. Closing takes the same lock
-- exclusively, so no entry is written while a month is being closed.
create function refuse_in_closed_period() returns trigger language plpgsql as $$
declare
  of_client int := coalesce(new.client_id, old.client_id);
begin
  perform pg_advisory_xact_lock_shared(29, of_client);
  if exists (select from billing_periods where client_id = of_client and is_closed
      and month in (date_trunc('month', old.bill_date)::date, date_trunc('month', new.bill_date)::date)) then
    raise exception using errcode = 'check_violation', constraint = 'billing_entries_in_open_period',
      message = 'the month of the entry is closed';
  end if;
  return coalesce(new, old);
end $$;
create trigger billing_entries_in_open_period before insert or update or delete on billing_entries
  for each row execute function refuse_in_closed_period();

----------------------------------------------------------------------------------------------------------- unbilled
-- What could not be charged, and why; one row per cause, activity and item. Finished shipments that nobody billed are not
-- in it: they are found by themselves, unless somebody said that nothing is charged for them.
create table billing_gaps (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  day date not null,
  reason text not null check (reason in ('no_rate', 'no_uom', 'unknown_uom', 'no_size', 'no_location', 'no_cost', 'not_billed')),
  activity_id int,
  item_id int references billing_items (id),
  billable_type text not null check (billable_type in ('shipment', 'count', 'snapshot')),
  billable_id int not null,
  -- {uom?, units?, skus?: [{id, sku, units}], more?}: what it is about; `more` is the number of SKUs that are not named.
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  -- Somebody decided that nothing is charged for it.
  waived_at timestamptz(3),
  waived_by text not null default '',
  waived_note text not null default '',
  created_at timestamptz(3) not null default now(),
  foreign key (client_id, activity_id) references billing_activities (client_id, id)
);
create unique index billing_gaps_key on billing_gaps (billable_type, billable_id, reason, activity_id, item_id) nulls not distinct;
create index billing_gaps_open on billing_gaps (client_id, reason, billable_type, activity_id, item_id, day) where waived_at is null;
create index billing_gaps_by_item on billing_gaps (item_id) where item_id is not null;
call guard_by_client('billing_gaps', '');

create index shipments_unbilled on shipments (client_id, finished_date, id) where status = 'Finished' and not billed and voided_at is null;

--------------------------------------------------------------------------------------------------------- auto tasks
-- Billing reports that are mailed by themselves, after every week or month.
create table auto_tasks (
  id int generated always as identity primary key,
  frequency text not null check (frequency in ('Week', 'Month')),
  report_type int not null check (report_type in (1, 2, 3)),
  file_type text not null check (file_type in ('excel', 'excel-visual', 'pdf')),
  receiver_1 text not null check (receiver_1 <> ''),
  receiver_2 text not null default '',
  client_ids int[] not null check (cardinality(client_ids) > 0),
  lang text not null default 'en',
  user_id int not null,
  user_name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
alter table auto_tasks enable row level security;
create policy all_clients on auto_tasks to app_staff using (true);
grant select, insert, update, delete on auto_tasks to app_staff;

-- Once per task and period; runs that somebody started are besides.
create table auto_task_runs (
  id int generated always as identity primary key,
  task_id int not null references auto_tasks (id) on delete cascade,
  from_day date not null,
  to_day date not null,
  by_hand boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  problem text not null default '',
  user_name text not null default '',
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create unique index auto_task_runs_key on auto_task_runs (task_id, from_day) where not by_hand;
create index auto_task_runs_by_task on auto_task_runs (task_id, id desc);
alter table auto_task_runs enable row level security;
create policy all_clients on auto_task_runs to app_staff using (true);
grant select, insert, update, delete on auto_task_runs to app_staff;
