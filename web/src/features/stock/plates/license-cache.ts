import { api } from '@longshore/contract';
import { refresh } from '../../../lib/api.ts';

/** Plates show where they are, bins how many they hold: a change of one is a change of both. */
export const refreshLicenses = () =>
  Promise.all([
    refresh(api.licenses.list),
    refresh(api.licenses.get),
    refresh(api.licenses.inventories),
    refresh(api.locations.list),
    refresh(api.locations.licenses),
  ]);
