import type { Pick } from '@longshore/contract';
import { expect, test } from 'vitest';
import { bodyOf, changed, draftOf, overLines, placeKey, placeOf, unitsOf } from './quick-fulfil-rules.ts';

const pick = (line_id: number, quantity: number, license = 'LP-1', lot_id: number | null = null) =>
  ({ line_id, quantity, license, lot_id }) as Pick;
const rows = draftOf({
  shipment_id: 1,
  stored_at: null,
  picks: [pick(1, 5), pick(1, 7, 'LP-2'), pick(2, 3)],
  short: [],
});

test('what is not changed is sent as the choice of the rule', () => {
  expect(bodyOf(rows, false, 0)).toEqual({ allow_expired: 0 });
  // What was found of a shortage is fulfilled by naming it.
  expect(bodyOf(rows, true, 0).picks).toHaveLength(3);
  expect(unitsOf(rows)).toBe(15);
});

test('changed rows are sent whole, those of 0 units are left out; changed back is not changed', () => {
  const [first, second, third] = rows;
  if (!first || !second || !third) throw new Error('three rows');
  const next = [changed(first, { quantity: 0 }), changed(second, { license: 'LP-3', lotId: 9 }), third];
  expect(bodyOf(next, false, 1)).toEqual({
    allow_expired: 1,
    picks: [
      { line_id: 1, license: 'LP-3', lot_id: 9, quantity: 7 },
      { line_id: 2, license: 'LP-1', lot_id: null, quantity: 3 },
    ],
  });
  expect(changed(changed(first, { quantity: 0 }), { quantity: 5 }).isChanged).toBe(false);
});

test('lines that would be exceeded are named', () => {
  expect(overLines(rows, (lineId) => (lineId === 1 ? 11 : 3))).toEqual([1]);
});

test.each([
  ['LP-1', 4],
  ['', null],
])('the place %j of lot %s is one value', (license, lotId) => {
  expect(placeOf(placeKey(license, lotId))).toEqual({ license, lotId });
});
