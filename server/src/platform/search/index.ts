import { api } from '@longshore/contract';
import { bind } from '../http/bind.ts';
import { module } from '../module.ts';
import { searchAll } from './search.ts';

/** The search palette: finds records of every kind that a module registers a finder for. */
export const search = module({
  name: 'search',
  routes: ({ registry }) => {
    const finders = registry.table('finders');
    return [bind(api.records.search, (tx, { actor, body }) => searchAll(tx, actor, finders, body.search))];
  },
});
