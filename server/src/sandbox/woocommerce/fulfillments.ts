import { createHash } from 'node:crypto';
import { type Answer, type Call, json } from '../kit/partner.ts';
import { isObject } from '../kit/values.ts';
import { anything, boolean, checkBody, type Fields, integer, listOf, objectOf, required, text } from './check-body.ts';
import { noRoute, WooError } from './errors.ts';
import { orderOf } from './orders.ts';
import { presentFulfillment } from './present.ts';
import type { WooFulfillment, WooKey, WooMeta, WooOrder, WooStore } from './store.ts';

const FIELDS: Fields = {
  status: text,
  is_fulfilled: boolean,
  meta_data: required(listOf(objectOf({ id: integer, key: required(text), value: required(anything) }))),
  notify_customer: boolean,
  customer_note: text,
};

const refuse = (code: string, message: string): WooError => new WooError(code, message, 400);

/** The fulfilments of the core. */
export function fulfillmentsAnswer(
  store: WooStore,
  key: WooKey,
  call: Call,
  orderId: number,
  rest: string[],
  body: Record<string, unknown>,
): Answer {
  if (!store.switches.hasFulfillments) throw noRoute();
  const order = store.orders.get(orderId);
  if (!order) throw new WooError('woocommerce_rest_order_invalid_id', 'Invalid order ID.', 404);
  if (!key.managesShop)
    throw new WooError('woocommerce_rest_cannot_create', 'Sorry, you cannot create resources.', 403);
  const [id] = rest;
  if (id === undefined) return collection(store, call, order, body);
  const fulfillment = order.fulfillments.find((each) => each.id === Number(id) && !each.deletedAt);
  // The partner answers 400 here, not 404.
  if (!fulfillment) throw refuse('0', 'Fulfillment not found.');
  return single(store, call, order, fulfillment, body);
}

function collection(store: WooStore, call: Call, order: WooOrder, body: Record<string, unknown>): Answer {
  if (call.method === 'GET')
    return json(200, order.fulfillments.filter(({ deletedAt }) => !deletedAt).map(presentFulfillment(order)));
  if (call.method !== 'POST') throw noRoute();
  checkBody(FIELDS, body);
  if (typeof body.status !== 'string')
    throw refuse('woocommerce_rest_fulfillment_status_required', 'status is required.');
  const fulfillment: WooFulfillment = {
    id: store.ids.next(),
    status: 'unfulfilled',
    isFulfilled: false,
    updatedAt: call.at,
    meta: [],
  };
  change(store, call, order, fulfillment, body);
  order.fulfillments.push(fulfillment);
  return json(201, presentFulfillment(order)(fulfillment));
}

function single(
  store: WooStore,
  call: Call,
  order: WooOrder,
  fulfillment: WooFulfillment,
  body: Record<string, unknown>,
): Answer {
  if (call.method === 'GET') return json(200, presentFulfillment(order)(fulfillment));
  if (call.method === 'DELETE') {
    fulfillment.deletedAt = call.at;
    return json(200, { message: 'Fulfillment deleted successfully.' });
  }
  checkBody(FIELDS, body);
  change(store, call, order, fulfillment, body);
  return json(200, presentFulfillment(order)(fulfillment));
}

/** What is not sent again is deleted, an unknown status means not fulfilled, and `is_fulfilled` cannot be set. */
function change(
  store: WooStore,
  call: Call,
  order: WooOrder,
  fulfillment: WooFulfillment,
  body: Record<string, unknown>,
): void {
  const sent = body.meta_data as { key: string; value: unknown }[];
  checkItems(order, sent.find(({ key }) => key === '_items')?.value);
  if (body.status !== undefined) fulfillment.status = body.status === 'fulfilled' ? 'fulfilled' : 'unfulfilled';
  fulfillment.isFulfilled = fulfillment.status === 'fulfilled';
  fulfillment.meta = sent.map(({ key, value }): WooMeta => {
    const id = fulfillment.meta.find((known) => known.key === key)?.id ?? store.ids.next();
    return { id, key, value };
  });
  fulfillment.updatedAt = call.at;
}

