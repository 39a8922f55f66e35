import type { WhatIf, WhatIfInput, WhatIfLine } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { activitiesOn, linkOn, readToday } from '../links.store.ts';
import { entryAmount, periodOfEntry } from '../statements/internal.ts';

/** The month before the one of a day. */
function monthBefore(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

/**
 * What the entries of a month would have cost with other rates, by activity and item. Priced again are charges of the
 * accrual and of shipments; freight is not, because it is the courier's cost, nor what was entered by hand or corrects an
 * earlier month. Storage by location is charged its minimums again, unless a person changed the entry.
 */
export async function priceWhatIf(tx: Tx, input: WhatIfInput): Promise<WhatIf> {
  const { client_id: clientId, percent, rates } = input;
  const { rows: known } = await sql`select from clients where id = ${clientId} and ${inScope(tx, 'id')}`.execute(tx);
  if (!known.length) throw invalid('client_id', 'ClientIsRequired');
  const month = input.month ?? monthBefore(await readToday(tx));
  const first = sql`${`${month}-01`}::date`;
  const next = sql`(${first} + interval '1 month')::date`;
  const { rows } = await sql<WhatIfLine & Totals>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) g (activity_id int, item_id int, rate numeric, minimum_charge numeric)),
    charged as (
      select e.activity_id, e.item_id, e.quantity, e.price, ${entryAmount} as amount, e.how, g.rate as given_rate, g.minimum_charge as given_minimum,
        (e.accrued or e.billable_type is not distinct from 'shipment' and (e.charge_day is not null or e.how is not null))
          and a.charge not in ('Shipping-Charge', 'Manual') and e.corrects is null as is_repriced,
        e.accrued and not e.touched and e.how is not null as is_computed
      from billing_entries e join ${activitiesOn(sql`${next} - 1`)} a on a.client_id = e.client_id and a.id = e.activity_id
      ${periodOfEntry}
      left join given g on g.activity_id = e.activity_id and g.item_id = e.item_id
      where e.client_id = ${clientId} and e.deleted_at is null and e.bill_date >= ${first} and e.bill_date < ${next}),
    priced as (
      select c.*, n.*, coalesce(c.given_rate, round((case when c.is_computed then (c.how->>'rate')::numeric else c.price end)
          * (100 + ${percent}::numeric) * 0.01, 4)) as rate,
        case when c.is_computed then coalesce(c.given_minimum, (c.how->>'minimum_charge')::numeric, 0) else 0 end as minimum
      from charged c
      cross join lateral (select case when c.is_computed and c.how->>'minimum' = 'charge'
          then round(greatest((c.how->>'counted')::numeric * (c.how->>'link_quantity')::numeric, (c.how->>'minimum_quantity')::numeric), 4)
          else c.quantity end as units) n),
    amounts as (
      select p.*, case when not p.is_repriced then p.amount when p.rate = 0 then 0
          else round(case when p.rate * p.units < p.minimum then p.minimum else p.rate * p.units end, 4) end as new_amount
      from priced p),
    lines as (
      select activity_id, item_id, count(*)::int as entries, (count(*) filter (where is_repriced))::int as repriced, sum(quantity) as quantity,
        sum(amount) as old_amount, sum(new_amount) as new_amount
      from amounts group by activity_id, item_id)
    select l.activity_id, l.item_id, a.name as activity, a.charge, i.name as item, i.uom, l.entries, l.repriced, l.quantity::float8 as quantity,
      nullif(k.rate, 0)::float8 as rate, k.minimum_charge::float8 as minimum_charge, l.old_amount::float8 as old_amount,
      l.new_amount::float8 as new_amount, (l.new_amount - l.old_amount)::float8 as difference, (sum(l.old_amount) over ())::float8 as old_total,
      (sum(l.new_amount) over ())::float8 as new_total, (sum(l.new_amount - l.old_amount) over ())::float8 as total_difference
    from lines l
    join ${activitiesOn(sql`${next} - 1`)} a on a.client_id = ${clientId} and a.id = l.activity_id
    join billing_items i on i.id = l.item_id
    left join lateral (${linkOn(sql`a.client_id`, sql`a.id`, sql`i.id`, sql`${next} - 1`)}) k on true
    order by lower(a.name), a.id, lower(i.name), i.id`.execute(tx);
  const [total] = rows;
  return {
    month,
    lines: rows.map(({ old_total, new_total, total_difference, ...line }) => line),
    old_amount: total?.old_total ?? 0,
    new_amount: total?.new_total ?? 0,
    difference: total?.total_difference ?? 0,
  };
}

/** The same on every line. */
interface Totals {
  old_total: number;
  new_total: number;
  total_difference: number;
}
