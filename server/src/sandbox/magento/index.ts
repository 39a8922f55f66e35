import { type Answer, bodyObject, type Call, html, json, type Partner, type PartnerTools } from '../kit/partner.ts';
import { authenticate } from './authenticate.ts';
import { MagentoError, noEntity, noRoute } from './errors.ts';
import {
  orderColumns,
  presentConfig,
  presentOrder,
  presentProduct,
  presentShipment,
  presentSource,
  productColumns,
  shipmentColumns,
  sourceColumns,
} from './present.ts';
import { search } from './search-criteria.ts';
import { addTrack, deleteTrack, orderOf, ship } from './shipping.ts';
import { MagentoShop } from './shop.ts';
import { saveSourceItems } from './stocking.ts';
import { MagentoStore, type MagentoStoreOptions } from './store.ts';

interface Request {
  store: MagentoStore;
  call: Call;
  body: Record<string, unknown>;
}

interface Route {
  /** The right that it needs, as refusals name it. */
  resource: string;
  answer(request: Request, id: number): unknown;
  /** Of the inventory with several sources. */
  isOfSources?: boolean;
}

/** Imitates the REST API of Magento 2 shops. A shop is the first part of the path. */
export class Magento implements Partner {
  readonly slug = 'magento';
  readonly stores = new Map<string, MagentoStore>();
  private readonly shops: MagentoShop[] = [];
  private readonly demo: MagentoStore;
  private readonly now: () => Date;
  private baseUrl = '';

  constructor({ now, firstId }: PartnerTools) {
    this.now = now;
    this.demo = this.addStore({
      slug: 'demo-magento',
      title: 'Demo Magento',
      ...(firstId === undefined ? {} : { firstId }),
    });
  }

  addStore(options: MagentoStoreOptions): MagentoStore {
    const store = new MagentoStore(options);
    this.stores.set(store.slug, store);
    this.shops.push(new MagentoShop(store, this.now));
    return store;
  }

  fronts(): MagentoShop[] {
    return this.shops;
  }

  credentials(): Record<string, string> {
    const { consumerKey, consumerSecret, token, tokenSecret } = this.demo.integration;
    return {
      key_1: `${this.baseUrl}/${this.demo.slug}`,
      key_2: token,
      key_3: consumerSecret,
      key_4: 'processing',
      access_token: tokenSecret,
      o_auth_token: consumerKey,
    };
  }

  mountedAt(url: string): void {
    this.baseUrl = url;
  }

  answer(call: Call): Answer {
    const [, slug = '', root, ...path] = call.path.split('/');
    const store = this.stores.get(slug);
    if (!store) return html(404, '<html><head><title>404 Not Found</title></head></html>');
    const { phpFatal } = store.switches;
    if (phpFatal) return html(phpFatal, '<br />\n<b>Fatal error</b>:  Uncaught TypeError: must be of the type float');
    try {
      if (root !== 'rest') throw noRoute();
      return this.route(store, call, path);
    } catch (error) {
      if (error instanceof MagentoError) return error.answer();
      throw error;
    }
  }

  /** `/rest/V1/…`, or with a store view: `/rest/de/V1/…`, `/rest/all/V1/…`. */
  private route(store: MagentoStore, call: Call, path: string[]): Answer {
    const [view = '', ...rest] = path[0] === 'V1' ? ['default', ...path] : path;
    if (view !== 'all' && !store.views.some(({ code }) => code === view))
      throw new MagentoError(404, 'Specified request cannot be processed.');
    if (rest.shift() !== 'V1') throw noRoute();
    const id = Number(rest.find((part) => /^\d+$/.test(part)) ?? 0);
    const pattern = rest.map((part) => (/^\d+$/.test(part) ? ':id' : part)).join('/');
    const route = this.routes[`${call.method} ${pattern}`];
    if (!route || (route.isOfSources && !store.switches.hasSources)) throw noRoute();
    authenticate(store, call, route.resource);
    const body = bodyObject(call);
    if (!body) throw new MagentoError(400, 'Decoding error: Syntax error');
    return json(200, route.answer({ store, call, body }, id));
  }

  private readonly routes: Record<string, Route> = {
    'GET store/storeConfigs': {
      resource: 'Magento_Backend::store',
      answer: ({ store }) => store.views.map((view) => presentConfig(store, view, `${this.baseUrl}/${store.slug}`)),
    },
    'GET orders': {
      resource: 'Magento_Sales::actions_view',
      answer: ({ store, call }) =>
        search(store, call, {
          rows: [...store.orders.values()],
          columnsOf: orderColumns,
          present: presentOrder,
          key: 'entity_id',
        }),
    },
    'GET orders/:id': {
      resource: 'Magento_Sales::actions_view',
      answer: ({ store }, id) => presentOrder(orderOf(store, id)),
    },
    'POST order/:id/ship': {
      resource: 'Magento_Sales::ship',
      answer: ({ store, call, body }, id) => ship(store, call.at, id, body),
    },
    'GET shipments': {
      resource: 'Magento_Sales::shipment',
      answer: ({ store, call }) =>
        search(store, call, {
          rows: [...store.shipments.values()],
          columnsOf: shipmentColumns,
          present: presentShipment,
          key: 'entity_id',
        }),
    },
    'GET shipment/:id': {
      resource: 'Magento_Sales::shipment',
      answer: ({ store }, id) => {
        const shipment = store.shipments.get(id);
        if (!shipment) throw noEntity();
        return presentShipment(shipment);
      },
    },
    'POST shipment/track': {
      resource: 'Magento_Sales::shipment',
      answer: ({ store, call, body }) => {
        const shown = presentShipment(addTrack(store, call.at, body)) as { tracks: unknown[] };
        return shown.tracks.at(-1);
      },
    },
    'DELETE shipment/track/:id': {
      resource: 'Magento_Sales::shipment',
      answer: ({ store }, id) => deleteTrack(store, id),
    },
    'GET products': {
      resource: 'Magento_Catalog::products',
      answer: ({ store, call }) =>
        search(store, call, {
          rows: [...store.products.values()],
          columnsOf: productColumns,
          present: presentProduct,
          key: 'entity_id',
        }),
    },
    'GET inventory/sources': {
      resource: 'Magento_InventoryApi::source',
      isOfSources: true,
      answer: ({ store, call }) =>
        search(store, call, {
          rows: [...store.sources.values()],
          columnsOf: sourceColumns,
          present: presentSource,
          key: 'source_code',
          isOptional: true,
        }),
    },
    'POST inventory/source-items': {
      resource: 'Magento_InventoryApi::source',
      isOfSources: true,
      answer: ({ store, body }) => saveSourceItems(store, body),
    },
  };
}
