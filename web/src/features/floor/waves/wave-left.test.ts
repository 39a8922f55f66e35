import type { WavePick, WaveStop, WaveToPick } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { missingLeft, stopsLeft, withPicked, withShort, withUndone } from './wave-left.ts';

const pick = (line_id: number, quantity: number, license = ''): WavePick => ({
  line_id,
  shipment_id: 10,
  client_id: 1,
  tote: 'T-01',
  inventory_id: 5,
  sku: 'OAK',
  name: 'Oak',
  upc: '',
  barcodes: [],
  serial: false,
  license_id: license ? 7 : null,
  license,
  sscc: '',
  lot_id: null,
  lot: '',
  expire: null,
  quantity,
  fulfillment_id: null,
  done: false,
});
const stop = (number: number, location: string, ...picks: WavePick[]): WaveStop => ({
  number,
  location_id: number,
  location,
  aisle: '',
  position: 0,
  side: '',
  done: false,
  picks,
});
const wave: WaveToPick = {
  id: 1,
  state: 'picking',
  cart_id: 1,
  cart: 'Cart 1',
  assignee: null,
  created_at: '2026-01-01T00:00:00.000Z',
  user: 'Marta',
  ended_at: null,
  metres: 0,
  minutes: 0,
  alone_metres: 0,
  alone_minutes: 0,
  shipments: [],
  // Line 1 is taken from two bins.
  stops: [stop(1, 'A-01', pick(1, 3, 'LP-1'), pick(2, 1)), stop(2, 'B-01', pick(1, 2))],
  shorts: [],
  missing: [],
  lines: 2,
  units: 6,
  picked: 0,
};
const made = (line_id: number, quantity: number, place: string) => ({ line_id, quantity, place });
const left = (of: readonly WaveStop[]) =>
  of.map(({ location, picks }) => [location, ...picks.map(({ line_id, quantity }) => `${line_id}:${quantity}`)]);

test.each([
  [
    'nothing was made',
    [],
    [],
    [
      ['A-01', '1:3', '2:1'],
      ['B-01', '1:2'],
    ],
  ],
  [
    'a part of a pick',
    [made(1, 2, 'A-01')],
    [],
    [
      ['A-01', '1:1', '2:1'],
      ['B-01', '1:2'],
    ],
  ],
  [
    'by its plate',
    [made(1, 3, 'LP-1')],
    [],
    [
      ['A-01', '2:1'],
      ['B-01', '1:2'],
    ],
  ],
  ['at the second bin first', [made(1, 2, 'B-01')], [], [['A-01', '1:3', '2:1']]],
  ['more than a bin has is taken from the other one', [made(1, 3, 'B-01')], [], [['A-01', '1:2', '2:1']]],
  ['all', [made(1, 5, 'A-01'), made(2, 1, 'A-01')], [], []],
  [
    'a stop that was skipped comes last',
    [],
    ['A-01'],
    [
      ['B-01', '1:2'],
      ['A-01', '1:3', '2:1'],
    ],
  ],
])('what is left: %s', (_name, all, skipped, stops) => {
  expect(left(stopsLeft(wave, all, skipped))).toEqual(stops);
});

test('an answered pick is done once, and can be taken back', () => {
  const picked = withPicked(wave, made(1, 2, 'B-01'), [77]);
  expect(picked.picked).toBe(2);
  expect(left(stopsLeft(picked, [], []))).toEqual([['A-01', '1:3', '2:1']]);
  // It was read after the pick already: nothing is counted twice.
  expect(withPicked(picked, made(1, 2, 'B-01'), [77])).toBe(picked);
  const undone = withUndone(picked, 77);
  expect(undone.picked).toBe(0);
  const units = stopsLeft(undone, [], []).flatMap(({ picks }) => picks.map(({ quantity }) => quantity));
  expect(units.reduce((sum, each) => sum + each, 0)).toBe(6);
});

test('a short pick lowers what is to be picked', () => {
  const shortened = withShort(wave, made(1, 1, 'A-01'));
  expect([shortened.units, shortened.picked]).toEqual([5, 0]);
  expect(left(stopsLeft(shortened, [], []))).toEqual([
    ['A-01', '1:2', '2:1'],
    ['B-01', '1:2'],
  ]);
});

describe('units that no place has', () => {
  const missing = { shipment_id: 10, line_id: 1, sku: 'OAK', quantity: 2 };
  const short = { ...wave, missing: [missing] };
  const units = (all: ReturnType<typeof made>[]) => missingLeft(short, all).map(({ quantity }) => quantity);

  test.each([
    ['nothing was made', [], [2]],
    ['a pick takes what a place has', [made(1, 5, 'A-01')], [2]],
    ['a part is reported when all is picked', [made(1, 5, 'A-01'), made(1, 1, '')], [1]],
    ['all of it is reported', [made(1, 5, 'A-01'), made(1, 2, '')], []],
    ['of another line', [made(2, 1, 'A-01')], [2]],
  ])('%s', (_name, all, left) => {
    expect(units(all)).toEqual(left);
  });

  test('are gone once the report is answered', () => {
    const picked = withPicked(short, made(1, 5, 'A-01'), [77]);
    const reported = withShort(picked, made(1, 2, ''));
    expect([reported.missing, reported.units]).toEqual([[], 4]);
  });
});
