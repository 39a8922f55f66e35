import { api } from '@longshore/contract';
import { refresh } from '../../../lib/api.ts';

/** Plates show their bin, and bins their number of plates: both are refreshed. */
export const refreshLicenses = () =>
  Promise.all([
    refresh(api.licenses.list),
    refresh(api.licenses.get),
    refresh(api.licenses.inventories),
    refresh(api.licenses.movements),
    refresh(api.licenses.places),
    refresh(api.locations.list),
    refresh(api.locations.get),
    refresh(api.locations.licenses),
    refresh(api.locations.contents),
    refresh(api.locations.visits),
    refresh(api.locations.aisle),
  ]);
