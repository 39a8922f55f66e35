import { type Bring, type Face, ownCode } from '@longshore/contract';
import { expect, test } from 'vitest';
import { bringsLeft, type HeldPlate, NO_PLATE, readReplenish, replenishStep, withUnits } from './replenish-steps.ts';

const bring = (license: string, location: string, more: Partial<Bring> = {}): Bring => ({
  license_id: 1,
  license,
  sscc: '',
  location_id: 1,
  location,
  lot_id: null,
  lot_number: '',
  expire_date: null,
  units: 20,
  bring: 20,
  whole: true,
  reason: '',
  reason_key: '',
  ...more,
});
const face: Face = {
  id: 1,
  client_id: 1,
  client_name: 'Kestrel',
  location_id: 9,
  location: 'A-01-1',
  inventory_id: 5,
  sku: 'OAK',
  name: 'Oak',
  minimum: 10,
  maximum: 40,
  units: 2,
  reserve: 50,
  needed: 0,
  is_low: true,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};
const of = { face, wanted: 38, onto: [{ license_id: 3, license: 'LP-FACE', sscc: '' }] };
const whole = bring('LP-1', 'R-01-2');
const part = bring('LP-2', 'R-02-2', { units: 30, bring: 18, whole: false, sscc: '095212340000000013' });
const brings = [whole, part];
const held = (license: string, quantity: number | null = null): HeldPlate => ({ license, quantity });

test.each<[string, HeldPlate, object]>([
  ['the best plate first', NO_PLATE, { kind: 'plate', bring: whole }],
  ['then the face', held('LP-1'), { kind: 'face', units: 20, isWhole: true }],
  ['a part of a plate', held('lp-2'), { kind: 'face', units: 18, isWhole: false }],
  ['fewer of a whole plate are a part', held('LP-1', 5), { kind: 'face', units: 5, isWhole: false }],
])('the step: %s', (_name, now, step) => {
  expect(replenishStep(brings, now)).toMatchObject(step);
});

test('nothing is proposed', () => {
  expect(replenishStep([], NO_PLATE)).toEqual({ kind: 'done' });
});

const wrong = (reason: string, expected: string) => ({ kind: 'refused', wrong: reason, expected });

test.each<[string, HeldPlate, string, object]>([
  ['a plate', NO_PLATE, 'lp-1', { kind: 'held', held: { license: 'LP-1' } }],
  ['its SSCC', NO_PLATE, '00095212340000000013', { kind: 'held', held: { license: 'LP-2' } }],
  ['its label', NO_PLATE, ownCode('license', 'LP-2') ?? '', { kind: 'held', held: { license: 'LP-2' } }],
  ['its bin', NO_PLATE, 'R-02-2', { kind: 'held', held: { license: 'LP-2' } }],
  ['another plate', NO_PLATE, 'LP-9', wrong('plate', 'LP-1')],
  ['the face before a plate', NO_PLATE, 'A-01-1', wrong('firstPlate', 'LP-1')],
  ['the face', held('LP-1'), 'a-01-1', { kind: 'bring', units: 20, to: '' }],
  ['the face for a part', held('LP-2'), 'A-01-1', { kind: 'bring', units: 18, to: 'LP-FACE' }],
  ['the plate in the face', held('LP-2', 4), 'LP-FACE', { kind: 'bring', units: 4, to: 'LP-FACE' }],
  ['another bin', held('LP-1'), 'R-02-2', wrong('face', 'A-01-1')],
  ['the same plate keeps its quantity', held('LP-2', 4), 'LP-2', { kind: 'held', held: { quantity: 4 } }],
  ['another plate instead', held('LP-2', 4), 'LP-1', { kind: 'held', held: { license: 'LP-1', quantity: null } }],
])('what a scan means: %s', (_name, now, code, meaning) => {
  expect(readReplenish(of, brings, now, code)).toMatchObject(meaning);
});

test('units are moved onto a plate, and there has to be one', () => {
  expect(readReplenish({ ...of, onto: [] }, brings, held('LP-2'), 'A-01-1')).toMatchObject(
    wrong('noPlateThere', 'A-01-1'),
  );
});

test.each<[string, HeldPlate, number, object]>([
  ['of the plate', held('LP-2'), 30, { kind: 'held', held: { license: 'LP-2', quantity: 30 } }],
  ['more than are on it', held('LP-2'), 31, wrong('tooMany', '30')],
  ['before a plate was scanned', NO_PLATE, 3, wrong('firstPlate', 'LP-1')],
])('a quantity %s', (_name, now, quantity, meaning) => {
  expect(withUnits(brings, now, quantity)).toMatchObject(meaning);
});

test('what was brought is not proposed again', () => {
  const left = (...brought: { license: string; units: number }[]) =>
    bringsLeft({ wanted: 38, brings }, brought).map(({ license, bring: units, whole: all }) => [license, units, all]);
  expect(left()).toEqual([
    ['LP-1', 20, true],
    ['LP-2', 30, false],
  ]);
  expect(left({ license: 'LP-1', units: 20 })).toEqual([['LP-2', 18, false]]);
  expect(left({ license: 'lp-2', units: 25 })).toEqual([
    ['LP-1', 13, false],
    ['LP-2', 5, false],
  ]);
  expect(left({ license: 'LP-1', units: 38 })).toEqual([]);
  // After a reload nobody knows how many were taken of the plate.
  expect(left({ license: 'LP-1', units: Number.POSITIVE_INFINITY })).toEqual([['LP-2', 30, false]]);
});
