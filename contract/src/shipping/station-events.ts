import { z } from 'zod';
import { event } from '../kit/event.ts';
import { Id } from '../kit/scalars.ts';
import { history } from '../records/events.ts';
import { shipments } from '../shipments/shipments.ts';
import { station } from './station.ts';

const ofShipment = [shipments.list, shipments.get, history];

export const stationEvents = {
  /** A shipment was sent to the shipping station, refused by it, read back or taken away there. */
  'station.saved': event({ subject: 'shipments', changes: [station.get, ...ofShipment] }),
  /** The order of a shipment that was voided is to be taken away from the station. */
  'station.removal_due': event({ subject: 'shipments', payload: z.object({ order_id: Id }), changes: [station.get] }),
};
