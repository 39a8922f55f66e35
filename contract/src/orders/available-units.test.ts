import { expect, test } from 'vitest';
import { availableUnits, type LineToFill, sumOfUnits } from './available-units.ts';

const line = (id: number, leftover: number, available: number, more: Partial<LineToFill> = {}): LineToFill => ({
  id,
  inventory_id: id * 10,
  leftover,
  available,
  quantity: leftover,
  kit_id: null,
  kit_quantity: 0,
  ...more,
});
const kit = (kits: number) => ({ kit_id: 9, kit_quantity: kits });

test.each<[string, LineToFill[], number[]]>([
  ['everything there', [line(1, 5, 9)], [5]],
  ['a part', [line(1, 40, 26), line(2, 3, 0)], [26, 0]],
  ['nothing, also when it is owed', [line(1, 4, -2)], [0]],
  ['two lines of one item share it', [line(1, 4, 6), line(2, 5, 6, { inventory_id: 10 })], [4, 2]],
  ['whole kits', [line(1, 6, 5, kit(3)), line(2, 3, 9, kit(3))], [4, 2]],
  ['no kit without one of its components', [line(1, 6, 9, kit(3)), line(2, 3, 0, kit(3))], [0, 0]],
  ['kits and loose units of the same item', [line(1, 2, 3), line(2, 4, 3, { ...kit(2), inventory_id: 10 })], [2, 0]],
  [
    'a kit of which a part was shipped',
    [line(1, 2, 9, { ...kit(3), quantity: 6 }), line(2, 1, 9, { ...kit(3), quantity: 3 })],
    [2, 1],
  ],
])('%s', (_what, lines, expected) => {
  const units = availableUnits(lines);
  expect(lines.map(({ id }) => units.get(id))).toEqual(expected);
  expect(sumOfUnits(units)).toBe(expected.reduce((sum, each) => sum + each, 0));
});
