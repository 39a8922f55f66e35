import { expect, test } from 'vitest';
import { sortForWalk } from './walk-order.ts';

const walk = (...names: string[]) =>
  sortForWalk(names.map((location) => ({ location }))).map(({ location }) => location);

test.each([
  ['bays by their number, not their letters', ['A-10', 'A-9', 'A-2'], ['A-2', 'A-9', 'A-10']],
  [
    'every other aisle backwards',
    ['B-01-1', 'A-03-1', 'C-01-1', 'A-01-1', 'B-03-1', 'C-02-1'],
    ['A-01-1', 'A-03-1', 'B-03-1', 'B-01-1', 'C-01-1', 'C-02-1'],
  ],
  ['aisles that are not visited do not count', ['D-02-1', 'A-01-1', 'D-01-1'], ['A-01-1', 'D-02-1', 'D-01-1']],
  ['the levels of a bay from below', ['A-01-3', 'A-01-1', 'A-01-2'], ['A-01-1', 'A-01-2', 'A-01-3']],
  ['a bay of a backward aisle too', ['A-1-1', 'B-1-2', 'B-1-1', 'B-2-1'], ['A-1-1', 'B-2-1', 'B-1-1', 'B-1-2']],
  ['no bin last', ['', 'A-2', '', 'A-1'], ['A-1', 'A-2', '', '']],
  ['names without parts', ['dock', 'A1', 'A12', '收货区'], ['dock', '收货区', 'A1', 'A12']],
])('%s', (_what, given, sorted) => expect(walk(...given)).toEqual(sorted));
