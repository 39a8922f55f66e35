import { api, type Label } from '@longshore/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, eventually, type Reply, type TestApp, testApp } from '../../../../test/harness.ts';
import { type LabelDesk, labelDesk } from '../../../../test/labelling.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { scan } from '../../../../test/scan.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import type { ShippoAccount } from '../../../sandbox/shippo/account.ts';

const { labels, shipments } = api;
const HOUR = 3_600_000;
let it: TestApp;
let sandbox: Sandbox;
let account: ShippoAccount;
let boss: Caller;
let desk: LabelDesk;

beforeAll(async () => {
  sandbox = await startSandbox();
  [account] = sandbox.shippo.accounts as [ShippoAccount];
  it = await testApp({
    worker: true,
    partners: { urls: sandbox.baseUrls, allowPrivate: false, demo: sandbox.credentials },
  });
  boss = await it.as('super');
  desk = await labelDesk(it, boss, sandbox);
});
afterAll(() => sandbox.stop());

const switches = { queuesAlways: false, queueMs: 3_000, refundEnd: 'SUCCESS', refundMs: 120_000, refusal: '' } as const;
beforeEach(async () => {
  sandbox.stopFailing();
  sandbox.clearCalls();
  sandbox.clock.set(new Date());
  Object.assign(account.switches, switches);
  await it.database.owner("delete from call_allowances where name like 'partner shippo%'", []);
});

const refusalOf = ({ status, body }: Reply) => [status, body.error_code, body.keys?._?.[0]];
const fieldOf = ({ status, body }: Reply) => [status, body.keys];
const owner = <Row extends object>(text: string, ...values: unknown[]) => it.database.owner<Row>(text, values);
const print = (url: string) => it.http.inject({ method: 'GET', url });
const tracked = async (id: number) => (await desk.house.get(id)).tracking;
/** Runs a job now, as the queue would. */
const run = async (task: string, payload: object = {}) => {
  await owner(`select graphile_worker.add_job($1, $2::json)`, task, JSON.stringify(payload));
  await eventually(async () => {
    const rows = await owner('select from graphile_worker.jobs where task_identifier = $1', task);
    return rows.length === 0 ? true : undefined;
  });
};
/** Time passes for the labels of a shipment: what is asked later is asked now. */
const makeDue = (id: number) =>
  owner(
    `update labels set due_at = case when due_at is null then null else now() end, sent_at = sent_at - interval '5 minutes',
       track_at = case when track_at is null then null else now() end where shipment_id = $1`,
    id,
  );
const resume = async (id: number) => {
  await makeDue(id);
  await run('resume-labels');
};
const stateOf = async (id: number) => (await desk.get(id)).labels.map(({ state }) => state);

