import { api, type Charge } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { givenStorage, type StoredMove } from '../../../../test/given-storage.ts';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { processRun } from './process-run.ts';

/*
 * A leap year of daily charges against a second computation that shares nothing with ours: stock is summed up from the
 * moves, days are found by the zone rules of JavaScript, amounts are whole numbers of ten-thousandths.
 */

const { billingActivities: activities, billingItems: items, billingRuns: runs } = api;
let it: TestApp;
let main: Caller;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
});

const SKUS = [
  { sku: 'BOX', size: [30, 20, 10] as const, volume: 0.006, carton: 12 },
  { sku: 'CAN', size: [7, 7, 12] as const, volume: 0.000588, carton: 24 },
];
const BINS = ['YY-1', 'YY-2', 'YY-3'];
const plateOf = (prefix: string, n: number) => `${prefix}-P${n}`;

/** Some receipts and shipments around midnight in every zone: the hour of the day changes from move to move. */
function movesOf(prefix: string): StoredMove[] {
  const held = new Map<string, number>();
  const moves: StoredMove[] = [];
  for (let hours = 0; hours < 366 * 24; hours += 31) {
    const n = hours / 31;
    const [item, plate] = [SKUS[n % 2]?.sku ?? '', plateOf(prefix, n % 3)];
    const key = `${item} ${plate}`;
    const there = held.get(key) ?? 0;
    const quantity = n % 7 > 3 && there > 20 ? -Math.min(there, 11 + (n % 40)) : 5 + (n % 17);
    held.set(key, there + quantity);
    const at = new Date(Date.UTC(2024, 0, 1) + hours * 3_600_000 + (n % 4) * 900_000).toISOString();
    moves.push({ sku: item, plate, quantity, at });
  }
  return moves;
}

/** The calendar day of a moment, as JavaScript knows the zone. */
const dayIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at: string) => format.format(new Date(at));
};

interface DayStock {
  /** By item, in the order of SKUS. */
  units: number[];
  /** How many plates hold something. */
  plates: number;
}

const sumOf = (moves: readonly StoredMove[]) => moves.reduce((total, { quantity }) => total + quantity, 0);

/** What is there at the end of a day. */
function stockAt(day: string, dated: readonly (StoredMove & { day: string })[]): DayStock {
  const there = dated.filter((move) => move.day <= day);
  const units = SKUS.map(({ sku }) => sumOf(there.filter((move) => move.sku === sku)));
  const plates = [...new Set(there.map(({ plate }) => plate))].filter(
    (plate) => sumOf(there.filter((move) => move.plate === plate)) > 0,
  );
  return { units, plates: plates.length };
}

const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const daysAfter = (day: string, days: number) =>
  new Date(noon(day).getTime() + days * 86_400_000).toISOString().slice(0, 10);

const cartonsIn = ({ units }: DayStock) =>
  SKUS.reduce((total, { carton }, n) => total + Math.floor(((units[n] ?? 0) + carton - 1) / carton), 0);

/** The charges of a day in ten-thousandths. */
function chargesOn(day: string, { units: [boxes = 0, cans = 0], plates }: DayStock, before: DayStock) {
  const [year, month, date] = day.split('-').map(Number);
  const weekday = noon(day).getUTCDay();
  // 6000 cm³ and 588 cm³: units × cm³ are millionths of a cubic metre, charged in ten-thousandths of it at 1.00.
  const charges: [Charge, number][] = [['Daily-Cubic', Math.round((boxes * 6000 + cans * 588) / 100)]];
  // 0.20 a bin, at least 0.50 on a day with stock.
  if (plates) charges.push(['Daily-Location', Math.max(plates * 2000, 5000)]);
  if (date === new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate()) charges.push(['Month-End', plates * 145_000]);
  if (date === 1) charges.push(['Month-Begin', cartonsIn(before) * 1250]);
  if (weekday === 0) charges.push(['Week-End', (boxes + cans) * 100]);
  if (weekday === 1) charges.push(['Week-Beg', before.units.filter((count) => count > 0).length * 30_000]);
  return charges.filter(([, tenThousandths]) => tenThousandths);
}

