import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged, bindUpdate } from '../../platform/http/bind.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import type { Tools } from '../../platform/module.ts';
import { activityListSql, loadActivities, readActivity } from './activities.view.ts';
import { readCosts } from './before-billing.ts';
import { chargeShipment } from './charge-shipment.ts';
import { correctEntry } from './correct-entry.ts';
import { enterCharges } from './enter-charges.ts';
import { entryListSql, readEntry } from './entries.view.ts';
import { explainEntry } from './explanation/explain-entry.ts';
import { itemListSql, readItem, selectItems } from './items.view.ts';
import { lockLink } from './links.store.ts';
import { closePeriod, closePeriods, reopenPeriod } from './periods/close-period.ts';
import { correctClosedEntry } from './periods/correct-closed-entry.ts';
import { changeRates, previewChange } from './rate-cards/change-rates.ts';
import { copyCard, previewCopy } from './rate-cards/copy-card.ts';
import { priceWhatIf } from './rate-cards/what-if.view.ts';
import { createActivity, saveActivity } from './save-activity.ts';
import { createItem, saveItem } from './save-item.ts';
import { addLink, saveLink } from './save-link.ts';
import { loadCharges } from './shipment-charges.view.ts';
import { listStatements, readStatement } from './statements/statements.view.ts';

const { billingItems: items, billingActivities: activities, billingEntries: entries, shipmentBilling } = api;
const { billingStatements: statements, billingPeriods: periods, rateCards } = api;

export const billingRoutes = (tools: Tools): Binding[] => [
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
  bindUpdate(
    activities.saveItem,
    (tx, { params, body }) => lockLink(tx, params.id, params.itemId, body?.valid_from),
    (tx, { actor, params, body }) => saveLink(tx, actor, params.id, params.itemId, body),
  ),
  bind(activities.load, (tx, { params, query }) => loadActivities(tx, params.clientId, query.day)),
  bindStaged(shipmentBilling.load, {
    before: (open, { actor, params }) => readCosts(tools, open, actor, params.id),
    run: async (tx, { params, query }, costs) => ({ ...(await loadCharges(tx, params.id, query.day)), ...costs }),
  }),
  bind(shipmentBilling.charge, (tx, { actor, params, body }) => chargeShipment(tx, actor, params.id, body)),
  bind(entries.list, (tx, call) => serveList(tx, entryListSql, call)),
  bind(entries.get, (tx, { params }) => readEntry(tx, params.id)),
  bind(api.billingExplanation.get, (tx, { params }) => explainEntry(tx, params.id)),
  bind(entries.create, (tx, { actor, body }) => enterCharges(tx, actor, body)),
  bind(entries.update, (tx, { actor, params, body }) => correctEntry(tx, actor, params.id, body)),
  bind(entries.correct, (tx, { actor, params, body }) => correctClosedEntry(tx, actor, params.id, body)),
  bind(statements.list, (tx, { query }) => listStatements(tx, query.month)),
  bind(statements.get, (tx, { params, query }) => readStatement(tx, params.clientId, params.month, query.version)),
  bind(periods.close, (tx, { actor, params, body }) => closePeriod(tx, actor, params, body.unbilled)),
  bind(periods.reopen, (tx, { actor, params }) => reopenPeriod(tx, actor, params)),
  bindStaged(periods.closeMany, {
    parts: (openPart, _open, call) => closePeriods(openPart, call),
  }),
  bind(rateCards.previewCopy, (tx, { body }) => previewCopy(tx, body)),
  bind(rateCards.copy, (tx, { actor, body }) => copyCard(tx, actor, body)),
  bind(rateCards.previewChange, (tx, { body }) => previewChange(tx, body)),
  bind(rateCards.change, (tx, { actor, body }) => changeRates(tx, actor, body)),
  bind(rateCards.whatIf, (tx, { body }) => priceWhatIf(tx, body)),
];
