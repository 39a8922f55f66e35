import { api, dayInZone } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import type { Tables } from '../../../platform/database/generated/schema.ts';
import { allReports } from './all-reports.ts';
import type { ReportName } from './report.ts';
import { monthsOf } from './reports/by-month.ts';

/**
 * Every report compared with what its rows are in words: plain loops over the stored rows, without its SQL. The period
 * contains a day of 23 or 25 hours of the company's zone.
 */

const NAMES = [
  'movements',
  'stock_rows',
  'reservations',
  'inventories',
  'lots',
  'licenses',
  'locations',
  'license_locations',
  'orders',
  'order_lines',
  'shipments',
  'shipment_lines',
  'serials',
  'serial_buckets',
  'kit_components',
  'counts',
  'count_lines',
  'billing_snapshots',
  'billing_gaps',
  'clients',
  'relations',
  'couriers',
  'traces',
  'fulfillments',
] as const;
type Name = (typeof NAMES)[number];
type Row<Of extends Name> = Required<Tables[Of]>;
/** Moments and days are texts, amounts are numbers. */
type Stored = { [Of in Name]: Row<Of>[] };
type Cell = string | number | null;
type Rows = Cell[][];

/** Long enough to contain a day of 23 or 25 hours whenever it runs. */
const PERIOD_DAYS = 250;
const DAYS_AHEAD = 60;
const DAY_MS = 86_400_000;

let it: TestApp;
let callers: Record<'main' | 'client', Caller>;
let ownId: number;
let timezone: string;
let today: string;
/** The last day that was charged: shortly after midnight, the demo was made before yesterday could be. */
let chargedDay: string;
/** The one that is asked for. */
let period: { from: string; to: string };
let wholePeriod: typeof period;
let stored: Stored;
let movementsByItem: Map<string | number, Row<'movements'>[]>;
let rowsById: Partial<Record<Name, Map<number, unknown>>>;
/** The one whose length is not 24 hours. */
let oddDay: string;

beforeAll(async () => {
  it = await testApp();
  callers = { main: await it.as('super'), client: await it.as('client') };
  const [own] = await it.database.owner<{ client_id: number; timezone: string }>(
    `select u.client_id, c.timezone from users u, company c where u.email = 'client@longshore.test'`,
  );
  ownId = own?.client_id ?? 0;
  timezone = own?.timezone ?? '';
  const daysAgo = (days: number) => dayInZone(timezone, new Date(Date.now() - days * DAY_MS));
  today = daysAgo(0);
  wholePeriod = { from: daysAgo(PERIOD_DAYS), to: today };
  await workAroundTheClockChange();
  await it.database.owner(
    `update order_lines set cancelled_qty = 1 where id = (select l.id from order_lines l join orders o on o.id = l.order_id
       where o.client_id = ${ownId} and o.status = 'Open' and o.type = 'Customer Order' and l.quantity > 2 order by l.id limit 1)`,
  );
  stored = (await readTables()) as Stored;
  chargedDay =
    stored.billing_snapshots
      .map(({ day }) => day)
      .toSorted()
      .at(-1) ?? '';
  movementsByItem = groupBy(stored.movements, ({ inventory_id }) => inventory_id);
  rowsById = Object.fromEntries(
    NAMES.map((name) => [name, new Map(stored[name].map((row) => [(row as { id?: number }).id ?? 0, row]))]),
  );
});

async function readTables(): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const name of NAMES) {
    const text = `select to_jsonb(t) as row from ${name} t order by (to_jsonb(t) ->> 'id')::int`;
    tables[name] = (await it.database.owner<{ row: unknown }>(text)).map(({ row }) => row);
  }
  return tables;
}

