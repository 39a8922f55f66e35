import { expect, test } from 'vitest';
import { afterScan, expectedAfter, initialState, type Outcome } from './put-away-scans.ts';

const held = (license: string): Outcome => ({ kind: 'held', license });
const refused = (license: string, location: string): Outcome => ({ kind: 'refused', license, location, why: 'no' });
const placed = (license: string, location: string): Outcome => {
  const place = { id: 1, location, type: 'S', billing_category: '', pivot: { in_location: 1 } } as const;
  return { kind: 'placed', plate: { license, locations: [place] } };
};

const scanAll = (...outcomes: Outcome[]) =>
  outcomes.reduce((now, outcome) => afterScan(now, outcome, 'left out'), initialState(''));
const summarize = ({ held, placed, refused }: ReturnType<typeof scanAll>) => ({
  held,
  placed: placed.map(({ license, location }) => `${license} ${location}`),
  refused: refused.map(({ license, location, why }) => [license, location, why].filter(Boolean).join(' ')),
});

test.each<[string, Outcome[], ReturnType<typeof summarize>]>([
  ['a pair', [held('A'), placed('A', 'x')], { held: '', placed: ['A x'], refused: [] }],
  ['a wrong bin', [held('A'), refused('A', '?')], { held: 'A', placed: [], refused: ['A ? no'] }],
  [
    'a wrong bin, then the right one',
    [held('A'), refused('A', '?'), placed('A', 'x')],
    { held: '', placed: ['A x'], refused: [] },
  ],
  [
    'a wrong bin, then the next plate',
    [held('A'), refused('A', '?'), held('B'), placed('B', 'x')],
    { held: '', placed: ['B x'], refused: ['A ? no'] },
  ],
  ['the next plate instead of a bin', [held('A'), held('B')], { held: 'B', placed: [], refused: ['A left out'] }],
  ['the same plate twice', [held('A'), held('a')], { held: 'a', placed: [], refused: [] }],
  ['no plate', [refused('?', '')], { held: '', placed: [], refused: ['? no'] }],
])('%s', (_what, outcomes, expected) => {
  expect(summarize(scanAll(...outcomes))).toEqual(expected);
});

test('the last five plates are shown', () => {
  const pairs = ['A', 'B', 'C', 'D', 'E', 'F'].map((plate) => placed(plate, 'x'));
  expect(summarize(scanAll(...pairs)).placed).toEqual(['F x', 'E x', 'D x', 'C x', 'B x']);
});

test.each<[string, string[], string]>([
  ['', [], ''],
  ['', ['A'], 'A'],
  ['', ['A', 'x'], ''],
  ['', ['A', 'a'], 'a'],
  ['A', ['x'], ''],
  ['A', ['x', 'B'], 'B'],
])('with %j held and %j pending, the bin of %j is expected next', (plate, pendingCodes, expected) => {
  expect(expectedAfter(plate, pendingCodes)).toBe(expected);
});
