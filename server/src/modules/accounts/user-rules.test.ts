import { describe, expect, test } from 'vitest';
import { permissionsNotHeld, stopsBeingSuper } from './user-rules.ts';

describe('nobody can grant more permissions than they have', () => {
  test.each([
    ['a super user holds everything', { is_su: true, access: {} }, { pack: true }, []],
    ['the same keys', { is_su: false, access: { pack: true } }, { pack: true }, []],
    ['a key that is false gives nothing', { is_su: false, access: {} }, { pack: false }, []],
    ['a key held as false is not held', { is_su: false, access: { pack: false } }, { pack: true }, ['pack']],
    [
      'one key too many',
      { is_su: false, access: { pack: true } },
      { pack: true, void_shipment: true },
      ['void_shipment'],
    ],
  ])('%s', (_name, giver, given, beyond) => {
    expect(permissionsNotHeld(giver, given)).toEqual(beyond);
  });
});

test.each([
  [true, true, true, true, false],
  [true, true, false, true, true],
  [true, true, true, false, true],
  [true, false, false, false, false],
  [false, true, false, false, false],
])('super %s active %s becomes super %s active %s: stops being super %s', (su, active, nextSu, nextActive, stops) => {
  expect(stopsBeingSuper({ is_su: su, is_active: active }, { is_su: nextSu, is_active: nextActive })).toBe(stops);
});
