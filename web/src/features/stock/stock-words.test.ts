import { type Movement, NO_LICENSE, NO_LOT } from '@longshore/contract';
import { expect, test } from 'vitest';
import { dayOf } from '../../lib/format.ts';
import { endOfDay, groupMovements } from './stock-words.ts';

const movement = (id: number, kind: Movement['kind'], quantity: number, more: Partial<Movement> = {}): Movement => ({
  id,
  at: '2026-11-14T10:00:00Z',
  kind,
  quantity,
  item_balance: 100,
  row_balance: 10,
  quarantine: false,
  license: NO_LICENSE,
  license_id: null,
  lot_number: NO_LOT,
  lead: '',
  reference: '',
  cause: '',
  user: 'Dana Reyes',
  ...more,
});

test('the two movements of a move are one entry without a change of stock', () => {
  const entries = groupMovements(
    [movement(3, 'move', 40), movement(2, 'move', -40), movement(1, 'receive', 100)],
    false,
  );
  expect(entries.map(({ verb, units, change }) => [verb, units, change])).toEqual([
    ['moved', 40, 0],
    ['received', 100, 100],
  ]);
  expect([entries[0]?.from?.id, entries[0]?.to.id]).toEqual([2, 3]);
});

test('moving into quarantine reduces the stock, moving out restores it', () => {
  const into = [movement(2, 'convert', 6, { quarantine: true }), movement(1, 'convert', -6)];
  const out = [movement(4, 'convert', 6), movement(3, 'convert', -6, { quarantine: true })];
  expect(groupMovements([...out, ...into], false).map(({ verb, change }) => [verb, change])).toEqual([
    ['converted', 6],
    ['quarantined', -6],
  ]);
});

test('an unpaired movement at the end of a page is left out until its other half is loaded', () => {
  const half = movement(2, 'move', 40);
  expect(groupMovements([half], true)).toEqual([]);
  expect(groupMovements([half], false)).toHaveLength(1);
});

test('a day ends in the time zone of the company, also when daylight saving changes', () => {
  expect(endOfDay('2026-11-14', 'America/Los_Angeles').toISOString()).toBe('2026-11-15T08:00:00.000Z');
  expect(endOfDay('2026-10-31', 'America/Los_Angeles').toISOString()).toBe('2026-11-01T07:00:00.000Z');
  expect(endOfDay('2026-11-01', 'America/Los_Angeles').toISOString()).toBe('2026-11-02T08:00:00.000Z');
  expect(endOfDay('2026-11-14', 'Asia/Shanghai').toISOString()).toBe('2026-11-14T16:00:00.000Z');
  expect(dayOf('2026-11-15T02:00:00Z', 'America/Los_Angeles')).toBe('2026-11-14');
});
