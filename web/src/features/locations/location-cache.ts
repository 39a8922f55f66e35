import { api } from '@longshore/contract';
import { refresh } from '../../lib/api.ts';

/** Bins show their number of plates, and plates their bin: both are refreshed. */
export const refreshLocations = () =>
  Promise.all([
    refresh(api.locations.list),
    refresh(api.locations.get),
    refresh(api.locations.licenses),
    refresh(api.locations.contents),
    refresh(api.locations.visits),
    refresh(api.locations.aisle),
    refresh(api.licenses.list),
    refresh(api.licenses.get),
    refresh(api.licenses.places),
  ]);
