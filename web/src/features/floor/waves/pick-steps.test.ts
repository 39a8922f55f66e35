import { ownCode, type WavePick, type WaveStop } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { type Held, NOTHING_HELD, readPick, stepOf, withQuantity } from './pick-steps.ts';

const pick = (more: Partial<WavePick> = {}): WavePick => ({
  line_id: 1,
  shipment_id: 10,
  client_id: 1,
  tote: 'T-01',
  inventory_id: 5,
  sku: 'OAK',
  name: 'Oak',
  upc: '012345678905',
  barcodes: [],
  serial: false,
  license_id: 7,
  license: 'LP-7',
  sscc: '',
  lot_id: null,
  lot: '',
  expire: null,
  quantity: 3,
  fulfillment_id: null,
  done: false,
  ...more,
});
const stop = (location: string, ...picks: WavePick[]): WaveStop => ({
  number: 1,
  location_id: location ? 1 : null,
  location,
  aisle: '',
  position: 0,
  side: '',
  done: false,
  picks,
});
const held = (more: Partial<Held>): Held => ({ ...NOTHING_HELD, ...more });

const elm = pick({ line_id: 2, shipment_id: 11, tote: 'T-02', inventory_id: 6, sku: 'ELM', upc: '' });
const second = pick({ line_id: 3, shipment_id: 12, tote: 'T-03', quantity: 1 });
const house = [stop('A-01', pick(), second), stop('B-01', elm)];
const serials = [stop('A-01', pick({ serial: true, quantity: 2 }))];
const lots = [stop('A-01', pick({ lot: 'L1', lot_id: 1 }), pick({ line_id: 4, tote: 'T-04', lot: 'L2', lot_id: 2 }))];
const loose = [stop('', pick({ license_id: null, license: '' }))];
const noBin = [stop('', pick())];
const labelled = [stop('A-01', pick({ sscc: '095212340000000013' }))];
const mixed = [stop('A-01', pick(), { ...elm, license_id: 7, license: 'LP-7' })];

/** The GTIN of the UPC above, with a lot or a serial. */
const gs1 = (more: string) => `0100012345678905${more}`;

describe('the next step', () => {
  test.each<[string, WaveStop[], Held, object]>([
    ['the bin is first', house, NOTHING_HELD, { kind: 'place', quantity: 3 }],
    ['then the item', house, held({ place: 'a-01' }), { kind: 'item' }],
    ['then the tote', house, held({ place: 'A-01', item: 'oak' }), { kind: 'tote', quantity: 3 }],
    ['of so many as were said', house, held({ place: 'A-01', item: 'OAK', quantity: 2 }), { quantity: 2 }],
    ['never of more than are picked', house, held({ place: 'A-01', item: 'OAK', quantity: 9 }), { quantity: 3 }],
    ['a plate says what is on it', house, held({ place: 'LP-7' }), { kind: 'tote' }],
    ['so does its SSCC', labelled, held({ place: ']C100095212340000000013' }), { kind: 'tote' }],
    ['unless two items are on it', mixed, held({ place: 'LP-7' }), { kind: 'item' }],
    [
      'serials are scanned one by one',
      serials,
      held({ place: 'A-01', item: 'OAK', serials: ['S1'] }),
      { kind: 'serial' },
    ],
    ['until all are', serials, held({ place: 'A-01', item: 'OAK', serials: ['S1', 'S2'] }), { kind: 'tote' }],
    ['goods in no bin begin with their plate', noBin, NOTHING_HELD, { kind: 'place' }],
    ['and those on no plate with the item', loose, NOTHING_HELD, { kind: 'item' }],
    [
      'a place of an earlier stop is not that of the next one',
      [stop('B-01', elm)],
      held({ place: 'A-01' }),
      { kind: 'place' },
    ],
    ['the place that was scanned stays the current one', house, held({ place: 'B-01' }), { kind: 'item', pick: elm }],
    ['nothing is left', [], NOTHING_HELD, { kind: 'done' }],
  ])('%s', (_name, stops, now, step) => {
    expect(stepOf(stops, now)).toMatchObject(step);
  });
});

