import {
  CONTAINERS_MAX,
  cartonCode,
  type FulfilmentLine,
  lineCode,
  NOT_MEASURED,
  shipmentCode,
} from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import {
  type Carton,
  cartonsWith,
  expiryToPack,
  fillOf,
  inputOf,
  leftToPack,
  newCarton,
  onlyLine,
  ownBox,
  packageOf,
  packBalance,
  packProblems,
  packRest,
  pageOfCarton,
  putLineInto,
  readPackScan,
  withoutUnits,
  withQuantity,
  withUnits,
  withWeight,
} from './pack-rules.ts';

const uom = (name: string, is_base: 0 | 1, qty_per_base: number, side: number, weight: number) => ({
  id: 1,
  name,
  pivot: { is_base, qty_per_base, length: side, width: side, height: side, weight },
});
const line = (id: number, sku: string, quantity: number, more: Partial<FulfilmentLine> = {}, side = 10) =>
  ({
    id,
    quantity,
    fulfillments: [],
    inventory: {
      sku,
      name: sku,
      upc: '',
      barcode_1: '',
      barcode_2: '',
      uoms: [uom('Each', 1, 1, side, side === 1 ? 1 : 0.5)],
    },
    ...more,
  }) as unknown as FulfilmentLine;
const TEA = line(1, 'TEA', 12);
const HAM = line(2, 'HAM', 5, {}, 1);
const lines = [TEA, HAM];
const carton = (id: string, ...contents: [lineId: number, quantity: number, expire?: string][]): Carton => ({
  ...newCarton(id, { length: 20, width: 20, height: 20, weight: 0.2 }),
  contents: contents.map(([lineId, quantity, expire = null]) => ({ lineId, quantity, expire })),
});

const pickedOf = (...picked: [quantity: number, expire: string | null][]) =>
  picked.map(([quantity, expire]) => ({ quantity, lots: { expire } })) as unknown as FulfilmentLine['fulfillments'];

test.each<[string, FulfilmentLine['fulfillments'], [number, string | null][]]>([
  ['nothing says where they were picked', [], [[12, null]]],
  ['one lot', pickedOf([12, '2027-03-01']), [[12, '2027-03-01']]],
  ['bins of the same lot', pickedOf([5, '2027-03-01'], [7, '2027-03-01']), [[12, '2027-03-01']]],
  [
    'lots of two days',
    pickedOf([5, '2027-03-01'], [7, '2027-04-01']),
    [
      [5, '2027-03-01'],
      [7, '2027-04-01'],
    ],
  ],
])('all units of a line go into one carton by their expiry: %s', (_what, fulfillments, rows) => {
  const { contents } = putLineInto(newCarton('A', ownBox), line(1, 'TEA', 12, { fulfillments }));
  expect(contents.map(({ lineId, quantity, expire }) => [lineId, quantity, expire])).toEqual(
    rows.map(([quantity, expire]) => [1, quantity, expire]),
  );
});

const HELD = { kind: 'scan', text: 'TEA', isScanned: true } as const;
const ALL_PICKED = line(1, 'TEA', 12, { fulfilled: 12 });
test.each<[string, boolean, FulfilmentLine[], Parameters<typeof onlyLine>[1]]>([
  ['one line that is picked', true, [ALL_PICKED], { cartons: [], held: [] }],
  ['some of it is not picked', false, [line(1, 'TEA', 12, { fulfilled: 11 })], { cartons: [], held: [] }],
  ['two lines', false, [ALL_PICKED, HAM], { cartons: [], held: [] }],
  ['none', false, [], { cartons: [], held: [] }],
  ['a carton was begun', false, [ALL_PICKED], { cartons: [newCarton('A', ownBox)], held: [] }],
  ['a scan waits', false, [ALL_PICKED], { cartons: [], held: [HELD] }],
])('one carton is offered for a shipment with one line only: %s, %s', (_what, isOffered, all, draft) => {
  expect(onlyLine(all, draft) !== undefined).toBe(isOffered);
});

test('units of the same line and expiry are one row, and 0 removes it', () => {
  const [one, other] = [
    { lineId: 1, quantity: 2, expire: null },
    { lineId: 1, quantity: 3, expire: '2027-01-01' },
  ];
  const contents = withUnits(withUnits(withUnits([], one), other), one);
  expect(contents).toEqual([{ ...one, quantity: 4 }, other]);
  expect(withoutUnits(contents, one)).toEqual([one, other]);
  expect(withoutUnits([one, other], one)).toEqual([other]);
  expect(withoutUnits([other], one)).toBeUndefined();
  expect(withQuantity(contents, 0, 0)).toEqual([other]);
  expect(withQuantity(contents, 1, 1)).toEqual([contents[0], { ...other, quantity: 1 }]);
});

