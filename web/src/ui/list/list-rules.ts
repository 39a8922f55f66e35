import {
  type Condition,
  formatListQuery,
  type ListQuery,
  type ListSpec,
  parseListQuery,
  ROW_MAX,
  withDefaults,
} from '@longshore/contract';

/**
 * Pure functions from a user action to the list's next address. The address is a list's only state, so Back, bookmarks
 * and shared links all show the same rows.
 */
export type Direction = 'asc' | 'desc';

const sortOf = (query: ListQuery) => Object.entries(query.order_by ?? {})[0];

/** The direction a column is sorted in, explicitly or by default. */
export function directionOf(spec: ListSpec, query: ListQuery, field: string): Direction | undefined {
  return withDefaults(spec, query).order_by[field];
}

/** Ascending, descending, none. A step that changes nothing, because it equals the default, is skipped. */
export function cycleSort(spec: ListSpec, query: ListQuery, field: string): ListQuery {
  const now = directionOf(spec, query, field);
  const order_by = now === undefined ? { [field]: 'asc' as const } : now === 'asc' ? { [field]: 'desc' as const } : {};
  const next = { ...query, order_by: Object.keys(order_by).length ? order_by : undefined, on_page: 1 };
  const same = directionOf(spec, next, field) === now && sortOf(next)?.[0] === undefined;
  return same ? { ...next, order_by: { [field]: 'asc' } } : next;
}

export const sortBy = (query: ListQuery, field: string, direction: Direction): ListQuery => ({
  ...query,
  order_by: { [field]: direction },
  on_page: 1,
});

/** Starts from the default filters, but includes active and inactive records. An empty search resets it. */
export function searchFor(spec: ListSpec, query: ListQuery, search: string): ListQuery {
  const text = search.trim();
  const everyState = text && spec.filters.is_active ? { is_active: [...spec.filters.is_active] } : undefined;
  const { per_page, order_by, advanced } = query;
  return { on_page: 1, per_page, order_by, advanced, search: text || undefined, filter_by: everyState };
}

export const filterBy = (query: ListQuery, filters: Record<string, string[]>, conditions: Condition[]): ListQuery => ({
  ...query,
  on_page: 1,
  filter_by: Object.keys(filters).length ? filters : undefined,
  query: conditions.length ? conditions : undefined,
});

export const toPage = (query: ListQuery, on_page: number): ListQuery => ({ ...query, on_page });
export const withPerPage = (query: ListQuery, per_page: number): ListQuery => ({ ...query, per_page, on_page: 1 });

/** True when some of the filter's values are excluded. */
export function narrows(spec: ListSpec, name: string, values: readonly string[]): boolean {
  const known = spec.filters[name] ?? [];
  return values.length > 0 && !(known.length > 0 && known.every((value) => values.includes(value)));
}

/** Whether the query differs from the default, so that an empty list means "none found" and not "none yet". */
export function isFiltered(spec: ListSpec, query: ListQuery): boolean {
  const { search, filter_by, query: conditions } = withDefaults(spec, query);
  if (search || conditions.length) return true;
  return Object.entries(filter_by).some(([name, values]) => {
    const given: readonly string[] = spec.defaultFilters[name] ?? [];
    return narrows(spec, name, values) && values.join() !== given.join();
  });
}

/** Reachable pages: those counted, one more when the total is only a minimum, never beyond the limit. */
export function pageCount(page: { on_page: number; per_page: number; total: number; total_is_minimum?: boolean }) {
  const counted = Math.max(1, Math.ceil(page.total / page.per_page));
  const reachable = page.total_is_minimum ? Math.max(counted, page.on_page + 1) : counted;
  return Math.min(reachable, Math.floor(ROW_MAX / page.per_page));
}

/** The part of a query that a saved filter stores: everything but the page number. */
export const withoutPage = ({ on_page: _, ...rest }: ListQuery): ListQuery => rest;

/** The filters by name: the database keeps them in an order of its own. */
const filtersByName = ({ filter_by, ...query }: ListQuery): ListQuery => ({
  ...query,
  ...(filter_by && {
    filter_by: Object.fromEntries(Object.entries(filter_by).sort(([one], [other]) => (one < other ? -1 : 1))),
  }),
});

/** Compares queries by meaning, not by how they are written. */
export const sameQuery = (one: ListQuery, other: ListQuery) =>
  formatListQuery(filtersByName(withoutPage(one))) === formatListQuery(filtersByName(withoutPage(other)));

/** The query as an address segment. Never empty, because the router would not match an empty segment. */
export const segmentOf = (query: ListQuery) => formatListQuery({ ...query, on_page: query.on_page ?? 1 });

/** Parses an address segment; an invalid number falls back to the default instead of failing the screen. */
export function queryOf(segment: string): ListQuery {
  const query = parseListQuery(segment);
  if (!Number.isFinite(query.on_page)) delete query.on_page;
  if (!Number.isFinite(query.per_page)) delete query.per_page;
  return query;
}
