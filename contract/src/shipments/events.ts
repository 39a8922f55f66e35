import { z } from 'zod';
import { tasks } from '../floor/tasks.ts';
import { event } from '../kit/event.ts';
import { Id } from '../kit/scalars.ts';
import { orders } from '../orders/orders.ts';
import { history } from '../records/events.ts';
import { dashboard } from '../reports/dashboard.ts';
import { papers } from './papers.ts';
import { shipments } from './shipments.ts';

const ofShipment = [shipments.list, shipments.get, shipments.allocation, history];
const changes = [
  ...ofShipment,
  orders.shipment,
  orders.shipments,
  orders.get,
  orders.list,
  dashboard.get,
  dashboard.counters,
  tasks.mine,
  tasks.floor,
];
const payload = z.object({ order_id: Id });

export const shipmentsEvents = {
  'shipment.created': event({ subject: 'shipments', payload, changes }),
  /** Units of it were picked or received, or its lines, courier or tracking changed. */
  'shipment.saved': event({ subject: 'shipments', payload, changes }),
  'shipment.finished': event({
    subject: 'shipments',
    /** `email`: whether the client's lists are told by mail. */
    payload: payload.extend({ email: z.boolean().default(true) }),
    changes,
  }),
  /** `finished`: it was finished before, so that entries made for it are void too. */
  'shipment.voided': event({ subject: 'shipments', payload: payload.extend({ finished: z.boolean() }), changes }),
  /** Something of it changed that its order does not show: lock, prints, cartons, allocation. */
  'shipment.touched': event({ subject: 'shipments', payload, changes: ofShipment }),
  /** A paper for many shipments is to be drawn. */
  'print.requested': event({ subject: 'print_jobs', payload: z.object({ user_id: Id }), changes: [papers.printJob] }),
};
