import { api } from '@longshore/contract';
import { expect, test } from 'vitest';
import { isAbout } from './live.ts';

test.each([
  ['inventory', api.inventories.list.path, true],
  ['inventory', api.stock.movements.path, true],
  ['inventory', api.relations.list.path, false],
  ['relation', api.relations.get.path, true],
  ['license', api.locations.licenses.path, true],
  ['count', api.counts.lines.path, true],
  ['count', api.licenses.list.path, false],
  // Anything may have changed.
  ['', api.licenses.list.path, true],
])('an event of %s and the calls to %s: %s', (noun, path, isTouched) => {
  expect(isAbout(noun, path)).toBe(isTouched);
});
