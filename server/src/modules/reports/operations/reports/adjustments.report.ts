import { sql } from '../../../../platform/database/sql.ts';
import { code, moment, movementKind, plate, sku, text, units } from '../../engine/columns.ts';
import { report } from '../report.ts';
import { ledgerRows } from './ledger-rows.ts';

export const adjustments = report({
  name: 'adjustments',
  group: 'ledger',
  asks: { dates: 'period', items: true },
  columns: {
    moment: moment(),
    kind: movementKind(),
    sku: sku(),
    name: text(),
    plate: plate(),
    lot: code(),
    quantity: units(),
    reference: text(),
    who: text(),
  },
  rows: (params) =>
    ledgerRows(
      params,
      sql`m.at as moment, m.kind, m.quantity, m.reference, m.user_name as who`,
      sql`m.kind in ('adjust', 'count')`,
    ),
});
