import type { OperationGrid } from '@longshore/contract';
import { expect, test } from 'vitest';
import { nextOrder, sortRows } from '../row-order.ts';
import { barsOf, stepsOf } from './grid-rows.ts';
import { addressOf, fieldsOf, linkOf } from './report-address.ts';

const column = (key: string, kind: 'text' | 'number' | 'day' = 'number') =>
  ({ key, heading: key.toUpperCase(), kind, total: 1, link: null }) as const;

const gridOf = (given: Partial<OperationGrid>): OperationGrid => ({
  name: 'x',
  title: 'X',
  from_date: null,
  to_date: null,
  columns: [],
  rows: [],
  totals: {},
  nearest: null,
  details: null,
  chart: null,
  ...given,
});

test('a heading sorts up, down and not at all', () => {
  const up = nextOrder(undefined, 1);
  expect(up).toEqual({ key: 1, direction: 'asc' });
  expect(nextOrder(up, 1)).toEqual({ key: 1, direction: 'desc' });
  expect(nextOrder({ key: 1, direction: 'desc' }, 1)).toBeUndefined();
  expect(nextOrder(up, 2)).toEqual({ key: 2, direction: 'asc' });
});

test('empty cells are last in both directions, numbers in texts count as numbers', () => {
  const rows = [['A-10'], [null], ['a-2'], ['']];
  const texts = (direction: 'asc' | 'desc') =>
    sortRows(rows, { key: 0, direction }, 'en', (row, at) => row[at]).map(([cell]) => cell);
  expect(texts('asc')).toEqual(['a-2', 'A-10', null, '']);
  expect(texts('desc')).toEqual(['A-10', 'a-2', null, '']);
});

test('a waterfall begins each step where the one before ended, and ends at the closing', () => {
  const steps = stepsOf(
    gridOf({
      columns: [column('opening'), column('received'), column('shipped'), column('closing')],
      totals: { opening: 10, received: 5, shipped: -8, closing: 7 },
      chart: { kind: 'steps', by: null, values: ['opening', 'received', 'shipped', 'closing'] },
    }),
  );
  expect(steps.map(({ from, to, kind }) => [from, to, kind])).toEqual([
    [0, 10, 'end'],
    [10, 15, 'in'],
    [15, 7, 'out'],
    [0, 7, 'end'],
  ]);
});

test('bars are sums by a text, the largest first, or days in their order', () => {
  const chart = { kind: 'bars', by: 'by', values: ['units'] } as const;
  const bars = (kind: 'text' | 'day', rows: OperationGrid['rows']) =>
    barsOf(gridOf({ columns: [column('by', kind), column('units')], rows, chart: { ...chart, values: ['units'] } }));
  const given = [
    ['2026-01-01', 1],
    ['2026-01-02', 5],
    ['2026-01-01', 2],
  ];
  expect(bars('text', given)).toEqual([
    { key: '2026-01-02', values: [5] },
    { key: '2026-01-01', values: [3] },
  ]);
  expect(bars('day', given).map(({ key }) => key)).toEqual(['2026-01-01', '2026-01-02']);
});

const offered = {
  name: 'movement',
  title: '',
  hint: '',
  group: 'ledger',
  group_title: '',
  all_clients: 0,
  dates: 'period',
  items: 1,
  criteria: null,
  is_favourite: 0,
} as const;

test('the address holds the fields, and gives them back', () => {
  const fields = { client: '3', from: '2026-01-01', to: '2026-01-31', text: '', items: [{ id: 7, sku: 'A, b~c/1' }] };
  const [path, query] = addressOf(offered, fields).split('?');
  expect(path).toBe('/reports/movement');
  const search = Object.fromEntries(new URLSearchParams(query));
  expect(fieldsOf(offered, search, { client: '1', today: '2026-11-18' })).toEqual(fields);
});

test('without an address a report begins with the client worked for and last month', () => {
  expect(fieldsOf(offered, { from: 'x', items: '0~,~' }, { client: '1', today: '2026-11-18' })).toEqual({
    client: '1',
    from: '2026-10-01',
    to: '2026-10-31',
    text: '',
    items: [],
  });
});

test.each([
  ['inventory', '7', '/inventories/7/action/view'],
  ['order', 'Customer-Order/12', '/orders/Customer-Order/12/action/view'],
  ['shipment', 'outbound/34/12', '/f/outbound/34'],
] as const)('a cell of %s leads to its record', (to, id, href) => {
  expect(linkOf(to, id, true)).toBe(href);
  if (to === 'shipment') expect(linkOf(to, id, false)).toBe('/orders/12/shipment/34/view');
});
