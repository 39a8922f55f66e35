import type { BucketFound, FulfilmentLine, LotFound, PlaceFound, SearchHit } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import {
  afterCommand,
  afterMeaning,
  type Expected,
  type Held,
  type LineFacts,
  type Meaning,
  meaningFound,
  meaningHere,
  nextLineId,
  noFacts,
  nothingHeld,
  readEntry,
  type Situation,
  searchOf,
  settle,
} from './fulfil-scans.ts';

const GTIN = '09521234543213';

const line = (id: number, sku: string, more: { left?: number; lot?: 0 | 1; serial?: 0 | 1; upc?: string } = {}) => {
  const { left = 12, lot = 0, serial = 0, upc = '' } = more;
  const inventory = { id: id * 10, sku, name: sku, upc, barcode_1: '', barcode_2: '', config: { lot, serial } };
  return { id, inventory_id: id * 10, quantity: left, fulfilled: 0, quarantined: 0, inventory } as FulfilmentLine;
};
const TEA = line(1, 'TEA');
const HAM = line(2, 'HAM', { lot: 1, upc: GTIN });
const DONE = { ...line(3, 'DONE'), fulfilled: 12 };
const PHONE = line(4, 'PHONE', { serial: 1, left: 3 });
const lines = [TEA, HAM, DONE, PHONE];

const place = (license: string, quantity: number, more: Partial<PlaceFound> = {}): PlaceFound => ({
  ...{ license_id: license ? 1 : null, license, location: 'A-01-1', location_type: 'P' },
  ...{ lot_id: null, lot: '', expire: null, quantity, ...more },
});
const lot = (id: number, number: string): LotFound => ({ id, lot: number, expire: null, quantity: 5 });
const bucket: BucketFound = {
  ...{ id: 7, lead: 'S-1', units: 3, state: 'in stock', license: 'LP-9', lot: '', lot_id: null },
  serials: ['S-1', 'S-2', 'S-3'],
};
const facts = (more: Partial<LineFacts>): LineFacts => ({ ...noFacts, ...more });
const held = (more: Partial<Held> = {}): Held => ({ ...nothingHeld, ...more });
const inbound = (now: Held): Situation => ({ direction: 'inbound', lines, held: now });
const outbound = (now: Held): Situation => ({ direction: 'outbound', lines, held: now });
const hit = (kind: string, title: string): SearchHit => ({ kind, id: 1, title, description: '', path: '' });

test.each([
  ['24*', { quantity: 24, code: '' }],
  ['24 × TEA', { quantity: 24, code: 'TEA' }],
  ['*', { quantity: 'all', code: '' }],
  ['0*TEA', { quantity: null, code: '0*TEA' }],
  ['24', { quantity: null, code: '24' }],
])('%s is read', (text, entry) => {
  expect(readEntry(text)).toEqual(entry);
});

test.each([
  ['nothing', {}, { place: '' }],
  ['a plate', { license: 'LP-1' }, { place: 'LP-1' }],
  ['goods without a plate', { license: '' }, { place: '_SystemNoLicense' }],
  ['a bin', { location: 'A-01-1' }, { place: 'A-01-1' }],
  ['a lot and a serial', { lot: { lot: 'L-1', expire: null }, serial: 'S-2' }, { lot: 'L-1', serial: 'S-2' }],
])('look-ups search for what is held: %s', (_name, now, search) => {
  expect(searchOf(held(now))).toMatchObject(search);
});

