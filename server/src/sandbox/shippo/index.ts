import { createHash, timingSafeEqual } from 'node:crypto';
import type { Desk } from '../kit/desk.ts';
import { type Answer, type Call, header, json, type Partner, type PartnerTools } from '../kit/partner.ts';
import type { ShopFront } from '../kit/shop-front.ts';
import { ShippoAccount, type ShippoAccountOptions, type Transaction } from './account.ts';
import { checkedBody } from './bodies.ts';
import { CARRIERS } from './carriers.ts';
import { shippoDesk } from './desk.ts';
import { invalid, notFound, ShippoError } from './errors.ts';
import { drawPdf, drawZpl } from './label.ts';
import { refusalOfCount } from './limits.ts';
import { isWithin, paged } from './pages.ts';
import {
  extensionOf,
  presentAddress,
  presentCarrierAccount,
  presentDeclaration,
  presentRate,
  presentRefund,
  presentShipment,
  presentTransaction,
  signatureOf,
  statusOf,
} from './present.ts';
import { buy, refund, transactionOf } from './purchasing.ts';
import { makeAddress, makeDeclaration, makeShipment, shipmentOf } from './rating.ts';
import { mockTracking, presentTrack, trackingOf } from './tracking.ts';

const API_VERSION = '2018-02-08';

interface Request {
  account: ShippoAccount;
  call: Call;
}
type Route = (request: Request, id: string, more: string) => Answer;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Imitates Shippo's API of 2018-02-08: the account is that of the key. */
export class Shippo implements Partner {
  readonly slug = 'shippo';
  readonly accounts: ShippoAccount[] = [];
  private readonly now: () => Date;
  private baseUrl = '';

  constructor({ firstId, now }: PartnerTools) {
    this.now = now;
    this.addAccount({
      slug: 'demo-shippo',
      title: 'Demo Shippo',
      ...(firstId === undefined ? {} : { firstId }),
    });
  }

  addAccount(options: ShippoAccountOptions): ShippoAccount {
    const account = new ShippoAccount(options);
    this.accounts.push(account);
    return account;
  }

  /** Labels have no shop. */
  fronts(): ShopFront[] {
    return [];
  }

  desks(): Desk[] {
    return this.accounts.map((account) => shippoDesk(account, this.now));
  }

  credentials(): Record<string, string> {
    return { key_1: this.accounts[0]?.key ?? '' };
  }

  mountedAt(url: string): void {
    this.baseUrl = url;
  }

  async answer(call: Call): Promise<Answer> {
    try {
      if (call.path.startsWith('/labels/')) return await this.download(call);
      const account = this.authenticate(call);
      return refusalOfCount(account, call) ?? this.route({ account, call });
    } catch (error) {
      if (!(error instanceof ShippoError)) throw error;
      return error.answer();
    }
  }

  private authenticate(call: Call): ShippoAccount {
    const token = /^ShippoToken (\S+)$/.exec(header(call, 'authorization') ?? '')?.[1] ?? '';
    const sent = digest(token);
    const account = this.accounts.find(({ isRevoked, key }) => !isRevoked && timingSafeEqual(sent, digest(key)));
    if (!account) throw new ShippoError(401, 'Invalid token');
    const version = header(call, 'shippo-api-version') ?? API_VERSION;
    if (version !== API_VERSION) throw new ShippoError(400, `Version ${version} of the API is not supported.`);
    return account;
  }

  private route(request: Request): Answer {
    const { method, path } = request.call;
    const [, first = '', second = '', third = ''] = path.replace(/\/$/, '').split('/');
    const isCustoms = first === 'customs';
    const [id, more] = isCustoms ? [third, ''] : [second, third];
    const root = isCustoms ? `${first}/${second}` : first;
    const shape = [root, id && ':id', more && (root === 'tracks' ? ':number' : more)].filter(Boolean).join('/');
    const route = this.routes[`${method} ${shape}`];
    if (!route) throw notFound();
    return route(request, id, more);
  }

  private presented(account: ShippoAccount, transaction: Transaction, at: Date) {
    return presentTransaction(account, transaction, at, this.baseUrl);
  }

