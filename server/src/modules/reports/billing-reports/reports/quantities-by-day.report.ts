import { type BillingReportName, Money } from '@longshore/contract';
import type { ReportRow } from '../../../../documents/billing/report-content.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import { code, day, quantity, text } from '../../engine/columns.ts';
import { clientPlace, dayOf, inPeriod, ofClient, type RowParams } from '../../engine/report-params.ts';
import { billingReport, type ReportWords, type Tally } from '../billing-report.ts';

type DayQuantity = ReportRow & { quantity: Money };

/** What the ledger says: units that were taken back count on the day they were. */
const moved = {
  received: sql`m.quantity as units, m.kind = 'receive' or (m.kind = 'reverse' and m.quantity < 0) as counts`,
  shipped: sql`-m.quantity as units, m.kind = 'ship' or (m.kind = 'reverse' and m.quantity > 0) as counts`,
};

const rowsOf = (params: RowParams, which: Sql): Sql => sql`
  select t.client_id, t.day, i.sku, i.name, coalesce((select u.name from inventory_uoms n join uoms u on u.id = n.uom_id
      where n.client_id = t.client_id and n.inventory_id = t.inventory_id and n.is_base), '') as uom, t.quantity
  from (
    select m.client_id, ${dayOf(params, 'm.at')} as day, m.inventory_id, sum(m.units) as quantity
    from (select m.client_id, m.at, m.inventory_id, ${which} from movements m
      where ${ofClient(params, 'm.client_id')} and ${inPeriod(params, 'm.at')}) m
    where m.counts group by 1, 2, 3 having sum(m.units) <> 0
  ) t
  join inventories i on i.client_id = t.client_id and i.id = t.inventory_id
  order by ${clientPlace(params, 't.client_id')}, t.day, lower(i.sku), i.id`;

function unitTally({ t }: ReportWords): Tally<DayQuantity> {
  let value = Money.zero;
  return {
    add: (row) => {
      value = value.plus(row.quantity);
    },
    totals: () => [{ label: t('reportWords.totalUnits'), value, kind: 'number' }],
  };
}

/** Units that were received or shipped, by day and item. */
const quantitiesByDay = (name: BillingReportName, which: Sql) =>
  billingReport<DayQuantity>({
    name,
    columns: { day: day(), sku: code(), name: text(), uom: text(), quantity: quantity({ total: true }) },
    rows: (params) => rowsOf(params, which),
    tally: unitTally,
    paper: {
      columns: {
        day: day({ width: 80 }),
        sku: code({ width: 130 }),
        name: text(),
        uom: text({ width: 60 }),
        quantity: quantity({ width: 80 }),
      },
      lines: (rows) => rows.map((row) => ({ kind: 'row', row })),
    },
  });

export const receivedByDay = quantitiesByDay('receiving-qty-by-period-excel', moved.received);
export const shippedByDay = quantitiesByDay('shipping-qty-by-period-excel', moved.shipped);