describe('what a scan means here', () => {
  const cases: [string, Situation, LineFacts, string, Meaning | undefined, 'scanned'?][] = [
    ['an item', inbound(held()), noFacts, 'tea', { kind: 'item', lineId: 1 }],
    ['a finished line', inbound(held()), noFacts, 'DONE', refused('lineDone', 'DONE', 'DONE')],
    [
      'GS1 data with lot, expiry and count',
      inbound(held()),
      noFacts,
      `]C101${GTIN}1727041810L-1\u001d3724`,
      { kind: 'item', lineId: 2, quantity: 24, lot: { lot: 'L-1', expire: '2027-04-18' } },
    ],
    [
      'a plate of the line',
      outbound(held({ lineId: 1 })),
      facts({ places: [place('LP-1', 5)] }),
      'lp-1',
      { kind: 'plate', license: 'LP-1', contents: [10] },
    ],
    [
      'a lot of the line',
      inbound(held({ lineId: 2, isChosen: true })),
      facts({ lots: [lot(5, '2610')] }),
      '2610',
      { kind: 'lot', lot: '2610', expire: null },
    ],
    [
      'a serial of the line',
      outbound(held({ lineId: 4 })),
      facts({ buckets: [bucket] }),
      's-2',
      { kind: 'bucket', lineId: 4, bucketId: 7, serial: 's-2' },
    ],
    ['a number', inbound(held()), noFacts, '24', { kind: 'quantity', quantity: 24 }],
    ['a long number where a lot is expected', inbound(held({ lineId: 2, isChosen: true })), noFacts, '2610', undefined],
    ['scanned digits, which may be a plate or a bin', inbound(held()), noFacts, '1001', undefined, 'scanned'],
    ['scanned digits, outbound', outbound(held({ lineId: 1 })), noFacts, '1001', undefined, 'scanned'],
    ['a day', inbound(held()), noFacts, '2027-04-18', { kind: 'expiry', day: '2027-04-18' }],
    ['anything else', inbound(held()), noFacts, 'LP-5', undefined],
  ];
  test.each(cases)('%s', (_, situation, known, code, meaning, origin) => {
    expect(meaningHere(situation, known, code, 2026, origin === 'scanned')).toEqual(meaning);
  });
});

function refused(reason: string, code: string, sku = '') {
  return { kind: 'refused', reason, code, sku } as Meaning & { kind: 'refused' };
}

describe('what a scan means by the records it names', () => {
  const cases: [string, Situation, SearchHit[], Meaning][] = [
    ['a plate', inbound(held()), [hit('license', 'LP-5')], { kind: 'plate', license: 'LP-5', contents: [] }],
    ['a location', outbound(held()), [hit('location', 'A-1')], { kind: 'location', location: 'A-1' }],
    ['a lot', outbound(held()), [hit('lot', 'L7')], { kind: 'lot', lot: 'L7', expire: null }],
    ['an item of another order', outbound(held()), [hit('item', 'X')], refused('notOnShipment', 'X')],
    ['a serial of nothing here', outbound(held()), [hit('serial', 'X')], refused('serialNotHere', 'X')],
    ['nothing', inbound(held()), [], refused('unknown', 'X')],
    [
      'nothing, where a lot is received: a new lot',
      inbound(held({ lineId: 2, isChosen: true })),
      [],
      { kind: 'lot', lot: 'X', expire: null },
    ],
  ];
  test.each(cases)('%s', (_, situation, hits, meaning) => {
    expect(meaningFound(situation, 'X', hits)).toEqual(meaning);
  });

  test.each<[string, Situation, SearchHit[], Meaning]>([
    ['a plate', inbound(held()), [hit('license', '1001')], { kind: 'plate', license: '1001', contents: [] }],
    ['a bin', outbound(held()), [hit('location', '1001')], { kind: 'location', location: '1001' }],
    ['nothing else: a quantity', inbound(held()), [], { kind: 'quantity', quantity: 1001 }],
    [
      'nothing else, where a lot is received',
      inbound(held({ lineId: 2, isChosen: true })),
      [],
      { kind: 'lot', lot: '1001', expire: null },
    ],
  ])('scanned digits: %s', (_, situation, hits, meaning) => {
    expect(meaningFound(situation, '1001', hits)).toEqual(meaning);
  });
});

