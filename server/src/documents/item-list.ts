import {
  type Condition,
  type InventoryRow,
  inventoryList,
  type Language,
  type ListQuery,
  type PaperSize,
  type ServerText,
  type ServerTextKey,
  textFor,
  withDefaults,
} from '@longshore/contract';
import { type DocumentFormat, makeDocumentFormat } from './document-format.ts';
import { drawPrintedList, type PrintedColumn } from './printed-list.ts';

export interface ItemList {
  rows: readonly InventoryRow[];
  total: number;
  total_is_minimum?: boolean | undefined;
  /** The list query of the rows. */
  query: ListQuery;
  company: string;
  client: string;
  language: Language;
  timezone: string;
  paper: PaperSize;
  at: Date;
}

type Field = Exclude<keyof InventoryRow, 'id' | 'client_id' | 'description' | 'categories'>;

/** The columns of the screen, in its order. */
const columns: readonly (Omit<PrintedColumn, 'heading'> & { field: Field })[] = [
  { field: 'type', width: 42 },
  { field: 'sku', width: 116, neverCut: true },
  { field: 'base_uom', width: 56 },
  { field: 'name' },
  { field: 'upc', width: 84, neverCut: true },
  { field: 'in_stock', width: 56, right: true },
  { field: 'reserved', width: 56, right: true },
  { field: 'available', width: 60, right: true },
  { field: 'is_active', width: 54 },
  { field: 'updated_at', width: 74 },
];

/** Labels of the columns, and of the fields of conditions, as the screen words them. */
const labels: Record<string, ServerTextKey> = {
  type: 'inventory.type',
  sku: 'inventory.sku',
  base_uom: 'inventory.uom',
  name: 'inventory.name',
  upc: 'inventory.upc',
  in_stock: 'inventory.total',
  reserved: 'inventory.reserve',
  available: 'inventory.available',
  is_active: 'inventory.status',
  updated_at: 'inventory.updatedAt',
  description: 'inventory.description',
  barcode_1: 'inventory.barcode1',
  barcode_2: 'inventory.barcode2',
  custom_1: 'inventory.custom1',
  custom_2: 'inventory.custom2',
  custom_3: 'inventory.custom3',
  hs_code: 'inventory.hsCode',
  origin: 'inventory.origin',
  'categories.name': 'inventory.category',
  'lots.lot_number': 'inventory.lot',
  'lots.expire_date': 'inventory.expires',
  'licenses.license': 'inventory.plate',
};
const labelOf = (t: ServerText, field: string) => (labels[field] ? t(labels[field]) : field);

type Operator = keyof typeof operators;
const operators = { '=': true, '>': true, '<': true, '>=': true, '<=': true, contain: true };
const isOperator = (operator: string): operator is Operator => Object.hasOwn(operators, operator);

function operatorText(t: ServerText, operator: string, isDate: boolean): string {
  if (!isOperator(operator)) return operator;
  return isDate && operator !== '=' && operator !== 'contain'
    ? t(`lists.datesChips.${operator}`)
    : t(`lists.chips.${operator}`);
}

function formatCell(row: InventoryRow, field: Field, t: ServerText, format: DocumentFormat): string {
  if (field === 'type') return t(`inventory.types.${row.type}`);
  if (field === 'is_active') return t(row.is_active ? 'lists.active' : 'lists.disabled');
  if (field === 'updated_at') return format.date(row.updated_at);
  const value = row[field];
  // A kit is assembled from items: it has no stock of its own to show.
  if (value === null) return t('inventory.notApplicable');
  return typeof value === 'number' ? format.number(value) : value;
}

function describeCondition(
  { relation, field, operator, value }: Condition,
  t: ServerText,
  format: DocumentFormat,
): string {
  const kind = inventoryList.conditions[relation]?.[field];
  const dated = kind === 'date' || kind === 'day';
  const name = labelOf(t, relation ? `${relation}.${field}` : field);
  // A day has no time zone; noon avoids shifting it to the day before.
  const shown = dated ? format.date(`${value}T12:00:00Z`) : value;
  return t('print.condition', { name, operator: operatorText(t, operator, dated), value: shown });
}

/** The search, filters and conditions of the query, as text. */
function describeQuery(list: ItemList, t: ServerText, format: DocumentFormat): string[] {
  const { search, filter_by, query } = withDefaults(inventoryList, list.query);
  const { type = [], is_active = [] } = filter_by;
  const states = is_active.map((value) => t(value === '1' ? 'lists.active' : 'lists.disabled'));
  const parts = [
    search && t('print.search', { search }),
    type.length === 1 &&
      t('print.filter', { name: t('inventory.type'), values: t(`inventory.types.${type[0] as 'Item' | 'Kit'}`) }),
    states.length > 0 && t('print.filter', { name: t('inventory.status'), values: states.join(t('lists.valuesJoin')) }),
    query
      .map((condition, at) => {
        const join = at === 0 ? '' : t(condition.join === 'OR' ? 'print.or' : 'print.and');
        return join + describeCondition(condition, t, format);
      })
      .join(''),
  ];
  const [shown, total] = [format.number(list.rows.length), format.number(list.total)];
  const isPart = list.total_is_minimum || list.rows.length < list.total;
  const count = isPart
    ? t(list.total_is_minimum ? 'print.firstOfMore' : 'print.first', { shown, total })
    : t('print.rows', { count: shown });
  return [parts.filter(Boolean).join(' · '), count];
}

/** The list of items as it is filtered and sorted on the screen. */
export function drawItemList(list: ItemList): Promise<Uint8Array> {
  const t = textFor(list.language);
  const format = makeDocumentFormat(list.language, list.timezone);
  return drawPrintedList({
    title: t('inventory.title'),
    company: list.company,
    client: list.client,
    queryLines: describeQuery(list, t, format),
    columns: columns.map(({ field, ...column }) => ({ ...column, heading: labelOf(t, field) })),
    rows: list.rows.map((row) => columns.map(({ field }) => formatCell(row, field, t, format))),
    at: list.at,
    format,
    paper: list.paper,
  });
}
