import { api, type FilterPage, type ListQuery, queryOfSaved } from '@longshore/contract';
import { refresh, useRead, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { translate } from '../../lib/text/text.ts';
import { sameQuery, withoutPage } from './list-rules.ts';

/** A saved filter with the list query it stands for. */
export interface KeptFilter {
  id: number;
  name: string;
  param: ListQuery;
}

/** My filters of a page, which of them the list shows now, and how to keep or drop one. */
export function useSavedFilters(page: FilterPage | undefined, query: ListQuery) {
  const params = { page: page ?? 'Relation' };
  const read = useRead(api.records.savedFilters, { params }, { enabled: page !== undefined, staleTime: 60_000 });
  const again = () => refresh(api.records.savedFilters, { params });
  const keep = useWrite(api.records.saveFilter, {
    onSuccess: ({ name }) => {
      showSuccess(translate('lists.filterSaved', { name }));
      return again();
    },
  });
  const drop = useWrite(api.records.deleteFilter, { onSuccess: again });
  if (!page) return undefined;
  const filters: KeptFilter[] = (read.data ?? []).map(({ id, name, param }) => ({
    id,
    name,
    param: queryOfSaved(param),
  }));
  const current = filters.find(({ param }) => sameQuery(param, query));
  return {
    filters,
    current,
    save: (name: string, wanted: ListQuery) => keep.mutate({ body: { name, page, param: withoutPage(wanted) } }),
    remove: () => {
      if (!current) return;
      const { id, name } = current;
      drop.mutate({ params: { id } }, { onSuccess: () => showSuccess(translate('lists.filterDeleted', { name })) });
    },
  };
}
