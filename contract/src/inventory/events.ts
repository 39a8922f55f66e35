import { clients } from '../clients/clients.ts';
import { event } from '../kit/event.ts';
import { history } from '../records/events.ts';
import { licenses } from '../stock/licenses.ts';
import { stock } from '../stock/stock.ts';
import { inventories } from './inventories.ts';

export const inventoryEvents = {
  /** An item, kit, unit or lot was saved. */
  'inventory.saved': event({
    subject: 'inventories',
    changes: [
      inventories.list,
      inventories.quickList,
      inventories.get,
      inventories.selector,
      inventories.reportSelector,
      inventories.weights,
      stock.movements,
      stock.asOf,
      licenses.inventories,
      clients.statistics,
      history,
    ],
  }),
};
