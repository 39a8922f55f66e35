import type { StockRow } from '@longshore/contract';
import { expect, test } from 'vitest';
import { lotsIn, pickingLocationsIn } from './stock-places.ts';

let made = 0;
const picking = { id: 1, location: 'A-04-2', type: 'P', billing_category: 'Rack' } as const;
const earlier = { ...picking, id: 2, location: 'A-01-1' };
const storage = { ...picking, id: 3, location: 'C-12-1', type: 'S' } as const;

function row(total: number, more: Partial<StockRow> = {}): StockRow {
  return {
    id: ++made,
    client_id: 1,
    inventory_id: 1,
    license: `LP-${made}`,
    license_id: made,
    locations: [],
    total,
    quarantine: 0,
    lot_id: null,
    lot_number: '_SystemNoLotNumber',
    expire_date: null,
    ...more,
  };
}
const lot = (lot_id: number, lot_number: string, expire_date: string | null) => ({ lot_id, lot_number, expire_date });

test('a lot is listed once with all its units, the next to expire first and what keeps last', () => {
  const keeps = lot(1, 'KEEPS', null);
  const late = lot(2, 'LATE', '2028-01-31');
  const early = lot(3, 'EARLY', '2027-01-31');
  const stock = [
    row(5, keeps),
    row(10, late),
    row(4, early),
    row(2, { ...early, quarantine: 1 }),
    row(3, late),
    row(7),
  ];
  expect(lotsIn(stock)).toEqual([
    { ...early, quantity: 4, quarantined: 2 },
    { ...late, quantity: 13, quarantined: 0 },
    { ...keeps, quantity: 5, quarantined: 0 },
  ]);
});

test('picking bins are listed once with what can be picked there; storage, quarantine and no bin are not', () => {
  const stock = [
    row(5, { locations: [picking] }),
    row(6, { locations: [picking] }),
    row(1, { locations: [earlier] }),
    row(90, { locations: [storage] }),
    row(2, { locations: [picking], quarantine: 1 }),
    row(3),
  ];
  expect(pickingLocationsIn(stock)).toEqual([
    { ...earlier, quantity: 1 },
    { ...picking, quantity: 11 },
  ]);
});

test('nothing on hand has neither', () => {
  expect([lotsIn([]), pickingLocationsIn([])]).toEqual([[], []]);
});
