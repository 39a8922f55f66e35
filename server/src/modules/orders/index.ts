import { module } from '../../platform/module.ts';

export { readOrder } from './order.view.ts';
export { type LockedLine, type LockedOrder, lockOrder, type ProcessedChange } from './orders.store.ts';
export { recordShipmentEvent, recordShipped } from './record-shipped.ts';

export const orders = module({ name: 'orders' });
