import { event } from '../kit/event.ts';
import { licenses } from '../stock/licenses.ts';
import { locations } from './locations.ts';

export const locationsEvents = {
  'location.saved': event({
    subject: 'locations',
    changes: [locations.list, locations.get, locations.licenses, licenses.list, licenses.get],
  }),
};