/** Adjustments in the last second before a day of 23 or 25 hours, in its first, in its last, and after it. */
async function workAroundTheClockChange(): Promise<void> {
  const [item] = await it.database.owner<{ id: number }>(
    `insert into inventories (client_id, type, sku, name) values (${ownId}, 'Item', 'CLOCK-1', 'Clock') returning id`,
  );
  const [odd] = await it.database.owner<{ begins: Date; ends: Date }>(
    `select begins, ends from generate_series(0, ${PERIOD_DAYS - 2}) ago cross join company c
       cross join lateral (select day_start(current_date - ago, c.timezone) as begins, day_start(current_date - ago + 1, c.timezone) as ends) d
     where ends - begins <> interval '24 hours' order by ago limit 1`,
  );
  const [begins = 0, ends = 0] = [odd?.begins.getTime(), odd?.ends.getTime()];
  expect(Math.abs(ends - begins - DAY_MS)).toBe(3_600_000);
  oddDay = dayInZone(timezone, new Date(begins));
  const moments = [begins - 1000, begins, ends - 1000, ends].map((at) => new Date(at));
  for (const [at, moment] of moments.entries())
    for (const [kind, quantity] of [
      ['adjust', 3],
      ['dispose', -1],
    ])
      await it.database.owner(
        `insert into movements (client_id, inventory_id, quarantine, quantity, row_balance, item_balance, kind, user_name, at)
         values (${ownId}, $1, false, $2, $3, $3, $4, 'Test', $5)`,
        [item?.id, quantity, 2 * at + (kind === 'adjust' ? 3 : 2), kind, moment],
      );
  await it.database.owner(`insert into stock_rows (client_id, inventory_id, quantity) values (${ownId}, $1, 8)`, [
    item?.id,
  ]);
  await it.database.owner('update item_totals set in_stock = 8 where inventory_id = $1', [item?.id]);
}

const knownDays = new Map<string, string>();
function dayOf(moment: string): string {
  const day = knownDays.get(moment) ?? dayInZone(timezone, new Date(moment));
  knownDays.set(moment, day);
  return day;
}
const isInPeriod = (moment: string | null) =>
  moment !== null && dayOf(moment) >= period.from && dayOf(moment) <= period.to;
const isOver = (moment: string) => dayOf(moment) <= period.to;
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
function groupBy<Each>(all: readonly Each[], keyOf: (each: Each) => string | number): Map<string | number, Each[]> {
  const groups = new Map<string | number, Each[]>();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group) group.push(each);
    else groups.set(keyOf(each), [each]);
  }
  return groups;
}

const byId = <Of extends Name>(name: Of, id: number | null): Row<Of> | undefined =>
  rowsById[name]?.get(id ?? 0) as Row<Of> | undefined;
const skuOf = (id: number) => byId('inventories', id)?.sku ?? '';
const lotOf = (id: number | null) => byId('lots', id)?.lot_number ?? null;
const plateOf = (id: number | null) => byId('licenses', id)?.license ?? null;
const placeOf = (licenseId: number | null) =>
  byId('locations', byId('licenses', licenseId)?.location_id ?? null)?.location ?? null;
const relationOf = (order: Row<'orders'> | undefined) => byId('relations', order?.relation_id ?? 0)?.name ?? '';
const shipmentOf = ({ cause }: Row<'movements'>) => {
  const [, id] = /^shipment (\d+)$/.exec(cause) ?? [];
  return id ? byId('shipments', Number(id)) : undefined;
};
const orderOf = (shipment: Row<'shipments'> | undefined) => byId('orders', shipment?.order_id ?? 0);

/** `null` for all clients. */
type Of = number | null;
const own = <Each extends { client_id: number }>(rows: readonly Each[], of: Of) =>
  rows.filter(({ client_id }) => of === null || client_id === of);
const held = (of: Of) => own(stored.stock_rows, of).filter(({ quantity }) => quantity > 0);
const moved = (of: Of, ...kinds: string[]) =>
  own(stored.movements, of).filter(({ at, kind }) => isInPeriod(at) && (kinds.length === 0 || kinds.includes(kind)));
const movementsOf = (itemId: number) => movementsByItem.get(itemId) ?? [];
const inStock = (itemId: number) =>
  sum(
    movementsOf(itemId)
      .filter(({ quarantine }) => !quarantine)
      .map(({ quantity }) => quantity),
  );
const available = (itemId: number) =>
  inStock(itemId) -
  sum(stored.reservations.filter(({ inventory_id }) => inventory_id === itemId).map(({ quantity }) => quantity));
const leftOf = ({ quantity, processed_qty, cancelled_qty }: Row<'order_lines'>) =>
  quantity - processed_qty - cancelled_qty;

/** Units by item and month of what shipments of a direction moved. */
function byMonth(of: Of, direction: string, sign: number, ...kinds: string[]): Rows {
  const all = moved(of, ...kinds).filter((each) => shipmentOf(each)?.direction === direction);
  return [...groupBy(all, ({ inventory_id }) => inventory_id)]
    .map(([item, some]): Cell[] => {
      const inMonth = (month: string) =>
        sum(some.filter(({ at }) => dayOf(at).startsWith(month)).map((m) => m.quantity));
      const months = monthsOf(period).map((month) => sign * inMonth(month) + 0);
      return [skuOf(Number(item)), ...months, sum(months)];
    })
    .filter(([, ...units]) => units.some((each) => each !== 0));
}

