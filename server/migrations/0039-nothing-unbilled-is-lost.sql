-- Nothing that happened is neither billed nor unbilled: two more reasons, and what a snapshot needs for one of them.

alter table billing_gaps drop constraint billing_gaps_reason_check;
alter table billing_gaps add constraint billing_gaps_reason_check check (reason in ('no_rate', 'no_uom', 'unknown_uom', 'no_size', 'no_location',
  'no_category', 'no_pallet', 'no_cost', 'not_billed'));

-- Units on no plate of the unit Pallet. Snapshots of earlier releases do not say.
alter table billing_snapshots add column off_pallets bigint not null default 0 check (off_pallets >= 0);

-- A removed entry is in no month any more: it may come back on an open day when its own month was closed meanwhile.
create or replace function refuse_in_closed_period() returns trigger language plpgsql as $$
declare
  of_client int := coalesce(new.client_id, old.client_id);
begin
  perform pg_advisory_xact_lock_shared(29, of_client);
  if exists (select from billing_periods where client_id = of_client and is_closed
      and month in (case when old.deleted_at is null then date_trunc('month', old.bill_date)::date end,
        case when new.deleted_at is null then date_trunc('month', new.bill_date)::date end)) then
    raise exception using errcode = 'check_violation', constraint = 'billing_entries_in_open_period',
      message = 'the month of the entry is closed';
  end if;
  return coalesce(new, old);
end $$;

------------------------------------------------------------------------------------- what earlier releases dropped
-- Stock in locations whose category no item of the client charges: those days were charged by category only.
insert into billing_gaps (client_id, day, reason, activity_id, billable_type, billable_id, details)
select s.client_id, s.day, 'no_category', charged.activity_id, 'snapshot', s.id,
  jsonb_build_object('categories', left_out.categories, 'places', left_out.places)
    || case when left_out.count > 20 then jsonb_build_object('more', left_out.count - 20) else '{}' end
from billing_snapshots s
cross join lateral (
  select array_agg(lower(e.how ->> 'category')) as categories, bool_or(e.how -> 'category' is null) as is_all,
    case when count(distinct e.activity_id) = 1 then min(e.activity_id) end as activity_id
  from billing_entries e
  where e.accrued and e.billable_type = 'snapshot' and e.billable_id = s.id and e.how ->> 'charge' = 'Daily-Location') charged
cross join lateral (
  select count(*) as count, coalesce(jsonb_agg(p.value order by p.place) filter (where p.place <= 20), '[]') as places,
    coalesce(jsonb_agg(distinct p.value -> 'category'), '[]') as categories
  from (
    select k.value, row_number() over (order by k.ordinality) as place from jsonb_array_elements(s.places) with ordinality k
    where lower(k.value ->> 'category') <> all (charged.categories)) p) left_out
where charged.categories is not null and not charged.is_all and left_out.count > 0;

-- What a courier cost, where the client had no rate for shipping charges.
insert into billing_gaps (client_id, day, reason, billable_type, billable_id, details)
select s.client_id, (coalesce(s.finished_date, s.updated_at) at time zone c.timezone)::date, 'no_rate', 'shipment', s.id,
  jsonb_build_object('charges', '["Shipping-Charge"]'::jsonb, 'cost', trim_scale(s.cost))
from shipments s cross join company c
where s.billed and s.voided_at is null and s.cost > 0
  and not exists (select from billing_entries e join billing_activities a on a.client_id = e.client_id and a.id = e.activity_id
    where e.billable_type = 'shipment' and e.billable_id = s.id and a.charge = 'Shipping-Charge')
  and not exists (select from billing_activities a join billing_links l on l.client_id = a.client_id and l.activity_id = a.id
    where a.client_id = s.client_id and a.charge = 'Shipping-Charge'
      and l.valid_from <= (coalesce(s.finished_date, s.updated_at) at time zone c.timezone)::date)
on conflict (billable_type, billable_id, reason, activity_id, item_id) do update
  set details = billing_gaps.details || excluded.details || jsonb_build_object('charges', (
    select jsonb_build_array(initcap(s.direction), 'Shipping-Charge') from shipments s where s.id = billing_gaps.billable_id));
