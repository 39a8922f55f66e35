import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { type Goods, type StockFloor, stockFloor } from '../../../test/stock-floor.ts';

let it: TestApp;
let main: Caller;
let floor: StockFloor;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  floor = stockFloor(it, main);
});

async function totals(id: number) {
  const { in_stock, reserved, quarantined } = await main.ok(api.inventories.get, { params: { id } });
  return [in_stock, reserved, quarantined];
}
const bucketOf = async (id: number) => {
  const { state, used, place } = await main.ok(api.serials.get, { params: { id } });
  return { state, used, license: place?.license_id ?? null };
};
async function ledger(id: number) {
  const { records } = await main.ok(api.stock.movements, { params: { id } });
  return records.map(({ kind, quantity, reference, cause, user }) => [kind, quantity, reference, cause, user]);
}
async function lotOf(item: number): Promise<number> {
  const [row] = await it.database.owner<{ id: number }>(
    "insert into lots (client_id, inventory_id, lot_number) select client_id, id, 'L-1' from inventories where id = $1 returning id",
    [item],
  );
  return row?.id ?? 0;
}

/** The same goods of three kinds: plain, of a lot, and in a bucket. */
const kinds: [string, (quantity: number) => Promise<Goods>][] = [
  ['plain goods', async (quantity) => ({ item: (await floor.item()).id, quantity, plate: (await floor.plate()).id })],
  [
    'goods of a lot',
    async (quantity) => {
      const { id: item } = await floor.item({ lot: 1 });
      return { item, quantity, lot: await lotOf(item) };
    },
  ],
  [
    'a bucket',
    async (quantity) => {
      const { id: item } = await floor.item({ serial: 1 });
      return { item, quantity, plate: (await floor.plate()).id, bucket: (await floor.bucket(item, quantity)).id };
    },
  ],
];

describe.each(kinds)('%s', (_name, given) => {
  test('are received, reserved and shipped; stock and reservation decrease together', async () => {
    const goods = await given(6);
    await floor.receive(goods);
    expect(await totals(goods.item)).toEqual([6, 0, 0]);
    await floor.reserve(goods.item, 6);
    await floor.ship(goods);
    expect(await totals(goods.item)).toEqual([0, 0, 0]);
    expect(await ledger(goods.item)).toEqual([
      ['ship', -6, 'R-1', 'shipment 1', 'Floor'],
      ['receive', 6, 'R-1', 'shipment 1', 'Floor'],
    ]);
    await floor.assertSound();
  });

  test('reversing a shipment restores stock and reservation', async () => {
    const goods = await given(6);
    await floor.receive(goods);
    await floor.reserve(goods.item, 6);
    await floor.ship(goods);
    await floor.reverseShipping(goods);
    expect(await totals(goods.item)).toEqual([6, 6, 0]);
    await floor.ship(goods);
    expect(await totals(goods.item)).toEqual([0, 0, 0]);
    await floor.assertSound();
  });

  test('reversing a receipt leaves nothing, and it can be received again', async () => {
    const goods = await given(6);
    for (const quarantine of [false, true]) {
      await floor.receive({ ...goods, quarantine });
      expect(await totals(goods.item)).toEqual(quarantine ? [0, 0, 6] : [6, 0, 0]);
      await floor.assertSound();
      await floor.reverseReceipt({ ...goods, quarantine });
      expect(await totals(goods.item)).toEqual([0, 0, 0]);
      await floor.assertSound();
    }
    expect((await ledger(goods.item)).map(([kind, quantity]) => [kind, quantity])).toEqual([
      ['reverse', -6],
      ['receive', 6],
      ['reverse', -6],
      ['receive', 6],
    ]);
  });

  test('unreserved units cannot ship, reserved units cannot be reversed', async () => {
    const goods = await given(6);
    await floor.receive(goods);
    await expect(floor.ship(goods)).rejects.toThrow(/Insufficient quantity/);
    await floor.reserve(goods.item, 1);
    await expect(floor.reverseReceipt(goods)).rejects.toThrow(/6 wanted, 5 available/);
    expect(await totals(goods.item)).toEqual([6, 1, 0]);
    await floor.assertSound();
  });

  test('units at another place can be neither shipped nor reversed', async () => {
    const goods = await given(6);
    await floor.receive(goods);
    await floor.reserve(goods.item, 6);
    const { id: elsewhere } = await floor.plate();
    await expect(floor.ship({ ...goods, plate: elsewhere })).rejects.toThrow(/Insufficient quantity/);
    await expect(floor.reverseReceipt({ ...goods, plate: elsewhere })).rejects.toThrow(/Insufficient quantity/);
    // A bucket is not there: it is looked for before the place is judged.
    const refusal = goods.bucket ? /is in stock/ : /quarantined stock does not ship/;
    await expect(floor.ship({ ...goods, quarantine: true })).rejects.toThrow(refusal);
    await floor.assertSound();
  });
});

