import { z } from 'zod';
import { event } from '../kit/event.ts';
import { Id } from '../kit/scalars.ts';
import { orders } from '../orders/orders.ts';
import { dashboard } from '../reports/dashboard.ts';
import { papers } from './papers.ts';
import { shipments } from './shipments.ts';

const ofShipment = [shipments.list, shipments.get, shipments.allocation];
const changes = [...ofShipment, orders.shipment, orders.get, orders.list, dashboard.get];
const payload = z.object({ order_id: Id });

export const shipmentsEvents = {
  'shipment.created': event({ subject: 'shipments', payload, changes }),
  /** Units of it were picked or received, or it was voided. */
  'shipment.saved': event({ subject: 'shipments', payload, changes }),
  'shipment.finished': event({ subject: 'shipments', payload, changes }),
  /** Something of it changed that its order does not show: lock, prints, cartons, courier, allocation. */
  'shipment.touched': event({ subject: 'shipments', payload, changes: ofShipment }),
  /** A paper for many shipments is to be drawn. */
  'print.requested': event({ subject: 'print_jobs', payload: z.object({ user_id: Id }), changes: [papers.printJob] }),
};