/** First in, first out: the layers that are left, oldest last, as a stack of receipts would have them. */
function layersOf(itemId: number): { day: string; units: number }[] {
  const past = movementsOf(itemId).filter(({ at }) => isOver(at));
  let left = sum(past.map(({ quantity }) => quantity));
  const layers: { day: string; units: number }[] = [];
  for (const { at, units } of receiptsIn(past)) {
    if (left <= 0) break;
    layers.push({ day: dayOf(at), units: Math.min(units, left) });
    left -= units;
  }
  return layers;
}

/** What came, newest first; what was taken back of a receipt never came. */
function receiptsIn(past: readonly Row<'movements'>[]): { at: string; id: number; units: number }[] {
  const receipts = new Map<string, { at: string; id: number; units: number }>();
  for (const { kind, quantity, cause, id, at } of past) {
    const isReceipt = kind === 'receive' || (kind === 'reverse' && quantity < 0);
    if (!isReceipt && !(['adjust', 'count'].includes(kind) && quantity > 0)) continue;
    const key = isReceipt && cause !== '' ? cause : `movement ${id}`;
    const known = receipts.get(key);
    if (known) known.units += quantity;
    else receipts.set(key, { at, id, units: quantity });
  }
  return [...receipts.values()]
    .filter(({ units }) => units > 0)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id);
}

function agingRow(itemId: number, total: number): Cell[] {
  const layers = layersOf(itemId);
  const between = (from: number, to: number) =>
    sum(
      layers
        .filter(({ day }) => daysBetween(day, period.to) >= from && daysBetween(day, period.to) <= to)
        .map((l) => l.units),
    );
  const young = [between(-1, 30), between(31, 60), between(61, 90), between(91, 180)];
  return [skuOf(itemId), ...young, total - sum(young), total, layers.at(-1)?.day ?? null];
}

/** What a reversed movement counts as: what it took back. */
function columnOf(movement: Row<'movements'>): string {
  const shipment = shipmentOf(movement);
  const { kind } = movement;
  if (kind === 'receive' || kind === 'reverse') {
    if (shipment?.order_type === 'Customer Return') return 'returned';
    if (kind === 'receive' || shipment?.direction === 'inbound') return 'received';
  }
  if (kind === 'ship' || (kind === 'reverse' && shipment?.direction === 'outbound')) return 'shipped';
  return { adjust: 'adjusted', dispose: 'disposed', count: 'counted' }[kind] ?? 'other';
}

function movementRow(itemId: number): Cell[] {
  const all = movementsOf(itemId);
  const opening = sum(all.filter(({ at }) => dayOf(at) < period.from).map(({ quantity }) => quantity));
  const during = all.filter(({ at }) => isInPeriod(at));
  const of = (column: string) =>
    sum(during.filter((each) => columnOf(each) === column).map(({ quantity }) => quantity));
  const columns = ['received', 'returned', 'shipped', 'adjusted', 'disposed', 'counted', 'other'].map(of);
  return [skuOf(itemId), opening, ...columns, opening + sum(columns)];
}

const receivedLine = (movement: Row<'movements'>): Cell[] => {
  const { at, inventory_id, quarantine, quantity, lot_id } = movement;
  const order = orderOf(shipmentOf(movement));
  const units = [quarantine ? 0 : quantity, quarantine ? quantity : 0];
  return [dayOf(at), order?.reference ?? '', relationOf(order), skuOf(inventory_id), lotOf(lot_id), ...units];
};

/** Shipped goods of a finished shipment, by item and lot. */
function shippedLines(shipment: Row<'shipments'>): Rows {
  const taken = stored.movements.filter(
    (each) => ['ship', 'reverse'].includes(each.kind) && isOver(each.at) && shipmentOf(each)?.id === shipment.id,
  );
  return [...groupBy(taken, ({ inventory_id, lot_id }) => `${inventory_id} ${lot_id}`).values()]
    .map((some) => ({ some, units: -sum(some.map(({ quantity }) => quantity)) }))
    .filter(({ units }) => units > 0)
    .map(({ some: [first], units }): Cell[] => [
      dayOf(shipment.finished_date ?? ''),
      orderOf(shipment)?.reference ?? '',
      shipment.pt_number,
      skuOf(first?.inventory_id ?? 0),
      lotOf(first?.lot_id ?? null),
      units,
    ]);
}

