import type { SearchHit } from '@longshore/contract';
import { expect, test } from 'vitest';
import { readMove } from './move-scans.ts';

const hit = (kind: string, title: string): SearchHit => ({ kind, id: 1, title, description: '', path: '' });
const plate = [hit('license', 'LP-1')];
const other = [hit('license', 'LP-2')];
const bin = [hit('location', 'A-01-1')];

test.each([
  ['a plate is held', 'lp-1', '', plate, { kind: 'hold', license: 'LP-1', isSkipped: false }],
  ['a bin moves what is held', 'a-01-1', 'LP-1', bin, { kind: 'move', license: 'LP-1', location: 'A-01-1' }],
  ['another plate takes its place', 'LP-2', 'LP-1', other, { kind: 'hold', license: 'LP-2', isSkipped: true }],
  ['the same plate again changes nothing', 'lp-1', 'LP-1', plate, { kind: 'hold', license: 'LP-1', isSkipped: false }],
  ['a bin without a plate is refused', 'A-01-1', '', bin, { kind: 'refused', expected: 'plate' }],
  ['an item is no bin', 'OAK-1', 'LP-1', [hit('item', 'OAK-1')], { kind: 'refused', expected: 'location' }],
  ['nothing has the code', 'NOWHERE', 'LP-1', [], { kind: 'refused', expected: 'location' }],
  // A plate and a bin of the same name: with a plate in the hand it is the bin.
  [
    'both',
    'X-1',
    'LP-1',
    [hit('license', 'X-1'), hit('location', 'X-1')],
    { kind: 'move', license: 'LP-1', location: 'X-1' },
  ],
  ['offline, the first is the plate', 'LP-1', '', undefined, { kind: 'hold', license: 'LP-1', isSkipped: false }],
  [
    'offline, the second is the bin',
    'A-01-1',
    'LP-1',
    undefined,
    { kind: 'move', license: 'LP-1', location: 'A-01-1' },
  ],
  ['offline, the same code is no bin', 'LP-1', 'LP-1', undefined, { kind: 'hold', license: 'LP-1', isSkipped: false }],
])('%s', (_name, code, held, hits, meaning) => {
  expect(readMove(code, held, hits)).toEqual(meaning);
});
