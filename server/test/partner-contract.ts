import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Connector,
  type ExternalOrder,
  PartnerProblem,
  type ReportedShipment,
} from '../src/modules/channels/index.ts';
import { type Fault, type Sandbox, type ShopFront, startSandbox } from '../src/sandbox/index.ts';
import { PEOPLE } from '../src/sandbox/seed.ts';
import { type ConnectionOptions, partnerConnection, type TestConnection } from './partner-connection.ts';
import { httpReceiver } from './receivers.ts';

/** What the suite has to know of a partner. Everything else is in the interface of connectors. */
export interface PartnerContract {
  connector: Connector;
  /** The demo shop in the sandbox. */
  connect(sandbox: Sandbox): ConnectionOptions;
  /** The same with keys that nobody knows. */
  wrongKeys: Partial<ConnectionOptions['values']>;
  /** Orders on a page. */
  page: number;
  /** The calls that list orders and that report a shipment, as a fault names them. */
  lists: string;
  ships: string;
  /** Too many calls, in the partner's own words, and the wait that they mean. */
  tooMany: { fault: Omit<Fault, 'match'>; waitMs: number };
  /** The secret that the partner signs its calls with; left out where the secret is the address that it calls, or it calls none. */
  hookSecret?: string | ((sandbox: Sandbox) => string);
  /** Its calls name no order that could be read: all changes are. */
  hooksNameNoOrder?: boolean;
  /** It knows shipped orders and no parts of them: only the last shipment of an order is reported. */
  shipsWholeOrders?: boolean;
  /** It cannot take a whole shipment back: what it can take back goes, and the rest is said. */
  keepsShipments?: boolean;
  /** Makes the token in use invalid before its time; left out where tokens do not expire. */
  expireToken?: (sandbox: Sandbox) => ConnectionOptions & { expire(): void };
}

const MINUTE_MS = 60_000;
const PRODUCTS = [
  { sku: 'A-1', name: 'Mug', price: '4.50' },
  { sku: 'B-2', name: 'Plate', price: '9.00' },
];
const [ann] = PEOPLE;

const shipmentOf = (order: ExternalOrder, given: Partial<ReportedShipment> = {}): ReportedShipment => ({
  key: `shipment-of-${order.id}`,
  orderId: order.id,
  orderNumber: order.number,
  carrier: 'UPS',
  trackingNumbers: ['1Z999'],
  trackingUrl: 'https://track.example/1Z999',
  shippedAt: order.placedAt,
  lines: order.lines.map(({ id, sku, quantity }) => ({ lineId: id, sku, quantity, unitIds: [] })),
  completesOrder: true,
  ...given,
});

type Body = () => void | Promise<void>;

/** Cases of what a partner can do; what it cannot is no case. */
const only =
  (isCase: boolean) =>
  (make: (name: string, body: Body) => unknown, name: string, body: Body): void => {
    if (isCase) make(name, body);
  };

