import type { Direction } from '@longshore/contract';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import { type Column, sku, text, units } from '../../engine/columns.ts';
import type { ReportParams } from '../report.ts';
import { movedInPeriod } from './ledger-rows.ts';

/** The months of the period: `2026-10`. */
export function monthsOf({ from, to }: Pick<ReportParams, 'from' | 'to'>): string[] {
  const months: string[] = [];
  const last = to.slice(0, 7);
  for (let month = from.slice(0, 7); month <= last; ) {
    months.push(month);
    const [year = 0, number = 0] = month.split('-').map(Number);
    month = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  }
  return months;
}

/** A column for each month, and their sum. */
export const monthColumns = (params: ReportParams): Record<string, Column> => ({
  sku: sku(),
  name: text(),
  ...Object.fromEntries(monthsOf(params).map((month) => [month, { ...units(), heading: month }])),
  total: units(),
});

/** Units by item and month: of the movements `m` of these kinds that shipments of a direction caused. */
export const unitsByMonth = (params: ReportParams, direction: Direction, quantity: Sql, kinds: Sql): Sql => sql`
  select i.id as item_id, i.sku, i.name, ${sql.join(
    monthsOf(params).map(
      (month) => sql`coalesce(sum(t.units) filter (where t.month = ${month}), 0)::int as ${sql.ref(month)}`,
    ),
  )}, sum(t.units)::int as total
  from (
    select m.client_id, m.inventory_id, to_char(m.at at time zone ${params.timezone}, 'YYYY-MM') as month, sum(${quantity}) as units
    from ${movedInPeriod(params, kinds)} m join shipments s on s.client_id = m.client_id and s.id = m.shipment_id
    where s.direction = ${direction} group by 1, 2, 3
  ) t join inventories i on i.client_id = t.client_id and i.id = t.inventory_id
  group by i.id, i.sku, i.name having count(*) filter (where t.units <> 0) > 0 order by lower(i.sku), i.id`;
