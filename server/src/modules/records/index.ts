import { module } from '../../platform/module.ts';
import type { History } from '../../platform/resources/plain-resource.ts';
import { fileSubscribers, tidyFileJob } from './files.jobs.ts';
import { panelsRoutes } from './panels.routes.ts';
import { recordsRoutes } from './records.routes.ts';
import { changesBetween, trace } from './traces.ts';

export type { OwnerKind } from './owners.ts';
export { listSavedFilters } from './saved-filters.view.ts';
export { type Change, changesBetween, changesUnder, queueTrace, trace, traceCreated, withNames } from './traces.ts';

/** The history of plain resources is kept as traces. */
export const history: History = { changesBetween, trace };

export const records = module({
  name: 'records',
  routes: (tools) => [...recordsRoutes(), ...panelsRoutes({ ...tools, kinds: tools.registry.table('owners') })],
  jobs: ({ storage, registry }) => ({ upkeep: { 'tidy-file': tidyFileJob(storage, registry.list('fileKeepers')) } }),
  subscribers: fileSubscribers,
});
