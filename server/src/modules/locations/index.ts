import { invalid, refused } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import { locationSheet } from './locations.import.ts';
import { locationResource } from './locations.ts';

export { locationExists, locationNamed } from './locations.view.ts';
export { aisleOf, compareBins, sortForWalk } from './walk-order.ts';

export const readLocation = locationResource.read;

export const locations = module({
  name: 'locations',
  routes: locationResource.routes,
  // A bin's name is unique in the whole warehouse; a bin that holds a plate, or held one before, cannot be deleted.
  constraints: {
    locations_location_key: () => refused(10002),
    licenses_location_id_fkey: () => invalid('id', 'LocationIsUsed'),
    license_locations_location_id_fkey: () => invalid('id', 'LocationIsUsed'),
  },
  sheets: [locationSheet],
  finders: { locations: locationResource.find },
  scanFinders: {
    locations: async (tx, actor, { location }) => (location ? locationResource.findNamed(tx, actor, location) : []),
  },
});
