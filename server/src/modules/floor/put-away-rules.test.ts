import { describe, expect, test } from 'vitest';
import { type Bin, fits, type PlateToPut, proposeBins } from './put-away-rules.ts';

let id = 0;
const bin = (location: string, given: Partial<Bin> = {}): Bin => ({
  id: ++id,
  location,
  type: 'S',
  billing_category: '',
  plates: 0,
  units: 0,
  volume: 0,
  capacity_plates: 0,
  capacity_volume: 0,
  ...given,
});
const plate: PlateToPut = { location_id: null, units: 24, quarantined: false, volume: 1.2 };
const propose = (bins: readonly Bin[], given: Partial<PlateToPut> = {}, category = '') =>
  proposeBins({ ...plate, ...given }, { bins, category }).map(({ bin: { location }, reason }) => [location, reason]);

describe('a bin takes a plate', () => {
  test.each<[string, Partial<Bin>, number | null, boolean]>([
    ['without limits', { plates: 9, volume: 99 }, 1.2, true],
    ['with room for one more', { plates: 1, capacity_plates: 2 }, 1.2, true],
    ['but not beyond its plates', { plates: 2, capacity_plates: 2 }, 1.2, false],
    ['up to its volume', { volume: 1.8, capacity_volume: 3 }, 1.2, true],
    ['but not beyond it', { volume: 1.9, capacity_volume: 3 }, 1.2, false],
    ['that was never measured, whatever its volume', { volume: 3, capacity_volume: 3 }, null, true],
  ])('%s', (_what, given, volume, isTaken) => expect(fits({ volume }, bin('A-01-1', given))).toBe(isTaken));
});

describe('bins are proposed', () => {
  test('by the reason, and within one by how much of the item is there, then in walking order', () => {
    const bins = [
      bin('B-01-1'),
      bin('A-10-1'),
      bin('A-02-1'),
      bin('A-03-2', { units: 10, plates: 1 }),
      bin('A-03-1', { units: 40, plates: 1 }),
      bin('P-01-1', { type: 'P', units: 3, plates: 1 }),
    ];
    expect(propose(bins)).toEqual([
      ['P-01-1', 'PutAwayPickingBin'],
      ['A-03-1', 'PutAwaySameItem'],
      ['A-03-2', 'PutAwaySameItem'],
    ]);
    expect(propose(bins.slice(0, 4))).toEqual([
      ['A-03-2', 'PutAwaySameItem'],
      ['A-02-1', 'PutAwayNearItem'],
      ['A-10-1', 'PutAwayNearItem'],
    ]);
  });

  test('of the category that the client uses before others', () => {
    const bins = [bin('C-01-1'), bin('C-02-1', { billing_category: 'Pallet rack' })];
    expect(propose(bins, {}, 'pallet rack')).toEqual([
      ['C-02-1', 'PutAwayCategory'],
      ['C-01-1', 'PutAwayEmpty'],
    ]);
  });

  test.each<[string, Bin, Partial<PlateToPut>]>([
    ['the bin where it is', bin('D-01-1', { id: 900 }), { location_id: 900 }],
    ['a full one', bin('D-01-1', { units: 5, plates: 2, capacity_plates: 2 }), {}],
    ['an empty picking bin', bin('D-01-1', { type: 'P' }), {}],
    ['a storage bin with other goods', bin('D-01-1', { plates: 1 }), {}],
    [
      'the picking bin for goods in quarantine',
      bin('D-01-1', { type: 'P', units: 5, plates: 1 }),
      { quarantined: true },
    ],
    ['any for an empty plate', bin('D-01-1'), { units: 0 }],
  ])('never %s', (_what, given, put) => expect(propose([given], put)).toEqual([]));
});