const finishedIn = (of: Of) =>
  own(stored.shipments, of).filter(
    ({ direction, voided_at, finished_date }) =>
      direction === 'outbound' && voided_at === null && isInPeriod(finished_date),
  );

/** The buckets a serial was in, newest first, with the moment until which it was in each. */
function bucketsOf(bucket: Row<'serial_buckets'> | undefined, until = '9999'): [Row<'serial_buckets'>, string][] {
  if (!bucket) return [];
  return [[bucket, until], ...bucketsOf(byId('serial_buckets', bucket.split_from), bucket.created_at)];
}

function serialLife(of: Of, serial: string): Rows {
  const found = own(stored.serials, of).find((each) => each.serial === serial);
  return bucketsOf(byId('serial_buckets', found?.bucket_id ?? 0)).flatMap(
    ([bucket, until]): Rows => [
      ['create', String(bucket.id), null],
      ...stored.movements
        .filter(({ bucket_id, at, quantity, kind }) => {
          const tells = quantity > 0 || ['ship', 'dispose', 'adjust', 'reverse'].includes(kind);
          return bucket_id === bucket.id && (until === '9999' || Date.parse(at) < Date.parse(until)) && tells;
        })
        .map((each): Cell[] => [each.kind, String(bucket.id), shipmentOf(each)?.pt_number ?? null]),
    ],
  );
}

function productivity(of: Of): Rows {
  const work = [
    ...moved(of, 'receive', 'ship').map(({ user_name, at, kind, quantity }) => ({
      who: user_name,
      at,
      what: kind,
      units: Math.abs(quantity),
    })),
    ...own(stored.license_locations, of).map(({ user_name, at }) => ({ who: user_name, at, what: 'put', units: 1 })),
    ...own(stored.count_lines, of).flatMap(({ counted_by, counted_at }) =>
      counted_at ? [{ who: counted_by, at: counted_at, what: 'count', units: 1 }] : [],
    ),
    ...stored.traces
      .filter(({ traceable_type, client_id }) => traceable_type === 'Shipment' && (of === null || client_id === of))
      .flatMap(({ user_name, created_at, changes }) =>
        (changes as unknown as { field: string; newValue: unknown }[])
          .filter(({ field, newValue }) => field === 'carton_count' && /^\d{1,6}$/.test(String(newValue)))
          .map(({ newValue }) => ({ who: user_name, at: created_at, what: 'pack', units: Number(newValue) })),
      ),
  ].filter(({ who, at }) => who !== '' && isInPeriod(at));
  return [...groupBy(work, ({ who, at }) => `${dayOf(at)} ${who}`).values()].map((some): Cell[] => {
    const done = (what: string) => some.filter((each) => each.what === what);
    const units = (what: string) => sum(done(what).map((each) => each.units));
    const [first] = some;
    return [
      dayOf(first?.at ?? ''),
      first?.who ?? '',
      done('receive').length,
      units('receive'),
      done('put').length,
      done('ship').length,
      units('ship'),
      units('pack'),
      done('count').length,
    ];
  });
}

/** The columns that are compared, and their rows. */
interface Figures {
  columns: string[] | (() => string[]);
  rows: (of: Of) => Rows;
  body?: () => object;
}

/** One whose bucket was split, if there is one: it has most to tell. */
function tellingSerial(): string {
  const serials = own(stored.serials, ownId);
  const split = serials.find(({ bucket_id }) => bucketsOf(byId('serial_buckets', bucket_id)).length > 1);
  return (split ?? serials[0])?.serial ?? '';
}

