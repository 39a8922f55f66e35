import { z } from 'zod';
import { integrations } from '../channels/integrations.ts';
import { event } from '../kit/event.ts';
import { Id } from '../kit/scalars.ts';
import { orders } from '../orders/orders.ts';
import { shipments } from '../shipments/shipments.ts';
import { fba } from './fba.ts';
import { labels } from './labels.ts';

export const shippingEvents = {
  /** A label was asked for, bought, refused or voided, or its parcel has moved. */
  'label.saved': event({ subject: 'shipments', changes: [labels.get] }),
  /** Labels of a shipment that was voided: their money is to be asked back. */
  'label.void_due': event({ subject: 'shipments' }),
  /** Labels of many shipments are to be bought. */
  'label_batch.due': event({ subject: 'label_batches', changes: [labels.batch] }),
  /** A batch has done one more shipment. */
  'label_batch.saved': event({ subject: 'label_batches', changes: [labels.batch] }),
  /** A step at the marketplace is to go on, after so many seconds. */
  'fba.step_due': event({ subject: 'orders', payload: z.object({ step_id: Id, after: z.number().int() }) }),
  /** A plan went on, is done or has failed. */
  'fba.planned': event({ subject: 'orders', changes: [fba.readPlan, orders.get, orders.list] }),
  /** A step of a shipment began, ended or failed, or a label arrived. */
  'fba.saved': event({
    subject: 'shipments',
    changes: [fba.get, fba.history, shipments.get, shipments.list],
  }),
  /** The labels of a shipment are to be fetched. */
  'fba.labels_due': event({ subject: 'shipments', payload: z.object({ document_id: Id }) }),
  /** A client accepted an invitation. */
  'fba.connected': event({ subject: 'integrations', changes: [integrations.list, integrations.get] }),
};
