import { ownCode, type WavePick, type WaveShipment, type WaveStop, type WaveToPick } from '@longshore/contract';
import { expect, test } from 'vitest';
import { readNextTote, withNextTote, withTotesBack } from './next-tote.ts';

const shipment = (shipment_id: number, tote: string, ...full_totes: string[]): WaveShipment => ({
  shipment_id,
  order_id: shipment_id,
  order_type: 'Customer Order',
  reference: `WEB-${shipment_id}`,
  client_id: 1,
  company: 'Kiwi',
  courier_id: 1,
  courier: 'UPS',
  ship_date: '2026-01-01',
  tote,
  full_totes,
  units: 3,
  picked: 1,
  lines: 1,
  status: 'In Warehouse',
  state: 'picking',
  reason: '',
  reason_key: '',
});
const pick = (shipment_id: number, tote: string, done = false): WavePick => ({
  line_id: shipment_id,
  shipment_id,
  client_id: 1,
  tote,
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
  quantity: 1,
  fulfillment_id: done ? 1 : null,
  done,
});
const stop: WaveStop = {
  number: 1,
  location_id: 1,
  location: 'A-01',
  aisle: '',
  position: 0,
  side: '',
  done: false,
  picks: [pick(10, 'T-01', true), pick(10, 'T-01'), pick(11, 'T-02')],
};
const wave: WaveToPick = {
  id: 1,
  state: 'picking',
  cart_id: 1,
  cart: 'Cart 1',
  assignee: null,
  created_at: '2026-01-01T00:00:00.000Z',
  user: 'Marta',
  ended_at: null,
  metres: 0,
  minutes: 0,
  alone_metres: 0,
  alone_minutes: 0,
  shipments: [shipment(10, 'T-01'), shipment(11, 'T-02', 'T-03')],
  stops: [stop],
  shorts: [],
  missing: [],
  lines: 2,
  units: 6,
  picked: 1,
};

test.each<[string, string, object]>([
  ['a name that nobody knows here may be a tote', 'T-10', { next: 'T-10' }],
  ['so may its label', ownCode('tote', 'T-10') ?? '', { next: 'T-10' }],
  ['the tote itself', 't-01', { wrong: 'toteIsFull', code: 't-01' }],
  ['the tote of another shipment', 'T-02', { wrong: 'toteInUse', expected: 'WEB-11' }],
  ['a full one of another shipment', 'T-03', { wrong: 'toteInUse', expected: 'WEB-11' }],
  ['the item', 'OAK', { wrong: 'noTote' }],
  ['the bin', 'a-01', { wrong: 'noTote' }],
  ['the plate', 'LP-7', { wrong: 'noTote' }],
  ['the label of any bin', ownCode('location', 'B-09') ?? '', { wrong: 'noTote' }],
  ['GS1 data', '010001234567890510L1', { wrong: 'noTote' }],
])('after Tote full: %s', (_what, code, expected) => {
  expect(readNextTote(wave, pick(10, 'T-01'), code)).toMatchObject(expected);
});

test('what is picked stays in the full tote, what is left goes into the next one, until that is taken back', () => {
  const totesIn = ({ stops }: WaveToPick) => stops.flatMap(({ picks }) => picks.map(({ tote }) => tote));
  const next = withNextTote(wave, 10, 'T-10');
  expect(totesIn(next)).toEqual(['T-01', 'T-10', 'T-02']);
  expect(next.shipments[0]).toMatchObject({ tote: 'T-10', full_totes: ['T-01'] });
  const third = withNextTote(next, 10, 'T-11');
  expect(third.shipments[0]).toMatchObject({ tote: 'T-11', full_totes: ['T-01', 'T-10'] });
  expect(withTotesBack(withTotesBack(third, 10), 10)).toEqual(wave);
  expect(withTotesBack(wave, 10)).toEqual(wave);
});
