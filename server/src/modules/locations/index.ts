import type { ConstraintProblems } from '../../platform/http/failure.ts';
import { invalid, refused } from '../../platform/http/problem.ts';

export { locationSheet } from './locations.import.ts';
export { locationExists, locationNamed } from './locations.store.ts';
export { locations } from './locations.ts';

/** Bins have names of their own in the whole warehouse; one that holds a plate, or held one before, stays. */
export const locationConstraints: ConstraintProblems = {
  locations_location_key: () => refused(10002),
  licenses_location_id_fkey: () => invalid('id', 'LocationIsUsed'),
  license_locations_location_id_fkey: () => invalid('id', 'LocationIsUsed'),
};
