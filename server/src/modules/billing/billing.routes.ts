import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import { activityListSql, loadActivities, readActivity } from './activities.view.ts';
import { chargeShipment } from './charge-shipment.ts';
import { correctEntry } from './correct-entry.ts';
import { enterCharges } from './enter-charges.ts';
import { entryListSql, readEntry } from './entries.view.ts';
import { explainEntry } from './explanation/explain-entry.ts';
import { itemListSql, readItem, selectItems } from './items.view.ts';
import { createActivity, saveActivity } from './save-activity.ts';
import { createItem, saveItem } from './save-item.ts';
import { addLink, saveLink } from './save-link.ts';
import { loadCharges } from './shipment-charges.view.ts';

const { billingItems: items, billingActivities: activities, billingEntries: entries, shipmentBilling } = api;

export const billingRoutes = (): Binding[] => [
  bind(items.list, (tx, call) => serveList(tx, itemListSql, call)),
  bind(items.get, (tx, { params }) => readItem(tx, params.id)),
  bind(items.create, (tx, { actor, body }) => createItem(tx, actor, body)),
  bind(items.update, (tx, { actor, params, body }) => saveItem(tx, actor, params.id, body)),
  bind(items.selector, (tx, { body }) => selectItems(tx, body.search, body.excepts)),
  bind(activities.list, (tx, call) => serveList(tx, activityListSql, call)),
  bind(activities.get, (tx, { params }) => readActivity(tx, params.id)),
  bind(activities.create, (tx, { actor, body }) => createActivity(tx, actor, body)),
  bind(activities.update, (tx, { actor, params, body }) => saveActivity(tx, actor, params.id, body)),
  bind(activities.addItem, (tx, { actor, params, body }) => addLink(tx, actor, params.id, params.itemId, body)),
  bind(activities.saveItem, (tx, { actor, params, body }) => saveLink(tx, actor, params.id, params.itemId, body)),
  bind(activities.load, (tx, { params }) => loadActivities(tx, params.clientId)),
  bind(shipmentBilling.load, (tx, { params }) => loadCharges(tx, params.id)),
  bind(shipmentBilling.charge, (tx, { actor, params, body }) => chargeShipment(tx, actor, params.id, body)),
  bind(entries.list, (tx, call) => serveList(tx, entryListSql, call)),
  bind(entries.get, (tx, { params }) => readEntry(tx, params.id)),
  bind(api.billingExplanation.get, (tx, { params }) => explainEntry(tx, params.id)),
  bind(entries.create, (tx, { actor, body }) => enterCharges(tx, actor, body)),
  bind(entries.update, (tx, { actor, params, body }) => correctEntry(tx, actor, params.id, body)),
];
