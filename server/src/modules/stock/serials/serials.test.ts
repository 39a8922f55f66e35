import { api, type Bucket, INCREMENT_MAX } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../../test/harness.ts';
import { type StockFloor, stockFloor } from '../../../../test/stock-floor.ts';
import { sql } from '../../../platform/database/sql.ts';
import { staffScope } from '../../../platform/database/tx.ts';

const { records, serials } = api;
let it: TestApp;
let main: Caller;
let floor: StockFloor;
/** A serial-controlled item of the first client. */
let item: number;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  floor = stockFloor(it, main);
  item = (await floor.item({ serial: 1 })).id;
});

const create = (body: Record<string, unknown>) =>
  main.call(serials.create, { body: { inventory_id: item, units: 1, serials: ['X'], ...body } as never });
const get = (id: number) => main.ok(serials.get, { params: { id } });
const texts = (bucket: Bucket) => bucket.serials.map(({ serial }) => serial);
/** A bucket of the item that was received on no plate. */
async function received(units: number): Promise<Bucket> {
  const bucket = await floor.bucket(item, units);
  await floor.receive({ item, quantity: units, bucket: bucket.id });
  return get(bucket.id);
}

describe('a bucket', () => {
  test('is created from scanned serials, in their order, for the item’s client', async () => {
    const other = await it.given.client();
    const { id: theirs } = await floor.item({ serial: 1 }, other);
    const { data } = await create({ inventory_id: theirs, units: 3, serials: [' B-2 ', 'A-1', 'c-3'], increment: '' });
    expect(data).toMatchObject({
      client_id: other,
      lead: 'B-2',
      increment: 1,
      units: 3,
      used: false,
      state: 'created',
    });
    expect(texts(data)).toEqual(['B-2', 'A-1', 'c-3']);
    expect([data.place, data.split_from, data.split_into]).toEqual([null, null, []]);
    expect(await get(data.id)).toEqual(data);
    expect((await create({ lead: ' L-9 ', increment: 5, serials: ['only'] })).data).toMatchObject({
      lead: 'L-9',
      increment: 5,
    });
  });

  test('needs an item, units and serials', async () => {
    const { status, body } = await main.call(serials.create, {
      body: { inventory_id: 0, units: 0, serials: [], increment: 1.5 } as never,
    });
    expect([status, body.errors]).toEqual([
      422,
      {
        inventory_id: ['Inventory is required'],
        units: ['Units must be greater than 0'],
        serials: ['At least one serial number is required'],
        increment: ['Must be a whole number'],
      },
    ]);
    for (const [increment, message] of [
      [-1, 'TooSmall:1'],
      [0, 'TooSmall:1'],
      [INCREMENT_MAX + 1, `TooLarge:${INCREMENT_MAX}`],
    ])
      expect((await create({ increment })).body.keys).toEqual({ increment: [message] });
    expect((await create({ serials: ['ok', ' '], units: 2 })).body.keys).toEqual({ 'serials.1': ['SerialIsRequired'] });
  });

  test('needs an active serial-controlled item', async () => {
    const disabled = await it.given.item(main, { config: { serial: 1 }, is_active: 0 });
    for (const inventory_id of [2_000_000_000, disabled.id])
      expect((await create({ inventory_id })).body.error_code).toBe(30002);
    const { id: plain } = await floor.item();
    const { status, body } = await create({ inventory_id: plain });
    expect([status, Object.keys(body.keys ?? {})]).toEqual([422, ['inventory_id']]);
    expect(body.errors?.inventory_id?.[0]).toContain('not serial-controlled');
  });

  test('has as many units as serials', async () => {
    const { status, body } = await create({ units: 3, serials: ['U-1', 'U-2'] });
    expect([status, body.error_code]).toEqual([400, 60003]);
    expect(body.message).toContain('Units: 3, serial numbers: 2');
  });

  test('reports every duplicate or taken serial, ignoring case', async () => {
    await create({ units: 2, serials: ['D-1', 'D-2'] });
    const { status, body } = await create({ units: 5, serials: ['D-0', 'd-1', 'D-3', 'd-3', 'd-1'] });
    expect([status, body.keys]).toEqual([
      422,
      {
        'serials.1': ['SerialIsTaken:d-1'],
        'serials.3': ['SerialIsRepeated:d-3'],
        'serials.4': ['SerialIsRepeated:d-1'],
      },
    ]);
    // Another item may have the same.
    const { id: other } = await floor.item({ serial: 1 });
    expect((await create({ inventory_id: other, units: 2, serials: ['D-1', 'D-2'] })).status).toBe(200);
  });

  test('of two concurrent saves of the same serials one succeeds', async () => {
    const both = await Promise.all(
      [1, 2].map((turn) =>
        create({
          units: 300,
          serials: Array.from({ length: 300 }, (_, place) => `RACE-${turn === 1 ? place : 299 - place}`),
        }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

test('a serial that is saved concurrently is refused with a message', async () => {
  let waiting: ReturnType<typeof create> | undefined;
  await it.app.open(staffScope, async (tx) => {
    await sql`with b as (insert into serial_buckets (client_id, inventory_id, lead, units) values (1, ${item}, 'M', 1) returning id)
      insert into serials (client_id, inventory_id, bucket_id, serial) select 1, ${item}, id, 'MEAN-1' from b`.execute(
      tx,
    );
    waiting = create({ serials: ['mean-1'] });
    await eventually(async () => {
      const waits = await it.database.owner(
        'select from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database() and not l.granted',
      );
      return waits.length ? true : undefined;
    });
  });
  const reply = await waiting;
  expect([reply?.status, reply?.body.keys]).toEqual([422, { serials: ['SerialsTakenMeanwhile'] }]);
});

describe('a bucket that was never used', () => {
  test('adds, corrects and removes serials; its unit count and lead follow', async () => {
    const { id } = await floor.bucket(item, 2, 'E-');
    const added = await main.ok(serials.addSerial, { params: { id }, body: { serial: 'E-3' } });
    expect([added.units, texts(added)]).toEqual([3, ['E-1', 'E-2', 'E-3']]);
    const [first, second] = added.serials;
    const serialId = first?.id ?? 0;
    const corrected = await main.ok(serials.updateSerial, { params: { id, serialId }, body: { serial: 'e-1' } });
    expect([corrected.lead, corrected.units, texts(corrected)]).toEqual(['e-1', 3, ['e-1', 'E-2', 'E-3']]);
    expect(await main.ok(serials.removeSerial, { params: { id, serialId } })).toBe(true);
    const without = await main.ok(serials.get, { params: { id } });
    expect([without.lead, without.units, texts(without)]).toEqual(['E-2', 2, ['E-2', 'E-3']]);
    for (const call of [
      main.call(serials.addSerial, { params: { id }, body: { serial: 'e-2' } }),
      main.call(serials.updateSerial, { params: { id, serialId: second?.id ?? 0 }, body: { serial: 'E-3' } }),
    ])
      expect(Object.keys((await call).body.keys ?? {})).toEqual(['serial']);
    await floor.assertSound();
  });

  test('keeps a lead entered by a user', async () => {
    const { data } = await create({ lead: 'Box 7', units: 2, serials: ['O-1', 'O-2'] });
    const { id } = data;
    const serialId = data.serials[0]?.id ?? 0;
    await main.ok(serials.removeSerial, { params: { id, serialId } });
    expect((await main.ok(serials.get, { params: { id } })).lead).toBe('Box 7');
  });

  test('keeps its last serial, and is deleted as a unit', async () => {
    const { id, serials: all } = await floor.bucket(item, 1);
    const params = { id, serialId: all[0]?.id ?? 0 };
    expect((await main.call(serials.removeSerial, { params })).body.keys).toEqual({ serial: ['LastSerial'] });
    expect(await main.ok(serials.remove, { params: { id } })).toBe(true);
    expect((await main.call(serials.get, { params: { id } })).status).toBe(404);
    expect(await it.database.owner('select from serials where bucket_id = $1', [id])).toHaveLength(0);
  });

  test("cannot change another bucket's serials", async () => {
    const [one, two] = [await floor.bucket(item, 1), await floor.bucket(item, 2)];
    const params = { id: one.id, serialId: two.serials[0]?.id ?? 0 };
    expect((await main.call(serials.removeSerial, { params })).status).toBe(404);
    expect((await main.call(serials.updateSerial, { params, body: { serial: 'Z' } })).status).toBe(404);
    expect((await get(two.id)).units).toBe(2);
  });

  test('is limited in size', async () => {
    const { id } = await floor.bucket(item, 2000);
    const reply = await main.call(serials.addSerial, { params: { id }, body: { serial: 'one more' } });
    expect(reply.body.keys).toEqual({ serial: ['TooMany:2000'] });
  });
});

test('a used bucket cannot be edited', async () => {
  const { id, serials: all } = await received(2);
  const params = { id, serialId: all[0]?.id ?? 0 };
  const refusals = await Promise.all([
    main.call(serials.addSerial, { params: { id }, body: { serial: 'U-9' } }),
    main.call(serials.updateSerial, { params, body: { serial: 'U-9' } }),
    main.call(serials.removeSerial, { params }),
    main.call(serials.remove, { params: { id } }),
  ]);
  for (const { status, body } of refusals) {
    expect([status, body.error_code]).toEqual([400, 60003]);
    expect(body.message).toContain('was received and cannot be changed');
  }
  // Taken back it is expected again, but its goods have been here.
  await floor.reverseReceipt({ item, quantity: 2, bucket: id });
  expect(await get(id)).toMatchObject({ state: 'created', used: true });
  expect((await main.call(serials.remove, { params: { id } })).body.error_code).toBe(60003);
});

describe('a split', () => {
  const split = (id: number, some: string[]) => main.call(serials.split, { params: { id }, body: { serials: some } });

  test('creates a second bucket at the same place, without a movement', async () => {
    const plate = await floor.plate();
    const whole = await floor.bucket(item, 5, 'SP-');
    await floor.receive({ item, quantity: 5, bucket: whole.id, plate: plate.id });
    const moved = () => it.database.owner('select from movements where inventory_id = $1', [item]);
    const before = (await moved()).length;
    const { data: part } = await split(whole.id, ['sp-4', 'SP-1']);
    expect(part).toMatchObject({ lead: 'SP-1', units: 2, state: 'in_stock', used: true });
    expect(part.place).toMatchObject({ license: plate.license, license_id: plate.id });
    expect([texts(part), part.split_from]).toEqual([['SP-1', 'SP-4'], { id: whole.id, lead: 'SP-2' }]);
    const left = await get(whole.id);
    expect([left.lead, left.units, texts(left)]).toEqual(['SP-2', 3, ['SP-2', 'SP-3', 'SP-5']]);
    expect(left.split_into).toEqual([{ id: part.id, lead: 'SP-1', units: 2 }]);
    expect((await moved()).length).toBe(before);
    await floor.assertSound();
    // Its goods came with the first; what happens to that one from now on is no longer theirs.
    await floor.reserve(item, 5);
    await floor.ship({ item, quantity: 3, bucket: whole.id, plate: plate.id });
    const way = async (id: number) =>
      (await main.ok(serials.movements, { params: { id } })).map(({ kind, quantity }) => [kind, quantity]);
    expect(await way(part.id)).toEqual([['receive', 5]]);
    expect(await way(whole.id)).toEqual([
      ['ship', -3],
      ['receive', 5],
    ]);
    await floor.ship({ item, quantity: 2, bucket: part.id, plate: plate.id });
    // What was shipped is split for a return of some of it.
    expect((await split(whole.id, ['SP-5'])).data).toMatchObject({ state: 'shipped', units: 1, place: null });
    await floor.assertSound();
  });

  test('needs serials on both sides, all of them of the bucket', async () => {
    const { id, serials: all } = await received(3);
    const names = all.map(({ serial }) => serial);
    expect((await split(id, names)).body.keys).toEqual({ serials: ['SplitLeavesSome'] });
    expect((await split(id, [])).body.keys).toEqual({ serials: ['AtLeastOneSerialNumberIsRequired'] });
    const [one = ''] = names;
    expect((await split(id, [one, 'nobody', one.toLowerCase()])).body.keys).toEqual({
      'serials.1': ['SerialIsUnknown:nobody'],
      'serials.2': [`SerialIsRepeated:${one.toLowerCase()}`],
    });
    expect((await get(id)).units).toBe(3);
    expect((await main.call(serials.split, { params: { id: 2_000_000_000 }, body: { serials: ['a'] } })).status).toBe(
      404,
    );
  });

  test('is refused for buckets that were never received or are gone', async () => {
    const { id } = await floor.bucket(item, 2, 'NR-');
    expect((await split(id, ['NR-1'])).body.keys).toEqual({ serials: ['BucketIsOpen'] });
    const gone = await received(2);
    await main.ok(api.stock.adjust, {
      body: { inventory_id: item, qty: -2, is_disposal: 1, serialId: gone.id } as never,
    });
    expect((await split(gone.id, [texts(gone)[0] ?? ''])).body.keys).toEqual({ serials: ['BucketIsDisposed'] });
  });

  test('of a bucket whose receipt was reversed corrects what cannot be edited', async () => {
    const { id, serials: all } = await received(2);
    await floor.reverseReceipt({ item, quantity: 2, bucket: id });
    const { data } = await split(id, [all[0]?.serial ?? '']);
    expect(data).toMatchObject({ state: 'created', used: true, units: 1 });
    await floor.receive({ item, quantity: 1, bucket: id });
    await floor.assertSound();
  });

  test('and a concurrent shipment leave every balance right', async () => {
    const { id, serials: all } = await received(4);
    await floor.reserve(item, 4);
    await Promise.allSettled([
      floor.ship({ item, quantity: 4, bucket: id }),
      split(
        id,
        all.slice(0, 2).map(({ serial }) => serial),
      ),
    ]);
    await floor.assertSound();
  });
});

describe('the list', () => {
  const found = async (search: string) =>
    (await main.ok(serials.list, { query: { search } })).records.map(({ lead }) => lead);

  test('is searched by any part of a serial, lead or SKU, and by a prefix for short terms', async () => {
    const { id, sku } = await floor.item({ serial: 1 });
    await create({ inventory_id: id, lead: 'Crate 12', units: 2, serials: ['QQZ-771', 'QQZ-772'] });
    await create({ inventory_id: id, units: 1, serials: ['qqz-900'] });
    expect(await found('qz-77')).toEqual(['Crate 12']);
    expect(await found('QQZ')).toEqual(['qqz-900', 'Crate 12']);
    expect(await found('crate 1')).toEqual(['Crate 12']);
    expect(await found('ATE 12')).toEqual(['Crate 12']);
    expect(await found('cr')).toEqual(['Crate 12']);
    expect(await found(sku.toLowerCase())).toEqual(['qqz-900', 'Crate 12']);
    expect(await found('qq')).toEqual(['qqz-900', 'Crate 12']);
    expect(await found('qz')).toEqual([]);
    expect(await found('%')).toEqual([]);
  });

  test('shows all clients, or the selected clients and states', async () => {
    const rows = async (filter_by: Record<string, string[]>) =>
      (await main.ok(serials.list, { query: { filter_by, per_page: 100 } })).records;
    const clients = new Set((await rows({})).map((row) => row.client_id));
    expect(clients.size).toBeGreaterThan(1);
    expect(new Set((await rows({ client_id: ['2'] })).map((row) => row.client_id))).toEqual(new Set([2]));
    expect(new Set((await rows({ state: ['shipped', 'disposed'] })).map((row) => row.state))).toEqual(
      new Set(['shipped', 'disposed']),
    );
  });

  test('the palette finds a serial for users who may see it', async () => {
    const { id } = await floor.bucket(item, 3, 'PALS-');
    const find = (caller: Caller) => caller.ok(records.search, { body: { search: 'pals-2' } });
    const hits = await find(main);
    expect(hits).toMatchObject([{ kind: 'serial', id, title: 'PALS-2', path: `/serials/${id}/action/view` }]);
    expect(await find(await it.as('client'))).toEqual([]);
    expect(await main.ok(records.search, { body: { search: 'pals-' } })).toHaveLength(1);
  });
});

test('buckets on hand are offered by stock row, or by a scanned serial', async () => {
  const { id: own } = await floor.item({ serial: 1 });
  const plate = await floor.plate();
  const [one, two, expected] = [
    await floor.bucket(own, 2, 'OH-'),
    await floor.bucket(own, 1),
    await floor.bucket(own, 1),
  ];
  await floor.receive({ item: own, quantity: 2, bucket: one.id, plate: plate.id });
  await floor.receive({ item: own, quantity: 1, bucket: two.id, quarantine: true });
  const onHand = async (query: Record<string, string> = {}, caller = main) =>
    (await caller.ok(serials.onHand, { params: { id: own }, query: query as never })).map(({ id }) => id);
  expect(await onHand()).toEqual([one.id, two.id]);
  const { stock } = await main.ok(api.inventories.get, { params: { id: own } });
  const row = stock.find(({ license_id }) => license_id === plate.id)?.id ?? 0;
  expect(await onHand({ row: String(row) })).toEqual([one.id]);
  expect(await onHand({ serial: 'oh-2' })).toEqual([one.id]);
  expect(await onHand({ serial: expected.lead })).toEqual([]);
  const { caller: stranger } = await it.given.clientUser(2);
  expect((await stranger.call(serials.onHand, { params: { id: own }, query: { serial: '' } })).status).toBe(404);
  const { caller: client } = await it.given.clientUser(1);
  expect(await onHand({}, client)).toEqual([one.id, two.id]);
});
