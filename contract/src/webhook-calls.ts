import { z } from 'zod';
import { type Trigger, WEBHOOK_TRIGGERS } from './clients/webhooks.ts';
import { Id, Moment } from './kit/scalars.ts';
import { Order } from './orders/orders.ts';
import { OrderShipment } from './shipments/order-shipment.ts';
import { FinishedShipment } from './shipments/shipment-record.ts';

/** A call that a client's webhook receives: the event, and the record as it was when the call was prepared. */
const call = <const T extends Trigger, Data extends z.ZodType>(trigger: T, summary: string, data: Data) => ({
  trigger,
  summary,
  body: z.object({
    /** The same for every attempt to deliver this call. */
    id: z.string(),
    trigger: z.literal(trigger),
    event: z.literal(WEBHOOK_TRIGGERS[trigger]),
    client_id: Id,
    created_at: Moment,
    data,
  }),
});

/** What webhooks send, by the event that triggers them; OpenAPI lists them under `webhooks`. */
export const webhookCalls = {
  'order.created': call(1, 'An order was created, cloned or imported', Order.omit({ comments: true })),
  'shipment.created': call(2, 'An order was shipped, in full or in part', OrderShipment),
  'shipment.finished': call(3, 'A shipment was finished', FinishedShipment),
};