describe('what is held after a scan', () => {
  const cases: [string, Situation, Expected, Meaning, Partial<Held> | ReturnType<typeof refused>][] = [
    [
      'another item drops lot and bucket, and keeps plate and quantity',
      inbound(held({ lineId: 1, isChosen: true, license: 'LP-1', quantity: 24, lot: { lot: 'A', expire: null } })),
      'lot',
      { kind: 'item', lineId: 2 },
      { lineId: 2, isChosen: true, license: 'LP-1', quantity: 24, lot: null },
    ],
    [
      'another item before the quantity of this one',
      inbound(held({ lineId: 1, isChosen: true, license: 'LP-1' })),
      'quantity',
      { kind: 'item', lineId: 2 },
      refused('quantityFirst', '', 'TEA'),
    ],
    [
      'the same item again counts its units',
      inbound(held({ lineId: 1, isChosen: true, license: 'LP-1' })),
      'quantity',
      { kind: 'item', lineId: 1 },
      { lineId: 1, quantity: 2, unitsOf: 1 },
    ],
    [
      'a plate with the current item',
      outbound(held({ lineId: 1 })),
      'plate',
      { kind: 'plate', license: 'LP-1', contents: [10, 20] },
      { lineId: 1, isChosen: false, license: 'LP-1' },
    ],
    [
      'a plate with one other item of the shipment',
      outbound(held({ lineId: 1 })),
      'plate',
      { kind: 'plate', license: 'LP-1', contents: [20, 30, 99] },
      { lineId: 2, isChosen: true, license: 'LP-1' },
    ],
    [
      'a plate with several others',
      outbound(held({ lineId: 1 })),
      'plate',
      { kind: 'plate', license: 'LP-1', contents: [20, 40] },
      { lineId: null, license: 'LP-1' },
    ],
    [
      'a plate with nothing of it',
      outbound(held({ lineId: 1 })),
      'plate',
      { kind: 'plate', license: 'LP-1', contents: [30] },
      refused('notOnPlate', 'LP-1', 'TEA'),
    ],
    [
      'a location before a plate, inbound',
      inbound(held()),
      'item',
      { kind: 'location', location: 'A-1' },
      refused('plateFirst', 'A-1'),
    ],
    [
      'an expiry after its lot',
      inbound(held({ lot: { lot: 'A', expire: null } })),
      'plate',
      { kind: 'expiry', day: '2027-01-01' },
      { lot: { lot: 'A', expire: '2027-01-01' } },
    ],
    [
      'an expiry without a lot',
      inbound(held()),
      'item',
      { kind: 'expiry', day: '2027-01-01' },
      refused('expiryWithoutLot', '2027-01-01'),
    ],
  ];
  test.each(cases)('%s', (_, situation, expected, meaning, after) => {
    expect(afterMeaning(situation, expected, meaning)).toMatchObject(after);
  });
});