/** The contract of every partner that needs no database; the framework's own suite has the rest. */
export function partnerContract(contract: PartnerContract): void {
  const { connector } = contract;

  describe(`${connector.name} keeps the contract of partners`, () => {
    let sandbox: Sandbox;
    let shop: ShopFront;
    let connection: TestConnection;

    beforeEach(async () => {
      sandbox = await startSandbox({ control: true, seed: { products: PRODUCTS } });
      shop = sandbox.shops.find(({ partner }) => partner === connector.slug) as ShopFront;
      connection = partnerConnection(connector, contract.connect(sandbox));
    });

    // The tenth case holds after each of the others.
    afterEach(async () => {
      const seen = JSON.stringify(connection.trace);
      const secrets = connector.fields
        .filter(({ kind }) => kind === 'secret')
        .map(({ field }) => connection.values[field]);
      await sandbox.stop();
      for (const secret of secrets.filter(Boolean)) expect(seen).not.toContain(secret);
      const subjects = new Set(connection.trace.map(({ subject }) => subject.split(': ')[0] ?? ''));
      expect([...subjects].filter((subject) => !connector.subjects?.ch[subject])).toEqual([]);
    });

    const place = (given: Partial<Parameters<ShopFront['place']>[0]> = {}) =>
      shop.place({
        lines: [{ sku: 'A-1', quantity: 2 }],
        address: ann as (typeof PEOPLE)[0],
        shippingMethod: 'Flat rate',
        ...given,
      });
    const placeMany = (count: number, everyMs: number) =>
      Array.from({ length: count }, (_, index) => place({ ageMs: MINUTE_MS + (count - index) * everyMs }));
    const lastHour = () => {
      const until = sandbox.clock.now();
      return { since: new Date(until.getTime() - 60 * MINUTE_MS), until };
    };
    /** All orders of a window, as the framework reads them; `between` happens after the first page. */
    async function listAll(window = lastHour(), between: () => void = () => {}): Promise<ExternalOrder[]> {
      const all: ExternalOrder[] = [];
      let cursor: string | null = null;
      for (let pages = 0; pages < 50; pages++) {
        const { orders, next } = await connector.listOrders(connection, window, cursor);
        all.push(...orders);
        if (pages === 0) between();
        if (next === null) return all;
        cursor = next;
      }
      throw new Error('The pages do not end.');
    }
    const idsOf = (orders: readonly ExternalOrder[]) => [...new Set(orders.map(({ id }) => id))].sort();
    async function orderOf(id: string): Promise<ExternalOrder> {
      const order = await connector.getOrder(connection, id);
      if (!order) throw new Error(`There is no order ${id}.`);
      return order;
    }
    const report = (shipment: ReportedShipment) => {
      if (!connector.reportShipment) throw new Error(`${connector.name} reports no shipments.`);
      return connector.reportShipment(connection, shipment);
    };
    const shopOrder = (id: string) => shop.orders().find((order) => order.id === id);

    test('an order is read by page, by id and by its number', async () => {
      const id = place({
        lines: [
          { sku: 'A-1', quantity: 2 },
          { sku: 'B-2', quantity: 1 },
        ],
      });
      const [listed] = await listAll();
      expect(listed).toMatchObject({ id, state: 'open', shippingMethod: 'Flat rate' });
      expect(listed?.lines.map(({ sku, quantity, price }) => [sku, quantity, price])).toEqual([
        ['A-1', 2, 4.5],
        ['B-2', 1, 9],
      ]);
      expect(listed?.shipTo).toMatchObject({ name: 'Ann Porter', city: 'Boston', stateCode: 'MA', countryCode: 'US' });
      expect(await connector.getOrder(connection, id)).toEqual(listed);
      expect(await connector.findOrder(connection, listed?.number ?? '')).toEqual(listed);
      expect(await connector.findOrder(connection, '99999999')).toBeUndefined();
      expect(await connector.getOrder(connection, '99999999')).toBeUndefined();
    });

    test('what the merchant changes and cancels is seen', async () => {
      const id = place();
      const [line] = shopOrder(id)?.lines ?? [];
      shop.edit(id, { quantities: { [line?.id ?? '']: 1 }, address: { city: 'Salem' } });
      expect(await orderOf(id)).toMatchObject({ lines: [{ quantity: 1 }], shipTo: { city: 'Salem' } });
      shop.cancel(id);
      expect((await orderOf(id)).state).toBe('cancelled');
    });

    test('verify names the account, and refuses wrong keys', async () => {
      expect((await connector.verify(connection)).account).not.toBe('');
      const options = contract.connect(sandbox);
      const stranger = partnerConnection(connector, {
        ...options,
        values: { ...options.values, ...contract.wrongKeys },
      });
      await expect(connector.verify(stranger)).rejects.toMatchObject({ kind: 'auth' });
    });

    describe('1. pages', () => {
      test.each([
        ['of different moments', 1_000],
        ['of one moment', 0],
      ])('an exact multiple, %s', async (_what, everyMs) => {
        const placed = placeMany(contract.page * 2, everyMs);
        expect(idsOf(await listAll())).toEqual([...placed].sort());
      });

      test('none is missing when orders change between two pages', async () => {
        const placed = placeMany(contract.page * 2 + 5, 1_000);
        const window = lastHour();
        sandbox.clock.advance(MINUTE_MS);
        const [first = '', second = ''] = placed;
        const listed = await listAll(window, () => {
          for (const id of [first, second]) shop.edit(id, { address: { city: 'Salem' } });
        });
        expect(idsOf(listed)).toEqual([...placed].sort());
        const later = await listAll({ since: window.until, until: sandbox.clock.now() });
        const changed = later.filter(({ shipTo }) => shipTo?.city === 'Salem');
        expect(idsOf(changed)).toEqual([first, second].sort());
      });
    });

    test('2. too many calls: the partner’s own wait is kept, then it succeeds', async () => {
      const id = place();
      sandbox.fail({ ...contract.tooMany.fault, match: contract.lists });
      expect(idsOf(await listAll())).toEqual([id]);
      expect(connection.waits).toEqual([contract.tooMany.waitMs]);
    });

    describe('3. a partner that fails', () => {
      test.each<[string, Omit<Fault, 'match'>]>([
        ['500', { status: 500, body: { message: 'Oh' } }],
        ['502 with a page', { status: 502, html: true }],
        ['503', { status: 503, html: true }],
        ['200 with a page', { status: 200, html: true }],
        ['a connection that is closed', { drop: true }],
        ['an answer that is cut', { cut: true }],
      ])('%s: once is repeated, for ever is unavailable', async (_what, fault) => {
        const id = place();
        sandbox.fail({ ...fault, match: contract.lists });
        expect(idsOf(await listAll())).toEqual([id]);
        sandbox.fail({ ...fault, match: contract.lists, times: 100 });
        await expect(listAll()).rejects.toMatchObject({ kind: 'unavailable' });
      });

      test('an answer that is too slow is unavailable', async () => {
        place();
        connection = partnerConnection(connector, { ...contract.connect(sandbox), totalMs: 100 });
        sandbox.fail({ match: contract.lists, delayMs: 300, times: 100 });
        await expect(listAll()).rejects.toMatchObject({ kind: 'unavailable' });
      });

      test('JSON of another shape is malformed', async () => {
        place();
        sandbox.fail({ match: contract.lists, status: 200, body: { data: {} } });
        await expect(listAll()).rejects.toMatchObject({ kind: 'malformed' });
      });
    });

    describe('4. a shipment', () => {
      test('is reported once, and a repetition changes nothing', async () => {
        const order = await orderOf(place());
        const shipment = shipmentOf(order);
        const first = await report(shipment);
        expect(first).toMatchObject({ wasThere: false, rejected: [] });
        const shown = shopOrder(order.id);
        expect(shown?.tracking.map(({ number }) => number)).toEqual(['1Z999']);
        expect(await report(shipment)).toEqual({ ...first, wasThere: true });
        expect(shopOrder(order.id)).toEqual(shown);
        expect((await orderOf(order.id)).state).toBe('shipped');
      });

      test('whose answer is lost is not made twice', async () => {
        const order = await orderOf(place());
        sandbox.fail({ match: contract.ships, dropAfterWrite: true });
        await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'unknownOutcome' });
        expect(shopOrder(order.id)?.tracking).toHaveLength(1);
        expect(await report(shipmentOf(order))).toMatchObject({ wasThere: true, rejected: [] });
        expect(shopOrder(order.id)?.tracking).toHaveLength(1);
      });

      test('that never arrived is made by the repetition', async () => {
        const order = await orderOf(place());
        sandbox.fail({ match: contract.ships, status: 503, html: true });
        await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'unavailable' });
        expect(await report(shipmentOf(order))).toMatchObject({ wasThere: false });
        expect(shopOrder(order.id)?.tracking).toHaveLength(1);
      });

      test('in two parts is two, with what is left between them', async () => {
        const order = await orderOf(place());
        const [line] = order.lines;
        const part = (key: string, number: string, completesOrder: boolean) =>
          shipmentOf(order, {
            key,
            trackingNumbers: [number],
            lines: [{ lineId: line?.id ?? '', sku: 'A-1', quantity: 1, unitIds: [] }],
            completesOrder,
          });
        const first = await report(part('one', '1Z1', false));
        // What the partner does not keep is never silent.
        expect(first.rejected.map(({ lineId }) => lineId)).toEqual(contract.shipsWholeOrders ? [line?.id] : []);
        expect((await orderOf(order.id)).state).toBe('open');
        await report(part('two', '1Z2', true));
        await report(part('one', '1Z1', false));
        expect(
          shopOrder(order.id)
            ?.tracking.map(({ number }) => number)
            .sort(),
        ).toEqual(contract.shipsWholeOrders ? ['1Z2'] : ['1Z1', '1Z2']);
        expect(shopOrder(order.id)?.lines.map(({ shipped }) => shipped)).toEqual([2]);
      });

      only(connector.withdrawShipment !== undefined)(test, 'that was voided is withdrawn, once', async () => {
        const order = await orderOf(place());
        const { externalId } = await report(shipmentOf(order));
        expect(externalId).not.toBe('');
        for (let times = 0; times < 2; times++) {
          const withdrawn = connector.withdrawShipment?.(connection, shipmentOf(order), externalId);
          if (contract.keepsShipments) await expect(withdrawn).rejects.toMatchObject({ kind: 'refused' });
          else await withdrawn;
        }
        if (contract.keepsShipments) return expect((await orderOf(order.id)).state).toBe('shipped');
        expect(shopOrder(order.id)?.tracking).toEqual([]);
        expect(await orderOf(order.id)).toMatchObject({ state: 'open', lines: [{ quantity: 2 }] });
      });

      only(connector.findShipment !== undefined)(test, 'is looked up without changing anything', async () => {
        const order = await orderOf(place());
        const look = (given = shipmentOf(order)) => connector.findShipment?.(connection, given);
        expect(await look()).toBeUndefined();
        expect(shopOrder(order.id)?.tracking).toEqual([]);
        sandbox.fail({ match: contract.ships, dropAfterWrite: true });
        await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'unknownOutcome' });
        const found = await look();
        expect(found).toBe((await report(shipmentOf(order))).externalId);
        if (contract.keepsShipments) return;
        await connector.withdrawShipment?.(connection, shipmentOf(order), found ?? '');
        expect(shopOrder(order.id)?.tracking).toEqual([]);
        expect(await look()).toBeUndefined();
        expect(await look(shipmentOf({ ...order, id: '99999999' }))).toBeUndefined();
      });

      test('of an order that is gone is refused', async () => {
        const order = await orderOf(place());
        await expect(report(shipmentOf({ ...order, id: '99999999' }))).rejects.toMatchObject({ kind: 'notFound' });
      });
    });

    only(connector.hooks !== undefined)(describe, '5. hooks', () => {
      const isSigned = contract.hookSecret !== undefined;
      const secret = () =>
        typeof contract.hookSecret === 'function' ? contract.hookSecret(sandbox) : (contract.hookSecret ?? 'unused');

      /** What the partner sends after an order was placed. */
      async function sent() {
        const receiver = await httpReceiver();
        await connector.hooks?.ensure(connection, receiver.url, secret());
        await sandbox.hooks.settled();
        const isPing = ({ body }: { body: string }) => !body.startsWith('{');
        for (const { headers, body } of receiver.got.filter(isPing))
          expect(connector.hooks?.read({ headers, body: Buffer.from(body) }, secret())).toBe('ignored');
        const orderId = place();
        await sandbox.hooks.settled();
        const call = receiver.got.find(
          (each) => !isPing(each) && (contract.hooksNameNoOrder || each.body.includes(orderId)),
        );
        if (!call) throw new Error('No hook arrived.');
        const read = (given: { headers?: Record<string, string>; body?: string } = {}, key = secret()) =>
          connector.hooks?.read(
            { headers: { ...call.headers, ...given.headers }, body: Buffer.from(given.body ?? call.body) },
            key,
          );
        return { call, orderId, read };
      }

      test('a true one names the order, the same each time', async () => {
        const { orderId, read } = await sent();
        expect(read()).toMatchObject({ orderId: contract.hooksNameNoOrder ? null : orderId });
        expect(read()).toEqual(read());
      });

      only(isSigned)(test, 'a changed, a foreign and an unsigned one are forged', async () => {
        const { call, read } = await sent();
        expect(read({ body: `${call.body} ` })).toBe('forged');
        expect(read({}, 'another secret')).toBe('forged');
        expect(read({}, '')).toBe('forged');
        const unsigned = Object.fromEntries(
          Object.keys(call.headers)
            .filter((name) => /hmac|signature/.test(name))
            .map((name) => [name, '']),
        );
        expect(read({ headers: unsigned })).toBe('forged');
      });

      test('one of an unknown topic is ignored', async () => {
        const { call, read } = await sent();
        const topics = Object.keys(call.headers).filter((name) => name.endsWith('-topic'));
        const headers = Object.fromEntries(topics.map((name) => [name, 'products/exploded']));
        // Where no header has the topic, the body has it.
        const body = topics.length > 0 ? call.body : call.body.replace(/((_type|event)"\s*:\s*")\w+/, '$1EXPLODED');
        expect(read({ headers, body })).toBe('ignored');
      });

      test('ensuring them again adds none', async () => {
        const receiver = await httpReceiver();
        await connector.hooks?.ensure(connection, receiver.url, secret());
        sandbox.clearCalls();
        await connector.hooks?.ensure(connection, receiver.url, secret());
        expect(connection.trace.filter(({ subject }) => subject === 'List webhooks')).toHaveLength(2);
        expect(sandbox.calls()).toHaveLength(1);
      });
    });

    describe('6. a part that fails', () => {
      test('of a shipment: the rest is reported', async () => {
        const order = await orderOf(
          place({
            lines: [
              { sku: 'A-1', quantity: 2 },
              { sku: 'B-2', quantity: 1 },
            ],
          }),
        );
        const shipment = shipmentOf(order);
        const [mugs, plates] = shipment.lines;
        const answer = await report({
          ...shipment,
          lines: [
            { lineId: mugs?.lineId ?? '', sku: 'A-1', quantity: 5, unitIds: [] },
            { lineId: plates?.lineId ?? '', sku: 'B-2', quantity: 1, unitIds: [] },
          ],
        });
        expect(answer.rejected.map(({ lineId }) => lineId)).toEqual([mugs?.lineId]);
        expect(shopOrder(order.id)?.lines.map(({ shipped }) => shipped)).toEqual([2, 1]);
      });

      only(connector.stock !== undefined)(test, 'of stock: the SKU that the shop does not have is named', async () => {
        const answer = await connector.stock?.report(connection, [
          { sku: 'A-1', quantity: 7 },
          { sku: 'NO-SUCH', quantity: 1 },
        ]);
        expect(answer?.rejected.map(({ sku }) => sku)).toEqual(['NO-SUCH']);
      });
    });

    test('7. a token that expires in mid-run is renewed once', async () => {
      if (!contract.expireToken) return;
      const { expire, ...options } = contract.expireToken(sandbox);
      connection = partnerConnection(connector, options);
      const id = place();
      expect(idsOf(await listAll())).toEqual([id]);
      expect(connection.renewals()).toBe(1);
      expire();
      await Promise.all([listAll(), listAll(), listAll()]);
      expect(connection.renewals()).toBe(2);
    });

    test('a problem is of one type, and says nothing secret', async () => {
      const options = contract.connect(sandbox);
      const stranger = partnerConnection(connector, {
        ...options,
        values: { ...options.values, ...contract.wrongKeys },
      });
      const problem = await connector.verify(stranger).catch((error: unknown) => error);
      expect(problem).toBeInstanceOf(PartnerProblem);
      for (const secret of Object.values(contract.wrongKeys)) expect(String(problem)).not.toContain(secret);
    });
  });
}
