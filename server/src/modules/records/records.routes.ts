import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { deleteFilter, saveFilter } from './save-filter.ts';
import { listSavedFilters } from './saved-filters.view.ts';
import { listTraces } from './traces.view.ts';

export const recordsRoutes = (): Binding[] => [
  bind(api.records.traces, (tx, { query }) => listTraces(tx, query)),
  bind(api.records.savedFilters, (tx, { actor, params }) => listSavedFilters(tx, actor, params.page)),
  bind(api.records.saveFilter, (tx, { actor, body }) => saveFilter(tx, actor, body)),
  bind(api.records.deleteFilter, (tx, { actor, params }) => deleteFilter(tx, actor, params.id)),
];
