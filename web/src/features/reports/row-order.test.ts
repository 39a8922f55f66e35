import { expect, test } from 'vitest';
import { nextOrder, type RowOrder, sortRows } from './row-order.ts';

test('rows are sorted by a column, empty cells last, and then as they were', () => {
  const rows = ['S-10', null, 'S-9'].map((cell, place) => ({ place, cells: [cell] }));
  const places = (order: RowOrder<number> | undefined) =>
    sortRows(rows, order, 'en', ({ cells }, at) => cells[at]).map(({ place }) => place);
  const up = nextOrder(undefined, 0);
  const down = nextOrder(up, 0);
  expect([places(up), places(down), places(nextOrder(down, 0))]).toEqual([
    [2, 0, 1],
    [0, 2, 1],
    [0, 1, 2],
  ]);
});
