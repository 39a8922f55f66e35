-- Amounts have four decimals and only totals are rounded. Months that earlier releases closed keep the cents that each of
-- their entries was rounded to: their statements were sent.
alter table billing_periods
  add column is_exact boolean not null default false,
  -- Items that were not taxed when it was closed, as `internal_items`.
  add column untaxed_items int[] not null default '{}',
  -- Of any size: entries near the limit can be added up.
  alter column total type numeric;

-- What an activity is from a day on: the row of the latest day that is not later counts, as for the rates of its items.
-- Each activity has a row for 1900-01-01, which is before every day that is charged.
create table billing_activity_states (
  client_id int not null references clients (id),
  activity_id int not null,
  valid_from date not null,
  charge text not null check (charge in ('Manual', 'Inbound', 'Outbound', 'Count', 'Month-Begin', 'Month-End', 'Week-Beg', 'Week-End',
    'Daily-Cubic', 'Daily-Location', 'Shipping-Charge')),
  is_active boolean not null,
  user_name text not null default '',
  created_at timestamptz(3) not null default now(),
  primary key (activity_id, valid_from),
  foreign key (client_id, activity_id) references billing_activities (client_id, id)
);
call guard_by_client('billing_activity_states', '');
insert into billing_activity_states (client_id, activity_id, valid_from, charge, is_active)
select client_id, id, '1900-01-01', charge, is_active from billing_activities;

-- Servers of the previous release write the activity only: from the first day on when it is new, from today when it is changed.
-- Those of this release write the states first, so that nothing is left to do here.
create function keep_activity_state() returns trigger language plpgsql as $$
declare
  of_today billing_activity_states;
  today date := (select (now() at time zone timezone)::date from company);
begin
  select * into of_today from billing_activity_states
    where activity_id = new.id and valid_from <= today order by valid_from desc limit 1;
  if not found then
    insert into billing_activity_states (client_id, activity_id, valid_from, charge, is_active)
    values (new.client_id, new.id, '1900-01-01', new.charge, new.is_active);
  elsif (of_today.charge, of_today.is_active) is distinct from (new.charge, new.is_active) and tg_op = 'UPDATE' then
    insert into billing_activity_states (client_id, activity_id, valid_from, charge, is_active)
    values (new.client_id, new.id, today, new.charge, new.is_active)
    on conflict (activity_id, valid_from) do update set charge = excluded.charge, is_active = excluded.is_active, created_at = now();
  end if;
  return null;
end $$;
create trigger billing_activities_keep_state after insert or update of charge, is_active on billing_activities
  for each row execute function keep_activity_state();

-- A quantity of 0 charged nothing, or was an error: it says the same as a rate of 0. Locations can still have a minimum.
update billing_links l set rate = 0 from billing_activities a
where a.client_id = l.client_id and a.id = l.activity_id and l.quantity = 0 and l.rate > 0 and a.charge <> 'Daily-Location';

-- Whether a run may remove or lower entries. Runs of the previous release always could.
alter table billing_runs
  add column may_lower boolean not null default true,
  add column lowered int not null default 0;
