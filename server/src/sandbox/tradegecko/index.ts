import {
  type Answer,
  bodyObject,
  type Call,
  firewallPage,
  header,
  json,
  type Partner,
  type PartnerTools,
} from '../kit/partner.ts';
import { TgAccount } from './account.ts';
import { TgError } from './errors.ts';
import { changeFulfillment, createFulfillment } from './fulfillments.ts';
import { presentFulfillment, presentFulfillmentLine, presentLine, presentOrder, presentVariant } from './present.ts';
import { TgShop } from './shop.ts';

const LIMIT = 100;
const LIMIT_MAX = 250;
const WINDOW_MS = 300_000;

const notFound = () => new TgError(404, 'Not Found', 'The page you were looking for doesn’t exist');

interface Request {
  account: TgAccount;
  call: Call;
  body: Record<string, unknown>;
}
type Route = (request: Request, id: number) => unknown;

/** Imitates the API of TradeGecko as it was: it has been switched off. */
export class TradeGecko implements Partner {
  readonly slug = 'tradegecko';
  readonly account: TgAccount;
  private readonly shop: TgShop;

  constructor({ now, firstId }: PartnerTools) {
    this.account = new TgAccount('demo-tradegecko', 'Demo TradeGecko', firstId);
    this.shop = new TgShop(this.account, now);
  }

  fronts(): TgShop[] {
    return [this.shop];
  }

  credentials(): Record<string, string> {
    return { key_1: this.account.token };
  }

  answer(call: Call): Answer {
    const { account } = this;
    if (account.isSwitchedOff) return firewallPage(503);
    let headers: Record<string, string> = {};
    try {
      if (account.revoked || header(call, 'authorization') !== `Bearer ${account.token}`)
        throw new TgError(401, 'Unauthorized', 'The access token is invalid');
      const counted = countCall(account, call);
      headers = counted.headers;
      if (counted.isTooMany) throw new TgError(429, 'Too Many Requests', 'Rate limit exceeded');
      const body = bodyObject(call);
      if (!body) throw new TgError(400, 'Bad Request', 'The body is no JSON');
      return json(call.method === 'POST' ? 201 : 200, route({ account, call, body }), headers);
    } catch (error) {
      if (!(error instanceof TgError)) throw error;
      return json(error.status, { type: error.type, message: error.message }, headers);
    }
  }
}

/** The header names the moment of new calls, in seconds since 1970. */
function countCall(account: TgAccount, { at }: Call): { isTooMany: boolean; headers: Record<string, string> } {
  const time = at.getTime();
  const isOver = time - account.window.startedAt >= WINDOW_MS || time < account.window.startedAt;
  if (isOver) account.window = { startedAt: time, calls: 0 };
  const isTooMany = account.window.calls >= account.callsMost;
  if (!isTooMany) account.window.calls++;
  return {
    isTooMany,
    headers: {
      'X-Rate-Limit-Limit': String(account.callsMost),
      'X-Rate-Limit-Remaining': String(account.callsMost - account.window.calls),
      'X-Rate-Limit-Reset': String(Math.ceil((account.window.startedAt + WINDOW_MS) / 1000)),
    },
  };
}

function route(request: Request): unknown {
  const { method, path } = request.call;
  const id = Number(/\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
  const found = ROUTES[`${method} ${path.replace(/\/\d+$/, '/:id')}`];
  if (!found) throw notFound();
  return found(request, id);
}

/** One page of a list, below its name; the newest first. */
function pageOf<Row extends { id: number }>(
  { call }: Request,
  name: string,
  rows: Iterable<Row>,
  present: (row: Row) => unknown,
): object {
  const limit = Math.min(LIMIT_MAX, Number(call.query.get('limit') ?? LIMIT) || LIMIT);
  const page = Math.max(1, Number(call.query.get('page') ?? 1) || 1);
  const ids = call.query.get('ids')?.split(',').map(Number);
  const all = [...rows].filter(({ id }) => !ids || ids.includes(id)).sort((a, b) => b.id - a.id);
  return { [name]: all.slice((page - 1) * limit, page * limit).map(present), meta: { total: all.length } };
}

function one<Row>(name: string, row: Row | undefined, present: (row: Row) => unknown): object {
  if (!row) throw notFound();
  return { [name]: present(row) };
}

const asIs = <Row>(row: Row): Row => row;

function listOrders(request: Request): object {
  const { account, call } = request;
  const since = call.query.get('updated_at_min');
  const status = call.query.get('status');
  const number = call.query.get('order_number');
  if (since !== null && Number.isNaN(Date.parse(since)))
    throw new TgError(400, 'Bad Request', 'updated_at_min is invalid');
  const rows = [...account.orders.values()]
    .filter((order) => since === null || order.updatedAt.getTime() >= Date.parse(since))
    .filter((order) => status === null || order.status === status)
    .filter((order) => number === null || order.order_number === number);
  return pageOf(request, 'orders', rows, presentOrder(account));
}

/** Of an order or a fulfilment, as the query names it. */
function ofParent<Row>({ call }: Request, name: keyof Row & string, rows: Iterable<Row>): Row[] {
  const parent = call.query.get(name);
  return [...rows].filter((row) => parent === null || String(row[name]) === parent);
}

const ROUTES: Record<string, Route> = {
  'GET /orders': listOrders,
  'GET /orders/:id': ({ account }, id) => one('order', account.orders.get(id), presentOrder(account)),
  'GET /order_line_items': (request) => {
    const rows = ofParent(request, 'order_id', request.account.lines.values());
    return pageOf(request, 'order_line_items', rows, presentLine);
  },
  'GET /addresses/:id': ({ account }, id) => one('address', account.addresses.get(id), asIs),
  'GET /variants': (request) =>
    pageOf(request, 'variants', request.account.variants.values(), presentVariant(request.account)),
  'GET /locations': (request) => pageOf(request, 'locations', request.account.locations, asIs),
  'GET /fulfillments': (request) => {
    const rows = ofParent(request, 'order_id', request.account.fulfillments.values());
    return pageOf(request, 'fulfillments', rows, presentFulfillment(request.account));
  },
  'GET /fulfillment_line_items': (request) => {
    const rows = ofParent(request, 'fulfillment_id', request.account.fulfillmentLines.values());
    return pageOf(request, 'fulfillment_line_items', rows, presentFulfillmentLine);
  },
  'POST /fulfillments': ({ account, call, body }) => ({
    fulfillment: presentFulfillment(account)(createFulfillment(account, body.fulfillment, call.at)),
  }),
  'PUT /fulfillments/:id': ({ account, call, body }, id) => ({
    fulfillment: presentFulfillment(account)(changeFulfillment(account, id, body.fulfillment, call.at)),
  }),
};
