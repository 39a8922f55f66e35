import { type Answer, bodyObject, type Call, header, json } from '../kit/partner.ts';
import { isObject, keyFor } from '../kit/values.ts';
import { drawDocument, lookAtExport, requestExport } from './documents.ts';
import { notFound, unauthorized, unprocessable, violation, ZaloraError } from './errors.ts';
import { moment, presentExport, presentItem, presentOrder, presentProvider, presentWebhook } from './present.ts';
import { type ChangedItems, pack, type StatusChange, setReady } from './statuses.ts';
import type { ZaloraExport, ZaloraItem, ZaloraOrder, ZaloraStore } from './store.ts';
import type { ZaloraWebhooks } from './webhooks.ts';

const TOKEN_MS = 3_600_000;

export interface RestTools {
  stores: readonly ZaloraStore[];
  webhooks: ZaloraWebhooks;
  /** Where the partner is mounted, for links to files. */
  baseUrl: () => string;
}

function basicOf(call: Call): [string, string] {
  const [, encoded = ''] = /^Basic (\S+)$/.exec(header(call, 'authorization') ?? '') ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  return [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
}

/** The token of an application: `grant_type=client_credentials`, as a form of either encoding. */
function issueToken({ stores }: RestTools, call: Call): Answer {
  if (call.method !== 'POST') throw new ZaloraError(405, 'E001', 'Method not allowed');
  const [id, secret] = basicOf(call);
  const store = stores.find((each) => each.appId === id && each.appSecret === secret && !each.isRevoked);
  if (!store) return json(401, { error: 'invalid_client', error_description: 'The client credentials are invalid' });
  const body = call.body.toString('utf8');
  const isGrant =
    new URLSearchParams(body).get('grant_type') === 'client_credentials' ||
    /name="grant_type"\r\n\r\nclient_credentials\r\n/.test(body);
  if (!isGrant) return json(400, { error: 'unsupported_grant_type', error_description: 'The grant is not supported' });
  const token = keyFor('token-', `${store.slug} ${store.ids.next()}`);
  store.tokens.set(token, new Date(call.at.getTime() + TOKEN_MS));
  return json(200, { access_token: token, token_type: 'Bearer', expires_in: TOKEN_MS / 1000 });
}

function authenticate({ stores }: RestTools, call: Call): ZaloraStore {
  const [, token = ''] = /^Bearer (\S+)$/.exec(header(call, 'authorization') ?? '') ?? [];
  const store = stores.find((each) => each.tokens.has(token));
  const until = store?.tokens.get(token);
  if (!store || !until || until <= call.at || store.isRevoked)
    throw unauthorized('The access token is invalid or has expired');
  return store;
}

interface Request {
  store: ZaloraStore;
  call: Call;
  body: Record<string, unknown>;
  tools: RestTools;
}

type Route = (request: Request, id: string) => Answer;

/** Parameters that the API knows; one that it does not know is a mistake of the caller. */
const ORDER_PARAMETERS = new Set([
  'limit',
  'offset',
  'section',
  'dateStart',
  'dateEnd',
  'orderNumbers[]',
  'orderIds[]',
  'packed',
  'updateDateStart',
  'updateDateEnd',
  'shipmentType',
  'sort',
  'sortDir',
]);
const ITEM_PARAMETERS = new Set([
  'orderItemIds[]',
  'orderIds[]',
  'orderNumbers[]',
  'createdAtStart',
  'createdAtEnd',
  'updatedAtStart',
  'updatedAtEnd',
  'status[]',
  'sort',
  'sortDir',
  'limit',
  'offset',
]);
const LIMIT_MAX = 1000;

function assertParameters(call: Call, known: ReadonlySet<string>): void {
  for (const name of call.query.keys()) if (!known.has(name)) throw violation(name, 'This parameter was not expected.');
}

function wholeNumber(call: Call, name: string, most: number): number {
  const text = call.query.get(name);
  if (text === null) throw violation(name, 'This value should not be blank.');
  if (!/^\d+$/.test(text) || Number(text) > most) throw violation(name, `This value should be between 0 and ${most}.`);
  return Number(text);
}

/** A date with or without its time; an end without one is the end of the day. */
function momentOf(call: Call, name: string): Date | undefined {
  const text = call.query.get(name);
  if (text === null) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isEnd = name.endsWith('End');
  const at = new Date(isDay ? `${text}T${isEnd ? '23:59:59' : '00:00:00'}+08:00` : text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/.test(text);
  if ((!isDay && !isTime) || Number.isNaN(at.getTime())) throw violation(name, 'This value is not a valid datetime.');
  return at;
}

/** Whole seconds, both ends included. */
const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
const isWithin = (at: Date, start: Date | undefined, end: Date | undefined): boolean =>
  (!start || seconds(at) >= seconds(start)) && (!end || seconds(at) <= seconds(end));

function directionOf(call: Call): 1 | -1 {
  const direction = call.query.get('sortDir') ?? 'asc';
  if (direction !== 'asc' && direction !== 'desc') throw violation('sortDir', 'should be asc or desc');
  return direction === 'asc' ? 1 : -1;
}

function listOrders({ store, call }: Request): Answer {
  assertParameters(call, ORDER_PARAMETERS);
  const limit = wholeNumber(call, 'limit', LIMIT_MAX);
  const offset = wholeNumber(call, 'offset', Number.MAX_SAFE_INTEGER);
  const sort = call.query.get('sort') ?? 'createdAt';
  if (sort !== 'createdAt' && sort !== 'updatedAt') throw violation('sort', 'should be createdAt or updatedAt');
  const direction = directionOf(call);
  const created = [momentOf(call, 'dateStart'), momentOf(call, 'dateEnd')] as const;
  const updated = [momentOf(call, 'updateDateStart'), momentOf(call, 'updateDateEnd')] as const;
  const numbers = call.query.getAll('orderNumbers[]');
  const ids = call.query.getAll('orderIds[]');
  const section = call.query.get('section')?.replace(/^status_/, '');
  const rows = [...store.orders.values()].filter(
    (order) =>
      isWithin(order.createdAt, ...created) &&
      order.items.some((item) => isWithin(item.updatedAt, ...updated)) &&
      (numbers.length === 0 || numbers.includes(order.number)) &&
      (ids.length === 0 || ids.includes(String(order.id))) &&
      (!section || order.items.some(({ status }) => status === section)),
  );
  rows.sort((a, b) => direction * (a[sort].getTime() - b[sort].getTime() || a.id - b.id));
  return json(200, {
    items: rows.slice(offset, offset + limit).map((order) => presentOrder(store, order)),
    pagination: { limit, offset, hasNext: offset + limit < rows.length },
  });
}

function orderOf(store: ZaloraStore, id: string): ZaloraOrder {
  const order = store.orders.get(Number(id));
  if (!order) throw notFound('Order');
  return order;
}

function listItems({ store, call }: Request): Answer {
  assertParameters(call, ITEM_PARAMETERS);
  const limit = wholeNumber(call, 'limit', LIMIT_MAX);
  const offset = wholeNumber(call, 'offset', Number.MAX_SAFE_INTEGER);
  if ((call.query.get('sort') ?? 'updatedAt') !== 'updatedAt') throw violation('sort', 'should be updatedAt');
  const direction = directionOf(call);
  const updated = [momentOf(call, 'updatedAtStart'), momentOf(call, 'updatedAtEnd')] as const;
  const itemIds = call.query.getAll('orderItemIds[]');
  const orderIds = call.query.getAll('orderIds[]');
  const statuses = call.query.getAll('status[]');
  const rows = store
    .items()
    .filter(
      ({ order, item }) =>
        isWithin(item.updatedAt, ...updated) &&
        (itemIds.length === 0 || itemIds.includes(String(item.id))) &&
        (orderIds.length === 0 || orderIds.includes(String(order.id))) &&
        (statuses.length === 0 || statuses.includes(item.status)),
    )
    .sort((a, b) => direction * (a.item.updatedAt.getTime() - b.item.updatedAt.getTime() || a.item.id - b.item.id));
  return json(200, {
    items: rows.slice(offset, offset + limit).map(({ order, item }) => presentItem(store, order, item)),
    pagination: { limit, offset, totalCount: rows.length },
  });
}

function listPackages({ store, call }: Request): Answer {
  const wanted = call.query.getAll('orderItemIds[]').map(Number);
  const packed = store.items().filter(({ item }) => item.packageId !== 0 && wanted.includes(item.id));
  const byId = new Map<number, number[]>();
  for (const { item } of packed) byId.set(item.packageId, [...(byId.get(item.packageId) ?? []), item.id]);
  return json(
    200,
    [...byId].map(([id, orderItemIds]) => ({ id, srcId: null, orderItemIds })),
  );
}

function assertFields(body: Record<string, unknown>, known: readonly string[]): void {
  for (const name of Object.keys(body))
    if (!known.includes(name)) throw violation(name, 'This field was not expected.');
}

const textOf = (body: Record<string, unknown>, name: string): string => {
  const value = body[name];
  if (value === undefined) return '';
  if (typeof value !== 'string') throw violation(name, 'This value should be of type string.');
  return value;
};

/** The items of a change: the two calls name their ids differently. */
function changeOf(body: Record<string, unknown>, idName: 'orderItemId' | 'id'): StatusChange {
  const { orderItems } = body;
  if (!Array.isArray(orderItems)) throw violation('orderItems', 'This value should not be blank.');
  const serialNumbers = new Map<number, string>();
  const itemIds = orderItems.map((each: unknown) => {
    if (!isObject(each)) throw violation('orderItems', 'This value should be an object.');
    assertFields(each, [idName, 'serialNumber']);
    const id = each[idName];
    if (!Number.isInteger(id)) throw violation(`orderItems[].${idName}`, 'This value should be of type integer.');
    if (each.serialNumber !== undefined) serialNumbers.set(id as number, textOf(each, 'serialNumber'));
    return id as number;
  });
  return {
    itemIds,
    deliveryType: textOf(body, 'deliveryType'),
    shippingProvider: textOf(body, 'shippingProvider'),
    trackingNumber: textOf(body, 'trackingNumber'),
    serialNumbers,
  };
}

const changed = ({ items }: ChangedItems): Answer => json(200, { orderItemIds: items.map(({ id }) => id) });

function packItems({ store, call, body }: Request): Answer {
  assertFields(body, ['orderItems', 'deliveryType', 'shippingProvider', 'trackingNumber']);
  return changed(pack(store, changeOf(body, 'orderItemId'), call.at));
}

function readyItems({ store, call, body, tools }: Request): Answer {
  assertFields(body, [
    'orderItems',
    'trackingNumber',
    'deliveryType',
    'shippingProvider',
    'accessKey',
    'documentUrl',
    'invoiceEncodedXml',
  ]);
  if (!('trackingNumber' in body)) throw violation('trackingNumber', 'This field is missing.');
  const done = setReady(store, changeOf(body, 'id'), call.at);
  tools.webhooks.itemsChanged(store, done.order, done.items, 'ready_to_ship');
  return changed(done);
}

function numbersOf(body: Record<string, unknown>, name: string): number[] {
  const value = body[name] ?? [];
  if (!Array.isArray(value) || !value.every(Number.isInteger)) throw violation(name, 'should be a list of integers');
  return value as number[];
}

/** A link needs no token: it has a secret of its own. */
const linkOf = ({ tools }: Request, store: ZaloraStore, made: ZaloraExport) =>
  `${tools.baseUrl()}/downloads/${store.slug}/${made.id}-${made.secret}.pdf`;

function answerOfExport(request: Request, status: number, made: ZaloraExport): Answer {
  const { store } = request;
  const isInside = store.switches.documentsInAnswer;
  const content = isInside && made.status === 'Finished' ? contentOf(store, made).toString('base64') : '';
  return json(status, presentExport(store, made, isInside ? '' : linkOf(request, store, made), content));
}

const contentOf = (store: ZaloraStore, made: ZaloraExport): Buffer =>
  store.switches.brokenDocuments
    ? Buffer.from('<!DOCTYPE html><html><body>Not found</body></html>')
    : drawDocument(store, made.itemIds, made.documentTypes);

function createExport(request: Request): Answer {
  const { store, call, body } = request;
  assertFields(body, ['orderIds', 'orderItemIds', 'documentType', 'format']);
  const orderIds = numbersOf(body, 'orderIds');
  const itemIds = [
    ...numbersOf(body, 'orderItemIds'),
    ...orderIds.flatMap((id) => orderOf(store, String(id)).items.map((item: ZaloraItem) => item.id)),
  ];
  if (itemIds.length === 0) throw violation('orderIds', 'Either orderIds or orderItemIds must be set.');
  const format = textOf(body, 'format') || 'pdf';
  if (format !== 'pdf' && format !== 'html') throw violation('format', 'should be pdf or html');
  const types = textOf(body, 'documentType').split(',');
  return answerOfExport(request, 201, requestExport(store, itemIds, types, call.at));
}

function readExport(request: Request, id: string): Answer {
  const { store, call } = request;
  const made = store.exports.get(Number(id));
  if (!made) throw notFound('Export');
  return answerOfExport(request, 200, lookAtExport(store, made, call.at));
}

function createWebhook({ store, body, tools }: Request): Answer {
  assertFields(body, ['callbackUrl', 'events']);
  const { events } = body;
  if (!Array.isArray(events)) throw unprocessable('E081', 'events: This value should not be blank.');
  const hook = tools.webhooks.create(store, textOf(body, 'callbackUrl'), events.map(String));
  return json(201, { webhookId: hook.uuid, createdAt: moment(hook.createdAt) });
}

const routes: Record<string, Route> = {
  'GET orders': listOrders,
  'GET orders/:id': ({ store }, id) => json(200, presentOrder(store, orderOf(store, id))),
  'GET order-items': listItems,
  'GET order-items/packages': listPackages,
  'GET orders-shipment-providers': ({ store }) => json(200, store.providers.map(presentProvider)),
  'POST orders/statuses/set-to-packed-by-marketplace': packItems,
  'POST orders/statuses/set-to-ready-to-ship': readyItems,
  'POST orders/export-document': createExport,
  'GET exports/:id': readExport,
  'POST webhook': createWebhook,
  'GET webhooks': ({ store }) => {
    const items = [...store.webhooks.values()].flatMap((hook) => presentWebhook(store, hook));
    return json(200, { items, pagination: { limit: 100, offset: 0, totalCount: items.length } });
  },
  'GET seller': ({ store, call }) =>
    json(200, {
      id: store.sellerId,
      uuid: '5b8d7a3e-0000-4000-8000-000000000031',
      srcId: String(store.sellerId),
      shortCode: 'SG0031',
      status: 'active',
      name: store.title,
      companyName: store.title,
      email: store.email,
      taxClass: 'default',
      createdAt: moment(call.at),
      updatedAt: moment(call.at),
      verified: true,
      listed: true,
      delistReasons: [],
      profileFields: [],
    }),
};

function download({ stores }: RestTools, [slug = '', file = '']: string[]): Answer {
  const store = stores.find((each) => each.slug === slug);
  const [, id = '', secret = ''] = /^(\d+)-([0-9a-f]+)\.pdf$/.exec(file) ?? [];
  const made = store?.exports.get(Number(id));
  if (!store || !made || made.secret !== secret || made.status !== 'Finished')
    return { status: 403, headers: { 'content-type': 'text/html' }, body: '<html><title>Access denied</title></html>' };
  const content = contentOf(store, made);
  const type = store.switches.brokenDocuments ? 'text/html' : 'application/pdf';
  return { status: 200, headers: { 'content-type': type }, body: content.toString('latin1') };
}

/** The REST API 2.0. */
export function restAnswer(tools: RestTools, call: Call, admit: (store: ZaloraStore) => void): Answer {
  const [, root = '', ...rest] = call.path.split('/');
  if (root === 'oauth' && rest.join('/') === 'client-credentials') return issueToken(tools, call);
  if (root === 'downloads') return download(tools, rest);
  if (root !== 'v2') throw notFound('Route');
  const store = authenticate(tools, call);
  admit(store);
  const body = bodyObject(call);
  if (!body) throw violation('body', 'The body is no JSON object.');
  if (call.method === 'POST' && !/^application\/json/.test(header(call, 'content-type') ?? ''))
    throw new ZaloraError(415, 'E001', 'The content type must be application/json');
  const id = rest.find((part) => /^\d+$/.test(part)) ?? '';
  const pattern = rest.map((part) => (/^\d+$/.test(part) ? ':id' : part)).join('/');
  const route = routes[`${call.method} ${pattern}`];
  if (!route) throw notFound('Route');
  return route({ store, call, body, tools }, id);
}
