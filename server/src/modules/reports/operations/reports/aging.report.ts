import { sql } from '../../../../platform/database/sql.ts';
import { day, sku, text, units } from '../../engine/columns.ts';
import { dayOf, endOf, ofClient } from '../../engine/report-params.ts';
import { report } from '../report.ts';

/**
 * First in, first out: what is left came with the newest additions. Additions are read from the newest on until they
 * make up the stock of the day; moves inside the warehouse add nothing, and what was taken back never came.
 */
export const aging = report({
  name: 'aging',
  group: 'stock',
  asks: { dates: 'day' },
  columns: {
    sku: sku(),
    name: text(),
    age_0_30: units(),
    age_31_60: units(),
    age_61_90: units(),
    age_91_180: units(),
    age_over_180: units(),
    units: units(),
    oldest: day(),
  },
  chart: { kind: 'bars', values: ['age_0_30', 'age_31_60', 'age_61_90', 'age_91_180', 'age_over_180'] },
  rows: (params) => sql`
    with ledger as (
      select m.client_id, m.inventory_id, m.id, m.at, m.kind, m.cause, m.quantity from movements m
      where ${ofClient(params, 'm.client_id')} and m.at < ${endOf(params)}
    ), held as (
      select client_id, inventory_id, sum(quantity) as units from ledger group by 1, 2 having sum(quantity) > 0
    ), received as (
      select client_id, inventory_id, min(id) as id, min(at) as at, sum(quantity) as quantity from ledger
      where kind = 'receive' or (kind = 'reverse' and quantity < 0)
      group by client_id, inventory_id, case when cause = '' then id::text else cause end having sum(quantity) > 0
      union all
      select client_id, inventory_id, id, at, quantity from ledger where kind in ('adjust', 'count') and quantity > 0
    ), added as (
      select l.client_id, l.inventory_id, h.units, l.quantity, ${params.to}::date - ${dayOf(params, 'l.at')} as age, ${dayOf(params, 'l.at')} as day,
        sum(l.quantity) over (partition by l.client_id, l.inventory_id order by l.at desc, l.id desc) - l.quantity as newer
      from received l join held h on h.client_id = l.client_id and h.inventory_id = l.inventory_id
    ), left_over as (
      select *, least(quantity, units - newer) as rest from added where newer < units
    )
    select i.id as item_id, i.sku, i.name,
      coalesce(sum(a.rest) filter (where a.age <= 30), 0)::int as age_0_30,
      coalesce(sum(a.rest) filter (where a.age between 31 and 60), 0)::int as age_31_60,
      coalesce(sum(a.rest) filter (where a.age between 61 and 90), 0)::int as age_61_90,
      coalesce(sum(a.rest) filter (where a.age between 91 and 180), 0)::int as age_91_180,
      (h.units - coalesce(sum(a.rest) filter (where a.age <= 180), 0))::int as age_over_180, h.units::int as units, min(a.day) as oldest
    from held h join inventories i on i.client_id = h.client_id and i.id = h.inventory_id
    left join left_over a on a.client_id = h.client_id and a.inventory_id = h.inventory_id
    group by i.id, i.sku, i.name, h.units order by lower(i.sku), i.id`,
});
