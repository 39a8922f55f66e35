import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountContract, keyedWrite } from '../../../test/account-contract.ts';
import { type ConnectionOptions, partnerConnection, type TestConnection } from '../../../test/partner-connection.ts';
import type { StationOrder, StationRef } from '../../modules/shipping/index.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import type { SsAccount } from '../../sandbox/shipstation/account.ts';
import type { SsShop } from '../../sandbox/shipstation/shop.ts';
import { shipStationAccount } from './account.ts';
import { shipStationStation as station } from './station.ts';

const options = (sandbox: Sandbox): ConnectionOptions => ({
  values: sandbox.credentials.shipstation ?? {},
  baseUrl: sandbox.baseUrls.shipstation,
  now: () => sandbox.clock.now(),
});

const address = {
  name: 'Ann Porter',
  company: '',
  street1: '1 Pier',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  stateCode: 'MA',
  postalCode: '02110',
  countryCode: 'US',
  phone: '1',
  email: '',
};
const order = (more: Partial<StationOrder> = {}): StationOrder => ({
  key: 'longshore-7-abc',
  number: 'HSL-7',
  placedAt: new Date('2026-11-14T17:00:00Z'),
  shipBy: '2026-11-16',
  shipTo: address,
  billTo: address,
  lines: [{ key: '77', sku: 'A-1', name: 'Mug', quantity: 2, unitPrice: '4.5' }],
  weight: { value: '3', unit: 'lb' },
  carrierCode: 'fedex',
  serviceCode: 'fedex_2day',
  packageCode: 'package',
  warehouseId: '',
  payer: undefined,
  note: '',
  ...more,
});
const accountOf = (sandbox: Sandbox) => sandbox.shipstation.accounts[0] as SsAccount;
const there = (sandbox: Sandbox) => [...accountOf(sandbox).orders.values()].filter(({ isActive }) => isActive);

accountContract({
  partner: shipStationAccount,
  verify: shipStationAccount.verify,
  connect: options,
  wrongKeys: { key_2: 'wrong-secret' },
  verifies: 'GET /stores',
  writes: {
    call: 'POST /orders/createorder',
    prepare: async (connection) => keyedWrite(() => station.push(connection, [order()])),
    count: (sandbox) => there(sandbox).length,
  },
  // The seconds that are left, not the time when.
  tooMany: { fault: { status: 429, headers: { 'x-rate-limit-reset': '1' } }, waitMs: 1_000 },
});

describe('the shipping station', () => {
  let sandbox: Sandbox;
  let connection: TestConnection;
  beforeEach(async () => {
    sandbox = await startSandbox();
    connection = partnerConnection(shipStationAccount, options(sandbox));
  });
  afterEach(() => sandbox.stop());

  const shop = () => sandbox.shipstation.fronts()[0] as SsShop;
  const push = async (more: Partial<StationOrder> = {}): Promise<StationRef> => {
    const [answer] = await station.push(connection, [order(more)]);
    expect(answer?.problem).toBe('');
    return { id: answer?.id ?? '', key: order(more).key, number: order(more).number };
  };

  test('has carriers with services and packages, and warehouses', async () => {
    const { carriers, places } = await shipStationAccount.catalogue(connection);
    expect(carriers.find(({ carrier }) => carrier === 'fedex')?.services).toContainEqual(
      expect.objectContaining({ code: 'fedex_2day' }),
    );
    expect(places.length).toBeGreaterThan(0);
  });

  test('a push is one order, which the next one changes as a whole', async () => {
    const first = await push();
    const again = await push({ lines: [{ key: '78', sku: 'B-2', name: 'Plate', quantity: 5, unitPrice: '1' }] });
    expect(again.id).toBe(first.id);
    expect(there(sandbox)).toHaveLength(1);
    expect(there(sandbox)[0]?.items.map(({ sku, quantity }) => [sku, quantity])).toEqual([['B-2', 5]]);
  });

  test('of several orders each has an answer of its own: one that was shipped is refused', async () => {
    const shipped = await push();
    shop().buyLabel(shipped.id, '1Z1');
    const answers = await station.push(connection, [order(), order({ key: 'longshore-8', number: 'HSL-8' })]);
    expect(answers.map(({ key, problem }) => [key, problem !== ''])).toEqual([
      ['longshore-7-abc', true],
      ['longshore-8', false],
    ]);
    expect(there(sandbox)).toHaveLength(2);
  });

  test('an order whose id is not known is found by its key, among those whose number begins the same', async () => {
    await push({ key: 'longshore-70', number: 'HSL-70' });
    const { id } = await push();
    expect(await station.find(connection, { id: '', key: 'longshore-7-abc', number: 'HSL-7' })).toBe(id);
    expect(await station.find(connection, { id: '', key: 'longshore-9', number: 'HSL-7' })).toBe('');
  });

  test('labels are read with insurance, voided ones said to be so', async () => {
    const ref = await push();
    expect(await station.pull(connection, ref)).toEqual([]);
    shop().buyLabel(ref.id, '1ZOLD');
    shop().labels.voidAll(ref.id);
    shop().buyLabel(ref.id, '1ZNEW', { shipmentCost: 8.4, insuranceCost: 1.1 });
    const labels = await station.pull(connection, { ...ref, id: '' });
    expect(labels.map(({ trackingNumber, cost, isVoided }) => [trackingNumber, cost, isVoided])).toEqual([
      ['1ZOLD', '8.4', true],
      ['1ZNEW', '9.5', false],
    ]);
  });

  test('a removal takes the order away; again, or of one that was never there, it is no problem', async () => {
    const ref = await push();
    for (let times = 0; times < 2; times++) await station.remove(connection, ref);
    expect(there(sandbox)).toEqual([]);
    await station.remove(connection, { id: '', key: 'nobody', number: 'HSL-404' });
  });
});
