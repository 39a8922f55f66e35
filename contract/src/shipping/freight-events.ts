import { event } from '../kit/event.ts';
import { history } from '../records/events.ts';
import { FreightBookingDue, freight } from './freight.ts';

export const freightEvents = {
  /** Freight of a shipment was booked, refused, or decided by the provider. */
  'freight.saved': event({ subject: 'shipments', changes: [freight.get, history] }),
  /** The provider says that a booking has changed: it is read again. */
  'freight.read_due': event({ subject: 'shipments', payload: FreightBookingDue }),
  /** The shipment of a booking was voided: it is to be cancelled at the provider. */
  'freight.cancel_due': event({ subject: 'shipments', payload: FreightBookingDue }),
};
