import {
  type Condition,
  type InventoryRow,
  inventoryList,
  type Language,
  type ListQuery,
  type Measure,
  withDefaults,
} from '@longshore/contract';
import { type ItemListWords, itemListWords } from './item-list-words.ts';
import { drawPrintedList, type PrintedColumn } from './printed-list.ts';
import { type Say, sayFor } from './say.ts';

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
  measure: Measure;
  at: Date;
}

type Field = Exclude<keyof InventoryRow, 'id' | 'client_id' | 'description' | 'categories'>;

/** The columns of the screen, in its order. */
const columns: readonly (Omit<PrintedColumn, 'heading'> & { field: Field })[] = [
  { field: 'type', width: 42 },
  { field: 'sku', width: 116, whole: true },
  { field: 'base_uom', width: 56 },
  { field: 'name' },
  { field: 'upc', width: 84, whole: true },
  { field: 'in_stock', width: 56, right: true },
  { field: 'reserved', width: 56, right: true },
  { field: 'available', width: 60, right: true },
  { field: 'is_active', width: 54 },
  { field: 'updated_at', width: 74 },
];

function sayCell(row: InventoryRow, field: Field, words: ItemListWords, say: Say): string {
  if (field === 'type') return words.types[row.type];
  if (field === 'is_active') return row.is_active ? words.active : words.disabled;
  if (field === 'updated_at') return say.date(row.updated_at);
  const value = row[field];
  // A kit is assembled from items: it has no stock of its own to show.
  if (value === null) return words.notApplicable;
  return typeof value === 'number' ? say.number(value) : value;
}

function sayCondition({ relation, field, operator, value }: Condition, words: ItemListWords, say: Say): string {
  const kind = inventoryList.conditions[relation]?.[field];
  const dated = kind === 'date' || kind === 'day';
  const name = words.fields[relation ? `${relation}.${field}` : field] ?? field;
  const operatorWord = (dated && words.dated[operator]) || words.operators[operator] || operator;
  // A day has no time zone; noon avoids shifting it to the day before.
  return words.condition(name, operatorWord, dated ? say.date(`${value}T12:00:00Z`) : value);
}

/** The search, filters and conditions of the query, as text. */
function sayAsked(list: ItemList, words: ItemListWords, say: Say): string[] {
  const { search, filter_by, query } = withDefaults(inventoryList, list.query);
  const { type = [], is_active = [] } = filter_by;
  const states = is_active.map((value) => (value === '1' ? words.active : words.disabled));
  const parts = [
    search && words.search(search),
    type.length === 1 && words.filter(words.fields.type ?? '', words.types[type[0] as 'Item' | 'Kit']),
    states.length > 0 && words.filter(words.fields.is_active ?? '', states.join(words.join)),
    query
      .map((condition, at) => {
        const join = at === 0 ? '' : condition.join === 'OR' ? words.or : words.and;
        return join + sayCondition(condition, words, say);
      })
      .join(''),
  ];
  const [shown, total] = [list.rows.length, list.total].map(say.number);
  const isPart = list.total_is_minimum || list.rows.length < list.total;
  const count = isPart
    ? words[list.total_is_minimum ? 'firstOfMore' : 'first'](shown ?? '', total ?? '')
    : words.rows(shown ?? '');
  return [parts.filter(Boolean).join(' · '), count];
}

/** The list of items as it is filtered and sorted on the screen. */
export function drawItemList(list: ItemList): Promise<Uint8Array> {
  const words = itemListWords[list.language];
  const say = sayFor(list.language, list.timezone);
  return drawPrintedList({
    title: words.title,
    company: list.company,
    client: list.client,
    asked: sayAsked(list, words, say),
    columns: columns.map(({ field, ...column }) => ({ ...column, heading: words.fields[field] ?? field })),
    rows: list.rows.map((row) => columns.map(({ field }) => sayCell(row, field, words, say))),
    at: list.at,
    say,
    measure: list.measure,
  });
}