test('what is left, where it is and what is wrong', () => {
  const cartons = [carton('A', [1, 5]), carton('B', [1, 7], [2, 4])];
  expect([leftToPack(TEA, cartons), leftToPack(HAM, cartons)]).toEqual([0, 1]);
  expect(cartonsWith(cartons, 1)).toEqual(['1–2']);
  const mixed = [1, 1, 1, 2, 1, 2, 2].map((lineId, at) => carton(String(at), [lineId, 1], [lineId, 1, '2027-01-01']));
  expect([cartonsWith(mixed, 1), cartonsWith(mixed, 2), cartonsWith(mixed, 3)]).toEqual([
    ['1–3', '5'],
    ['4', '6–7'],
    [],
  ]);
  expect(packProblems(lines, cartons)).toEqual(['PackedIsNotShipped:HAM']);
  expect(inputOf({ cartons: [...cartons, carton('C')] }).containers.map(({ id }) => id)).toEqual(['A', 'B']);
});

test('some thousands of cartons fit into a request, and are shown in pages', () => {
  const cartons = Array.from({ length: CONTAINERS_MAX }, (_, n) => ({
    ...carton(String(100_000 + n), [1_234_567, 1000], [2_345_678, 1000], [3_456_789, 1000]),
    length: 62.55,
    width: 41.25,
    height: 31.75,
    weight: 19.755,
  }));
  const bytes = JSON.stringify(inputOf({ cartons })).length;
  expect(bytes).toBeLessThan(1024 * 1024);
  expect(
    [cartons[0]?.id, cartons[24]?.id, cartons[25]?.id, 'none'].map((id = '') => pageOfCarton(cartons, id)),
  ).toEqual([1, 1, 2, 1]);
  expect(
    inputOf({ cartons: [{ ...carton('A', [1, 2, '2027-01-01']), own_number: 'PAL-1' }] }).containers,
  ).toMatchObject([{ own_number: 'PAL-1', contents: [{ lineId: 1, quantity: 2, expire: '2027-01-01' }] }]);
});

test('fill by volume and weight, as far as they are measured', () => {
  const one = carton('A', [1, 4]);
  expect(fillOf(one, lines)).toEqual({ full: 0.5, shares: [{ key: '1 ', lineId: 1, share: 0.5 }] });
  expect(withWeight(one, lines).weight).toBe(2.2);
  expect(fillOf(carton('A', [1, 3], [2, 1]), lines)).toMatchObject({
    full: undefined,
    shares: [{ share: 0.75 }, { share: 0.25 }],
  });
  // The computed weight of an own carton does not make it a measured one.
  expect(fillOf({ ...one, ...ownBox, weight: 2.2 }, lines).full).toBeUndefined();
  expect(withWeight({ ...one, isWeighed: true, weight: 9 }, lines).weight).toBe(9);
  // A carton that was never measured weighs what is in it.
  const own = newCarton('own', ownBox);
  expect(withWeight({ ...own, contents: one.contents }, lines).weight).toBe(
    withWeight({ ...one, tare: 0 }, lines).weight,
  );
  expect(withWeight(own, lines).weight).toBe(NOT_MEASURED);
});

test('a carton is called by the active package of its sizes', () => {
  const box = { length: 20, width: 20, height: 20, weight: 0.4 };
  const packages = [
    { ...box, name: 'Old', is_active: 0 },
    { ...box, name: 'Cube', is_active: 1 },
  ];
  expect(packageOf(packages, carton('A'))?.name).toBe('Cube');
  expect(packageOf(packages, { ...box, height: 21 })).toBeUndefined();
  expect(packageOf([{ ...ownBox, name: 'Unit', is_active: 1 }], { ...carton('A'), ...ownBox })).toBeUndefined();
});

test('the expiry of what is packed next follows the fulfilments', () => {
  const lot = (quantity: number, expire: string | null) => ({ quantity, lots: { expire } });
  const fulfillments = [lot(2, '2027-01-01'), lot(3, '2027-02-01')] as FulfilmentLine['fulfillments'];
  const ham = line(2, 'HAM', 5, { fulfillments });
  expect(expiryToPack(ham, [])).toBe('2027-01-01');
  expect(expiryToPack(ham, [carton('A', [2, 2, '2027-01-01'])])).toBe('2027-02-01');
  expect(expiryToPack(TEA, [])).toBeNull();
});

