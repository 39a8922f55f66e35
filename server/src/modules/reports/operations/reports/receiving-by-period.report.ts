import { sql } from '../../../../platform/database/sql.ts';
import { report } from '../report.ts';
import { monthColumns, unitsByMonth } from './by-month.ts';

export const receivingByPeriod = report({
  name: 'receiving-by-period',
  group: 'orders',
  asks: { dates: 'period' },
  columns: monthColumns,
  rows: (params) => unitsByMonth(params, 'inbound', sql`m.quantity`, sql`m.kind in ('receive', 'reverse')`),
});
