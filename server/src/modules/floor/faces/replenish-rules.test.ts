import { describe, expect, test } from 'vitest';
import { choosePlates, type LowFace, type ReservePlate } from './replenish-rules.ts';

const TODAY = '2026-11-19';
const face: LowFace = { minimum: 10, maximum: 40, units: 4 };

let id = 0;
const plate = (license: string, units: number, given: Partial<ReservePlate> = {}): ReservePlate => ({
  license_id: ++id,
  license,
  location_id: 1,
  location: 'C-01-2',
  lot_id: null,
  lot_number: '',
  expire_date: null,
  units,
  is_shared: false,
  ...given,
});
const on = (expire_date: string, given: Partial<ReservePlate> = {}) => ({ expire_date, ...given });

type Chosen = [license: string, bring: number, whole: boolean, reason: string];
const chosen = (plates: readonly ReservePlate[], of: LowFace = face): Chosen[] =>
  choosePlates(of, plates, TODAY).map(({ license, bring, whole, reason }) => [license, bring, whole, reason]);

describe('36 units are missing, and a plate is brought', () => {
  test.each<[string, ReservePlate[], Chosen]>([
    [
      'that expires first, however large it is',
      [plate('A', 36), plate('B', 200, on('2027-01-31')), plate('C', 36, on('2027-06-30'))],
      ['B', 36, false, 'BringExpiry:2027-01-31'],
    ],
    [
      'that expires today, for what expires today can be picked',
      [plate('A', 36, on('2026-12-01')), plate('B', 5, on(TODAY))],
      ['B', 5, true, `BringExpiry:${TODAY}`],
    ],
    [
      'that is emptied by it, the largest of those, before one that would have to go back',
      [plate('A', 30), plate('B', 36), plate('C', 37)],
      ['B', 36, true, 'BringEmptied'],
    ],
    [
      'that is the smallest to fill the face, when no small one brings it to its minimum',
      [plate('A', 5), plate('B', 120), plate('C', 48)],
      ['C', 36, false, 'BringSmallest'],
    ],
    [
      'that is the smallest to fill the face, when the small one is shared',
      [plate('A', 36, { is_shared: true }), plate('B', 48)],
      ['A', 36, false, 'BringSmallest'],
    ],
    ['that is the largest, when none fills it', [plate('A', 2), plate('B', 5)], ['B', 5, true, 'BringLargest']],
    [
      'without its other goods, when it is shared',
      [plate('A', 20, { is_shared: true })],
      ['A', 20, false, 'BringLargest'],
    ],
    [
      'with the better fit, of those that expire on one day',
      [plate('A', 100, on('2027-01-31')), plate('B', 36, on('2027-01-31'))],
      ['B', 36, true, 'BringEmptied'],
    ],
  ])('%s', (_what, plates, first) => expect(chosen(plates)[0]).toEqual(first));
});

test('three plates are proposed at most, and equal ones by number', () => {
  const plates = ['D', 'B', 'A', 'C'].map((license) => plate(license, 36));
  expect(chosen(plates).map(([license]) => license)).toEqual(['A', 'B', 'C']);
});

test.each<[string, ReservePlate[], LowFace]>([
  ['expired', [plate('A', 36, on('2026-11-18'))], face],
  ['empty', [plate('A', 0)], face],
  ['for a face that is full', [plate('A', 36)], { minimum: 10, maximum: 40, units: 40 }],
  ['for a face that is more than full', [plate('A', 36)], { minimum: 10, maximum: 40, units: 55 }],
])('no plate is brought: %s', (_what, plates, of) => expect(chosen(plates, of)).toEqual([]));