describe('a bucket', () => {
  async function given(units: number) {
    const { id: item } = await floor.item({ serial: 1 });
    const { id: bucket, lead } = await floor.bucket(item, units);
    return { item, quantity: units, bucket, lead, plate: (await floor.plate()).id };
  }

  test('follows its goods', async () => {
    const goods = await given(3);
    const at = (license: number | null, state: string, used = true) => ({ state, used, license });
    expect(await bucketOf(goods.bucket)).toEqual(at(null, 'created', false));
    await floor.receive(goods);
    expect(await bucketOf(goods.bucket)).toEqual(at(goods.plate, 'in_stock'));
    await floor.reserve(goods.item, 3);
    await floor.ship(goods);
    expect(await bucketOf(goods.bucket)).toEqual(at(null, 'shipped'));
    await floor.reverseShipping(goods);
    expect(await bucketOf(goods.bucket)).toEqual(at(goods.plate, 'in_stock'));
    await floor.ship(goods);
    // A customer sends it back: into quarantine, and by mistake.
    const back = { ...goods, quarantine: true, from: 'shipped' as const };
    await floor.receive(back);
    expect(await bucketOf(goods.bucket)).toEqual(at(goods.plate, 'quarantined'));
    await floor.assertSound();
    await floor.reverseReceipt(back);
    expect(await bucketOf(goods.bucket)).toEqual(at(null, 'shipped'));
    await floor.assertSound();
  });

  test('moves with its item, as a unit, and only from its place', async () => {
    const goods = await given(3);
    const { id: plain } = await floor.item();
    const { bucket: theirs } = await given(3);
    const refusals: [() => Promise<void>, RegExp][] = [
      [() => floor.receive({ ...goods, bucket: 0 }), /Incorrect serials count/],
      [() => floor.receive({ item: plain, quantity: 3, bucket: goods.bucket }), /Incorrect serials count/],
      [() => floor.receive({ ...goods, bucket: theirs }), /has no such serial bucket/],
      [() => floor.receive({ ...goods, quantity: 2 }), /holds 3, not 2; split it first/],
      [() => floor.receive({ ...goods, from: 'shipped' }), /is not received yet/],
      [() => floor.ship({ ...goods, bucket: 0 }), /Incorrect serials count/],
      [() => floor.ship(goods), /is not received yet/],
      [() => floor.reverseShipping(goods), /is not received yet/],
      [() => floor.reverseReceipt(goods), /is not received yet/],
    ];
    for (const [refusal, says] of refusals) await expect(refusal()).rejects.toThrow(says);
    await floor.receive(goods);
    await expect(floor.receive(goods)).rejects.toThrow(/is in stock/);
    await expect(floor.reverseReceipt({ ...goods, quarantine: true })).rejects.toThrow(/is in stock/);
    expect(await totals(goods.item)).toEqual([3, 0, 0]);
    await floor.assertSound();
  });

  test('cannot be reversed once it has moved, and says where it is', async () => {
    const goods = await given(3);
    await floor.receive(goods);
    const target = await floor.plate();
    await main.ok(api.licenses.move, { body: { license: target.license, location: 'A-01-1' } });
    const from = (await main.ok(api.licenses.get, { params: { id: goods.plate } })).license;
    await main.ok(api.stock.move, {
      body: {
        inventory_id: goods.item,
        from_lp: from,
        to_lp: target.license,
        qty: 3,
        serialId: goods.bucket,
      },
    });
    await expect(floor.reverseReceipt(goods)).rejects.toThrow(`is on ${target.license} · A-01-1`);
    await floor.assertSound();
  });

  test('a bucket of serials needs one on the way back too', async () => {
    const goods = await given(2);
    await floor.receive(goods);
    await expect(floor.reverseReceipt({ ...goods, bucket: 0 })).rejects.toThrow(/Incorrect serials count/);
    await floor.reserve(goods.item, 2);
    await floor.ship(goods);
    await expect(floor.reverseShipping({ ...goods, bucket: 0 })).rejects.toThrow(/Incorrect serials count/);
    await floor.assertSound();
  });
});
