/** What a field of a record is compared with. */
export type SearchValue = string | number | Date | (string | number)[];

export interface SearchWarning {
  field: string;
  message: string;
  code: string;
}

interface Term {
  field: string;
  operator: string;
  value: string;
  isNegated: boolean;
}

const TERM = /(-|NOT\s+)?(\w+):(>=|<=|>|<)?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s)]+)/g;

/** The terms of each alternative: `a AND b OR c` is `[[a, b], [c]]`. */
function parse(query: string): Term[][] {
  return query.split(/\s+OR\s+/).map((part) =>
    [...part.matchAll(TERM)].map(([, negation, field = '', operator = '', value = '']) => ({
      field,
      operator,
      value: value.replace(/^(["'])(.*)\1$/s, '$2').replace(/\\(.)/g, '$1'),
      isNegated: negation !== undefined,
    })),
  );
}

/**
 * Whether a record fits the search text. A field that the list does not know is ignored with a warning, so that such a
 * search finds everything: the partner does so too.
 */
export function searchFilter<T>(
  query: string | null | undefined,
  fields: Record<string, (row: T) => SearchValue>,
): { test: (row: T) => boolean; warnings: SearchWarning[] } {
  if (!query?.trim()) return { test: () => true, warnings: [] };
  const alternatives = parse(query);
  const warnings = alternatives
    .flat()
    .filter(({ field }) => !(field in fields))
    .map(({ field }) => ({ field, message: 'Invalid search field for this query.', code: 'invalid_field' }));
  const fits = (row: T, { field, operator, value, isNegated }: Term): boolean => {
    const read = fields[field];
    return !read || matches(read(row), operator, value) !== isNegated;
  };
  return { test: (row) => alternatives.some((terms) => terms.every((term) => fits(row, term))), warnings };
}

function matches(actual: SearchValue, operator: string, wanted: string): boolean {
  if (Array.isArray(actual)) return actual.some((each) => matches(each, operator, wanted));
  if (actual instanceof Date) return compareNumbers(actual.getTime(), operator, new Date(wanted).getTime());
  if (typeof actual === 'number') return compareNumbers(actual, operator, Number(wanted.replace(/^.*\//, '')));
  if (wanted.endsWith('*')) return actual.toLowerCase().startsWith(wanted.slice(0, -1).toLowerCase());
  return actual.toLowerCase() === wanted.toLowerCase();
}

function compareNumbers(actual: number, operator: string, wanted: number): boolean {
  switch (operator) {
    case '>=':
      return actual >= wanted;
    case '<=':
      return actual <= wanted;
    case '>':
      return actual > wanted;
    case '<':
      return actual < wanted;
    default:
      return actual === wanted;
  }
}
