import { sql } from '../../platform/database/sql.ts';
import { describeRows, NAMED } from '../../platform/describe-rows.ts';
import type { Check } from '../../platform/module.ts';
import { activitiesOn, linkOn } from './links.store.ts';

type Described = { described: string };

/**
 * The charges that each snapshot was to be priced by, one row per link and day: at the day's end, or at the start of the
 * next. Only rates, activities and items that have not changed since: whoever enters a rate for the past runs the days
 * again, or does not want to.
 */
const dueLinks = sql`
  select s.id as snapshot_id, s.client_id, due.day, a.id as activity_id, i.id as item_id, a.charge, i.name as item, i.uom,
    l.quantity, l.minimum_quantity, l.minimum_charge, s.volume, s.items, s.places, s.pallets, s.unplaced, s.off_pallets
  from billing_snapshots s cross join billing_accrual x
  cross join lateral (values (s.day, false), (s.day + 1, true)) due (day, is_start)
  join lateral ${activitiesOn(sql`due.day`)} a on a.client_id = s.client_id and a.is_active
    and due.is_start = (a.charge in ('Month-Begin', 'Week-Beg'))
  cross join lateral (select distinct k.item_id from billing_links k where k.activity_id = a.id) linked
  cross join lateral (${linkOn(sql`a.client_id`, sql`a.id`, sql`linked.item_id`, sql`due.day`)}) l
  join billing_items i on i.id = l.item_id and i.is_active
  where s.units > 0 and due.day <= x.through and l.rate > 0 and greatest(a.updated_at, i.updated_at, l.created_at) <= s.taken_at
    and case a.charge
      when 'Daily-Cubic' then true when 'Daily-Location' then true
      when 'Month-End' then extract(day from s.day + 1) = 1 when 'Month-Begin' then extract(day from s.day + 1) = 1
      when 'Week-End' then extract(isodow from s.day) = 7 when 'Week-Beg' then extract(isodow from s.day) = 7
      else false end`;

/** Whether a link counts something on its day, or has a minimum: it must have an entry. */
const countsSomething = sql`case d.charge
  when 'Daily-Cubic' then round(d.volume * d.quantity, 4) > 0 and round(d.volume * d.quantity, 4) < 100000000000
  when 'Daily-Location' then d.minimum_quantity > 0 or d.minimum_charge > 0 or d.quantity > 0 and exists (
    select from jsonb_array_elements(d.places) p where lower(p.value ->> 'category') = lower(d.item)
      or not exists (select from locations l where lower(l.billing_category) = lower(d.item)))
  else d.quantity > 0 and case lower(d.uom)
    when 'pallet' then jsonb_array_length(d.pallets) > 0 when 'order' then true when 'sku' then true when 'unit' then true
    else exists (select from jsonb_array_elements(d.items) i where i.value -> 'uoms' ? lower(d.uom)) end end`;

/** Whether the client has, or had, a rate for storage that is not by pallets. */
const paysOtherwise = sql`exists (
  select from ${activitiesOn(sql`d.day`)} o join billing_links k on k.client_id = o.client_id and k.activity_id = o.id and k.valid_from <= d.day
  join billing_items n on n.id = k.item_id
  where o.client_id = d.client_id and (o.charge like 'Daily-%' or o.charge similar to '(Month|Week)-%' and lower(n.uom) <> 'pallet'))`;

/** Whether something of the day cannot be counted by the link: it must be unbilled. */
const missesSomething = sql`case d.charge
  when 'Daily-Cubic' then jsonb_path_exists(d.items, '$[*] ? (@.volume == null)')
  when 'Daily-Location' then d.unplaced > 0
  else case lower(d.uom) when 'pallet' then d.off_pallets > 0 and not ${paysOtherwise}
    when 'order' then false when 'sku' then false when 'unit' then false
    else exists (select from jsonb_array_elements(d.items) i where not i.value -> 'uoms' ? lower(d.uom)) end end`;

/** Whether there is an entry, also a removed one, of the record with this alias. */
const hasEntry = (type: string, of: string) => sql`
  exists (select from billing_entries e where e.client_id = ${sql.ref(`${of}.client_id`)} and e.billable_type = ${sql.lit(type)}
    and e.billable_id = ${sql.ref(`${of}.id`)})`;
const hasGap = (type: string, of: string) => sql`
  exists (select from billing_gaps g where g.client_id = ${sql.ref(`${of}.client_id`)} and g.billable_type = ${sql.lit(type)}
    and g.billable_id = ${sql.ref(`${of}.id`)})`;

