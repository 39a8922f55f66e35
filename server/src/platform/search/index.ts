import { api } from '@longshore/contract';
import { bind } from '../http/bind.ts';
import { module } from '../module.ts';
import { findScanned } from './scan.ts';
import { searchAll } from './search.ts';

/** The search palette and scans: finds records of every kind that a module registers a finder for. */
export const search = module({
  name: 'search',
  routes: ({ registry }) => {
    const finders = registry.table('finders');
    const scanFinders = registry.table('scanFinders');
    return [
      bind(api.records.search, (tx, { actor, body }) => searchAll(tx, actor, finders, body.search)),
      bind(api.records.scan, (tx, { actor, body }) => findScanned(tx, actor, scanFinders, body.code)),
    ];
  },
});
