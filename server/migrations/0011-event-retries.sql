-- Events that cannot be dispatched are tried again with growing waits and, after ten failures, parked until a super
-- user retries them.
alter table events
  add column tries int not null default 0,
  add column problem text not null default '',
  add column next_try_at timestamptz(3),
  add column parked_at timestamptz(3);

-- The dispatcher polls for these two; parked events are in neither.
drop index events_waiting;
create index events_new on events (id) where dispatched_at is null and tries = 0;
create index events_retried on events (id) where dispatched_at is null and parked_at is null and tries > 0;
create index events_parked on events (id) where parked_at is not null;

-- Super users work as staff. What was dispatched stays out of their sight; both rows of an update must pass.
create policy waiting on events for select to app_staff using (dispatched_at is null);
create policy retry on events for update to app_staff using (parked_at is not null) with check (dispatched_at is null);
grant select, update (next_try_at, parked_at) on events to app_staff;