/** Nothing that happened is neither charged nor listed as unbilled, and nothing in a closed month has changed. */
export const billingChecks: Check[] = [
  {
    name: 'Every day with stock that was charged has a snapshot',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('client %s has stock and no snapshot of %s', client_id, day) as described from (
            select s.client_id, s.day + 1 as day from billing_snapshots s cross join billing_accrual x
            where s.units > 0 and s.day < x.through
            union
            select r.client_id, x.through from stock_rows r cross join billing_accrual x cross join company c
            where r.quantity > 0 and r.since < day_start(x.through + 1, c.timezone)) held
          where not exists (select from billing_snapshots b where b.client_id = held.client_id and b.day = held.day)
          order by day, client_id limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'Every charge that was due for a day of storage has an entry or is unbilled',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('client %s, %s: activity %s, item %s is neither charged nor unbilled', d.client_id, d.day, d.activity_id, d.item_id)
            as described
          from (${dueLinks}) d
          cross join lateral (select exists (select from billing_entries e where e.accrued and e.activity_id = d.activity_id
            and e.item_id = d.item_id and e.billable_type = 'snapshot' and e.billable_id = d.snapshot_id) as is_charged) entry
          cross join lateral (select coalesce(bool_or(true), false) as is_there, coalesce(bool_or(g.reason in ('no_rate', 'unknown_uom')), false) as is_all
            from billing_gaps g where g.billable_type = 'snapshot' and g.billable_id = d.snapshot_id and g.activity_id = d.activity_id
              and (g.item_id = d.item_id or g.item_id is null)) gap
          where case when not gap.is_there and ${missesSomething} then true
            when entry.is_charged or gap.is_all then false else ${countsSomething} end
          order by d.day limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'Stock in locations whose category is not charged is unbilled',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('client %s, %s: %s of %s locations are neither charged nor unbilled', d.client_id, d.day, left_out.places,
            jsonb_array_length(s.places)) as described
          from (select client_id, day, snapshot_id, array_agg(lower(item)) as categories from (${dueLinks}) due
            where charge = 'Daily-Location' group by client_id, day, snapshot_id) d
          join billing_snapshots s on s.client_id = d.client_id and s.id = d.snapshot_id
          cross join lateral (
            select count(*) as places from jsonb_array_elements(s.places) p where lower(p.value ->> 'category') <> all (d.categories)) left_out
          where left_out.places > 0
            and not exists (select from unnest(d.categories) c
              where not exists (select from locations l where lower(l.billing_category) = c))
            and not exists (select from billing_entries e where e.client_id = d.client_id and e.billable_type = 'snapshot'
              and e.billable_id = d.snapshot_id and e.how ->> 'charge' = 'Daily-Location'
              and (e.how -> 'category' is null or lower(e.how ->> 'category') <> all (d.categories)))
            and not exists (select from billing_gaps g where g.client_id = d.client_id and g.billable_type = 'snapshot'
              and g.billable_id = d.snapshot_id and g.reason = 'no_category')
          order by d.day limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'A day of storage without any rate is unbilled',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('client %s had stock on %s and no rate', s.client_id, s.day) as described
          from billing_snapshots s cross join billing_accrual x
          where s.units > 0 and s.day <= x.through and not ${hasEntry('snapshot', 's')} and not ${hasGap('snapshot', 's')}
            and not exists (select from billing_activities a join billing_links l on l.activity_id = a.id and l.valid_from <= s.day
              where a.client_id = s.client_id and a.charge similar to '(Month|Week|Daily)-%')
          order by s.day limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'Every billed shipment has entries or is unbilled',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('shipment %s of client %s is billed without a charge', s.id, s.client_id) as described
          from shipments s
          where s.billed and s.voided_at is null and not ${hasEntry('shipment', 's')} and not ${hasGap('shipment', 's')}
          order by s.id limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'What a courier cost is charged or unbilled where the client has no rate for it',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('shipment %s of client %s cost %s, which is neither charged nor unbilled', s.id, s.client_id, s.cost) as described
          from shipments s cross join company c
          where s.billed and s.voided_at is null and s.cost > 0
            and not exists (select from billing_gaps g where g.client_id = s.client_id and g.billable_type = 'shipment' and g.billable_id = s.id
              and g.reason = 'no_rate' and g.activity_id is null)
            and not exists (select from billing_entries e join billing_activities a on a.client_id = e.client_id and a.id = e.activity_id
              where e.billable_type = 'shipment' and e.billable_id = s.id and a.charge = 'Shipping-Charge')
            and not exists (select from billing_activities a join billing_links l on l.client_id = a.client_id and l.activity_id = a.id
              where a.client_id = s.client_id and a.charge = 'Shipping-Charge'
                and l.valid_from <= (coalesce(s.finished_date, s.updated_at) at time zone c.timezone)::date)
          order by s.id limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'Every posted count of a charged day has an entry or is unbilled',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('count %s of client %s is neither charged nor unbilled', k.id, k.client_id) as described
          from counts k cross join company c cross join billing_accrual x
          where k.state = 'posted' and k.posted_at < day_start(x.through + 1, c.timezone)
            and not ${hasEntry('count', 'k')} and not ${hasGap('count', 'k')}
            and not exists (select from billing_activities a join billing_links l on l.activity_id = a.id
              where a.client_id = k.client_id and a.charge = 'Count' and l.quantity = 0)
          order by k.id limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'An entry of the accrual is what its explanation says',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('entry %s of client %s: %s × %s is not what it says', e.id, e.client_id, e.quantity, e.price) as described
          from billing_entries e
          where e.accrued and not e.touched and case e.how ->> 'minimum'
            when 'charge' then (e.price, e.quantity) is distinct from ((e.how ->> 'minimum_charge')::numeric, 1)
            when 'quantity' then (e.price, e.quantity) is distinct from
              ((e.how ->> 'rate')::numeric, (e.how ->> 'minimum_quantity')::numeric)
            else (e.price, e.quantity) is distinct from ((e.how ->> 'rate')::numeric,
              round((e.how ->> 'counted')::numeric * (e.how ->> 'link_quantity')::numeric, 4)) end
          order by e.id limit ${sql.lit(NAMED)}`,
      ),
  },
];
