import { expect, test } from 'vitest';
import { type ClientParts, forbiddenParts, loweredNumbers } from './client-rules.ts';

const all: (keyof ClientParts)[] = ['general', 'address', 'detail'];

test.each([
  [{ is_su: true, access: {} }, all, []],
  [{ is_su: false, access: {} }, [], []],
  [{ is_su: false, access: { update_client_model: true } }, all, ['address', 'detail']],
  [{ is_su: false, access: { update_client_address: true } }, ['address'], []],
  [{ is_su: false, access: { update_client_address: true } }, ['general', 'address'], ['general']],
  [{ is_su: false, access: { update_client_detail: true, update_client_model: false } }, all, ['general', 'address']],
] as const)('parts beyond %j of %j: %j', (caller, changed, beyond) => {
  expect(forbiddenParts(caller, changed)).toEqual(beyond);
});

test.each([
  [1000, 1000, {}],
  [1001, 1500, {}],
  [999, 1000, { 'detail.next_inv_num': ['NumbersOnlyRise:1000'] }],
  [1, 2, { 'detail.next_inv_num': ['NumbersOnlyRise:1000'], 'detail.next_picking_num': ['NumbersOnlyRise:1000'] }],
])('numbers %i and %i after 1000 and 1000', (next_inv_num, next_picking_num, fields) => {
  expect(loweredNumbers({ next_inv_num: 1000, next_picking_num: 1000 }, { next_inv_num, next_picking_num })).toEqual(
    fields,
  );
});