function checkItems(order: WooOrder, items: unknown): void {
  if (!Array.isArray(items) || items.length === 0)
    throw refuse('woocommerce_fulfillment_invalid_items', 'The fulfillment should contain at least one item.');
  for (const item of items as unknown[]) {
    const isGood = isObject(item) && Number.isInteger(item.item_id) && typeof item.qty === 'number' && item.qty > 0;
    if (!isGood || !order.lines.some(({ id }) => id === item.item_id))
      throw refuse('woocommerce_fulfillment_invalid_items', 'Invalid item.');
  }
}

/** The providers of the Shipment Tracking plugin, by region. `%1$s` is the number. */
const PROVIDERS: Record<string, Record<string, string>> = {
  'United States': {
    Fedex: 'https://tracking.example/fedex/%1$s',
    UPS: 'https://tracking.example/ups/%1$s',
    USPS: 'https://tracking.example/usps/%1$s',
    'DHL US': 'https://tracking.example/dhl/%1$s',
  },
  'United Kingdom': { 'Royal Mail': 'https://tracking.example/royal-mail/%1$s' },
};

/** The routes of the plugin; they do not exist without it. `path` begins after the version. */
export function trackingAnswer(
  store: WooStore,
  authenticated: () => WooKey,
  call: Call,
  path: string[],
  body: Record<string, unknown>,
): Answer {
  if (!store.switches.hasTrackingPlugin) throw noRoute();
  if (path.at(-1) === 'providers') return json(200, PROVIDERS);
  authenticated();
  const [orders, orderId = '', trackings, id] = path;
  if (orders !== 'orders' || trackings !== 'shipment-trackings') throw noRoute();
  const order = orderOf(store, Number(orderId));
  if (id === undefined && call.method === 'GET') return json(200, order.trackings);
  if (id === undefined && call.method === 'POST') return addTracking(call, order, body);
  const tracking = order.trackings.find(({ tracking_id }) => tracking_id === id);
  if (!tracking)
    throw new WooError('woocommerce_rest_order_shipment_tracking_invalid_id', 'Invalid shipment tracking ID.', 404);
  if (call.method === 'DELETE') order.trackings = order.trackings.filter((each) => each !== tracking);
  return json(200, tracking);
}

function addTracking(call: Call, order: WooOrder, body: Record<string, unknown>): Answer {
  checkBody(
    {
      tracking_number: required(text),
      tracking_provider: text,
      custom_tracking_provider: text,
      custom_tracking_link: text,
      date_shipped: text,
    },
    body,
  );
  const number = String(body.tracking_number);
  const { name, format } = providerOf(body);
  const date = String(body.date_shipped ?? call.at.toISOString().slice(0, 10));
  if (!number || !/^\d{4}-\d{2}-\d{2}$/.test(date)) throw invalidTracking('The number or the date is not valid.');
  const tracking = {
    tracking_id: createHash('md5').update(`${name}-${number}-${order.trackings.length}`).digest('hex'),
    tracking_provider: name,
    tracking_link: format.replace('%1$s', encodeURIComponent(number)),
    tracking_number: number,
    date_shipped: date,
  };
  order.trackings.push(tracking);
  order.modifiedAt = call.at;
  const location = `${call.origin}${call.target.split('?')[0]}/${tracking.tracking_id}`;
  return json(201, tracking, { Location: location });
}

const invalidTracking = (message: string): WooError =>
  new WooError('woocommerce_rest_shipment_tracking_invalid', message, 400);

/** A name of the list, or an own name together with its link. */
function providerOf(body: Record<string, unknown>): { name: string; format: string } {
  if (typeof body.tracking_provider === 'string' && body.tracking_provider) {
    const name = body.tracking_provider;
    const format = Object.values(PROVIDERS).find((region) => name in region)?.[name];
    if (!format) throw invalidTracking('The tracking provider is not known.');
    return { name, format };
  }
  if (!body.custom_tracking_provider || !body.custom_tracking_link)
    throw invalidTracking('A custom provider needs its name and its link.');
  return { name: String(body.custom_tracking_provider), format: String(body.custom_tracking_link) };
}
