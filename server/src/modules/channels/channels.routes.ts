import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../platform/http/bind.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import { describePartners, integrationListSql, readHealth, readIntegration } from './integrations.view.ts';
import { createItemOfSku, mapCourier, mapSku, unmapSku } from './map-shop.ts';
import { listCouriers, listSkus } from './mappings.store.ts';
import { handOver, listProviders, type MarketplaceTools, recordHandover } from './marketplace.ts';
import { readMarketplace } from './marketplace.view.ts';
import { createIntegration, removeIntegration, saveIntegration, verifyNew, verifySave } from './save-integration.ts';
import {
  choosePlace,
  decideCancellation,
  dismissOrder,
  findPlaces,
  findReference,
  importReference,
  installService,
  recordService,
  removeService,
  rereadShopOrder,
  resumeOrder,
  type ServiceTools,
  syncNow,
} from './shop-calls.ts';
import { callListSql, readShopOrder, runListSql, serveShopOrders } from './shop-orders.view.ts';

const { integrations, marketplace } = api;

/** The specification has separate endpoints for the places of each of these partners. */
const PLACES = [
  { slug: 'shopify', get: integrations.shopifyPlaces, choose: integrations.chooseShopifyPlace },
  { slug: 'tradegecko', get: integrations.tradeGeckoPlaces, choose: integrations.chooseTradeGeckoPlace },
  { slug: 'shipstation', get: integrations.shipStationStores, choose: integrations.chooseShipStationStore },
] as const;

const placesRoutes = (tools: ServiceTools): Binding[] =>
  PLACES.flatMap(({ slug, get, choose }) => [
    bindStaged(get, {
      before: (open, { actor, params }) => findPlaces(tools, open, actor, params.id, slug),
      run: async (_tx, _call, { connection, places }) => ({ key: connection.place, places }),
    }),
    bindStaged(choose, {
      before: (open, { actor, params }) => findPlaces(tools, open, actor, params.id, slug),
      run: (tx, { actor, body }, found) => choosePlace(tx, actor, found, body.key),
    }),
  ]);

/** Shipments of a marketplace's orders. */
const marketplaceRoutes = (tools: MarketplaceTools): Binding[] => [
  bind(marketplace.get, (tx, { params }) => readMarketplace(tx, tools, params.id)),
  bindStaged(marketplace.providers, {
    before: (open, { actor, params }) => listProviders(tools, open, actor, params.id),
    run: async (_tx, _call, providers) => providers,
  }),
  bindStaged(marketplace.fulfil, {
    before: (open, { actor, params, body }) => handOver(tools, open, actor, params.id, body),
    run: (tx, { actor }, done) => recordHandover(tx, tools, actor, done),
  }),
];

/** Partners are called before the transaction: nothing slow happens in one. */
export const channelsRoutes = (tools: ServiceTools & MarketplaceTools): Binding[] => [
  bind(integrations.list, (tx, call) => serveList(tx, integrationListSql(tools), call)),
  bind(integrations.partners, async (_tx, { actor }) => describePartners(tools, actor)),
  bind(integrations.get, (tx, { params }) => readIntegration(tx, tools, params.id)),
  bindStaged(integrations.create, {
    before: (open, { actor, body }) => verifyNew(tools, open, actor, body),
    run: (tx, { actor, body }, verified) => createIntegration(tx, tools, actor, body, verified),
  }),
  bindStaged(integrations.update, {
    // Secrets are left out of the answer: those that are not sent are kept by the save.
    current: async (tx, { params }) => {
      const { synchronize, ...read } = await readIntegration(tx, tools, params.id);
      return { ...read, synchronize: synchronize.active };
    },
    before: (open, { actor, params, body }) => verifySave(tools, open, actor, params.id, body),
    run: (tx, { actor, body }, verified) => saveIntegration(tx, tools, actor, body, verified),
  }),
  bind(integrations.remove, (tx, { params }) => removeIntegration(tx, params.id)),
  bindStaged(integrations.importReference, {
    before: (open, { actor, params, body }) => findReference(tools, open, actor, params.id, body.reference),
    run: (tx, _call, found) => importReference(tx, found),
  }),
  ...placesRoutes(tools),
  ...marketplaceRoutes(tools),
  bindStaged(integrations.installService, {
    before: (open, { actor, params, body }) => installService(tools, open, actor, params.id, body.isStockSharing === 1),
    run: (tx, { actor }, changed) => recordService(tx, tools, actor, changed),
  }),
  bindStaged(integrations.removeService, {
    before: (open, { actor, params, query }) => removeService(tools, open, actor, params.id, query.transfer_to),
    run: (tx, { actor }, changed) => recordService(tx, tools, actor, changed),
  }),
  bind(integrations.health, (tx, { params }) => readHealth(tx, params.id)),
  bind(integrations.sync, (tx, { actor, params }) => syncNow(tx, actor, params.id)),
  bind(integrations.runs, (tx, call) => serveList(tx, runListSql, call)),
  bind(integrations.orders, serveShopOrders),
  bind(integrations.order, (tx, { params }) => readShopOrder(tx, params.id)),
  bindStaged(integrations.resume, {
    before: (open, { actor, params }) => rereadShopOrder(tools, open, actor, params.id),
    run: (tx, { params }, again) => resumeOrder(tx, params.id, again),
  }),
  bind(integrations.dismiss, (tx, { actor, params }) => dismissOrder(tx, actor, params.id)),
  bind(integrations.answerCancellation, (tx, { actor, params, body }) =>
    decideCancellation(tx, actor, params.id, { isAccepted: body.accepted === 1, message: body.message }),
  ),
  bind(integrations.calls, (tx, call) => serveList(tx, callListSql(tools, call.actor.lang), call)),
  bind(integrations.skus, async (tx, { params }) => {
    await readIntegration(tx, tools, params.id);
    return listSkus(tx, params.id);
  }),
  bind(integrations.mapSku, (tx, { actor, params, body }) => mapSku(tx, actor, params.id, body.sku, body.inventory_id)),
  bind(integrations.unmapSku, (tx, { actor, params }) => unmapSku(tx, actor, params.id)),
  bind(integrations.createItem, (tx, { actor, params, body }) => createItemOfSku(tx, actor, params.id, body.sku)),
  bind(integrations.couriers, async (tx, { params }) => {
    await readIntegration(tx, tools, params.id);
    return listCouriers(tx, params.id);
  }),
  bind(integrations.mapCourier, (tx, { actor, params, body }) =>
    mapCourier(tx, actor, params.id, body.method, body.courier_id),
  ),
];
