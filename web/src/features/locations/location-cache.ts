import { api } from '@longshore/contract';
import { refresh } from '../../lib/api.ts';

/** Bins show how many plates they hold, plates where they are: a change of one is a change of both. */
export const refreshLocations = () =>
  Promise.all([
    refresh(api.locations.list),
    refresh(api.locations.licenses),
    refresh(api.licenses.list),
    refresh(api.licenses.get),
  ]);