  private readonly routes: Record<string, Route> = {
    'GET carrier_accounts': ({ account, call }) => {
      const withServices = call.query.get('service_levels') === 'true';
      const all = account.carrierAccounts
        .filter((each) => isWithin(call, 'carrier', each.carrier))
        .map((each) => presentCarrierAccount(account, each, withServices));
      return paged(call, this.baseUrl, all, 5);
    },
    'GET addresses': ({ account, call }) =>
      paged(
        call,
        this.baseUrl,
        [...account.addresses.values()].reverse().map((each) => presentAddress(account, each)),
        5,
      ),
    'POST addresses': ({ account, call }) =>
      json(201, presentAddress(account, makeAddress(account, checkedBody(call, 'address'), call.at))),
    'GET addresses/:id': ({ account }, id) => {
      const address = account.addresses.get(id);
      if (!address) throw notFound();
      return json(200, presentAddress(account, address));
    },
    'POST customs/declarations': ({ account, call }) =>
      json(201, presentDeclaration(account, makeDeclaration(account, checkedBody(call, 'declaration'), call.at))),
    'GET customs/declarations': ({ account, call }) =>
      paged(
        call,
        this.baseUrl,
        [...account.declarations.values()].reverse().map((each) => presentDeclaration(account, each)),
        5,
      ),
    'GET customs/declarations/:id': ({ account }, id) => {
      const declaration = account.declarations.get(id);
      if (!declaration) throw notFound();
      return json(200, presentDeclaration(account, declaration));
    },
    'POST shipments': ({ account, call }) => {
      const shipment = makeShipment(account, checkedBody(call, 'shipment'), call.at);
      return json(201, presentShipment(account, shipment, call.at));
    },
    'GET shipments': ({ account, call }) =>
      paged(
        call,
        this.baseUrl,
        [...account.shipments.values()].reverse().map((each) => presentShipment(account, each, call.at)),
        25,
      ),
    'GET shipments/:id': ({ account, call }, id) =>
      json(200, presentShipment(account, shipmentOf(account, id), call.at)),
    'GET shipments/:id/rates': ({ account, call }, id) => {
      const { rates } = shipmentOf(account, id);
      return paged(
        call,
        this.baseUrl,
        rates.map((rate) => presentRate(account, rate, rates)),
        25,
      );
    },
    'GET rates/:id': ({ account }, id) => {
      const rate = account.rates.get(id);
      if (!rate) throw notFound();
      return json(200, presentRate(account, rate, shipmentOf(account, rate.shipmentId).rates));
    },
    'POST transactions': ({ account, call }) =>
      json(201, this.presented(account, buy(account, checkedBody(call, 'purchase'), call.at), call.at)),
    'GET transactions': ({ account, call }) => {
      const all = [...account.transactions.values()]
        .reverse()
        .filter(
          (each) => isWithin(call, 'rate', each.rate.id) && isWithin(call, 'object_status', statusOf(each, call.at)),
        );
      return paged(
        call,
        this.baseUrl,
        all.map((each) => this.presented(account, each, call.at)),
        25,
      );
    },
    'GET transactions/:id': ({ account, call }, id) =>
      json(200, this.presented(account, transactionOf(account, id), call.at)),
    'POST refunds': ({ account, call }) => {
      const made = refund(account, checkedBody(call, 'refund'), call.at);
      return json(201, presentRefund(account, made, call.at));
    },
    'GET refunds': ({ account, call }) =>
      paged(
        call,
        this.baseUrl,
        [...account.refunds.values()].reverse().map((each) => presentRefund(account, each, call.at)),
        25,
      ),
    'GET refunds/:id': ({ account, call }, id) => {
      const made = account.refunds.get(id);
      if (!made) throw notFound();
      return json(200, presentRefund(account, made, call.at));
    },
    'GET tracks/:id/:number': ({ account, call }, carrier, number) => {
      if (carrier === 'shippo') {
        const mock = mockTracking(number, call.at);
        if (!mock) throw invalid('tracking_number', 'Not one of the numbers for tests.');
        return json(200, presentTrack({ carrier, number }, mock, undefined));
      }
      if (!CARRIERS.some(({ token }) => token === carrier)) throw invalid('carrier', `Unknown carrier ${carrier}.`);
      const bought = [...account.transactions.values()].find(
        (each) => each.rate.carrier === carrier && each.trackingNumber === number,
      );
      const events = bought ? trackingOf(bought, call.at) : [];
      return json(200, presentTrack({ carrier, number }, events, bought));
    },
  };

  /** Needs no key: the link is signed, and expires. */
  private async download(call: Call): Promise<Answer> {
    const [, , slug = '', file = ''] = call.path.split('/');
    const [, id = '', extension = ''] = /^([0-9a-f]+)\.(pdf|zpl)$/.exec(file) ?? [];
    const account = this.accounts.find((each) => each.slug === slug);
    const transaction = account?.transactions.get(id);
    const expires = Number(call.query.get('Expires'));
    const isGood =
      account &&
      transaction?.end === 'SUCCESS' &&
      extension === extensionOf(transaction.fileType) &&
      call.query.get('Signature') === signatureOf(account, id, expires);
    if (!isGood || expires * 1000 <= call.at.getTime())
      return {
        status: 403,
        headers: { 'content-type': 'application/xml' },
        body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>${isGood ? 'Request has expired' : 'Access Denied'}</Message></Error>`,
      };
    if (extension === 'zpl')
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: drawZpl(account, transaction) };
    return { status: 200, headers: { 'content-type': 'application/pdf' }, body: await drawPdf(account, transaction) };
  }
}