const figures: Record<Exclude<ReportName, 'customized'>, Figures> = {
  inventory: {
    columns: ['sku', 'in_stock', 'reserved', 'available', 'quarantined', 'on_order'],
    rows: (of) =>
      own(stored.inventories, of)
        .filter(({ type }) => type === 'Item')
        .flatMap(({ id, sku, is_active }) => {
          const pristine = inStock(id);
          const quarantined = sum(
            held(of)
              .filter((r) => r.inventory_id === id && r.quarantine)
              .map((r) => r.quantity),
          );
          if (!is_active && pristine + quarantined === 0) return [];
          const ordered = stored.order_lines.filter((line) => {
            const order = byId('orders', line.order_id);
            const isInbound = ['Vendor Order', 'Customer Return'].includes(order?.type ?? '');
            return line.inventory_id === id && isInbound && ['Open', 'Processed'].includes(order?.status ?? '');
          });
          const onTheWay = stored.shipment_lines.filter((line) => {
            const shipment = byId('shipments', line.shipment_id);
            const isExpected =
              shipment?.direction === 'inbound' && shipment.status !== 'Finished' && !shipment.voided_at;
            return line.inventory_id === id && isExpected;
          });
          const expected =
            sum(ordered.map(leftOf)) + sum(onTheWay.map((line) => Math.max(line.quantity - line.fulfilled, 0)));
          return [[sku, pristine, pristine - available(id), available(id), quarantined, expected]];
        }),
  },
  'inventory-as-of': {
    columns: ['sku', 'pristine', 'quarantined'],
    rows: (of) =>
      [
        ...groupBy(
          own(stored.movements, of).filter(({ at }) => isOver(at)),
          ({ inventory_id }) => inventory_id,
        ),
      ]
        .map(([item, some]): Cell[] => {
          const units = (quarantine: boolean) =>
            sum(some.filter((each) => each.quarantine === quarantine).map(({ quantity }) => quantity));
          return [skuOf(Number(item)), units(false), units(true)];
        })
        .filter(([, pristine, quarantined]) => Number(pristine) + Number(quarantined) !== 0),
  },
  'inventory-by-location': {
    columns: ['location', 'plate', 'sku', 'lot', 'pristine', 'quarantined'],
    rows: (of) =>
      held(of).map(({ license_id, inventory_id, lot_id, quarantine, quantity }) => [
        placeOf(license_id),
        plateOf(license_id),
        skuOf(inventory_id),
        lotOf(lot_id),
        quarantine ? 0 : quantity,
        quarantine ? quantity : 0,
      ]),
  },
  'inventory-by-lot': {
    columns: ['sku', 'lot', 'expiry', 'days_left', 'pristine', 'quarantined'],
    rows: (of) =>
      [
        ...groupBy(
          held(of).filter(({ lot_id }) => lot_id !== null),
          ({ lot_id }) => Number(lot_id),
        ),
      ].map(([id, some]) => {
        const lot = byId('lots', Number(id));
        const expiry = lot?.expire_date ?? null;
        const units = (quarantine: boolean) =>
          sum(some.filter((each) => each.quarantine === quarantine).map(({ quantity }) => quantity));
        const left = expiry === null ? null : daysBetween(today, expiry);
        return [skuOf(lot?.inventory_id ?? 0), lot?.lot_number ?? '', expiry, left, units(false), units(true)];
      }),
  },
  'expiring-soon': {
    columns: ['sku', 'lot', 'expiry', 'days_left', 'quantity'],
    body: () => ({ text_criteria_1: String(DAYS_AHEAD) }),
    rows: (of) =>
      [
        ...groupBy(
          held(of).filter(({ lot_id }) => lot_id !== null),
          ({ lot_id }) => Number(lot_id),
        ),
      ].flatMap(([id, some]) => {
        const lot = byId('lots', Number(id));
        const expiry = lot?.expire_date;
        if (!expiry || daysBetween(today, expiry) > DAYS_AHEAD) return [];
        const units = sum(some.map(({ quantity }) => quantity));
        return [[skuOf(lot.inventory_id), lot.lot_number, expiry, daysBetween(today, expiry), units]];
      }),
  },
  aging: {
    columns: ['sku', 'age_0_30', 'age_31_60', 'age_61_90', 'age_91_180', 'age_over_180', 'units', 'oldest'],
    rows: (of) =>
      [
        ...groupBy(
          own(stored.movements, of).filter(({ at }) => isOver(at)),
          ({ inventory_id }) => inventory_id,
        ),
      ].flatMap(([item, some]) => {
        const total = sum(some.map(({ quantity }) => quantity));
        return total > 0 ? [agingRow(Number(item), total)] : [];
      }),
  },
  quarantine: {
    columns: ['sku', 'lot', 'plate', 'location', 'quantity', 'since'],
    rows: (of) =>
      held(of)
        .filter(({ quarantine }) => quarantine)
        .map(({ inventory_id, lot_id, license_id, quantity, since }) => [
          skuOf(inventory_id),
          lotOf(lot_id),
          plateOf(license_id),
          placeOf(license_id),
          quantity,
          dayOf(since),
        ]),
  },
  disposal: {
    columns: ['day', 'sku', 'lot', 'plate', 'quantity', 'reference', 'who'],
    rows: (of) =>
      moved(of, 'dispose').map((m) => [
        dayOf(m.at),
        skuOf(m.inventory_id),
        lotOf(m.lot_id),
        plateOf(m.license_id),
        -m.quantity,
        m.reference,
        m.user_name,
      ]),
  },
  movement: {
    columns: [
      'sku',
      'opening',
      'received',
      'returned',
      'shipped',
      'adjusted',
      'disposed',
      'counted',
      'other',
      'closing',
    ],
    rows: (of) => {
      const items = new Set(
        own(stored.movements, of)
          .filter(({ at }) => isOver(at))
          .map((m) => m.inventory_id),
      );
      const isMoved = (item: number) => moved(of).some(({ inventory_id }) => inventory_id === item);
      return [...items].flatMap((item) => {
        const row = movementRow(item);
        return row[1] !== 0 || isMoved(item) ? [row] : [];
      });
    },
  },
  transactions: {
    columns: ['moment', 'sku', 'plate', 'lot', 'quarantine', 'quantity', 'balance', 'reference', 'document', 'who'],
    rows: (of) =>
      moved(of).map((m) => [
        new Date(m.at).toISOString(),
        skuOf(m.inventory_id),
        plateOf(m.license_id),
        lotOf(m.lot_id),
        m.quarantine ? 1 : 0,
        m.quantity,
        m.row_balance,
        m.reference,
        shipmentOf(m)?.pt_number ?? m.cause,
        m.user_name,
      ]),
  },
  adjustments: {
    columns: ['moment', 'sku', 'quantity', 'reference', 'who'],
    rows: (of) =>
      moved(of, 'adjust', 'count').map((m) => [
        new Date(m.at).toISOString(),
        skuOf(m.inventory_id),
        m.quantity,
        m.reference,
        m.user_name,
      ]),
  },
  receiving: {
    columns: ['day', 'order', 'vendor', 'sku', 'lot', 'pristine', 'quarantined'],
    rows: (of) =>
      moved(of, 'receive', 'reverse')
        .filter((each) => shipmentOf(each)?.direction === 'inbound')
        .map(receivedLine),
  },
  'receiving-by-period': {
    columns: () => ['sku', ...monthsOf(period), 'total'],
    rows: (of) => byMonth(of, 'inbound', 1, 'receive', 'reverse'),
  },
  shipping: {
    columns: ['day', 'order', 'shipment', 'sku', 'lot', 'quantity'],
    rows: (of) => finishedIn(of).flatMap(shippedLines),
  },
  'shipping-by-period': {
    columns: () => ['sku', ...monthsOf(period), 'total'],
    rows: (of) => byMonth(of, 'outbound', -1, 'ship', 'reverse'),
  },
  'open-orders': {
    columns: ['order', 'relation', 'created', 'age', 'sku', 'ordered', 'processed', 'leftover', 'available'],
    rows: (of) =>
      own(stored.order_lines, of).flatMap((line) => {
        const order = byId('orders', line.order_id);
        if (!order || !['Open', 'Processed'].includes(order.status) || leftOf(line) <= 0) return [];
        const created = dayOf(order.created_at);
        const units = [line.quantity, line.processed_qty, leftOf(line), available(line.inventory_id)];
        return [
          [
            order.reference,
            relationOf(order),
            created,
            daysBetween(created, today),
            skuOf(line.inventory_id),
            ...units,
          ],
        ];
      }),
  },
  'back-orders': {
    columns: ['order', 'relation', 'sku', 'leftover', 'available', 'waiting', 'expected'],
    rows: (of) =>
      own(stored.order_lines, of).flatMap((line) => {
        const order = byId('orders', line.order_id);
        if (order?.status !== 'Processed' || !order.has_bo || leftOf(line) <= 0) return [];
        const made = stored.shipments.filter((s) => s.order_id === order.id && !s.voided_at).map((s) => s.created_at);
        const since = made.toSorted()[0] ?? order.created_at;
        const inbound = stored.shipment_lines
          .filter(({ inventory_id }) => inventory_id === line.inventory_id)
          .map(({ shipment_id }) => byId('shipments', shipment_id))
          .filter((s) => s?.direction === 'inbound' && s.status !== 'Finished' && !s.voided_at)
          .map((s) => s?.ship_date ?? '');
        const waiting = daysBetween(dayOf(since), today);
        const sku = skuOf(line.inventory_id);
        const units = [leftOf(line), available(line.inventory_id), waiting];
        return [[order.reference, relationOf(order), sku, ...units, inbound.toSorted()[0] ?? null]];
      }),
  },
  returns: {
    columns: ['day', 'order', 'customer', 'sku', 'lot', 'pristine', 'quarantined'],
    rows: (of) =>
      moved(of, 'receive', 'reverse')
        .filter((each) => orderOf(shipmentOf(each))?.type === 'Customer Return')
        .map(receivedLine),
  },
  'serial-lookup': {
    columns: ['bucket', 'shipment'],
    body: () => ({ text_criteria_1: tellingSerial() }),
    rows: (of) => serialLife(of, tellingSerial()).map(([, ...cells]) => cells),
  },
  'kit-availability': {
    columns: ['kit', 'sku', 'per_kit', 'available', 'kits', 'limiting'],
    rows: (of) =>
      own(stored.kit_components, of).flatMap(({ kit_id, item_id, quantity }) => {
        if (!byId('inventories', kit_id)?.is_active) return [];
        const possible = (item: number, each: number) => Math.trunc(available(item) / each);
        const parts = stored.kit_components.filter((part) => part.kit_id === kit_id);
        const least = Math.min(...parts.map((part) => possible(part.item_id, part.quantity)));
        const kits = possible(item_id, quantity);
        return [[skuOf(kit_id), skuOf(item_id), quantity, available(item_id), kits, kits === least ? 1 : 0]];
      }),
  },
  'count-sheet': {
    columns: ['location', 'plate', 'sku', 'lot', 'quarantine', 'quantity'],
    body: () => ({ text_criteria_1: 'A-01..A-05' }),
    rows: (of) =>
      held(of)
        .filter(({ license_id }) => {
          const place = placeOf(license_id)?.toLowerCase();
          return place !== undefined && place >= 'a-01' && (place < 'a-05' || place.startsWith('a-05'));
        })
        .map(({ license_id, inventory_id, lot_id, quarantine, quantity }) => [
          placeOf(license_id),
          plateOf(license_id),
          skuOf(inventory_id),
          lotOf(lot_id),
          quarantine ? 1 : 0,
          quantity,
        ]),
  },
  'by-license': {
    columns: ['plate', 'location', 'items', 'units', 'created', 'moved'],
    rows: (of) =>
      own(stored.licenses, of).map(({ id, license, created_at }) => {
        const on = held(of).filter(({ license_id }) => license_id === id);
        const moves = stored.license_locations
          .filter(({ license_id }) => license_id === id)
          .map(({ at }) => Date.parse(at));
        return [
          license,
          placeOf(id),
          new Set(on.map(({ inventory_id }) => inventory_id)).size,
          sum(on.map(({ quantity }) => quantity)),
          dayOf(created_at),
          moves.length ? dayInZone(timezone, new Date(Math.max(...moves))) : null,
        ];
      }),
  },
  'count-variance': {
    columns: ['day', 'count', 'sku', 'lot', 'sheet', 'ledger', 'counted', 'difference', 'value'],
    rows: (of) =>
      own(stored.count_lines, of).flatMap((line) => {
        const count = byId('counts', line.count_id);
        if (count?.state !== 'posted' || line.counted === null || !isInPeriod(count.posted_at)) return [];
        const difference = line.variance ?? 0;
        const value = Math.round(difference * Number(byId('inventories', line.inventory_id)?.cost) * 10_000) / 10_000;
        const figures = [line.expected, line.counted - difference, line.counted, difference, value + 0];
        return [[dayOf(count.posted_at ?? ''), count.name, skuOf(line.inventory_id), lotOf(line.lot_id), ...figures]];
      }),
  },
  'location-occupancy': {
    columns: ['location', 'clients', 'plates', 'units'],
    rows: (of) =>
      stored.locations.map(({ id, location }) => {
        const full = held(of).filter(({ license_id }) => byId('licenses', license_id)?.location_id === id);
        return [
          location,
          new Set(full.map(({ client_id }) => client_id)).size,
          new Set(full.map(({ license_id }) => license_id)).size,
          sum(full.map(({ quantity }) => quantity)),
        ];
      }),
  },
  'storage-snapshot': {
    columns: ['client', 'units', 'plates', 'unplaced', 'category', 'locations'],
    body: () => ({ to_date: chargedDay }),
    rows: (of) =>
      own(stored.billing_snapshots, of)
        .filter(({ day }) => day === chargedDay)
        .flatMap(({ client_id, units, pallets, places, unplaced }): Rows => {
          const client = byId('clients', client_id)?.company ?? '';
          const counted = [units, (pallets as unknown as unknown[]).length, unplaced];
          const groups = [
            ...groupBy(places as unknown as { category: string | null }[], ({ category }) => category ?? ''),
          ]
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([category, some]): Cell[] => [category, some.length]);
          const [first = [null, 0], ...others] = groups;
          return [[client, ...counted, ...first], ...others.map((each) => [client, null, null, null, ...each])];
        }),
  },
  'user-productivity': {
    columns: [
      'day',
      'who',
      'received_lines',
      'received',
      'put_aways',
      'picked_lines',
      'picked',
      'packed',
      'counted_lines',
    ],
    rows: productivity,
  },
  unbilled: {
    columns: ['day', 'client', 'document'],
    rows: (of) => {
      const company = (id: number) => byId('clients', id)?.company ?? '';
      const gaps = own(stored.billing_gaps, of).filter(
        ({ waived_at, reason, day }) =>
          waived_at === null && reason !== 'not_billed' && day >= period.from && day <= period.to,
      );
      const isDecided = (id: number) =>
        stored.billing_gaps.some(
          (gap) => gap.billable_type === 'shipment' && gap.billable_id === id && gap.reason === 'not_billed',
        );
      const shipments = own(stored.shipments, of).filter(
        (s) => s.status === 'Finished' && !s.billed && !s.voided_at && isInPeriod(s.finished_date) && !isDecided(s.id),
      );
      const documentOf = ({ billable_type, billable_id }: Row<'billing_gaps'>) => {
        if (billable_type === 'shipment') return byId('shipments', billable_id)?.reference ?? null;
        return billable_type === 'count' ? (byId('counts', billable_id)?.name ?? null) : null;
      };
      return [
        ...gaps.map((gap): Cell[] => [gap.day, company(gap.client_id), documentOf(gap)]),
        ...shipments.map((s): Cell[] => [dayOf(s.finished_date ?? ''), company(s.client_id), s.reference]),
      ];
    },
  },
  aftership: {
    columns: ['tracking_number', 'order_id', 'title', 'customer_name', 'tracking_ship_date'],
    rows: (of) => {
      const rows = new Map<string, Cell[]>();
      for (const shipment of finishedIn(of))
        for (const waybill of shipment.waybill.split(/[\s,;]+/).filter(Boolean)) {
          const order = orderOf(shipment);
          const key = waybill.toLowerCase();
          const day = shipment.ship_date.replaceAll('-', '');
          if (!rows.has(key))
            rows.set(key, [waybill, order?.reference ?? '', shipment.pt_number, relationOf(order), day]);
        }
      return [...rows.values()];
    },
  },
};