describe('rates', () => {
  test('of all cartons together, the cheapest and the fastest marked, with the courier’s rule', async () => {
    const { id } = await desk.packed(2);
    const { quotes, refusals } = await desk.rates(id);
    expect(quotes.length).toBeGreaterThan(3);
    const costs = quotes.map(({ cost }) => cost);
    expect(costs).toEqual([...costs].sort((one, other) => one - other));
    const [first] = quotes;
    expect(first).toMatchObject({ is_cheapest: true, is_by_rule: true, currency: 'USD' });
    expect(first?.parcels).toHaveLength(2);
    const sum = first?.parcels.reduce((total, { cost }) => total + cost, 0) ?? 0;
    expect(Math.round(sum * 100)).toBe(Math.round((first?.cost ?? 0) * 100));
    const fastest = quotes.filter(({ is_fastest }) => is_fastest);
    expect(fastest.map(({ days }) => days)).toEqual([Math.min(...quotes.map(({ days }) => days ?? 99))]);
    expect(refusals.map(({ carrier }) => carrier)).toContain('DHL Express');
  });

  test('by the courier’s own service, and by the cheapest that arrives in time', async () => {
    const courierId = await desk.courier({ label_rule: 'service', shippo_service: 'ups_ground' });
    const { id } = await desk.packed(1, { courierId });
    const chosen = (await desk.rates(id)).quotes.filter(({ is_by_rule }) => is_by_rule);
    expect(chosen.map(({ carrier, service }) => [carrier, service])).toEqual([['UPS', 'Ground']]);
    const inTime = await desk.courier({ label_rule: 'cheapest_in_time' });
    const hurried = await desk.packed(1, { courierId: inTime });
    await owner(
      `update shipments set ship_date = current_date, cancel_date = current_date + 4 where id = $1`,
      hurried.id,
    );
    const { quotes } = await desk.rates(hurried.id);
    const [byRule] = quotes.filter(({ is_by_rule }) => is_by_rule);
    expect(quotes.some(({ is_late }) => is_late)).toBe(true);
    expect(byRule?.is_late).toBe(false);
    const cheaper = quotes.filter(({ cost }) => cost < (byRule?.cost ?? 0));
    expect(cheaper.every(({ is_late }) => is_late)).toBe(true);
  });

  test('abroad declare the lines, with the specification’s words for what is missing', async () => {
    const made = await desk.packed(1, { address: { country_code: 'PT', city: 'Lisboa', postal_code: '1200-433' } });
    const view = await desk.get(made.id);
    expect(view).toMatchObject({ is_international: true, blocked: '' });
    expect(view.customs).toMatchObject([
      { origin_country: 'CN', value_currency: 'USD', quantity: 1, missing: ['value', 'hs_code', 'origin'] },
    ]);
    await desk.rates(made.id);
    const [asked] = [...account.shipments.values()].slice(-1);
    expect(asked?.declaration).toBeDefined();
    const home = await desk.packed();
    expect(await desk.get(home.id)).toMatchObject({ is_international: false, customs: [] });
  });

  test('tell the carrier who pays, and print the reference', async () => {
    const { id } = await desk.packed();
    await owner(
      `update shipments set payment_method = 'third', courier_account = 'A-77', billing_zip = '97103', billing_country_code = 'US' where id = $1`,
      id,
    );
    await desk.rates(id, { reference: 'PO-9' });
    const [asked] = [...account.shipments.values()].slice(-1);
    expect(asked?.extra).toMatchObject({
      reference_1: 'PO-9',
      billing: { type: 'THIRD_PARTY', account: 'A-77', zip: '97103', country: 'US' },
    });
  });

  test.each([
    ['unknown', async () => ({ shipment_id: 999_999 }), [400, 40001, undefined]],
    [
      'without a courier that sells labels',
      async () => ({ shipment_id: (await desk.packed(1, { courierId: 1 })).id }),
      [400, 40003, 'CourierHasNoLabels'],
    ],
    [
      'without a sender',
      async () => {
        const courierId = await desk.courier({ shippo_address_id: '' });
        return { shipment_id: (await desk.packed(1, { courierId })).id };
      },
      [400, 40003, 'CourierHasNoSender'],
    ],
    [
      'not packed',
      async () => {
        const { id } = await desk.packed();
        await boss.ok(shipments.repack, { params: { id } });
        return { shipment_id: id };
      },
      [400, 40005, 'ShipmentIsNotPacked'],
    ],
    [
      'inbound',
      async () => {
        const item = await desk.house.item(0);
        return { shipment_id: (await desk.house.shipment('Vendor Order', [item.id, 1])).id };
      },
      [400, 40006, undefined],
    ],
  ])('are refused for a shipment that is %s', async (_, given, refusal) => {
    const body = await given();
    expect(refusalOf(await boss.call(labels.rates, { body: body as never }))).toEqual(refusal);
    expect(sandbox.calls()).toEqual([]);
  });

  test('are refused for what somebody else holds', async () => {
    const { id } = await desk.packed();
    const { caller } = await it.given.mainUser(['fulfill_shipment', 'update_shipment_tracking', 'view_shipment_model']);
    await caller.ok(shipments.lock, { params: { id } });
    const rates = boss.call(labels.rates, { body: { shipment_id: id } as never });
    expect((await rates).body.error_code).toBe(40005);
    expect((await desk.get(id)).blocked).toBe('Locked');
  });
});