describe('what is done or expected next', () => {
  const pristine = { quarantine: 0, reason: '' } as const;
  const chosen = (lineId: number, more: Partial<Held> = {}) => held({ lineId, isChosen: true, ...more });
  const tea = facts({ places: [place('LP-1', 5), place('LP-2', 40, { location: 'B-01-1' })] });
  const ham = facts({
    places: [place('LP-1', 5, { lot_id: 1, lot: 'A' }), place('LP-1', 5, { lot_id: 2, lot: 'B' })],
  });
  const loose = facts({ places: [place('', 40, { location: '' })] });
  const cases: [string, Situation, LineFacts, object][] = [
    ['inbound, nothing scanned', inbound(held({ license: 'LP-1' })), noFacts, { what: 'item' }],
    ['inbound, no plate yet', inbound(chosen(1)), noFacts, { what: 'plate' }],
    ['inbound, how many', inbound(chosen(1, { license: 'LP-1' })), noFacts, { what: 'quantity' }],
    [
      'inbound, a number of units',
      inbound(chosen(1, { license: 'LP-1', quantity: 5 })),
      noFacts,
      { body: { lineId: 1, quantity: 5, license: 'LP-1', lotId: null, newLot: null } },
    ],
    [
      'inbound, all',
      inbound(chosen(1, { license: '', quantity: 'all' })),
      noFacts,
      { body: { quantity: 12, license: '' } },
    ],
    ['inbound, too many', inbound(chosen(1, { license: '', quantity: 13 })), noFacts, refused('tooMany', '13', 'TEA')],
    ['inbound, lot missing', inbound(chosen(2, { license: 'LP-1', quantity: 5 })), noFacts, { what: 'lot' }],
    [
      'inbound, a known lot',
      inbound(chosen(2, { license: 'LP-1', quantity: 5, lot: { lot: 'a', expire: null } })),
      facts({ lots: [lot(5, 'A')] }),
      { body: { lotId: 5, newLot: null } },
    ],
    [
      'inbound, a new lot',
      inbound(chosen(2, { license: 'LP-1', quantity: 5, lot: { lot: 'N', expire: '2027-01-01' } })),
      facts({ lots: [lot(5, 'A')] }),
      { body: { lotId: null, newLot: { lot: 'N', expire: '2027-01-01' } } },
    ],
    [
      'inbound, a known lot with another expiry is sent as scanned, for the server to refuse',
      inbound(chosen(2, { license: 'LP-1', quantity: 5, lot: { lot: 'a', expire: '2027-01-01' } })),
      facts({ lots: [{ ...lot(5, 'A'), expire: '2027-04-30' }] }),
      { body: { lotId: null, newLot: { lot: 'a', expire: '2027-01-01' } } },
    ],
    ['inbound, serial missing', inbound(chosen(4, { license: 'LP-1' })), noFacts, { what: 'serial' }],
    [
      'inbound, a bucket is received whole',
      inbound(chosen(4, { license: 'LP-1', bucketId: 7 })),
      facts({ buckets: [bucket] }),
      { body: { serialId: 7, quantity: 3 } },
    ],
    ['outbound, the proposed line', outbound(held({ lineId: 1 })), tea, { what: 'plate' }],
    ['outbound, all of a plate', outbound(held({ lineId: 1, license: 'LP-1' })), tea, { body: { quantity: 5 } }],
    ['outbound, as many as are left', outbound(held({ lineId: 1, license: 'LP-2' })), tea, { body: { quantity: 12 } }],
    [
      'outbound, as entered',
      outbound(held({ lineId: 1, license: 'LP-2', quantity: 3 })),
      tea,
      { body: { quantity: 3 } },
    ],
    [
      'outbound, the bin of one plate',
      outbound(held({ lineId: 1, location: 'b-01-1' })),
      tea,
      { body: { license: 'LP-2' } },
    ],
    ['outbound, another bin', outbound(held({ lineId: 1, location: 'C-1' })), tea, refused('notInBin', 'C-1', 'TEA')],
    [
      'outbound, another plate',
      outbound(held({ lineId: 1, license: 'LP-7' })),
      tea,
      refused('notOnPlate', 'LP-7', 'TEA'),
    ],
    ['outbound, two lots on a plate', outbound(held({ lineId: 2, license: 'LP-1' })), ham, { what: 'lot' }],
    [
      'outbound, one of the lots',
      outbound(held({ lineId: 2, license: 'LP-1', lot: { lot: 'b', expire: null } })),
      ham,
      { body: { lotId: 2, quantity: 5 } },
    ],
    ['outbound, loose goods before their item', outbound(held({ lineId: 1 })), loose, { what: 'item' }],
    ['outbound, loose goods are named by their item', outbound(chosen(1)), loose, { what: 'quantity' }],
    ['outbound, loose goods', outbound(chosen(1, { quantity: 'all' })), loose, { body: { license: '', quantity: 12 } }],
    [
      'outbound, a serial names place and quantity',
      outbound(held({ lineId: 4, bucketId: 7 })),
      facts({ buckets: [bucket] }),
      { body: { serialId: 7, quantity: 3, license: 'LP-9' } },
    ],
    [
      'outbound, a part of a bucket',
      outbound(held({ lineId: 4, bucketId: 7, quantity: 2 })),
      facts({ buckets: [bucket] }),
      refused('wholeBucket', 'S-1', 'PHONE'),
    ],
  ];
  test.each(cases)('%s', (_, situation, known, next) => {
    expect(settle(situation, known, pristine)).toMatchObject(next);
  });

  test('into quarantine', () => {
    const into = { quarantine: 1, reason: 'wet' } as const;
    const next = settle(inbound(chosen(1, { license: 'LP-1', quantity: 1 })), noFacts, into);
    expect(next).toMatchObject({ body: { quarantine: 1, reason: 'wet' } });
  });
});

describe('after a command', () => {
  test('the plate of a receipt stays, and units are counted on', () => {
    const now = held({ lineId: 1, isChosen: true, license: 'LP-1', quantity: 2, unitsOf: 1 });
    expect(afterCommand(inbound(now))).toEqual({ ...nothingHeld, license: 'LP-1', lineId: 1, unitsOf: 1 });
    expect(afterCommand(inbound({ ...now, unitsOf: null }))).toEqual({ ...nothingHeld, license: 'LP-1' });
  });

  test.each<[number | null, boolean, number | null]>([
    [null, false, 1],
    [1, false, 1],
    [1, true, 2],
    [3, false, 4],
    [4, true, 1],
  ])('the line after %s (skipped: %s) is %s', (current, isSkipped, next) => {
    expect(nextLineId(outbound(held()), current, isSkipped)).toBe(next);
  });
});
