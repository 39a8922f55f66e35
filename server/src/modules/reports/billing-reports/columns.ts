import type { ReportColumn, ServerText } from '@longshore/contract';
import type { ReportTableColumn } from '../../../documents/billing/report-content.ts';

/** Every column that a report may have. `total`: its sum makes sense. */
const kinds = {
  client: 'text',
  activity: 'text',
  item: 'text',
  internal: 'text',
  uom: 'text',
  date: 'day',
  reference: 'code',
  quantity: 'number',
  price: 'money',
  average: 'money',
  amount: 'money',
  note: 'text',
  finished: 'day',
  shipment: 'code',
  po: 'code',
  customer: 'text',
  destination: 'text',
  courier: 'text',
  waybill: 'code',
  cartons: 'number',
  units: 'number',
  charges: 'text',
  day: 'day',
  sku: 'code',
  name: 'text',
} as const satisfies Record<string, ReportColumn['kind']>;
export type ColumnKey = keyof typeof kinds;

const summed: readonly ColumnKey[] = ['amount', 'cartons', 'units'];

/** `sums`: further columns that have a total in this report. */
export function columnsOf(t: ServerText, keys: readonly ColumnKey[], sums: readonly ColumnKey[] = []): ReportColumn[] {
  return keys.map((key) => ({
    key,
    heading: t(`reportWords.columns.${key}`),
    kind: kinds[key],
    total: [...summed, ...sums].includes(key),
  }));
}

/** The same with widths on paper; the column of width 0 takes the rest. */
export const tableColumns = (t: ServerText, widths: Partial<Record<ColumnKey, number>>): ReportTableColumn[] =>
  columnsOf(t, Object.keys(widths) as ColumnKey[]).map((column) => {
    const width = widths[column.key as ColumnKey];
    return width ? { ...column, width } : column;
  });
