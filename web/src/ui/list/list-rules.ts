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
 * What a click on a list means for its address. Pure: the address is the only state a list has, so Back, a bookmark
 * and a link in a chat all show the same rows.
 */
export type Direction = 'asc' | 'desc';

const sortOf = (query: ListQuery) => Object.entries(query.order_by ?? {})[0];

/** The direction a column is sorted in now, by choice or by default. */
export function directionOf(spec: ListSpec, query: ListQuery, field: string): Direction | undefined {
  return withDefaults(spec, query).order_by[field];
}

/** Ascending, descending, none. A step that would change nothing, because the default sorts alike, is passed over. */
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

/** Enter in the search box: from the default filters, but across active and inactive. An empty search ends it. */
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

/** A filter narrows when it leaves some of its values out. */
export function narrows(spec: ListSpec, name: string, values: readonly string[]): boolean {
  const known = spec.filters[name] ?? [];
  return values.length > 0 && !(known.length > 0 && known.every((value) => values.includes(value)));
}

/** Has the reader asked for something, so that an empty list means "none found" and not "none yet"? */
export function asksForSomething(spec: ListSpec, query: ListQuery): boolean {
  const { search, filter_by, query: conditions } = withDefaults(spec, query);
  if (search || conditions.length) return true;
  return Object.entries(filter_by).some(([name, values]) => {
    const given: readonly string[] = spec.defaultFilters[name] ?? [];
    return narrows(spec, name, values) && values.join() !== given.join();
  });
}

/** Pages one can go to: those counted, one more when there are more rows than were counted, never beyond the limit. */
export function pageCount(page: { on_page: number; per_page: number; total: number; total_is_minimum?: boolean }) {
  const counted = Math.max(1, Math.ceil(page.total / page.per_page));
  const reachable = page.total_is_minimum ? Math.max(counted, page.on_page + 1) : counted;
  return Math.min(reachable, Math.floor(ROW_MAX / page.per_page));
}

/** The part of a query worth keeping under a name: everything but the page one happens to be on. */
export const withoutPage = ({ on_page: _, ...rest }: ListQuery): ListQuery => rest;

/** Two queries that ask the same, however they were written. */
export const sameQuery = (one: ListQuery, other: ListQuery) =>
  formatListQuery(withoutPage(one)) === formatListQuery(withoutPage(other));

/** The text of the address segment. It is never empty: an empty segment would be no segment. */
export const segmentOf = (query: ListQuery) => formatListQuery({ ...query, on_page: query.on_page ?? 1 });

/** Reads an address segment; a number that is none falls back to the default instead of failing the screen. */
export function queryOf(segment: string): ListQuery {
  const query = parseListQuery(segment);
  if (!Number.isFinite(query.on_page)) delete query.on_page;
  if (!Number.isFinite(query.per_page)) delete query.per_page;
  return query;
}
