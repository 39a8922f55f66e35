import { api, type FilterPage, type ListQuery, queryOfSaved } from '@longshore/contract';
import { refresh, useRead, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { translate } from '../../lib/text/text.ts';
import { sameQuery, withoutPage } from './list-rules.ts';

/** A saved filter with its list query. */
export interface SavedFilter {
  id: number;
  name: string;
  param: ListQuery;
}

/** The user's saved filters of a page, the one that matches the current query, and functions to save or delete one. */
export function useSavedFilters(page: FilterPage | undefined, query: ListQuery) {
  const of = { params: { page: page ?? ('Relation' as const) }, query: { v: '0' } };
  const read = useRead(api.records.savedFilters, of, { enabled: page !== undefined, staleTime: 60_000 });
  const refreshFilters = () => refresh(api.records.savedFilters, of);
  const saveFilter = useWrite(api.records.saveFilter, {
    onSuccess: ({ name }) => {
      showSuccess(translate('lists.filterSaved', { name }));
      return refreshFilters();
    },
  });
  const deleteFilter = useWrite(api.records.deleteFilter, { onSuccess: refreshFilters });
  if (!page) return undefined;
  const filters: SavedFilter[] = (read.data ?? []).map(({ id, name, param }) => ({
    id,
    name,
    param: queryOfSaved(param),
  }));
  const current = filters.find(({ param }) => sameQuery(param, query));
  return {
    filters,
    current,
    save: (name: string, query: ListQuery) => saveFilter.mutate({ body: { name, page, param: withoutPage(query) } }),
    remove: () => {
      if (!current) return;
      const { id, name } = current;
      deleteFilter.mutate(
        { params: { id } },
        { onSuccess: () => showSuccess(translate('lists.filterDeleted', { name })) },
      );
    },
  };
}
