import { describe, expect, test } from 'vitest';
import { cartonId, type LineToPack, packAll } from './pack-all.ts';

const uom = (name: string, qty_per_base: number) => ({
  name,
  pivot: { is_base: 0 as const, qty_per_base, weight: 5, length: 40, width: 30, height: 20 },
});
const line = (id: number, quantity: number, ...uoms: ReturnType<typeof uom>[]): LineToPack => ({
  id,
  quantity,
  inventory: { uoms },
});
const packed = (...lines: LineToPack[]) => {
  let n = 0;
  const { containers, unpacked } = packAll(lines, () => `C${++n}`);
  return { cartons: containers.map(({ contents }) => contents.map((each) => [each.lineId, each.quantity])), unpacked };
};

describe('packing all by carton', () => {
  test.each([
    ['fills cartons and leaves the rest in the last', [line(1, 25, uom('Carton', 10))], [10, 10, 5]],
    ['takes one carton for less than one', [line(1, 3, uom('Each', 1), uom('CTN', 10))], [3]],
    ['reads the name in any letter case', [line(1, 20, uom(' carton ', 10))], [10, 10]],
    ['packs nothing of an empty line', [line(1, 0, uom('Carton', 10))], []],
  ])('%s', (_name, lines, expected) => {
    expect(packed(...lines).cartons).toEqual(expected.map((quantity) => [[1, quantity]]));
  });

  test('each line has cartons of its own; without the unit it stays for packing by hand', () => {
    expect(packed(line(1, 4, uom('Carton', 4)), line(2, 9, uom('Pallet', 40)), line(3, 5, uom('Ctn', 4)))).toEqual({
      cartons: [[[1, 4]], [[3, 4]], [[3, 1]]],
      unpacked: [2],
    });
  });

  test('makes no carton when there are more than can be saved, and says how many it takes', () => {
    const many = line(1, 100_000, uom('CTN', 1));
    expect(packAll([many, line(2, 1)], () => 'X')).toEqual({ containers: [], unpacked: [2], needed: 100_000 });
    expect(packAll([line(1, 3, uom('CTN', 1))], () => 'X', 2)).toMatchObject({ containers: [], needed: 3 });
  });

  test('a carton has the sizes of the unit, and the expiry date when there is one only', () => {
    const lots = (...days: (string | null)[]) => days.map((expire) => ({ lots: { expire } }));
    const of = (days: (string | null)[]) =>
      packAll([{ ...line(1, 1, uom('Carton', 4)), fulfillments: lots(...days) }], () => 'X').containers[0];
    expect(of(['2027-01-31', '2027-01-31'])).toEqual({
      id: 'X',
      own_number: '',
      length: 40,
      width: 30,
      height: 20,
      weight: 5,
      contents: [{ lineId: 1, quantity: 1, expire: '2027-01-31' }],
    });
    expect(of(['2027-01-31', null])?.contents[0]?.expire).toBeNull();
    expect(of([])?.contents[0]?.expire).toBeNull();
  });
});

test('a carton id has letters and digits that are not mistaken for each other', () => {
  expect([cartonId(6, () => 0), cartonId(6, () => 0.999)]).toEqual(['AAAAAA', '999999']);
});
