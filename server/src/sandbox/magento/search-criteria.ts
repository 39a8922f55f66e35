import type { Call } from '../kit/partner.ts';
import { MagentoError, missingField } from './errors.ts';
import type { MagentoStore } from './store.ts';

interface Filter {
  field: string;
  value: string;
  condition_type: string;
}

interface Criteria {
  filter_groups: { filters: Filter[] }[];
  sort_orders: { field: string; direction: 'ASC' | 'DESC' }[];
  page_size: number | undefined;
  current_page: number;
}

/** The values of a row that can be searched and sorted by. */
export type Columns = Record<string, string | number>;

const PAGE_SIZE_MAX = 300;
const PAGE_SIZE_LIMITED = 20;

/** Keys are written in both spellings: `filterGroups` and `filter_groups`. */
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `searchCriteria[filterGroups][0][field]` as its parts; undefined for another parameter. */
function partsOf(name: string): string[] | undefined {
  const [, rest] = /^searchCriteria((?:\[[^\]]*\])*)$/.exec(name) ?? [];
  return rest === undefined ? undefined : [...rest.matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => snake(part));
}

function readCriteria(call: Call): Criteria | undefined {
  const filters = new Map<string, Map<string, Partial<Filter>>>();
  const sorts = new Map<string, { field?: string; direction?: string }>();
  const sizes = new Map<string, number>();
  let isThere = false;
  for (const [name, value] of call.query) {
    const parts = partsOf(name);
    if (!parts) continue;
    isThere = true;
    const [kind = '', index = '', , at = '', field = ''] = parts;
    if (kind === 'filter_groups') {
      const group = filters.get(index) ?? new Map<string, Partial<Filter>>();
      filters.set(index, group.set(at, { ...group.get(at), [field]: value }));
    } else if (kind === 'sort_orders') sorts.set(index, { ...sorts.get(index), [parts[2] ?? '']: value });
    else if (kind === 'page_size' || kind === 'current_page') sizes.set(kind, Number(value));
  }
  if (!isThere) return undefined;
  return {
    filter_groups: [...filters.values()].map((group) => ({ filters: [...group.values()].map(completeFilter) })),
    sort_orders: [...sorts.values()].map(({ field = '', direction = 'DESC' }) => ({
      field,
      direction: direction.toUpperCase() === 'ASC' ? 'ASC' : 'DESC',
    })),
    page_size: sizes.get('page_size') || undefined,
    current_page: Math.max(1, sizes.get('current_page') ?? 1),
  };
}

const completeFilter = ({ field = '', value = '', condition_type = 'eq' }: Partial<Filter>): Filter => ({
  field,
  value,
  condition_type,
});

/** As MySQL compares: numbers as numbers, everything else as text. */
const compare = (actual: string | number, text: string): number => {
  if (typeof actual === 'number') return actual - Number(text);
  return actual < text ? -1 : Number(actual > text);
};

const likePattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
    'is',
  );

const CONDITIONS: Record<string, (actual: string | number, value: string) => boolean> = {
  eq: (actual, value) => compare(actual, value) === 0,
  neq: (actual, value) => compare(actual, value) !== 0,
  gt: (actual, value) => compare(actual, value) > 0,
  gteq: (actual, value) => compare(actual, value) >= 0,
  from: (actual, value) => compare(actual, value) >= 0,
  lt: (actual, value) => compare(actual, value) < 0,
  lteq: (actual, value) => compare(actual, value) <= 0,
  to: (actual, value) => compare(actual, value) <= 0,
  in: (actual, value) => value.split(',').some((each) => compare(actual, each) === 0),
  nin: (actual, value) => value.split(',').every((each) => compare(actual, each) !== 0),
  like: (actual, value) => likePattern(value).test(String(actual)),
};

/** A column that does not exist is an error of the database: nobody is told which one. */
const internal = (): MagentoError =>
  new MagentoError(500, 'Internal Error. Details are available in Magento log file. Report ID: %1', ['webapi-5f1a']);

function isMatch({ field, value, condition_type }: Filter, columns: Columns): boolean {
  const condition = CONDITIONS[condition_type];
  if (!condition) throw internal();
  return condition(valueIn(columns, field), value);
}

/** A column that does not exist is an error here too. */
function valueIn(columns: Columns, field: string): string | number {
  const value = columns[field];
  if (value === undefined) throw internal();
  return value;
}

function sorted<Row>(rows: Row[], criteria: Criteria, columnsOf: (row: Row) => Columns, key: string): Row[] {
  const [first] = criteria.sort_orders;
  const { field, direction } = first ?? { field: key, direction: 'DESC' };
  const turn = direction === 'ASC' ? 1 : -1;
  return rows
    .map((row) => ({ row, value: valueIn(columnsOf(row), field) }))
    .sort((a, b) => turn * compare(a.value, String(b.value)))
    .map(({ row }) => row);
}

export interface Searched<Row> {
  rows: Row[];
  columnsOf: (row: Row) => Columns;
  present: (row: Row) => unknown;
  /** The column that rows are sorted by, descending, unless the caller says otherwise. */
  key: string;
  /** A list of sources may be asked for without criteria. */
  isOptional?: boolean;
}

/** One page of what matches: any filter of a group, of every group. Without a page size it is everything. */
export function search<Row>(store: MagentoStore, call: Call, searched: Searched<Row>): object {
  const { rows, columnsOf, present, key } = searched;
  const criteria = readCriteria(call);
  if (!criteria && !searched.isOptional) throw missingField('searchCriteria');
  const asked = criteria ?? { filter_groups: [], sort_orders: [], page_size: undefined, current_page: 1 };
  const { limitsInput, repeatsLastPage } = store.switches;
  if (limitsInput && (asked.page_size ?? 0) > PAGE_SIZE_MAX)
    throw new MagentoError(400, 'Maximum SearchCriteria pageSize is %max', { max: String(PAGE_SIZE_MAX) });
  const found = rows.filter((row) => {
    const columns = columnsOf(row);
    return asked.filter_groups.every(({ filters }) => filters.some((filter) => isMatch(filter, columns)));
  });
  const size = asked.page_size ?? (limitsInput ? PAGE_SIZE_LIMITED : Math.max(1, found.length));
  const last = Math.max(1, Math.ceil(found.length / size));
  const page = repeatsLastPage ? Math.min(asked.current_page, last) : asked.current_page;
  const shown = sorted(found, asked, columnsOf, key).slice((page - 1) * size, page * size);
  const { page_size, ...said } = asked;
  return {
    items: shown.map(present),
    search_criteria: { ...said, ...(page_size === undefined ? {} : { page_size }) },
    total_count: found.length,
  };
}
