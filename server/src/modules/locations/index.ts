import type { ConstraintProblems } from '../../platform/http/failure.ts';
import { invalid, refused } from '../../platform/http/problem.ts';

export { locationSheet } from './locations.import.ts';
export { locationsRoutes } from './locations.routes.ts';
export { locationExists, locationNamed } from './locations.store.ts';
export { findLocations, readLocation } from './locations.view.ts';

/** Two saves at once; and a bin that holds a plate, or held one before. */
export const locationConstraints: ConstraintProblems = {
  locations_location_key: () => refused(10002),
  licenses_location_id_fkey: () => invalid('id', 'LocationIsUsed'),
  license_locations_location_id_fkey: () => invalid('id', 'LocationIsUsed'),
};
