import { sql } from '../../../../platform/database/sql.ts';
import { report } from '../report.ts';
import { monthColumns, unitsByMonth } from './by-month.ts';

export const shippingByPeriod = report({
  name: 'shipping-by-period',
  group: 'orders',
  asks: { dates: 'period' },
  columns: monthColumns,
  rows: (params) => unitsByMonth(params, 'outbound', sql`-m.quantity`, sql`m.kind in ('ship', 'reverse')`),
});
