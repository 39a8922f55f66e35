import { expect, test } from 'vitest';
import { compareNames, placeOfBin } from './bin-places.ts';

const bin = (location: string, set: object = {}) => ({ location, aisle: '', position: 0, side: '', level: 0, ...set });

test.each([
  ['A-01-1', { aisle: 'A', position: 1, side: 'L', level: 1 }],
  ['A-02-1', { aisle: 'A', position: 1, side: 'R', level: 1 }],
  ['a-11-3', { aisle: 'a', position: 6, side: 'L', level: 3 }],
  ['W1-A-04-2', { aisle: 'W1-A', position: 2, side: 'R', level: 2 }],
  ['B-7', { aisle: 'B', position: 4, side: 'L', level: 1 }],
  ['DOCK', { aisle: '', position: 0, side: '', level: 0 }],
  ['QA-HOLD', { aisle: '', position: 0, side: '', level: 0 }],
  ['收货区', { aisle: '', position: 0, side: '', level: 0 }],
])('the place in the name %s', (name, place) => expect(placeOfBin(bin(name))).toEqual(place));

test('what somebody set is kept, the rest is as the name says', () => {
  expect(placeOfBin(bin('A-03-2', { side: 'R' }))).toEqual({ aisle: 'A', position: 2, side: 'R', level: 2 });
  expect(placeOfBin(bin('DOCK', { aisle: 'Z', position: 9 }))).toEqual({
    aisle: 'Z',
    position: 9,
    side: 'R',
    level: 1,
  });
});

test('aisles are counted, not spelled', () => {
  expect(['A10', 'A2', 'B', 'A'].sort(compareNames)).toEqual(['A', 'A2', 'A10', 'B']);
});
