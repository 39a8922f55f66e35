-- How many orders and shipments were made on each day, for the charts of the dashboard. A job counts each day once it
-- is over; the days since are counted when they are asked for. So nothing is written while orders are made, and no
-- chart counts a year of them.
create table day_counts (
  client_id int not null references clients (id),
  kind text not null check (kind in ('outbound orders', 'outbound shipments', 'inbound shipments')),
  day date not null,
  count int not null check (count >= 0),
  primary key (client_id, kind, day)
);
create index day_counts_by_day on day_counts (kind, day) include (client_id, count);
call guard_by_client('day_counts', 'select');

-- Through which day the counts are complete, and in which time zone days were taken.
create table day_counts_state (
  is_only boolean primary key default true check (is_only),
  through date,
  zone text not null default ''
);
insert into day_counts_state default values;
grant select on day_counts_state to app_client, app_staff;
grant update on day_counts_state to app_staff;
