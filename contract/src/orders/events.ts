import { z } from 'zod';
import { clients } from '../clients/clients.ts';
import { event } from '../kit/event.ts';
import { Id } from '../kit/scalars.ts';
import { history } from '../records/events.ts';
import { dashboard } from '../reports/dashboard.ts';
import { orders } from './orders.ts';

const ofOrder = [orders.list, orders.get, history, dashboard.get, dashboard.counters];

export const ordersEvents = {
  'order.created': event({ subject: 'orders', changes: [...ofOrder, clients.statistics] }),
  'order.saved': event({ subject: 'orders', changes: ofOrder }),
  'order.cancelled': event({ subject: 'orders', changes: ofOrder }),
  /** A shipment was made of it; the state after it is in the order. */
  'order.processed': event({
    subject: 'orders',
    payload: z.object({ shipment_id: Id }),
    changes: [...ofOrder, orders.shipment],
  }),
};
