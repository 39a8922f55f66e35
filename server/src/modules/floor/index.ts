import { api } from '@longshore/contract';
import { bind } from '../../platform/http/bind.ts';
import { module } from '../../platform/module.ts';
import { readPutAway } from './put-away.view.ts';

/** What people on the floor do next. */
export const floor = module({
  name: 'floor',
  routes: () => [bind(api.floor.putAway, (tx, { query }) => readPutAway(tx, query.license))],
});
