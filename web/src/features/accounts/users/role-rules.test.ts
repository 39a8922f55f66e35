import { permissionGroups, permissionKeys } from '@longshore/contract';
import { expect, test } from 'vitest';
import { groupState, heldKeys, withKeys } from './role-rules.ts';

test('granting and revoking a permission leaves the role unchanged', () => {
  const before = { pack: true };
  expect(withKeys(withKeys(before, ['void_shipment'], true), ['void_shipment'], false)).toEqual(before);
  expect(heldKeys({ pack: true, void_shipment: false })).toEqual(before);
});

test.each([
  [{}, { count: 0, all: false, some: false }],
  [{ view_location_list: true }, { count: 1, all: false, some: true }],
  [Object.fromEntries(permissionKeys.map((key) => [key, true])), { count: 4, all: true, some: false }],
])('%j is so much of a group', (held, state) => {
  expect(groupState(held, permissionGroups.Location)).toEqual(state);
});