describe('a purchase', () => {
  test('buys one label per carton, stores them, and writes waybill and cost', async () => {
    const { id } = await desk.packed(2);
    const bought = await desk.buy(id);
    expect(bought.labels.map(({ state, status, own_number }) => [state, status, own_number])).toEqual([
      ['bought', 'SUCCESS', 'C1'],
      ['bought', 'SUCCESS', 'C2'],
    ]);
    const numbers = bought.labels.map(({ tracking_number }) => tracking_number);
    expect(await tracked(id)).toMatchObject({ waybill: numbers.join(', '), cost: bought.cost });
    expect(bought.cost).toBeGreaterThan(0);
    expect(bought.parcels.map(({ label_id }) => label_id)).toEqual(bought.labels.map((label) => label.id));
    expect(desk.sent()).toBe(2);
    for (const { label_url, tracking_number } of bought.labels) {
      const page = await print(label_url);
      expect(page.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
      const [first] = readPdf(page.rawPayload).pages;
      expect([first?.width, first?.height]).toEqual([288, 432]);
      const bars = (first?.bars ?? []).filter(({ height }) => height === 78);
      expect(await scan(bars, 203)).toEqual([tracking_number]);
      expect(bars.every(({ x, width }) => x >= 0 && x + width <= 288)).toBe(true);
    }
    expect((await print('/print/shippo/labels/1-2-3')).statusCode).toBe(404);
    const { data } = await boss.ok(api.records.traces, {
      query: { traceable_type: 'Shipment', traceable_id: id },
    });
    expect(JSON.stringify(data)).toContain(numbers[0]);
  });

  test('at a price that was not answered for this shipment is refused', async () => {
    const [one, other] = [await desk.packed(), await desk.packed()];
    const quote = await desk.cheapest(one.id);
    expect(fieldOf(await desk.buyAt(other.id, quote))).toEqual([422, { object_id: ['QuoteIsUnknown'] }]);
    const cheaper = { ...quote, cost: 0.01 };
    expect(fieldOf(await desk.buyAt(one.id, cheaper))).toEqual([422, { cost: ['QuoteIsOutdated'] }]);
    await owner(`update label_quotes set expires_at = now() where object_id = $1`, quote.object_id);
    expect(fieldOf(await desk.buyAt(one.id, quote))).toEqual([422, { object_id: ['QuoteIsTooOld'] }]);
    expect(desk.sent()).toBe(0);
  });

  test('after the cartons or the address have changed is refused', async () => {
    const { id } = await desk.packed();
    const quote = await desk.cheapest(id);
    await owner('update containers set weight = 12 where shipment_id = $1', id);
    expect(fieldOf(await desk.buyAt(id, quote))).toEqual([422, { object_id: ['QuoteIsOutdated'] }]);
    expect(desk.sent()).toBe(0);
  });

  test('is made once however often it is asked for: again, at once, with a key, at another price', async () => {
    const { id } = await desk.packed(2);
    const [quote, second] = [await desk.cheapest(id), await desk.cheapest(id)];
    const answers = await Promise.all([desk.buyAt(id, quote), desk.buyAt(id, quote), desk.buyAt(id, quote)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const keyed = { params: { id }, body: desk.bodyOf(quote), headers: { 'idempotency-key': 'press-1' } };
    for (const _ of [1, 2]) expect((await boss.call(labels.buy, keyed)).status).toBe(200);
    expect(desk.sent()).toBe(2);
    expect(refusalOf(await desk.buyAt(id, second))).toEqual([400, 40005, 'CartonHasLabel:C1']);
    const again = await boss.call(labels.rates, { body: { shipment_id: id } as never });
    expect(refusalOf(again)).toEqual([400, 40005, 'CartonsHaveLabels']);
    expect(desk.sent()).toBe(2);
  });

  test('by two servers at once is made once', async () => {
    const twin = await testApp({
      database: it.database,
      partners: { urls: sandbox.baseUrls, allowPrivate: false, demo: sandbox.credentials },
    });
    const other = await twin.as('super');
    const { id } = await desk.packed(2);
    const [quote, second] = [await desk.cheapest(id), await desk.cheapest(id)];
    sandbox.fail({ match: 'POST /transactions', delayMs: 300, times: 9 });
    const answers = await Promise.all([desk.buyAt(id, quote), desk.buyAt(id, second, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(desk.sent()).toBe(2);
    await twin.stop();
  });

  test('that the carrier refuses is said in its words, and can be made again', async () => {
    const { id } = await desk.packed();
    account.switches.refusal = 'The label printer of the carrier is on strike.';
    const refused = await desk.buyAt(id, await desk.cheapest(id));
    expect(refusalOf(refused).slice(0, 2)).toEqual([400, 90003]);
    expect(refused.body.message).toContain('on strike');
    expect(await stateOf(id)).toEqual(['refused']);
    expect(await tracked(id)).toMatchObject({ waybill: '', cost: 0 });
    account.switches.refusal = '';
    await desk.buy(id);
    expect(await stateOf(id)).toEqual(['refused', 'bought']);
  });

  test('whose answer is lost is looked up before anything is bought again', async () => {
    const { id } = await desk.packed();
    const quote = await desk.cheapest(id);
    sandbox.fail({ match: 'POST /transactions', dropAfterWrite: true } as never);
    const { data } = await desk.buyAt(id, quote);
    expect(data.labels).toMatchObject([{ state: 'asked', is_unknown: true, problem_key: 'PartnerAnswerUnknown' }]);
    const blocked = await boss.call(labels.rates, { body: { shipment_id: id } as never });
    expect(refusalOf(blocked)).toEqual([400, 40005, 'LabelIsBeingAsked:C1']);
    await resume(id);
    const { labels: after } = await desk.get(id);
    expect(after).toMatchObject([{ state: 'bought', is_unknown: false }]);
    expect(desk.sent()).toBe(1);
    expect((await tracked(id)).waybill).toBe(after[0]?.tracking_number);
  });

  test('whose call was cut before the partner wrote anything is made again, when the partner says so', async () => {
    const { id } = await desk.packed();
    const quote = await desk.cheapest(id);
    sandbox.fail({ match: 'POST /transactions', status: 502, body: '<html><title>Bad gateway</title></html>' });
    const { data } = await desk.buyAt(id, quote);
    expect(data.labels).toMatchObject([{ state: 'asked' }]);
    // Asked at once, "there is none" proves nothing.
    const looked = await boss.ok(labels.lookAgain, { params: { id } });
    expect(looked.labels).toMatchObject([{ state: 'asked', is_unknown: true }]);
    expect(desk.sent()).toBe(1);
    await resume(id);
    expect(await stateOf(id)).toEqual(['bought']);
    expect([...account.transactions.values()].filter(({ rate }) => rate.shipmentId).length).toBeGreaterThan(0);
  });

  test('that the partner is still making is asked again by itself', async () => {
    const { id } = await desk.packed();
    Object.assign(account.switches, { queuesAlways: true, queueMs: HOUR });
    const { data } = await desk.buyAt(id, await desk.cheapest(id));
    expect(data.labels).toMatchObject([{ state: 'asked', is_unknown: false, label_url: '' }]);
    sandbox.clock.advance(2 * HOUR);
    await resume(id);
    const [label] = (await desk.get(id)).labels as [Label];
    expect(label).toMatchObject({ state: 'bought' });
    expect((await print(label.label_url)).headers['content-type']).toBe('application/pdf');
    expect(desk.sent()).toBe(1);
  });

  test('keeps what a person typed as waybill, and is written although somebody holds the shipment', async () => {
    const { id } = await desk.packed();
    await boss.ok(shipments.update, { params: { id }, body: { waybill: 'PALLET-1' } });
    const { labels: bought } = await desk.buy(id);
    expect((await tracked(id)).waybill).toBe(`PALLET-1, ${bought[0]?.tracking_number}`);
  });

  test('in ZPL is downloaded as text, and the choice is each user’s own', async () => {
    const { caller } = await it.given.mainUser(['update_shipment_tracking', 'view_shipment_model']);
    expect(await caller.ok(labels.chooseFormat, { body: { format: 'zpl' } })).toEqual({ format: 'zpl' });
    const { id } = await desk.packed();
    const { data } = await desk.buyAt(id, await desk.cheapest(id), caller);
    expect(data).toMatchObject({ format: 'zpl', labels: [{ format: 'zpl' }] });
    const file = await print(data.labels[0]?.label_url ?? '');
    expect(file.headers['content-type']).toContain('text/plain');
    expect(file.headers['content-disposition']).toContain('attachment');
    expect(file.body).toContain('^XA');
    expect((await desk.get(id)).format).toBe('pdf');
  });

  test('of parcels as they are sent, with and without a carton', async () => {
    const { id } = await desk.packed(1);
    const [carton] = (await desk.get(id)).parcels;
    const size = { length: 20, width: 20, height: 20, weight: 2 };
    const parcels = [{ container_id: carton?.container_id, ...size }, size];
    const bought = await desk.buy(id, { parcels });
    expect(bought.labels.map(({ container_id }) => container_id)).toEqual([carton?.container_id, null]);
    const wrong = boss.call(labels.rates, {
      body: { shipment_id: id, parcels: [{ container_id: 999_999, ...size }] } as never,
    });
    expect(fieldOf(await wrong)).toEqual([422, { 'parcels.0.container_id': ['CartonIsUnknown'] }]);
  });

  test('remembers that a label was printed, of this shipment only', async () => {
    const { id } = await desk.packed();
    const { labels: bought } = await desk.buy(id);
    const ids = bought.map((label) => label.id);
    const after = await boss.ok(labels.printed, { params: { id }, body: { ids } });
    expect(after.labels[0]?.printed_at).not.toBeNull();
    const other = await desk.packed();
    const wrong = boss.call(labels.printed, { params: { id: other.id }, body: { ids } });
    expect(fieldOf(await wrong)).toEqual([422, { ids: ['LabelIsUnknown'] }]);
  });
});

describe('a label', () => {
  const voidIt = (label: Label | undefined) => boss.call(labels.void, { params: { id: label?.id ?? 0 } });

  test('that is voided counts no more: waybill, cost, carton; the refund is confirmed later', async () => {
    const { id } = await desk.packed();
    const [label] = (await desk.buy(id)).labels;
    const { data } = await voidIt(label);
    expect(data).toMatchObject({ cost: 0, labels: [{ state: 'voiding', status: 'voided' }] });
    expect(data.parcels).toMatchObject([{ label_id: null }]);
    expect(await tracked(id)).toMatchObject({ waybill: '', cost: 0 });
    expect((await voidIt(label)).status).toBe(200);
    const again = await desk.buy(id);
    expect(again.labels.map(({ state }) => state)).toEqual(['voiding', 'bought']);
    sandbox.clock.advance(HOUR);
    await resume(id);
    expect(await stateOf(id)).toEqual(['voided', 'bought']);
    expect(await tracked(id)).toMatchObject({ cost: again.cost });
    expect(account.refunds.size).toBeGreaterThan(0);
  });

  test('whose refund is rejected later counts again, as an exception', async () => {
    const { id } = await desk.packed();
    const { labels: bought, cost } = await desk.buy(id);
    account.switches.refundEnd = 'ERROR';
    await voidIt(bought[0]);
    expect((await tracked(id)).cost).toBe(0);
    sandbox.clock.advance(HOUR);
    await resume(id);
    expect((await desk.get(id)).labels).toMatchObject([
      { state: 'bought', status: 'SUCCESS', problem_key: 'CarrierKeepsMoney' },
    ]);
    expect(await tracked(id)).toMatchObject({ cost, waybill: bought[0]?.tracking_number });
    await run('look-at-exceptions', { kind: 'label-void-refused' });
    const open = await owner(`select from exceptions where kind = 'label-void-refused' and closed_at is null`);
    expect(open.length).toBeGreaterThan(0);
  });

  test('whose void was not answered is asked for again, with one refund', async () => {
    const { id } = await desk.packed();
    const [label] = (await desk.buy(id)).labels;
    const before = account.refunds.size;
    sandbox.fail({ match: 'POST /refunds', dropAfterWrite: true } as never);
    expect((await voidIt(label)).status).toBe(200);
    await resume(id);
    expect(account.refunds.size).toBe(before + 1);
    expect(await stateOf(id)).toEqual(['voiding']);
  });

  test('that was never bought, or is unknown, cannot be voided', async () => {
    expect(refusalOf(await boss.call(labels.void, { params: { id: 999_999 } })).slice(0, 2)).toEqual([400, 40005]);
    const { id } = await desk.packed();
    account.switches.refusal = 'No.';
    await desk.buyAt(id, await desk.cheapest(id));
    const [label] = (await desk.get(id)).labels;
    expect(refusalOf(await voidIt(label))).toEqual([400, 40005, 'LabelIsNotBought']);
  });

  describe('of a shipment that is voided', () => {
    const voidShipment = (id: number) => boss.ok(shipments.void, { params: { id } });
    /** As they are stored: of a voided shipment nothing is answered any more. */
    const stored = async (id: number) =>
      (await owner<{ state: string }>('select state from labels where shipment_id = $1 order by id', id)).map(
        ({ state }) => state,
      );
    const becomes = (id: number, ...states: string[]) =>
      eventually(async () => (String(await stored(id)) === String(states) ? true : undefined), 20_000);
    const refundsOf = (ids: readonly string[]) =>
      [...account.refunds.values()].filter(({ transactionId }) => ids.includes(transactionId)).length;

    test('is voided with it, each asked for once; the refund is confirmed later', async () => {
      const { id } = await desk.packed(2);
      const bought = (await desk.buy(id)).labels;
      await voidShipment(id);
      const purchases = bought.map(({ object_id }) => object_id);
      await eventually(async () => (refundsOf(purchases) === 2 ? true : undefined), 20_000);
      await becomes(id, 'voiding', 'voiding');
      sandbox.clock.advance(HOUR);
      await resume(id);
      expect(await stored(id)).toEqual(['voided', 'voided']);
      expect(refundsOf(purchases)).toBe(2);
    });

    test('stays when its parcel is on its way, or the carrier kept its money before', async () => {
      const { id } = await desk.packed(3);
      const bought = (await desk.buy(id)).labels;
      await owner(`update labels set tracking_status = 'transit' where id = $1`, bought[0]?.id);
      await owner(`update labels set void_refused = true where id = $1`, bought[1]?.id);
      await voidShipment(id);
      await becomes(id, 'bought', 'bought', 'voiding');
      await eventually(async () => (refundsOf([bought[2]?.object_id ?? '']) === 1 ? true : undefined), 20_000);
      expect(refundsOf(bought.map(({ object_id }) => object_id))).toBe(1);
    });

    test('is voided when it turns out to be bought only afterwards', async () => {
      const { id } = await desk.packed();
      const quote = await desk.cheapest(id);
      sandbox.fail({ match: 'POST /transactions', dropAfterWrite: true } as never);
      await desk.buyAt(id, quote);
      expect(await stored(id)).toEqual(['asked']);
      await voidShipment(id);
      expect(await stored(id)).toEqual(['asked']);
      await resume(id);
      await becomes(id, 'voiding');
      const [row] = await owner<{ object_id: string }>('select object_id from labels where shipment_id = $1', id);
      await eventually(async () => (refundsOf([row?.object_id ?? '?']) === 1 ? true : undefined), 20_000);
    });

    test('is not bought when nothing was sent yet', async () => {
      const { id } = await desk.packed();
      await desk.buyAt(id, await desk.cheapest(id));
      await owner(
        `update labels set state = 'asked', attempts = 0, object_id = '', sent_at = null, path = '', due_at = now() where shipment_id = $1`,
        id,
      );
      const before = desk.sent();
      await voidShipment(id);
      await resume(id);
      await becomes(id, 'refused');
      expect(desk.sent()).toBe(before);
    });
  });

  test('is billed with the client’s modifier, and a void after finishing is a difference of cost', async () => {
    const clientId = 1;
    await owner('update clients set shipping_charge_modify = 0.08 where id = $1', clientId);
    const { id } = await desk.packed();
    const { cost, charged, labels: bought } = await desk.buy(id);
    expect(charged).toBeCloseTo(cost * 1.08, 4);
    await boss.ok(shipments.fulfilAll, { params: { id } }).catch(() => undefined);
    await owner(`update shipments set status = 'Ready' where id = $1 and status <> 'Finished'`, id);
    const load = await boss.ok(api.shipmentBilling.load, { params: { id } });
    expect(load.tracking).toMatchObject({ cost, waybill: bought[0]?.tracking_number });
    const freight = load.billing.entries.filter(({ meta_name }) => /ship|freight/i.test(meta_name));
    const prices = [...freight, ...load.addable].map(({ price }) => price);
    expect(prices.some((price) => Math.abs(price - cost * 1.08) < 0.001)).toBe(true);
    await desk.house.finish(id);
    await voidIt(bought[0]);
    expect(await tracked(id)).toMatchObject({ cost: 0 });
    const refused = boss.call(labels.rates, { body: { shipment_id: id } as never });
    expect((await refused).body.error_code).toBe(40005);
  });

  test('is followed until it is delivered, also by users of the client', async () => {
    const { id, order_id } = await desk.packed();
    const [label] = (await desk.buy(id)).labels;
    sandbox.clock.advance(20 * 24 * HOUR);
    await makeDue(id);
    await run('track-labels');
    const [after] = (await desk.get(id)).labels;
    expect(after).toMatchObject({ tracking_status: 'delivered' });
    expect(after?.tracking.map(({ status }) => status)).toEqual(['pre_transit', 'transit', 'transit', 'delivered']);
    const { caller } = await it.given.clientUser(1, true);
    const seen = await caller.ok(api.orders.shipment, { params: { id: order_id, shipmentId: id } as never });
    expect(seen.tracking_status.map(({ status }) => status).slice(0, 3)).toEqual([
      'delivered',
      'transit',
      'pre_transit',
    ]);
    expect(seen.tracking_status[0]?.comments).toContain(label?.tracking_number);
    const calls = () => sandbox.calls().filter(({ path }) => path.includes('/tracks/')).length;
    const before = calls();
    await makeDue(id);
    await run('track-labels');
    expect(calls()).toBe(before);
  });

  test('of a parcel that is late or comes back is an exception', async () => {
    const unclaimed = { address: { street1: '1 Unclaimed Road' } };
    const [late, returned] = [await desk.packed(), await desk.packed(1, unclaimed)];
    for (const { id } of [late, returned]) await desk.buy(id);
    await owner(`update labels set arrive_by = current_date - 3 where shipment_id = $1`, late.id);
    sandbox.clock.advance(25 * 24 * HOUR);
    await makeDue(returned.id);
    await run('track-labels');
    const open = async () => {
      for (const kind of ['parcel-late', 'parcel-returned']) await run('look-at-exceptions', { kind });
      return owner<{ kind: string }>(
        `select kind from exceptions where kind like 'parcel-%' and closed_at is null order by kind`,
      );
    };
    expect((await open()).map(({ kind }) => kind)).toEqual(['parcel-late', 'parcel-returned']);
  });

  test('cannot be bought without an account, and a refused key says so once', async () => {
    const { id } = await desk.packed();
    const quote = await desk.cheapest(id);
    account.isRevoked = true;
    const refused = await desk.buyAt(id, quote);
    account.isRevoked = false;
    expect(refused.body.error_code).toBe(90003);
    expect((await desk.get(id)).blocked).toBe('NoAccount');
    expect(refusalOf(await desk.buyAt(id, quote)).slice(0, 2)).toEqual([400, 90003]);
    await boss.ok(api.companyAccounts.saveShippo, { body: sandbox.credentials.shippo as never });
    expect((await desk.get(id)).blocked).toBe('');
  });

  test('sender’s address is added at the partner and offered', async () => {
    const body = { company: 'Depot 9', street1: '9 Quay', city: 'Oakland', state_code: 'CA', postal_code: '94607' };
    const { id } = await boss.ok(labels.addSender, { body: { ...body, country_code: 'US' } as never });
    const places = await boss.ok(api.companyAccounts.shippoAddresses);
    expect(places.find((place) => place.id === id)).toMatchObject({ name: 'Depot 9', country_code: 'US' });
  });
});
