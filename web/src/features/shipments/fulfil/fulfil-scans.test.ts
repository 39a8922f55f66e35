import { describe, expect, test } from 'vitest';
import { bucket, facts, held, inbound, lot, outbound, place, refused } from './fulfil-fixtures.ts';
import {
  afterCommand,
  afterMeaning,
  type Expected,
  findEarlierPlace,
  type Held,
  type LineFacts,
  type Meaning,
  nextLineId,
  noFacts,
  nothingHeld,
  readEntry,
  type Situation,
  searchOf,
  settle,
} from './fulfil-scans.ts';

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
      'another item before the expiry of this one',
      inbound(held({ lineId: 2, isChosen: true, lot: { lot: 'N', expire: null } })),
      'expiry',
      { kind: 'item', lineId: 1 },
      refused('expiryFirst', 'N', 'HAM'),
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
      'inbound, a new lot without its expiry, although quantity and plate are known',
      inbound(chosen(2, { license: 'LP-1', quantity: 5, lot: { lot: 'N', expire: null } })),
      facts({ lots: [lot(5, 'A')] }),
      { what: 'expiry' },
    ],
    [
      'inbound, a new lot that has none',
      inbound(chosen(2, { license: 'LP-1', quantity: 5, lot: { lot: 'N', expire: null }, noExpiry: true })),
      facts({ lots: [lot(5, 'A')] }),
      { body: { lotId: null, newLot: { lot: 'N', expire: null } } },
    ],
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

test.each<[string | null, string | null, string | undefined]>([
  ['2027-06-01', '2027-01-01', 'EARLY'],
  ['2027-01-01', '2027-01-01', undefined],
  ['2026-12-31', '2027-01-01', undefined],
  // Expired lots are not the earliest, and a lot without an expiry is none to compare.
  ['2027-06-01', '2026-01-01', undefined],
  [null, '2027-01-01', undefined],
  ['2027-06-01', null, undefined],
])('a lot that expires %s is later than one of %s: %s', (expire, earlier, lotFound) => {
  const places = [place('LP-2', 5, { lot_id: 2, lot: 'EARLY', expire: earlier })];
  const chosen = place('LP-1', 5, { lot_id: 1, lot: 'LATE', expire });
  expect(findEarlierPlace(chosen, [chosen, ...places], '2026-11-17')?.lot).toBe(lotFound);
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