const toteCode = ownCode('tote', 'T-01') ?? '';
const binCode = ownCode('location', 'A-01') ?? '';
const atItem = held({ place: 'A-01' });
const atTote = held({ place: 'A-01', item: 'OAK' });
const body = { line_id: 1, place: 'A-01', item: 'OAK', tote: 'T-01', quantity: 3 };
const wrong = (reason: string, expected?: string) => ({
  kind: 'refused',
  wrong: reason,
  ...(expected === undefined ? {} : { expected }),
});

describe('what a scan means', () => {
  test.each<[string, WaveStop[], Held, string, object]>([
    ['the bin', house, NOTHING_HELD, 'a-01', { kind: 'held', held: { place: 'a-01' } }],
    ['the label of the bin', house, NOTHING_HELD, binCode, { kind: 'held', held: { place: binCode } }],
    ['the plate in the bin', house, NOTHING_HELD, 'LP-7', { kind: 'held', held: { place: 'LP-7' } }],
    ['another bin', house, NOTHING_HELD, 'B-01', wrong('place', 'A-01')],
    ['the item before its bin', house, NOTHING_HELD, 'OAK', wrong('firstPlace', 'A-01')],
    ['the tote before the bin', house, NOTHING_HELD, 'T-01', wrong('firstPlace', 'A-01')],
    ['the item', house, atItem, 'OAK', { kind: 'held', held: { place: 'A-01', item: 'OAK' } }],
    ['its barcode', house, atItem, '012345678905', { kind: 'held', held: { item: '012345678905' } }],
    ['another item', house, atItem, 'ELM', wrong('item', 'OAK')],
    ['the tote before the item', house, atItem, 'T-01', wrong('firstItem', 'OAK')],
    ['the bin once more', house, atTote, 'A-01', { kind: 'held', held: atTote }],
    ['the tote', house, atTote, 'T-01', { kind: 'picked', bodies: [body] }],
    ['the label of the tote', house, atTote, toteCode, { kind: 'picked', bodies: [{ ...body, tote: toteCode }] }],
    ['another tote', house, atTote, 'T-02', wrong('tote', 'T-01')],
    ['a part of it', house, { ...atTote, quantity: 2 }, 'T-01', { kind: 'picked', bodies: [{ ...body, quantity: 2 }] }],
    [
      'what is held goes on into the next tote',
      house,
      { ...atTote, quantity: 2 },
      'T-01',
      { held: { place: 'A-01', item: 'OAK', quantity: null } },
    ],
    ['goods on no plate', loose, held({ item: 'OAK' }), 'T-01', { bodies: [{ ...body, place: '' }] }],
    ['the lot of another pick here', lots, atItem, gs1('10L2'), { kind: 'held', held: { pick: '4 7 2' } }],
    ['a lot that is not picked', lots, atItem, gs1('10L9'), wrong('lot', 'L1')],
    ['a serial', serials, atTote, 'S1', { kind: 'held', held: { serials: ['S1'] } }],
    ['a serial twice', serials, { ...atTote, serials: ['S1'] }, 's1', wrong('serialTwice')],
    ['the item instead of a serial', serials, atTote, 'OAK', wrong('firstSerial', 'OAK')],
    ['the item with its serial', serials, atItem, gs1('21S1'), { kind: 'held', held: { serials: ['S1'] } }],
    [
      'the next item with its serial',
      serials,
      { ...atTote, serials: ['S1'] },
      gs1('21S2'),
      { held: { serials: ['S1', 'S2'] } },
    ],
    ['the tote without a serial', serials, atTote, 'T-01', wrong('firstSerial')],
    [
      'the tote after one of two serials',
      serials,
      { ...atTote, serials: ['S1'] },
      'T-01',
      { bodies: [{ ...body, serial: 'S1', quantity: 1 }] },
    ],
    [
      'the tote after all serials',
      serials,
      { ...atTote, serials: ['S1', 'S2'] },
      'T-01',
      { bodies: [{ serial: 'S1' }, { serial: 'S2' }], held: { item: '', serials: [] } },
    ],
  ])('%s', (_name, stops, now, code, meaning) => {
    expect(readPick(stops, now, code)).toMatchObject(meaning);
  });

  test('a quantity is taken, unless more than are picked', () => {
    expect(withQuantity(house, atTote, 2)).toMatchObject({ kind: 'held', held: { quantity: 2, item: 'OAK' } });
    expect(withQuantity(house, atTote, 4)).toEqual({ kind: 'refused', wrong: 'tooMany', code: '4', expected: '3' });
  });
});
