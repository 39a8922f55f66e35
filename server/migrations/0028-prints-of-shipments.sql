-- Papers of many shipments, drawn in the background, and the counter of bills of lading.

create table print_jobs (
  id int generated always as identity primary key,
  user_id int not null references users (id) on delete cascade,
  paper text not null,
  -- The shipments in the order of the pages.
  shipment_ids int[] not null check (cardinality(shipment_ids) > 0),
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  done int not null default 0 check (done >= 0),
  -- The prints were counted and the numbers taken: a job that is repeated after a crash does neither again.
  is_counted boolean not null default false,
  -- Where the PDF is stored, named before it is written.
  path text not null unique,
  -- Why it failed: a message key with its values.
  reason text not null default '',
  created_at timestamptz(3) not null default now()
);
create index print_jobs_by_created on print_jobs (created_at);
grant select, insert, update, delete on print_jobs to app_staff;

alter table company
  -- The last number given to a bill of lading; the next is one more, or `bol_base` when that is higher.
  add column last_bol_number bigint not null default 0;

-- The day of the first print, in the company's time zone.
alter table shipments add column invoice_date date;
