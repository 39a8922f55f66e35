import { describe, expect, test } from 'vitest';
import { findGroups, type ImportSheet, sharedHeadings } from './import-sheet.ts';

const columns = { sku: { heading: 'SKU' }, iid: { heading: 'IID' } };
const sheet = { together: ['sku', 'iid'], columns } as unknown as ImportSheet;
const rowsOf = (...cells: [iid: string, sku: string][]) => cells.map(([iid, sku]) => ({ iid, sku }));

describe('rows belong together', () => {
  test.each([
    ['by a text they share, in any case', rowsOf(['', 'A'], ['', 'b'], ['', ' a ']), [], [[0, 2], [1], [0, 2]]],
    ['not by an empty one', rowsOf(['', ''], ['', '']), [], [[0], [1]]],
    ['by either field', rowsOf(['7', ''], ['7', 'A'], ['', 'a']), [], Array(3).fill([0, 1, 2])],
    ['by the record they name', rowsOf(['7', ''], ['', 'B'], ['', 'a']), ['7', '', '7'], [[0, 2], [1], [0, 2]]],
    ['through a third', rowsOf(['', 'A'], ['', 'B'], ['7', 'B'], ['7', 'A']), [], Array(4).fill([0, 1, 2, 3])],
  ])('%s', (_how, rows, records, groups) => {
    expect(findGroups(sheet, rows, records)).toEqual(groups);
  });

  test('and say by what, the first of it', () => {
    const rows = rowsOf(['7', 'A'], ['7', 'B'], ['', 'b'], ['8', '']);
    expect(sharedHeadings(sheet, rows)).toEqual(['IID', 'SKU', 'SKU', 'SKU']);
  });

  test.each([
    ['all alike', () => 'A'],
    ['each with a text of its own', (index: number) => `A-${index}`],
  ])('however many they are, %s', (_how, skuOf) => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ iid: '7', sku: skuOf(index) }));
    const [first] = findGroups(sheet, rows, []);
    expect([first?.length, first?.at(-1)]).toEqual([20_000, 19_999]);
    expect(sharedHeadings(sheet, rows)).toHaveLength(20_000);
  });
});
