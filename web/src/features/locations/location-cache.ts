import { api } from '@longshore/contract';
import { refresh } from '../../lib/api.ts';

/** Bins show their number of plates, and plates their bin: both are refreshed. */
export const refreshLocations = () =>
  Promise.all([
    refresh(api.locations.list),
    refresh(api.locations.licenses),
    refresh(api.licenses.list),
    refresh(api.licenses.get),
  ]);
