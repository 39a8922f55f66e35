import type { ListSpec } from '@longshore/contract';
import { type Sql, sql } from '../database/sql.ts';
import { FRAGMENT_MIN, flagOf, type ListSql, likePattern, listSql, oneOf } from '../lists/list-sql.ts';

export interface PlainColumns {
  /** Fields that are not simply the column of the same name; the table has the resource's name. */
  computed?: Record<string, Sql>;
  /** Texts: sorted without regard to case. */
  names: readonly string[];
  /** Searched texts, each with a trigram index on its `lower(…)`. */
  searched: readonly string[];
}

/** The list of a table whose columns have the names of the row's fields. */
export function plainList(spec: ListSpec, { computed = {}, names, searched }: PlainColumns): ListSql {
  const sortOf = (field: string) => [names.includes(field) ? sql`lower(${sql.ref(field)})` : sql.ref(field)];
  const filterOf = (field: string) => (field === 'is_active' ? flagOf : oneOf)(sql.ref(field));
  const columns = Object.keys(spec.row.shape).map(
    (field) => sql`${computed[field] ?? sql.ref(field)} as ${sql.ref(field)}`,
  );
  return listSql<ListSpec>({
    spec,
    select: sql.join(columns),
    from: sql.table(spec.resource),
    id: sql`id`,
    visible: () => sql`true`,
    sort: Object.fromEntries(spec.sort.map((field) => [field, sortOf(field)])),
    filter: Object.fromEntries(Object.keys(spec.filters).map((field) => [field, filterOf(field)])),
    search: (term) => {
      const pattern = `${term.length >= FRAGMENT_MIN ? '%' : ''}${likePattern(term)}%`;
      const parts = searched.map((field) => sql`lower(${sql.ref(field)}) like ${pattern}`);
      return sql`(${sql.join(parts, ' or ')})`;
    },
    conditions: {},
  });
}
