import type { ListQuery } from '../kit/list-query.ts';
import type { SavedParam } from './records.ts';

/** The list query of a saved filter. */
export const queryOfSaved = ({ filter_by, ...query }: SavedParam): ListQuery => ({
  ...query,
  ...(filter_by && {
    filter_by: Object.fromEntries(
      Object.entries(filter_by).map(([field, values]) => [field, values === '' ? [] : values.split(',')]),
    ),
  }),
});
