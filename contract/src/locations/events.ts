import { event } from '../kit/event.ts';
import { licenses } from '../stock/licenses.ts';
import { locations } from './locations.ts';

export const locationsEvents = {
  'location.saved': event({
    subject: 'locations',
    changes: [
      locations.list,
      locations.get,
      locations.licenses,
      locations.contents,
      locations.visits,
      // A map shows the other bins of the aisle too: it is out of date whichever bin it was requested for.
      { endpoint: locations.aisle, by: null },
      licenses.list,
      licenses.get,
      licenses.places,
    ],
  }),
};
