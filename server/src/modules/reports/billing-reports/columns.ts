import type { ReportColumn, ServerText, ServerTextKey } from '@longshore/contract';
import type { ReportTableColumn } from '../../../documents/billing/report-content.ts';

/** Every column that a report may have: its kind and its heading. */
const declared = {
  client: ['text', 'reportWords.columns.client'],
  activity: ['text', 'reportWords.columns.activity'],
  item: ['text', 'reportWords.columns.item'],
  internal: ['text', 'reportWords.columns.internal'],
  uom: ['text', 'reportWords.columns.uom'],
  date: ['day', 'reportWords.columns.date'],
  reference: ['code', 'reportWords.columns.reference'],
  quantity: ['number', 'reportWords.columns.quantity'],
  price: ['money', 'reportWords.columns.price'],
  average: ['money', 'reportWords.columns.average'],
  amount: ['money', 'reportWords.columns.amount'],
  note: ['text', 'reportWords.columns.note'],
  finished: ['day', 'reportWords.columns.finished'],
  shipment: ['code', 'reportWords.columns.shipment'],
  po: ['code', 'reportWords.columns.po'],
  customer: ['text', 'reportWords.columns.customer'],
  destination: ['text', 'reportWords.columns.destination'],
  courier: ['text', 'reportWords.columns.courier'],
  waybill: ['code', 'reportWords.columns.waybill'],
  cartons: ['number', 'reportWords.columns.cartons'],
  units: ['number', 'reportWords.columns.units'],
  charges: ['text', 'reportWords.columns.charges'],
  day: ['day', 'reportWords.columns.day'],
  sku: ['code', 'reportWords.columns.sku'],
  name: ['text', 'reportWords.columns.name'],
} as const satisfies Record<string, readonly [kind: ReportColumn['kind'], heading: ServerTextKey]>;
export type ColumnKey = keyof typeof declared;

/** Columns whose sum makes sense in every report. */
const summed: readonly ColumnKey[] = ['amount', 'cartons', 'units'];

/** `sums`: further columns that have a total in this report. */
export function columnsOf(t: ServerText, keys: readonly ColumnKey[], sums: readonly ColumnKey[] = []): ReportColumn[] {
  return keys.map((key) => {
    const [kind, heading] = declared[key];
    return { key, heading: t(heading), kind, total: [...summed, ...sums].includes(key) };
  });
}

/** The same with widths on paper; the column of width 0 takes the rest. */
export const tableColumns = (t: ServerText, widths: Partial<Record<ColumnKey, number>>): ReportTableColumn[] =>
  columnsOf(t, Object.keys(widths) as ColumnKey[]).map((column) => {
    const width = widths[column.key as ColumnKey];
    return width ? { ...column, width } : column;
  });
