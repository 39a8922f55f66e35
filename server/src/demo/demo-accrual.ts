import {
  addDays,
  listsNeeded,
  type PostedCount,
  type PricedDay,
  priceDay,
  readBillableNames,
  readDayLinks,
  type StoredSnapshot,
  startDueRuns,
} from '../modules/billing/index.ts';
import { hasSidesSql } from '../modules/inventory/index.ts';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';
import { readByDay } from './demo-rates.ts';

/**
 * Goods on no plate cannot be charged by bin. Gaps of days longer ago than this are waived in the demo; newer ones are
 * open.
 */
const DAYS_IN_QUESTION = 14;

interface Run {
  id: number;
  from_day: string;
  to_day: string;
}

/**
 * Takes the snapshots of all days of a run at once. The ledger begins with the demo, so the stock of a day is the sum
 * of what moved until its end; the accrual itself subtracts what moved since from today's stock, which is the same.
 */
async function takeSnapshotsOf(tx: Tx, { from_day, to_day }: Run): Promise<void> {
  await sql`
    with moved as materialized (
      select m.client_id, m.inventory_id, m.license_id, (m.at at time zone c.timezone)::date as day, sum(m.quantity)::int as units
      from movements m cross join company c group by 1, 2, 3, 4
    ), described as materialized (
      -- As text: the lists of a year are long, and joining objects costs several times as much.
      select i.id, lower(i.sku) as sku, unit.volume, rtrim(json_build_object('id', i.id, 'sku', i.sku, 'uoms', coalesce(unit.uoms, '{}'),
        'volume', trim_scale(round(unit.volume / case c.measure when 'metric' then 1000000 else 1728 end, 10)))::text, '}') as item
      from inventories i cross join company c
      left join (select k.inventory_id, jsonb_object_agg(lower(u.name), k.qty_per_base) as uoms,
          max(k.length * k.width * k.height) filter (where k.is_base and ${hasSidesSql('k')}) as volume
        from inventory_uoms k join uoms u on u.id = k.uom_id group by 1) unit on unit.inventory_id = i.id
    ), of_items as (
      select held.client_id, d.day::date as day, sum(held.units)::bigint as units, sum(held.units * i.volume) as volume,
        ('[' || string_agg(i.item || ',"units":' || held.units || '}', ',' order by i.sku, i.id) || ']')::jsonb as items
      from (select client_id, inventory_id, day, sum(sum(units)) over item as units, lead(day) over item as until
        from moved group by 1, 2, 3 window item as (partition by inventory_id order by day)) held
      join described i on i.id = held.inventory_id
      cross join generate_series(held.day, coalesce(held.until - 1, ${to_day}::date), interval '1 day') d (day)
      where held.units > 0 group by 1, 2
    ), placed as materialized (
      select held.client_id, d.day::date as day, held.units, l.id, l.license, u.name = 'Pallet' as is_pallet, at_end.location_id
      from (select client_id, license_id, day, sum(sum(units)) over plate as units, lead(day) over plate as until
        from moved group by 1, 2, 3 window plate as (partition by client_id, license_id order by day)) held
      cross join company c
      cross join generate_series(held.day, coalesce(held.until - 1, ${to_day}::date), interval '1 day') d (day)
      left join licenses l on l.id = held.license_id left join uoms u on u.id = l.uom_id
      left join lateral (select e.location_id from license_locations e
        where e.license_id = l.id and e.at < day_start(d.day::date + 1, c.timezone) order by e.id desc limit 1) at_end on true
      where held.units > 0
    ), of_plates as (
      select client_id, day, coalesce(sum(units) filter (where location_id is null), 0)::bigint as unplaced,
        (sum(units) - coalesce(sum(units) filter (where is_pallet), 0))::bigint as off_pallets,
        coalesce(jsonb_agg(jsonb_build_object('id', id, 'license', license) order by id) filter (where is_pallet), '[]') as pallets
      from placed group by 1, 2
    ), of_places as (
      select held.client_id, held.day, jsonb_agg(jsonb_build_object('id', l.id, 'location', l.location, 'category', l.billing_category)
        order by lower(l.location)) as places
      from (select distinct client_id, day, location_id from placed where location_id is not null) held
      join locations l on l.id = held.location_id group by 1, 2
    )
    insert into billing_snapshots (client_id, day, units, volume, measure, unplaced, off_pallets, items, places, pallets)
    select k.id, d.day::date, coalesce(i.units, 0), coalesce(round(i.volume / case c.measure when 'metric' then 1000000 else 1728 end, 4), 0), c.measure,
      coalesce(p.unplaced, 0), coalesce(p.off_pallets, 0), coalesce(i.items, '[]'), coalesce(w.places, '[]'), coalesce(p.pallets, '[]')
    from clients k cross join company c cross join generate_series(${from_day}::date, ${to_day}::date, interval '1 day') d (day)
    left join of_items i on i.client_id = k.id and i.day = d.day left join of_plates p on p.client_id = k.id and p.day = d.day
    left join of_places w on w.client_id = k.id and w.day = d.day
    left join of_items before on before.client_id = k.id and before.day = d.day::date - 1
    where i.units > 0 or before.units > 0
    order by d.day, k.id`.execute(tx);
}

