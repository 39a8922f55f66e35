import { sql } from '../../../../platform/database/sql.ts';
import { code, day, plate, sku, text, units } from '../../engine/columns.ts';
import { dayOf } from '../../engine/report-params.ts';
import { report } from '../report.ts';
import { ledgerRows } from './ledger-rows.ts';

export const disposal = report({
  name: 'disposal',
  group: 'ledger',
  asks: { dates: 'period' },
  columns: {
    day: day(),
    sku: sku(),
    name: text(),
    lot: code(),
    plate: plate(),
    quantity: units(),
    reference: text(),
    who: text(),
  },
  rows: (params) =>
    ledgerRows(
      params,
      sql`${dayOf(params, 'm.at')} as day, -m.quantity as quantity, m.reference, m.user_name as who`,
      sql`m.kind = 'dispose'`,
    ),
});
