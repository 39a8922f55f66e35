import { expect, test } from 'vitest';
import { addressOf, stateOfAddress } from './exception-address.ts';

const nothing = { view: 'all', client: undefined, search: '', id: undefined } as const;

test.each([
  [{}, nothing, '/exceptions'],
  [{ view: 'mine', client: 3 }, { ...nothing, view: 'mine', client: 3 }, '/exceptions?view=mine&client=3'],
  [{ search: 'SO 1', id: '7' }, { ...nothing, search: 'SO 1', id: 7 }, '/exceptions?search=SO+1&id=7'],
  // An address that no screen of ours links to.
  [{ view: 'odd', client: '0', id: '-1', search: {} }, nothing, '/exceptions'],
])('%j', (search, state, address) => {
  expect(stateOfAddress(search)).toEqual(state);
  expect(addressOf(stateOfAddress(search))).toBe(address);
});
