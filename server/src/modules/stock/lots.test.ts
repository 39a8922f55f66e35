import { api } from '@longshore/contract';
import { expect, test } from 'vitest';
import { givenItems } from '../../../test/items.ts';

const { it, item, tracesOf } = await givenItems();
const main = await it.as('super');

const lotted = () => item({ config: { lot: 1, serial: 0 } });
const adjust = (inventory_id: number, qty: number, newLot: { lot?: string; expire?: string | null }) =>
  main.call(api.stock.adjust, { body: { inventory_id, qty, newLot } });
const lotOf = async (id: number, number: string) => {
  const { lot_qty: lots } = await main.ok(api.inventories.get, { params: { id } });
  const lot = lots.find(({ lot_number }) => lot_number === number);
  if (!lot) throw new Error(`There is no lot ${number}.`);
  return lot;
};
const eventsOf = (id: number) =>
  it.database.owner("select from events where kind = 'inventory.saved' and subject_id = $1", [id]);

test('a known lot keeps its expiry date: a different one is refused, not ignored', async () => {
  const { id } = await lotted();
  await adjust(id, 5, { lot: 'DATED', expire: '2027-04-18' });
  await adjust(id, 5, { lot: 'KEEPS' });
  for (const [lot, expire, key] of [
    ['dated', '2027-04-19', 'LotExpires:2027-04-18'],
    ['KEEPS', '2027-04-18', 'LotKeeps'],
  ]) {
    const { status, body } = await adjust(id, 3, { lot, expire });
    expect([status, body.keys]).toEqual([422, { 'newLot.expire': [key] }]);
  }
  for (const expire of [null, '2027-04-18'])
    expect((await adjust(id, 1, { lot: 'dated', expire })).data.in_stock).toBeGreaterThan(10);
  expect(await lotOf(id, 'DATED')).toMatchObject({ expire_date: '2027-04-18', quantity: 7 });
  expect(await lotOf(id, 'KEEPS')).toMatchObject({ expire_date: null, quantity: 5 });
});

test.each(['2026-02-30', '2026-13-01', '0000-01-01', '18.04.2027', 'soon'])(
  '%s is no day, and the field says so',
  async (expire) => {
    const { id } = await lotted();
    expect((await adjust(id, 5, { lot: 'D', expire })).body.keys).toEqual({ 'newLot.expire': ['DayIsInvalid'] });
    await adjust(id, 5, { lot: 'D' });
    const { lot_id } = await lotOf(id, 'D');
    const body = { id: lot_id, inventory_id: id, lot: 'D', expire };
    expect((await main.call(api.stock.updateLot, { body })).body.keys).toEqual({ expire: ['DayIsInvalid'] });
    expect((await lotOf(id, 'D')).expire_date).toBeNull();
  },
);

test('the word for no lot is not a lot number', async () => {
  const { id } = await lotted();
  for (const lot of ['_SystemNoLotNumber', ' _systemnolotnumber '])
    expect((await adjust(id, 5, { lot })).body.keys).toEqual({ 'newLot.lot': ['LotMeansNone'] });
  await adjust(id, 5, { lot: 'REAL' });
  const { lot_id } = await lotOf(id, 'REAL');
  const body = { id: lot_id, inventory_id: id, lot: '_SystemNoLotNumber' };
  expect((await main.call(api.stock.updateLot, { body })).body.keys).toEqual({ lot: ['LotMeansNone'] });
});

test("a corrected lot is in the item's history and screens are notified; saved unchanged it leaves no trace", async () => {
  const { id } = await lotted();
  await adjust(id, 5, { lot: 'OLD', expire: '2027-04-18' });
  const { lot_id } = await lotOf(id, 'OLD');
  const [traces, events] = [await tracesOf(id), await eventsOf(id)];
  const save = (lot: string, expire: string | null) =>
    main.ok(api.stock.updateLot, { body: { id: lot_id, inventory_id: id, lot, expire } });
  await save('OLD', '2027-04-18');
  expect([await tracesOf(id), (await eventsOf(id)).length]).toEqual([traces, events.length]);
  await save('NEW', null);
  const [latest] = await tracesOf(id);
  expect(latest).toMatchObject({
    subject: 'Lot updated',
    array_log: [
      { field: 'lot_named', newValue: 'OLD' },
      { field: 'lot_number', newValue: 'NEW' },
      { field: 'expire_date', newValue: '' },
    ],
  });
  expect((await eventsOf(id)).length).toBe(events.length + 1);
});

test("another item's or client's lot is not found", async () => {
  const [one, two] = [await lotted(), await lotted()];
  await adjust(one.id, 5, { lot: 'MINE' });
  const { lot_id } = await lotOf(one.id, 'MINE');
  const body = { id: lot_id, inventory_id: two.id, lot: 'THEIRS' };
  expect((await main.call(api.stock.updateLot, { body })).status).toBe(404);
  expect((await lotOf(one.id, 'MINE')).lot_number).toBe('MINE');
});

test('an item that is no longer lot-controlled accepts no lots', async () => {
  const { id } = await lotted();
  await adjust(id, 5, { lot: 'ONCE' });
  const { lot_id } = await lotOf(id, 'ONCE');
  const withLot = (qty: number) => main.call(api.stock.adjust, { body: { inventory_id: id, qty, lotId: lot_id } });
  expect((await withLot(-5)).status).toBe(200);
  await it.database.owner('update inventories set lot = false where id = $1', [id]);
  expect((await withLot(5)).body.keys).toEqual({ lotId: ['NotByLots'] });
  expect((await adjust(id, 5, { lot: 'NEW' })).body.keys).toEqual({ 'newLot.lot': ['NotByLots'] });
  expect((await main.ok(api.stock.adjust, { body: { inventory_id: id, qty: 2 } })).in_stock).toBe(2);
});

test('the palette finds lots and plates with the units on hand, only those of the client', async () => {
  const { id, sku } = await lotted();
  await adjust(id, 12, { lot: 'PALETTE-LOT', expire: '2027-04-18' });
  await adjust(id, -5, { lot: 'palette-lot' });
  const [staff, client, other] = [main, await it.as('client'), await it.signIn('liwei@northfield.test')];
  const hits = (search: string, as = client) => as.ok(api.records.search, { body: { search } });
  const lot = {
    kind: 'lot',
    title: 'PALETTE-LOT',
    description: `${sku} · 2027-04-18`,
    quantity: 7,
    path: `/inventories/${id}/action/view`,
  };
  for (const as of [client, staff])
    expect(await hits('lette-l', as)).toContainEqual({ ...lot, id: expect.any(Number) });
  expect((await hits('palette-lot', other)).filter(({ kind }) => kind === 'lot')).toEqual([]);
  expect(await hits(sku)).toContainEqual(expect.objectContaining({ kind: 'item', quantity: 7 }));
  const plates = (await hits('LP-00', staff)).filter(({ kind }) => kind === 'license');
  expect(plates.length).toBeGreaterThan(0);
  expect(plates.every(({ quantity }) => Number.isInteger(quantity))).toBe(true);
});
