import { event } from '../kit/event.ts';
import { dashboard } from '../reports/dashboard.ts';
import { exceptions } from './exceptions.ts';

export const exceptionsEvents = {
  /** Exceptions of a client, or of the company, were opened, closed, taken or put off. */
  'exceptions.changed': event({
    changes: [exceptions.list, exceptions.overview, exceptions.get, dashboard.get, dashboard.counters],
  }),
};