/** Every day's charges, summed up without our rules: day, charge, amount in ten-thousandths. */
function expectedOf(moves: readonly StoredMove[], zone: string, from: string, to: string): string[] {
  const dayOf = dayIn(zone);
  const dated = moves.map((move) => ({ ...move, day: dayOf(move.at) }));
  const charges: string[] = [];
  let before = stockAt(daysAfter(from, -1), dated);
  for (let day = from; day <= to; day = daysAfter(day, 1)) {
    const stock = stockAt(day, dated);
    charges.push(...chargesOn(day, stock, before).map(([charge, amount]) => `${day} ${charge} ${amount}`));
    before = stock;
  }
  return charges.sort();
}

const CHARGED: readonly [Charge, string, object][] = [
  ['Daily-Cubic', '', { rate: '1' }],
  ['Daily-Location', '', { rate: '0.2', minimum_charge: '0.5' }],
  ['Month-End', 'Pallet', { rate: '14.5' }],
  ['Month-Begin', 'Carton', { rate: '0.125' }],
  ['Week-End', 'Unit', { rate: '0.01' }],
  ['Week-Beg', 'Sku', { rate: '3' }],
];

async function givenYear(prefix: string): Promise<{ clientId: number; moves: StoredMove[] }> {
  const moves = movesOf(prefix);
  const clientId = await givenStorage(it, {
    items: SKUS.map(({ sku, size, carton }) => ({ sku, size, uoms: { Carton: carton } })),
    bins: Object.fromEntries(BINS.map((bin) => [bin, ''])),
    plates: BINS.map((bin, n) => ({
      license: plateOf(prefix, n),
      uom: 'Pallet',
      bins: [[bin, '2023-12-01T00:00Z']] as const,
    })),
    moves,
  });
  for (const [charge, uom, link] of CHARGED) {
    const activity = await main.ok(activities.create, { body: { name: charge, client_id: clientId, charge } });
    const item = await main.ok(items.create, { body: { name: `${prefix} ${charge}`, uom } });
    const params = { id: activity.id, itemId: item.id };
    await main.ok(activities.addItem, { params, body: { valid_from: '2020-01-01', ...link } });
  }
  return { clientId, moves };
}

async function charge(clientId: number, from: string, to: string): Promise<string[]> {
  const { id } = await main.ok(runs.start, { body: { from, to, client_ids: [clientId] } });
  await processRun(it.app.open, id);
  expect(await main.ok(runs.get, { params: { id } })).toMatchObject({ state: 'done', problem: '' });
  const rows = await it.database.owner<{ line: string }>(
    `select format('%s %s %s', e.charge_day, a.charge, trim_scale(e.price * e.quantity * 10000)) as line
     from billing_entries e join billing_activities a on a.id = e.activity_id
     where e.client_id = $1 and e.accrued and e.deleted_at is null and e.charge_day between $2 and $3`,
    [clientId, from, to],
  );
  return rows.map(({ line }) => line).sort();
}

const setZone = (zone: string) => it.database.owner('update company set timezone = $1', [zone]);

test('a leap year of charges is what the moves say, and the same when it is charged again', async () => {
  await setZone('America/Los_Angeles');
  const { clientId, moves } = await givenYear('LA');
  const expected = expectedOf(moves, 'America/Los_Angeles', '2024-01-02', '2024-12-30');
  expect(expected.length).toBeGreaterThan(800);
  expect(await charge(clientId, '2024-01-02', '2024-12-30')).toEqual(expected);
  const ids = () =>
    it.database.owner('select id, updated_at from billing_entries where client_id = $1 order by id', [clientId]);
  const before = await ids();
  await charge(clientId, '2024-02-20', '2024-03-20');
  expect(await ids()).toEqual(before);
});

test.each([
  // Clocks change on 2024-04-07 and 2024-09-29; the zone is a day ahead of the one above.
  ['Pacific/Auckland', '2024-03-28', '2024-04-10'],
  ['Pacific/Auckland', '2024-09-26', '2024-10-03'],
  // Over the leap day, and where midnight does not occur or occurs twice.
  ['America/Los_Angeles', '2024-02-27', '2024-03-12'],
  ['America/Santiago', '2024-04-04', '2024-04-09'],
  ['America/Santiago', '2024-09-06', '2024-09-10'],
  ['Asia/Kolkata', '2024-06-28', '2024-07-02'],
])('in %s the days from %s to %s end at their own midnight', async (zone, from, to) => {
  await setZone(zone);
  const { clientId, moves } = await givenYear(`${zone.split('/')[1]} ${from}`);
  expect(await charge(clientId, from, to)).toEqual(expectedOf(moves, zone, from, to));
});
