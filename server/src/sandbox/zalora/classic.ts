import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Answer, type Call, json } from '../kit/partner.ts';
import { moneyText } from '../kit/values.ts';
import { drawDocument } from './documents.ts';
import { notFound, ZaloraError } from './errors.ts';
import { contactsOf } from './present.ts';
import { pack, type StatusChange, setReady } from './statuses.ts';
import type { ZaloraItem, ZaloraOrder, ZaloraStore } from './store.ts';
import type { ZaloraWebhooks } from './webhooks.ts';

/** A signature is accepted this long before and after its time. */
const SKEW_MS = 5 * 60_000;
const LIMIT_MAX = 100;

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature over all other parameters, sorted by name. */
export function signatureOf(parameters: readonly (readonly [string, string])[], apiKey: string): string {
  const text = parameters
    .filter(([name]) => name !== 'Signature')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
  return createHmac('sha256', apiKey).update(text).digest('hex');
}

function authenticate(stores: readonly ZaloraStore[], call: Call): ZaloraStore {
  const { query } = call;
  for (const name of ['Action', 'Timestamp', 'UserID', 'Version', 'Signature'])
    if (!query.get(name)) throw new ZaloraError(400, 'E001', `Parameter ${name} is mandatory`);
  if (query.get('Version') !== '1.0') throw new ZaloraError(400, 'E002', 'Invalid version');
  const store = stores.find((each) => each.userId === query.get('UserID'));
  if (!store || store.isRevoked) throw new ZaloraError(401, 'E009', 'Access Denied');
  const at = new Date(query.get('Timestamp') ?? '').getTime();
  if (Number.isNaN(at) || Math.abs(at - call.at.getTime()) > SKEW_MS)
    throw new ZaloraError(401, 'E003', 'Timestamp has expired');
  const expected = Buffer.from(signatureOf([...query], store.apiKey));
  const sent = Buffer.from(query.get('Signature') ?? '');
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected))
    throw new ZaloraError(401, 'E007', 'Login failed. Signature mismatch');
  return store;
}

/** What was a list in XML: one element is an object, none is an empty text. */
const listOf = (name: string, rows: unknown[]): unknown => {
  if (rows.length === 0) return '';
  return { [name]: rows.length === 1 ? rows[0] : rows };
};

/** In UTC, without a zone. */
const moment = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

const SHIPPING_TYPES: Record<string, string> = {
  warehouse: 'Own Warehouse',
  dropshipping: 'Dropshipping',
  crossdocking: 'Cross-docking',
};

const presentItem = (store: ZaloraStore, order: ZaloraOrder, item: ZaloraItem) => ({
  OrderItemId: String(item.id),
  ShopId: String(item.id + 500_000),
  OrderId: String(order.id),
  Name: item.name,
  Sku: item.sku,
  ShopSku: `ZA${item.sku}`,
  ShippingType: SHIPPING_TYPES[item.shipmentType] ?? 'Dropshipping',
  ItemPrice: moneyText(item.cents),
  PaidPrice: moneyText(item.cents),
  Currency: store.currency,
  Status: item.status,
  ShipmentProvider: item.provider,
  TrackingCode: item.trackingCode,
  PackageId: item.packageId ? String(item.packageId) : '',
  Reason: item.reason,
  CreatedAt: moment(item.createdAt),
  UpdatedAt: moment(item.updatedAt),
});

function presentOrder(store: ZaloraStore, order: ZaloraOrder) {
  const { address, items } = order;
  const { phone, email } = contactsOf(store, order);
  const [Address1 = '', Address2 = '', Address3 = ''] = [address.company, address.street, address.street2].filter(
    Boolean,
  );
  const where = {
    FirstName: address.firstName,
    LastName: address.lastName,
    Phone: phone,
    Address1,
    Address2,
    Address3,
    CustomerEmail: email,
    City: address.city,
    Region: address.state,
    PostCode: address.zip,
    Country: address.country,
  };
  return {
    OrderId: String(order.id),
    CustomerFirstName: address.firstName,
    CustomerLastName: address.lastName,
    OrderNumber: order.number,
    PaymentMethod: 'CreditCard',
    Remarks: order.remarks,
    DeliveryInfo: order.deliveryInfo,
    CreatedAt: moment(order.createdAt),
    UpdatedAt: moment(order.updatedAt),
    AddressBilling: where,
    AddressShipping: where,
    ItemsCount: String(items.length),
    Statuses: listOf('Status', [...new Set(items.map(({ status }) => status))]),
  };
}

