import { sql } from '../../../platform/database/sql.ts';
import type { OpenWork, TaskSource } from '../../../platform/tasks/task-source.ts';
import { isLow, unitsInFace, unitsInReserve, unitsNeeded } from '../faces/faces.view.ts';

/** Deliveries and returns that are not finished; a late one goes before others. */
const receive: TaskSource = {
  kind: 'receive',
  open: sql<OpenWork>`
    select s.id as record_id, s.reference as label, s.client_id,
      case when s.ship_date < (now() at time zone m.timezone)::date then 2 else 3 end as priority,
      day_start(s.ship_date + 1, m.timezone) - interval '1 minute' as due, s.created_at as created, '' as place,
      (select count(*)::int from shipment_lines n
        where n.client_id = s.client_id and n.shipment_id = s.id and n.fulfilled < n.quantity) as lines,
      (select coalesce(sum(greatest(n.quantity - n.fulfilled, 0)), 0)::int from shipment_lines n
        where n.client_id = s.client_id and n.shipment_id = s.id) as units
    from shipments s cross join company m
    where s.direction = 'inbound' and s.status <> 'Finished' and s.voided_at is null`,
};

/** Plates with goods that are in no bin. */
const putAway: TaskSource = {
  kind: 'put_away',
  open: sql<OpenWork>`
    select l.id as record_id, l.license as label, l.client_id, 3 as priority, null::timestamptz as due, g.since as created, '' as place,
      g.lines, g.units
    from licenses l cross join lateral (
      select min(s.since) as since, count(*)::int as lines, coalesce(sum(s.quantity), 0)::int as units from stock_rows s
      where s.client_id = l.client_id and s.license_id = l.id and s.quantity > 0) g
    where l.location_id is null and g.since is not null`,
};

/** Waves that are being picked, with what is left of their shipments. They go before goods that come in. */
const pick: TaskSource = {
  kind: 'pick',
  open: sql<OpenWork>`
    select w.id as record_id, '#' || w.id as label, null::int as client_id,
      case when min(s.ship_date) < (now() at time zone m.timezone)::date then 1 else 2 end as priority,
      day_start(min(s.ship_date) + 1, m.timezone) as due, w.created_at as created, '' as place,
      count(*)::int as lines, sum(n.quantity - n.fulfilled)::int as units
    from waves w cross join company m
    join wave_shipments v on v.wave_id = w.id and v.is_open
    join shipments s on s.client_id = v.client_id and s.id = v.shipment_id
    join shipment_lines n on n.client_id = s.client_id and n.shipment_id = s.id and n.fulfilled < n.quantity
    where w.state = 'picking' group by w.id, m.timezone`,
};

/** Open counts with rows that nobody counted yet. Goods come first. */
const count: TaskSource = {
  kind: 'count',
  open: sql<OpenWork>`
    select k.id as record_id, coalesce(nullif(k.name, ''), '#' || k.id) as label, k.client_id, 4 as priority,
      null::timestamptz as due, k.created_at as created,
      coalesce((select min(b.location) from count_lines n join licenses l on l.client_id = n.client_id and l.id = n.license_id
        join locations b on b.id = l.location_id
        where n.client_id = k.client_id and n.count_id = k.id and n.counted is null), '') as place,
      (select count(*)::int from count_lines n
        where n.client_id = k.client_id and n.count_id = k.id and n.counted is null) as lines,
      0 as units
    from counts k
    where k.state = 'open'
      and exists (select from count_lines n where n.client_id = k.client_id and n.count_id = k.id and n.counted is null)`,
};

/** Picking faces that run low and have units in reserve. An empty one, and one that is needed now, goes before others. */
const replenish: TaskSource = {
  kind: 'replenish',
  open: sql<OpenWork>`
    select f.id as record_id, i.sku as label, f.client_id, case when u.units < least(u.needed, f.maximum) or u.units = 0 then 2 else 3 end as priority,
      null::timestamptz as due, greatest(f.updated_at, coalesce(u.emptied, f.updated_at)) as created, p.location as place,
      1 as lines, least(f.maximum - u.units, u.reserve) as units
    from faces f join locations p on p.id = f.location_id join inventories i on i.client_id = f.client_id and i.id = f.inventory_id
    cross join lateral (
      select ${unitsInFace} as units, ${unitsInReserve} as reserve, ${unitsNeeded} as needed,
        (select max(m.at) from movements m where m.client_id = f.client_id and m.inventory_id = f.inventory_id and m.quantity < 0) as emptied) u
    where ${isLow} and u.reserve > 0`,
};

/** In the order in which goods go through the warehouse. Other modules register theirs. */
export const taskSources: readonly TaskSource[] = [receive, putAway, pick, replenish, count];
