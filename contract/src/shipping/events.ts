import { event } from '../kit/event.ts';
import { labels } from './labels.ts';

export const shippingEvents = {
  /** A label was asked for, bought, refused or voided, or its parcel has moved. */
  'label.saved': event({ subject: 'shipments', changes: [labels.get] }),
  /** Labels of many shipments are to be bought. */
  'label_batch.due': event({ subject: 'label_batches', changes: [labels.batch] }),
  /** A batch has done one more shipment. */
  'label_batch.saved': event({ subject: 'label_batches', changes: [labels.batch] }),
};
