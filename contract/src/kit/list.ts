import type { z } from 'zod';
import type { ListQuery } from './list-query.ts';

/**
 * `date` is a moment, compared by its day in the company's time zone; `day` is a calendar date, the same everywhere.
 */
export type ConditionKind = 'text' | 'number' | 'date' | 'day' | 'flag';

/**
 * What one may do with a list, as both sides know it: the server maps each name to SQL, the web to a column or a
 * control, and neither can offer what the other does not have.
 */
export interface ListSpec<
  Row extends z.ZodObject = z.ZodObject,
  Sort extends string = string,
  Filter extends string = string,
> {
  /** The resource the rows are of; the same word as its table. */
  resource: string;
  row: Row;
  sort: readonly Sort[];
  defaultSort: Partial<Record<Sort, 'asc' | 'desc'>>;
  /** Values a filter takes; an empty list leaves them to the server (ids, for example). */
  filters: Record<Filter, readonly string[]>;
  defaultFilters: Partial<Record<Filter, readonly string[]>>;
  /**
   * The rows are those of one record: the filter that names it, and the resource it is of. For lists whose rows are
   * computed for each request, which would take too long for all records at once.
   */
  within?: { filter: NoInfer<Filter>; of: string };
  /** Fields that conditions can be set on, by the record they belong to ('' is the record itself). */
  conditions: Record<string, Record<string, ConditionKind>>;
  perPage: number;
  /** Columns of the list's Excel export: field and heading, in order. */
  exported: Partial<Record<Extract<keyof z.output<Row>, string>, string>>;
}

export function list<Row extends z.ZodObject, const Sort extends string, const Filter extends string>(
  spec: Omit<ListSpec<Row, Sort, Filter>, 'perPage' | 'conditions'> &
    Partial<Pick<ListSpec<Row, Sort, Filter>, 'perPage' | 'conditions'>>,
): ListSpec<Row, Sort, Filter> {
  return { perPage: 15, conditions: {}, ...spec };
}

export type Page<Row> = {
  records: Row[];
  on_page: number;
  per_page: number;
  total: number;
  total_is_minimum?: boolean | undefined;
};

/** The query with every missing part filled by the list's default. */
export function withDefaults(spec: ListSpec, query: ListQuery) {
  const hasSort = query.order_by && Object.keys(query.order_by).length > 0;
  return {
    on_page: query.on_page ?? 1,
    per_page: query.per_page ?? spec.perPage,
    search: query.search?.trim() ?? '',
    order_by: (hasSort ? query.order_by : spec.defaultSort) as Record<string, 'asc' | 'desc'>,
    filter_by: { ...spec.defaultFilters, ...query.filter_by } as Record<string, readonly string[]>,
    query: query.query ?? [],
  };
}
