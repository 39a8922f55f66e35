import { event } from '../kit/event.ts';
import { history } from '../records/events.ts';
import { FreightReadDue, freight } from './freight.ts';

export const freightEvents = {
  /** Freight of a shipment was booked, refused, or decided by the provider. */
  'freight.saved': event({ subject: 'shipments', changes: [freight.get, history] }),
  /** The provider says that a booking has changed: it is read again. */
  'freight.read_due': event({ subject: 'shipments', payload: FreightReadDue }),
};