interface Case {
  name: string;
  who: 'main' | 'client';
  clientId: 'own' | 'all';
  /** Of reports about a period. */
  over: 'months' | 'the odd day';
  expected: Figures;
}

const cases = Object.entries(figures).flatMap(([name, expected]): Case[] => {
  const { access, allClients, asks } = allReports.find((each) => each.name === name) ?? {};
  const over = asks?.dates ? (['months', 'the odd day'] as const) : (['months'] as const);
  return over.flatMap((span): Case[] => [
    { name, who: 'main', clientId: 'own', over: span, expected },
    ...(access === 'user' ? [{ name, who: 'client', clientId: 'own', over: span, expected } as const] : []),
    ...(allClients ? [{ name, who: 'main', clientId: 'all', over: span, expected } as const] : []),
  ]);
});

/** The order of the rows is the report's own. */
const sorted = (rows: Rows) => rows.map((row) => JSON.stringify(row)).toSorted();

test.each(cases)(
  '$name of $clientId for $who users over $over is what the stored rows say',
  async ({ name, who, clientId, over, expected }) => {
    period = over === 'months' ? wholePeriod : { from: oddDay, to: oddDay };
    const body = {
      clientId: clientId === 'all' ? 'all' : ownId,
      name,
      from_date: period.from,
      to_date: period.to,
      ...expected.body?.(),
    };
    const { columns, rows } = await callers[who].ok(api.operationReports.run, { body: body as never });
    const keys = typeof expected.columns === 'function' ? expected.columns() : expected.columns;
    const at = keys.map((key) => columns.findIndex((column) => column.key === key));
    expect(at).not.toContain(-1);
    const found = rows.map((row) => at.map((index) => row[index] as Cell));
    expect(sorted(found)).toEqual(sorted(expected.rows(clientId === 'all' ? null : ownId)));
    if (over === 'months') expect(found.length).toBeGreaterThan(0);
  },
);

test('every report is compared', () => {
  const compared = new Set(Object.keys(figures));
  // A saved filter is compared with its list.
  expect(allReports.map(({ name }) => name).filter((name) => !compared.has(name) && name !== 'customized')).toEqual([]);
});
