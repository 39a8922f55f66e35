import { type Answer, type Call, header, json, type Partner, type PartnerTools } from '../kit/partner.ts';
import { isObject } from '../kit/values.ts';
import { SsAccount, type SsAccountOptions } from './account.ts';
import { authenticate, countCall, tooManyCalls } from './authenticate.ts';
import { badRequest, notFound, ShipStationError } from './errors.ts';
import { deleteOrder, listOrders, orderOf, saveOrder, saveOrders } from './orders.ts';
import {
  presentCarrier,
  presentOrder,
  presentPackage,
  presentService,
  presentStore,
  presentWarehouse,
  presentWebhook,
} from './present.ts';
import { listFulfillments, listShipments, markAsShipped, voidLabel } from './shipping.ts';
import { SsShop } from './shop.ts';
import { SsWebhooks } from './webhooks.ts';

interface Request {
  account: SsAccount;
  call: Call;
  body: unknown;
}
type Route = (request: Request, id: number) => unknown;

/** Imitates version 1 of ShipStation's API. The account is that of the key. */
export class ShipStation implements Partner {
  readonly slug = 'shipstation';
  readonly accounts: SsAccount[] = [];
  readonly webhooks: SsWebhooks;
  private readonly shops: SsShop[] = [];
  private readonly now: () => Date;
  private baseUrl = '';

  constructor({ hooks, now, firstId }: PartnerTools) {
    this.now = now;
    this.webhooks = new SsWebhooks(hooks, () => this.baseUrl);
    this.addAccount({
      slug: 'demo-shipstation',
      title: 'Demo ShipStation',
      ...(firstId === undefined ? {} : { firstId }),
    });
  }

  addAccount(options: SsAccountOptions): SsAccount {
    const account = new SsAccount(options);
    this.accounts.push(account);
    this.shops.push(new SsShop(account, this.webhooks, this.now));
    return account;
  }

  fronts(): SsShop[] {
    return this.shops;
  }

  credentials(): Record<string, string> {
    const [demo] = this.accounts;
    return { key_1: demo?.key ?? '', key_2: demo?.secret ?? '' };
  }

  mountedAt(url: string): void {
    this.baseUrl = url;
  }

  answer(call: Call): Answer {
    let account: SsAccount | undefined;
    let headers: Record<string, string> = {};
    try {
      account = authenticate(this.accounts, call);
      const counted = countCall(account, call);
      headers = counted.headers;
      if (counted.isTooMany) return tooManyCalls(headers);
      return json(200, this.route({ account, call, body: bodyOf(call) }), headers);
    } catch (error) {
      if (!(error instanceof ShipStationError)) throw error;
      return refusal(error, account ?? this.accounts[0], headers);
    }
  }

  private route(request: Request): unknown {
    const path = request.call.path.toLowerCase();
    const id = Number(/\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    const route = this.routes[`${request.call.method} ${path.replace(/\/\d+$/, '/:id')}`];
    if (!route) throw notFound('Resource');
    return route(request, id);
  }

  private readonly routes: Record<string, Route> = {
    'GET /orders': ({ account, call }) => listOrders(account, call),
    'GET /orders/:id': ({ account }, id) => presentOrder(orderOf(account, id)),
    'DELETE /orders/:id': ({ account }, id) => deleteOrder(account, id),
    'POST /orders/createorder': ({ account, call, body }) => presentOrder(saveOrder(account, call, objectOf(body))),
    'POST /orders/createorders': ({ account, call, body }) => saveOrders(account, call, listOf(body)),
    'POST /orders/markasshipped': ({ account, call, body }) => {
      const fields = objectOf(body);
      const answer = markAsShipped(account, call, fields);
      this.webhooks.tell(account, orderOf(account, Number(fields.orderId)), 'FULFILLMENT_SHIPPED');
      return answer;
    },
    'GET /shipments': ({ account, call }) => listShipments(account, call),
    'POST /shipments/voidlabel': ({ account, call, body }) => voidLabel(account, call, objectOf(body)),
    'GET /fulfillments': ({ account, call }) => listFulfillments(account, call),
    'GET /carriers': ({ account }) => account.carriers.map(presentCarrier),
    'GET /carriers/listservices': ({ account, call }) => {
      const carrier = carrierOf(account, call);
      return carrier.services.map(presentService(carrier));
    },
    'GET /carriers/listpackages': ({ account, call }) => {
      const carrier = carrierOf(account, call);
      return carrier.packages.map(presentPackage(carrier));
    },
    'GET /warehouses': ({ account }) => account.warehouses.map(presentWarehouse),
    'GET /stores': ({ account, call }) =>
      account.stores.filter(({ active }) => active || call.query.get('showInactive') === 'true').map(presentStore),
    'GET /stores/:id': ({ account }, id) => {
      const store = account.stores.find(({ storeId }) => storeId === id);
      if (!store) throw notFound('Store');
      return presentStore(store);
    },
    'GET /webhooks': ({ account }) => ({ webhooks: [...account.webhooks.values()].map(presentWebhook) }),
    'POST /webhooks/subscribe': ({ account, body }) => this.webhooks.subscribe(account, objectOf(body)),
    'DELETE /webhooks/:id': ({ account }, id) => {
      if (!account.webhooks.delete(id)) throw notFound('Webhook');
      return {};
    },
  };
}

function carrierOf({ carriers }: SsAccount, call: Call) {
  const code = call.query.get('carrierCode');
  const carrier = carriers.find((each) => each.code === code);
  if (!carrier) throw badRequest('carrierCode is invalid.');
  return carrier;
}

function bodyOf(call: Call): unknown {
  if (call.method !== 'POST') return undefined;
  if (!header(call, 'content-type')?.startsWith('application/json'))
    throw new ShipStationError(415, 'The request entity’s media type is not supported for this resource.');
  try {
    return JSON.parse(call.body.toString('utf8'));
  } catch {
    throw badRequest('The request is invalid.');
  }
}

function objectOf(body: unknown): Record<string, unknown> {
  if (!isObject(body)) throw badRequest('The request is invalid.');
  return body;
}

function listOf(body: unknown): unknown[] {
  if (!Array.isArray(body)) throw badRequest('The request is invalid.');
  return body;
}

function refusal(
  { status, message }: ShipStationError,
  account: SsAccount | undefined,
  headers: Record<string, string>,
): Answer {
  const style = account?.switches.errors ?? 'message';
  if (style === 'empty') return { status, headers, body: '' };
  if (style === 'message') return json(status, { message }, headers);
  return json(status, { Message: 'An error has occurred.', ExceptionMessage: message }, headers);
}
