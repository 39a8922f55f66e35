import { lineCode, type ScannedForShipment, shipmentCode } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { bucket, facts, GTIN, held, hit, inbound, lot, numbered, outbound, place, refused } from './fulfil-fixtures.ts';
import { type LineFacts, type Meaning, noFacts, type Situation } from './fulfil-scans.ts';
import { localMeaning, meaningOfHits } from './scan-meaning.ts';

const OWN = shipmentCode(806);

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
    ['scanned digits, which may be a plate or a bin', inbound(held()), noFacts, '1001', undefined, 'scanned'],
    ['scanned digits, outbound', outbound(held({ lineId: 1 })), noFacts, '1001', undefined, 'scanned'],
    [
      'a short scanned number that is a plate of the line',
      outbound(held({ lineId: 1 })),
      facts({ places: [place('12', 5)] }),
      '12',
      { kind: 'plate', license: '12', contents: [10] },
      'scanned',
    ],
    [
      'a short scanned number that is a lot of the line',
      inbound(held({ lineId: 2, isChosen: true })),
      facts({ lots: [lot(5, '261')] }),
      '261',
      { kind: 'lot', lot: '261', expire: null },
      'scanned',
    ],
    [
      'a short scanned number that is a serial of the line',
      outbound(held({ lineId: 4 })),
      facts({ buckets: [{ ...bucket, lead: '7' }] }),
      '7',
      { kind: 'bucket', lineId: 4, bucketId: 7, serial: '7' },
      'scanned',
    ],
    ['a short scanned number of nothing known', outbound(held({ lineId: 1 })), noFacts, '12', undefined, 'scanned'],
    [
      'a short typed number that a plate has',
      outbound(held({ lineId: 1 })),
      facts({ places: [place('12', 5)] }),
      '12',
      { kind: 'plate', license: '12', contents: [10] },
    ],
    [
      'a short typed number that a lot has',
      inbound(held({ lineId: 2, isChosen: true })),
      facts({ lots: [lot(5, '261')] }),
      '261',
      { kind: 'lot', lot: '261', expire: null },
    ],
    ['a typed number of nothing known here', inbound(held()), noFacts, '24', undefined],
    [
      'a long typed number that a plate has',
      outbound(held({ lineId: 1 })),
      facts({ places: [place('1001', 5)] }),
      '1001',
      { kind: 'plate', license: '1001', contents: [10] },
    ],
    [
      'a short typed number where a serial is expected',
      outbound(held({ lineId: 4 })),
      facts({ buckets: [{ ...bucket, lead: '7' }] }),
      '7',
      { kind: 'bucket', lineId: 4, bucketId: 7, serial: '7' },
    ],
    ['a short typed number that is an item', numbered(held()), noFacts, '5', { kind: 'item', lineId: 5 }],
    [
      'a short typed number that is an item, where its quantity is expected',
      numbered(held({ lineId: 5, isChosen: true, license: 'LP-1' })),
      noFacts,
      '5',
      { kind: 'item', lineId: 5 },
    ],
    ['GS1 data that is only a day', inbound(held()), noFacts, ']C117270418', { kind: 'expiry', day: '2027-04-18' }],
    ['a day', inbound(held()), noFacts, '2027-04-18', { kind: 'expiry', day: '2027-04-18' }],
    ['anything else', inbound(held()), noFacts, 'LP-5', undefined],
  ];
  test.each(cases)('%s', (_, situation, known, code, meaning, origin) => {
    expect(localMeaning(situation, known, { code, isScanned: origin === 'scanned' }, 2026)).toEqual(meaning);
  });
});

describe('what a scan means by the records it names', () => {
  const cases: [string, Situation, ScannedForShipment[], Meaning][] = [
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
    expect(meaningOfHits(situation, { code: 'X', isScanned: true }, hits)).toEqual(meaning);
  });

  test.each<[string, Situation, ScannedForShipment[], Meaning]>([
    ['a plate', inbound(held()), [hit('license', '1001')], { kind: 'plate', license: '1001', contents: [] }],
    ['a bin', outbound(held()), [hit('location', '1001')], { kind: 'location', location: '1001' }],
    ['nothing: never a quantity', inbound(held()), [], refused('unknown', '1001')],
    [
      'nothing else, where a lot is received',
      inbound(held({ lineId: 2, isChosen: true })),
      [],
      { kind: 'lot', lot: '1001', expire: null },
    ],
  ])('scanned digits: %s', (_, situation, hits, meaning) => {
    expect(meaningOfHits(situation, { code: '1001', isScanned: true }, hits)).toEqual(meaning);
  });

  const ticket = (id: number): ScannedForShipment => ({ kind: 'shipment', title: 'SO-W2', id, items: [] });
  const awaitingLot = inbound(held({ lineId: 2, isChosen: true }));
  test.each<[string, Situation, string, ScannedForShipment[], Meaning]>([
    ['of another shipment', outbound(held()), '806', [ticket(806)], refused('otherShipment', '806')],
    ['of another, by its own code', outbound(held()), OWN, [ticket(806)], refused('otherShipment', OWN)],
    ['of another, where a lot is expected', awaitingLot, OWN, [ticket(806)], refused('otherShipment', OWN)],
    ['of no shipment, where a lot is expected', awaitingLot, OWN, [], refused('unknown', OWN)],
    ['with the number of a new lot', awaitingLot, '806', [ticket(806)], { kind: 'lot', lot: '806', expire: null }],
  ])('a ticket %s is no quantity and no lot', (_, situation, code, hits, meaning) => {
    expect(meaningOfHits(situation, { code, isScanned: true }, hits)).toEqual(meaning);
  });

  test('the code of a line on the ticket means that line, also when another has the same item', () => {
    const situation = outbound(held());
    const meaning = localMeaning(situation, noFacts, { code: lineCode(4), isScanned: true }, 2026);
    expect(meaning).toEqual({ kind: 'item', lineId: 4 });
    expect(localMeaning(situation, noFacts, { code: lineCode(99), isScanned: true }, 2026)).toBeUndefined();
  });

  test.each<[string, boolean, Meaning['kind'], { mayBeLot?: boolean }]>([
    ['806', false, 'number', { mayBeLot: false }],
    ['9999', false, 'number', {}],
    // The ticket of another shipment, scanned; a number that is too long for a quantity; one that is none.
    ['806', true, 'refused', {}],
    ['10000', false, 'refused', {}],
    ['0', false, 'refused', {}],
  ])('%s that nothing has, scanned: %s, is %s', (code, isScanned, kind, more) => {
    expect(meaningOfHits(outbound(held({ lineId: 1 })), { code, isScanned }, [])).toMatchObject({ kind, ...more });
  });

  test('a typed number where a lot is expected may be either; a scanned one is the lot', () => {
    const awaiting = inbound(held({ lineId: 2, isChosen: true }));
    expect(meaningOfHits(awaiting, { code: '261', isScanned: true }, [])).toMatchObject({ kind: 'lot', lot: '261' });
    expect(meaningOfHits(awaiting, { code: '261', isScanned: false }, [])).toEqual({
      kind: 'number',
      quantity: 261,
      mayBeLot: true,
    });
  });
});
