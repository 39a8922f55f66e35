import {
  type Answer,
  bodyObject,
  type Call,
  firewallPage,
  json,
  type Partner,
  type PartnerTools,
} from '../kit/partner.ts';
import { authenticate } from './authenticate.ts';
import { noRoute, WooError } from './errors.ts';
import { fulfillmentsAnswer, trackingAnswer } from './fulfillments.ts';
import { addNote, deleteOrder, listNotes, listOrders, orderOf, updateOrder } from './orders.ts';
import { presentOrder, presentProduct, presentWebhook } from './present.ts';
import { batchProducts, listProducts, productOf, updateProduct } from './products.ts';
import { WooShop } from './shop.ts';
import { type WooKey, WooStore, type WooStoreOptions } from './store.ts';
import { WooWebhooks } from './webhooks.ts';

interface Request {
  store: WooStore;
  key: WooKey;
  call: Call;
  body: Record<string, unknown>;
}

type Route = (request: Request, ids: number[], rest: string[]) => Answer;

/** Imitates the REST API `wc/v3` of WooCommerce shops and the Shipment Tracking plugin. A shop is the first part of the path. */
export class WooCommerce implements Partner {
  readonly slug = 'woocommerce';
  readonly stores = new Map<string, WooStore>();
  readonly webhooks: WooWebhooks;
  private readonly shops: WooShop[] = [];
  private readonly demo: WooStore;
  private readonly now: () => Date;
  private baseUrl = '';

  constructor({ hooks, now, firstId }: PartnerTools) {
    this.now = now;
    this.webhooks = new WooWebhooks(hooks, (store) => this.urlOf(store));
    this.demo = this.addStore({
      slug: 'demo-woocommerce',
      title: 'Demo WooCommerce',
      ...(firstId === undefined ? {} : { firstId }),
    });
  }

  addStore(options: WooStoreOptions): WooStore {
    const store = new WooStore(options);
    this.stores.set(store.slug, store);
    this.shops.push(new WooShop(store, this.webhooks, this.now));
    return store;
  }

  fronts(): WooShop[] {
    return this.shops;
  }

  credentials(): Record<string, string> {
    const [key] = this.demo.keys;
    return { key_1: key?.key ?? '', key_2: key?.secret ?? '', o_auth_token: this.urlOf(this.demo) };
  }

  mountedAt(url: string): void {
    this.baseUrl = url;
  }

  /** The address of a shop, as a user would enter it. */
  urlOf(store: WooStore): string {
    return `${this.baseUrl}/${store.slug}`;
  }

  answer(call: Call): Answer {
    const [, slug = '', ...path] = call.path.split('/').filter((part, at) => part !== '' || at === 0);
    const store = this.stores.get(slug);
    if (!store) return json(404, { error: 'There is no such shop.' });
    if (store.switches.firewall) return firewallPage(403);
    try {
      return this.route(store, call, path);
    } catch (error) {
      if (error instanceof WooError) return error.answer();
      throw error;
    }
  }

  private route(store: WooStore, call: Call, [root, namespace, version, ...path]: string[]): Answer {
    if (root !== 'wp-json') throw noRoute();
    const body = bodyObject(call);
    if (!body) throw new WooError('rest_invalid_json', 'Invalid JSON body passed.', 400);
    if (namespace === 'wc-shipment-tracking' && version === 'v3')
      return trackingAnswer(store, () => authenticate(store, call), call, path, body);
    if (namespace !== 'wc' || version !== 'v3') throw noRoute();
    return this.dispatch({ store, key: authenticate(store, call), call, body }, path);
  }

  private dispatch(request: Request, path: string[]): Answer {
    const ids = path.filter((part) => /^\d+$/.test(part)).map(Number);
    const pattern = path.map((part) => (/^\d+$/.test(part) ? ':id' : part)).join('/');
    const method = request.call.method === 'PATCH' ? 'PUT' : request.call.method;
    if (/^orders\/:id\/fulfillments/.test(pattern)) return this.fulfillments(request, ids, path.slice(3));
    const route =
      this.routes[`${method} ${pattern}`] ?? this.routes[`${method === 'POST' ? 'PUT' : method} ${pattern}`];
    if (!route) throw noRoute();
    return route(request, ids, path);
  }

  private fulfillments({ store, key, call, body }: Request, [orderId = 0]: number[], rest: string[]): Answer {
    return fulfillmentsAnswer(store, key, call, orderId, rest, body);
  }

  private readonly routes: Record<string, Route> = {
    'GET orders': ({ store, call }) => listOrders(store, call),
    'GET orders/:id': ({ store }, [id = 0]) => json(200, presentOrder(store, orderOf(store, id))),
    'PUT orders/:id': ({ store, call, body }, [id = 0]) => updateOrder(store, this.webhooks, call, id, body),
    'DELETE orders/:id': ({ store, call }, [id = 0]) => deleteOrder(store, this.webhooks, call, id),
    'GET orders/:id/notes': ({ store, call }, [id = 0]) => listNotes(store, call, id),
    'POST orders/:id/notes': ({ store, call, body }, [id = 0]) => addNote(store, call, id, body),
    'GET orders/:id/refunds': ({ store }, [id = 0]) => json(200, orderOf(store, id).refunds),
    'GET products': ({ store, call }) => listProducts(store, call),
    'POST products/batch': ({ store, call, body }) => batchProducts(store, call, body),
    'GET products/:id': ({ store }, [id = 0]) => json(200, presentProduct(store)(productOf(store, id))),
    'PUT products/:id': ({ store, call, body }, [id = 0]) =>
      json(200, presentProduct(store)(updateProduct(store, call.at, id, body))),
    'GET products/:id/variations': ({ store, call }, [id = 0]) => listProducts(store, call, id),
    'POST products/:id/variations/batch': ({ store, call, body }, [id = 0]) => batchProducts(store, call, body, id),
    'GET products/:id/variations/:id': ({ store }, [parent = 0, id = 0]) =>
      json(200, presentProduct(store)(productOf(store, id, parent))),
    'PUT products/:id/variations/:id': ({ store, call, body }, [parent = 0, id = 0]) =>
      json(200, presentProduct(store)(updateProduct(store, call.at, id, body, parent))),
    'GET webhooks': ({ store, call }) => this.webhooks.list(store, call),
    'POST webhooks': ({ store, call, body }) => this.webhooks.create(store, call, body),
    'GET webhooks/:id': ({ store }, [id = 0]) => json(200, presentWebhook(store)(this.webhooks.one(store, id))),
    'PUT webhooks/:id': ({ store, call, body }, [id = 0]) => this.webhooks.update(store, call, id, body),
    'DELETE webhooks/:id': ({ store, call }, [id = 0]) => this.webhooks.remove(store, call, id),
    'GET system_status': ({ store }) =>
      json(200, {
        environment: {
          home_url: this.urlOf(store),
          site_url: this.urlOf(store),
          version: '10.8.0',
          wp_version: '6.9',
        },
        settings: { api_enabled: true, currency: store.currency, title: store.title },
      }),
    'GET settings/general': ({ store }) =>
      json(200, [
        { id: 'woocommerce_currency', label: 'Currency', type: 'select', value: store.currency, group_id: 'general' },
      ]),
  };
}