function byDay<Row extends { day: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const days = new Map<string, Row[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return days;
}

/** The snapshots by day, with the lists that charges of some day count. */
async function readTaken(tx: Tx, needed: ReturnType<typeof listsNeeded>): Promise<Map<string, StoredSnapshot[]>> {
  const listOf = (column: string, clients: readonly number[]) =>
    sql`case when client_id = any(${clients as number[]}::int[]) then ${sql.ref(column)} else '[]' end`;
  const { rows } = await sql<StoredSnapshot>`
    select id, client_id, day, units, volume::text as volume, unplaced, off_pallets, jsonb_array_length(pallets) as pallets, false as is_frozen,
      ${listOf('items', needed.items)} as items, ${listOf('places', needed.places)} as places
    from billing_snapshots order by id`.execute(tx);
  return byDay(rows);
}

/** Posted counts by the day on which they are charged. */
async function readPosted(tx: Tx): Promise<Map<string, PostedCount[]>> {
  const { rows } = await sql<PostedCount & { day: string }>`
    select k.id, k.client_id, (k.posted_at at time zone c.timezone)::date as day,
      (select count(*)::int from count_lines l where l.count_id = k.id and l.counted is not null) as lines
    from counts k cross join company c where k.state = 'posted' order by k.id`.execute(tx);
  return byDay(rows);
}

async function insertCharges(tx: Tx, days: readonly (PricedDay & { day: string })[]): Promise<void> {
  const entries = days.flatMap(({ day, entries: charged }) =>
    charged.map(({ link, billable, reference, price, quantity, how }) => ({
      client: link.client_id,
      activity: link.activity_id,
      item: link.item_id,
      day,
      reference,
      name: link.item,
      uom: link.uom,
      price,
      quantity,
      type: billable.type,
      cause: billable.id,
      how,
    })),
  );
  const gaps = days.flatMap(({ day, gaps: missing }) =>
    missing.map(({ cause, ...gap }) => ({ ...gap, day, type: cause.type, cause: cause.id })),
  );
  await sql`
    insert into billing_entries (client_id, activity_id, item_id, bill_date, charge_day, accrued, reference, meta_name, meta_uom, price, quantity,
      billable_type, billable_id, how, created_by)
    select client, activity, item, day, day, true, reference, name, uom, price, quantity, type, cause, how, 'Accrual'
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as r (client int, activity int, item int, day date, reference text, name text, uom text,
      price numeric, quantity numeric, type text, cause int, how jsonb)`.execute(tx);
  await sql`
    insert into billing_gaps (client_id, day, reason, activity_id, item_id, billable_type, billable_id, details, waived_at, waived_by, waived_note)
    select client_id, day, reason, activity_id, item_id, type, cause, details, case when is_waived then now() - interval '10 days' end,
      case when is_waived then 'Marta Oliveira' else '' end, case when is_waived then 'Loose goods are not charged by bin' else '' end
    from jsonb_to_recordset(${JSON.stringify(gaps)}::jsonb)
      as r (client_id int, day date, reason text, activity_id int, item_id int, type text, cause int, details jsonb)
    cross join lateral (select reason = 'no_location' and day < current_date - ${DAYS_IN_QUESTION}::int as is_waived) w`.execute(
    tx,
  );
}

/** Charges the year as the nightly job would have, day by day: priced by the same rules, and written at once. */
export async function seedAccrual(tx: Tx): Promise<void> {
  await startDueRuns(tx);
  const { rows } = await sql<Run>`select id, from_day, to_day from billing_runs`.execute(tx);
  const [run] = rows;
  if (!run) throw new Error('The demo has nothing to accrue.');
  const days: string[] = [];
  for (let day = run.from_day; day <= run.to_day; day = addDays(day, 1)) days.push(day);
  await takeSnapshotsOf(tx, run);
  const linksOn = await readByDay(tx, (day) => readDayLinks(tx, day, null));
  const needed = days.map((day) => listsNeeded(day, linksOn(day) ?? []));
  const [known, snapshots, counts] = [
    await readBillableNames(tx),
    await readTaken(tx, {
      items: [...new Set(needed.flatMap(({ items }) => items))],
      places: [...new Set(needed.flatMap(({ places }) => places))],
    }),
    await readPosted(tx),
  ];
  const ofDay = (day: string) => snapshots.get(day) ?? [];
  const priced = days.map((day) => {
    const stock = { snapshots: [...ofDay(addDays(day, -1)), ...ofDay(day)], counts: counts.get(day) ?? [] };
    return { day, ...priceDay(day, linksOn(day) ?? [], stock, known) };
  });
  await insertCharges(tx, priced);
  const sum = (part: (day: PricedDay) => readonly unknown[]) => priced.reduce((all, day) => all + part(day).length, 0);
  await sql`
    update billing_runs set state = 'done', done_through = to_day, started_at = now(), ended_at = now(),
      added = ${sum(({ entries }) => entries)}, gaps = ${sum(({ gaps }) => gaps)} where id = ${run.id}`.execute(tx);
  await sql`update billing_accrual set through = ${run.to_day}::date`.execute(tx);
}