function idsOf(call: Call, name: string): number[] {
  const text = call.query.get(name) ?? '';
  const ids = text.replace(/^\[|\]$/g, '').split(',');
  if (!ids.every((id) => /^\d+$/.test(id.trim()))) throw new ZaloraError(400, 'E020', `Invalid ${name}: ${text}`);
  return ids.map(Number);
}

function wholeNumber(call: Call, name: string, fallback: number): number {
  const text = call.query.get(name) ?? String(fallback);
  if (!/^\d+$/.test(text)) throw new ZaloraError(400, 'E017', `${name} is invalid`);
  return Number(text);
}

function momentOf(call: Call, name: string): Date | undefined {
  const text = call.query.get(name);
  if (text === null) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new ZaloraError(400, 'E018', `${name} is no date`);
  return at;
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

function getOrders(store: ZaloraStore, call: Call): unknown {
  const [createdAfter, createdBefore] = [momentOf(call, 'CreatedAfter'), momentOf(call, 'CreatedBefore')];
  const [updatedAfter, updatedBefore] = [momentOf(call, 'UpdatedAfter'), momentOf(call, 'UpdatedBefore')];
  const isIn = (at: Date, after: Date | undefined, before: Date | undefined) =>
    (!after || seconds(at) >= seconds(after)) && (!before || seconds(at) <= seconds(before));
  const status = call.query.get('Status');
  const key = call.query.get('SortBy') === 'updated_at' ? 'updatedAt' : 'createdAt';
  const direction = (call.query.get('SortDirection') ?? 'ASC') === 'DESC' ? -1 : 1;
  const rows = [...store.orders.values()]
    .filter(
      (order) =>
        isIn(order.createdAt, createdAfter, createdBefore) &&
        isIn(order.updatedAt, updatedAfter, updatedBefore) &&
        (!status || order.items.some((item) => item.status === status)),
    )
    .sort((a, b) => direction * (a[key].getTime() - b[key].getTime() || a.id - b.id));
  const offset = wholeNumber(call, 'Offset', 0);
  const limit = Math.min(wholeNumber(call, 'Limit', LIMIT_MAX), LIMIT_MAX);
  const page = rows.slice(offset, offset + limit);
  return {
    Orders: listOf(
      'Order',
      page.map((order) => presentOrder(store, order)),
    ),
  };
}

function orderOf(store: ZaloraStore, id: number): ZaloraOrder {
  const order = store.orders.get(id);
  if (!order) throw notFound(`E016: “${id}” Invalid Order ID`);
  return order;
}

const itemsOf = (store: ZaloraStore, order: ZaloraOrder): unknown =>
  listOf(
    'OrderItem',
    order.items.map((item) => presentItem(store, order, item)),
  );

function changeOf(call: Call): StatusChange {
  return {
    itemIds: idsOf(call, 'OrderItemIds'),
    deliveryType: call.query.get('DeliveryType') ?? '',
    shippingProvider: call.query.get('ShippingProvider') ?? '',
    trackingNumber: call.query.get('TrackingNumber') ?? '',
  };
}

function getDocument(store: ZaloraStore, call: Call): unknown {
  const type = call.query.get('DocumentType') ?? '';
  const content = drawDocument(store, idsOf(call, 'OrderItemIds'), [type]);
  return {
    Documents: {
      Document: { DocumentType: type, MimeType: 'application/pdf', File: content.toString('base64') },
    },
  };
}

/** The only call with a body, in XML. */
function createWebhook(store: ZaloraStore, call: Call, webhooks: ZaloraWebhooks): unknown {
  const xml = call.body.toString('utf8');
  const url = /<CallbackUrl>([^<]*)<\/CallbackUrl>/.exec(xml)?.[1] ?? '';
  const events = [...xml.matchAll(/<Event>([^<]*)<\/Event>/g)].map(([, event = '']) => event);
  const hook = webhooks.create(store, url.replaceAll('&amp;', '&'), events);
  return { Webhook: { WebhookId: hook.uuid } };
}

type Action = (store: ZaloraStore, call: Call, webhooks: ZaloraWebhooks) => unknown;

const actions: Record<string, Action> = {
  GetOrders: getOrders,
  GetOrder: (store, call) => {
    const order = orderOf(store, wholeNumber(call, 'OrderId', 0));
    return { Orders: { Order: presentOrder(store, order) } };
  },
  GetOrderItems: (store, call) => ({ OrderItems: itemsOf(store, orderOf(store, wholeNumber(call, 'OrderId', 0))) }),
  GetMultipleOrderItems: (store, call) => ({
    Orders: listOf(
      'Order',
      idsOf(call, 'OrderIdList').map((id) => {
        const order = orderOf(store, id);
        return { OrderId: String(id), OrderNumber: order.number, OrderItems: itemsOf(store, order) };
      }),
    ),
  }),
  GetShipmentProviders: (store) => ({
    ShipmentProviders: listOf(
      'ShipmentProvider',
      store.providers
        .filter(({ isActive }) => isActive)
        .map(({ name, isDefault, hasApi, cashOnDelivery, url }) => ({
          Name: name,
          Default: isDefault ? '1' : '0',
          ApiIntegration: hasApi ? '1' : '0',
          Cod: cashOnDelivery ? '1' : '0',
          TrackingUrl: url,
        })),
    ),
  }),
  SetStatusToPackedByMarketplace: (store, call) => {
    const { items } = pack(store, changeOf(call), call.at);
    return {
      OrderItems: listOf(
        'OrderItem',
        items.map(({ id, packageId, trackingCode }) => ({
          OrderItemId: String(id),
          PackageId: String(packageId),
          TrackingNumber: trackingCode,
        })),
      ),
    };
  },
  SetStatusToReadyToShip: (store, call, webhooks) => {
    const done = setReady(store, changeOf(call), call.at);
    webhooks.itemsChanged(store, done.order, done.items, 'ready_to_ship');
    return {
      OrderItems: listOf(
        'OrderItem',
        done.items.map(({ id }) => ({ PurchaseOrderId: String(id) })),
      ),
    };
  },
  GetDocument: getDocument,
  CreateWebhook: createWebhook,
  GetWebhooks: (store) => ({
    Webhooks: listOf(
      'Webhook',
      [...store.webhooks.values()].map(({ uuid, callbackUrl, events }) => ({
        WebhookId: uuid,
        CallbackUrl: callbackUrl,
        Events: listOf('Event', events),
      })),
    ),
  }),
};

const refusal = (action: string, { code, message }: ZaloraError): Answer =>
  json(200, {
    ErrorResponse: {
      Head: { RequestAction: action, ErrorType: 'Sender', ErrorCode: code, ErrorMessage: `${code}: ${message}` },
      Body: '',
    },
  });

/** The classic API: one address, signed parameters, and errors in answers with status 200. */
export function classicAnswer(
  stores: readonly ZaloraStore[],
  webhooks: ZaloraWebhooks,
  call: Call,
  admit: (store: ZaloraStore) => void,
): Answer {
  const name = call.query.get('Action') ?? '';
  let store: ZaloraStore | undefined;
  try {
    store = authenticate(stores, call);
    const action = actions[name];
    if (!action) throw new ZaloraError(400, 'E008', `Invalid Action ${name}`);
    admit(store);
    const Body = action(store, call, webhooks);
    return json(200, {
      SuccessResponse: {
        Head: { RequestId: '', RequestAction: name, ResponseType: '', Timestamp: call.at.toISOString() },
        Body,
      },
    });
  } catch (error) {
    // Limits and maintenance have a status of their own in both generations.
    if (error instanceof ZaloraError && error.status !== 429 && error.status !== 503) return refusal(name, error);
    throw error;
  }
}