test('packing the rest leaves packed cartons alone', () => {
  const uoms = [uom('Each', 1, 1, 10, 1), uom('Carton', 0, 6, 40, 5)];
  const tea = line(1, 'TEA', 12, { inventory: { ...TEA.inventory, uoms } });
  let n = 0;
  const { cartons, unpacked } = packRest([carton('A', [1, 4]), carton('B')], [tea, HAM], () => `N${++n}`);
  expect(cartons.map(({ id, contents }) => `${id} ${contents.map(({ quantity }) => quantity)}`)).toEqual([
    'A 4',
    'N1 6',
    'N2 2',
  ]);
  expect(unpacked).toEqual([2]);
  const many = line(1, 'TEA', 6 * CONTAINERS_MAX + 10, { inventory: { ...TEA.inventory, uoms } });
  const before = [carton('A', [1, 4])];
  expect(packRest(before, [many], () => 'N')).toEqual({ cartons: before, unpacked: [], tooMany: CONTAINERS_MAX + 2 });
});

test('too many units are not counted as left', () => {
  expect(packBalance([TEA, HAM], [carton('A', [1, TEA.quantity + 2])])).toEqual({ left: HAM.quantity, over: 2 });
});

describe('a scan', () => {
  const cartons = [carton('K7QX2M', [1, 10]), { ...carton('P03LTA', [2, 5]), own_number: 'BOX-9' }];
  test.each([
    ['tea', { kind: 'units', quantity: 1, expire: null }],
    ['2*TEA', { kind: 'units', quantity: 2 }],
    ['3*TEA', { kind: 'refused', reason: 'tooMany', sku: 'TEA' }],
    ['HAM', { kind: 'refused', reason: 'allPacked', sku: 'HAM' }],
    ['X', { kind: 'refused', reason: 'notOnShipment', code: 'X' }],
    ['n', { kind: 'new' }],
    ['2', { kind: 'carton', id: 'P03LTA' }],
    ['9', { kind: 'refused', reason: 'noSuchCarton' }],
    ['k7qx2m', { kind: 'carton', id: 'K7QX2M' }],
    ['box-9', { kind: 'carton', id: 'P03LTA' }],
  ])('%s', (code, meaning) => {
    expect(readPackScan({ text: code, isScanned: false }, lines, cartons, 2026)).toMatchObject(meaning);
  });

  test('of digits opens the carton of that number when it was typed', () => {
    const many = Array.from({ length: 120 }, (_, n) => carton(`C${n + 1}`));
    const read = (text: string, isScanned: boolean) => readPackScan({ text, isScanned }, lines, many, 2026);
    expect(read('117', false)).toEqual({ kind: 'carton', id: 'C117' });
    expect(read('7', true)).toEqual({ kind: 'carton', id: 'C7' });
    expect(read('117', true)).toMatchObject({ kind: 'refused', reason: 'notOnShipment' });
    expect(read('121', false)).toMatchObject({ kind: 'refused', reason: 'noSuchCarton' });
  });

  test('of the SSCC on the label of a carton', () => {
    const cartons = [carton('A1B2C3'), { ...carton('XY12ZZ'), sscc: '095212340000000013' }];
    const read = (text: string) => readPackScan({ text, isScanned: true }, lines, cartons, 2026);
    for (const text of [']C100095212340000000013', 'https://a.example/00/095212340000000013'])
      expect(read(text)).toEqual({ kind: 'carton', id: 'XY12ZZ' });
    expect(read('00095212340000000020')).toMatchObject({ kind: 'refused', reason: 'notOnShipment' });
    expect(inputOf({ cartons: cartons.map((each) => ({ ...each, contents: carton('C', [1, 1]).contents })) })).toEqual({
      containers: [expect.not.objectContaining({ sscc: '' }), expect.not.objectContaining({ sscc: expect.anything() })],
    });
  });

  test('of our own labels: a carton of this shipment, and a line of its ticket', () => {
    const here = lines.map((each) => ({ ...each, shipment_id: 806 }));
    const cartons = [carton('A1B2C3'), carton('XY12ZZ')];
    const read = (text: string) => readPackScan({ text, isScanned: true }, here, cartons, 2026);
    expect(read(cartonCode(806, 'XY12ZZ'))).toEqual({ kind: 'carton', id: 'XY12ZZ' });
    expect(read(cartonCode(806, 2))).toEqual({ kind: 'carton', id: 'XY12ZZ' });
    expect(read(cartonCode(807, 'XY12ZZ'))).toMatchObject({ kind: 'refused', reason: 'notOnShipment' });
    expect(read(shipmentCode(806))).toMatchObject({ kind: 'refused', reason: 'notOnShipment' });
    expect(read(lineCode(2))).toMatchObject({ kind: 'units', line: { id: 2 }, quantity: 1 });
    expect(read(`3*${lineCode(2)}`)).toMatchObject({ kind: 'units', line: { id: 2 }, quantity: 3 });
    expect(read('A1B2C3')).toEqual({ kind: 'carton', id: 'A1B2C3' });
  });
});
