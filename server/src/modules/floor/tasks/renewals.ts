import type { InTransactionSubscribers } from '../../../platform/events/in-transaction.ts';
import { queueRenewal } from './tasks.store.ts';

/** Every scan of the holder on the record of a task renews the lease, in the transaction of the scan. */
export const renewals: InTransactionSubscribers = {
  'shipment.saved': [async (tx, { subjectId }) => queueRenewal(tx, 'receive', subjectId)],
  'license.saved': [async (tx, { subjectId }) => queueRenewal(tx, 'put_away', subjectId)],
  'wave.saved': [async (tx, { subjectId }) => queueRenewal(tx, 'pick', subjectId)],
  'count.saved': [async (tx, { subjectId }) => queueRenewal(tx, 'count', subjectId)],
};
