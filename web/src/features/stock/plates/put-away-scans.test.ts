import { expect, test } from 'vitest';
import { afterScan, expectedAfter, initialState, type Outcome, pairsOf } from './put-away-scans.ts';

const held = (license: string): Outcome => ({ kind: 'held', license });
const refused = (license: string, location: string): Outcome => ({ kind: 'refused', license, location, why: 'no' });
const placed = (license: string, location: string): Outcome => {
  const place = { id: 1, location, type: 'S', billing_category: '', pivot: { in_location: 1 } } as const;
  return { kind: 'placed', plate: { id: 7, license, locations: [place], has_moved: true, moved_from: null } };
};

const scanAll = (...outcomes: Outcome[]) =>
  outcomes.reduce((now, outcome) => afterScan(now, outcome, 'left out'), initialState(''));
const summarize = ({ held, placed, refused }: ReturnType<typeof scanAll>) => ({
  held,
  placed: placed.map(({ license, location }) => `${license} ${location.location}`),
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

test('the last six plates are shown, and all are counted; one is marked as undone', () => {
  const pairs = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((plate) => placed(plate, 'x'));
  const state = scanAll(...pairs);
  expect(summarize(state).placed).toEqual(['G x', 'F x', 'E x', 'D x', 'C x', 'B x']);
  expect(state.placedCount).toBe(7);
  const undone = afterScan(state, { kind: 'undone', step: state.placed[1]?.step ?? 0 }, '');
  expect(undone.placed.map(({ isUndone }) => isUndone)).toEqual([false, true, false, false, false, false]);
  expect(undone.placedCount).toBe(6);
});

const scans = (...codes: string[]) =>
  codes.map((code) => ({ key: code, input: { kind: 'scan', code } as const, at: 0, state: 'waiting' as const }));

test.each<[string, string[], string[]]>([
  ['', ['A', 'x', 'B', 'y'], ['A x: A x', 'B y: B y']],
  ['', ['A', 'x', 'B'], ['A x: A x', 'B : B']],
  ['A', ['x', 'B', 'y'], ['A x: x', 'B y: B y']],
  ['A', ['a', 'x'], ['a x: a x']],
  ['', [], []],
])('with %j held, the pending scans %j are shown and cancelled as pairs', (plate, codes, expected) => {
  const pairs = pairsOf(plate, scans(...codes));
  expect(pairs.map(({ license, location, keys }) => `${license} ${location}: ${keys.join(' ')}`)).toEqual(expected);
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
